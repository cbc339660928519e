"""The posted results of an open, and every way to take them along."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils import timezone, translation
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.accounts.roles import Role
from tdapp.cash.queries import debts
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.public import picture, post, spreadsheet, styles
from tdapp.public.posted import frame
from tdapp.public.report import Report, report
from tdapp.tours.queries import role_in
from tdapp.web.access import public_open, user_of


@require_safe
def results(request: HttpRequest, code: str) -> HttpResponse:
    """The classification: final, or who is out so far while the open runs."""
    open = public_open(code)
    told = report(open, timezone.now())
    context = {
        **frame(open.tour, "opens", open),
        "open": open,
        "report": told,
        "live": told.state != "posted",
        "linked": True,
    }
    if told.final:
        context |= {"post": post.plain(told), "whatsapp": post.whatsapp(told)}
    part = request.headers.get("HX-Request") == "true"
    if not part and _directs(request, open):
        context["owing"] = debts(open, field(open))
    return render(request, "public/results/_report.html" if part else "public/results/page.html", context)


def _directs(request: HttpRequest, open: Open) -> bool:
    """Whether the reader directs this tour: debts are nobody else's business."""
    user = user_of(request)
    return user is not None and role_in(open.tour, user) is Role.DIRECTOR


@require_safe
def post_text(request: HttpRequest, code: str) -> HttpResponse:
    """The post as plain text and as Markdown, in the language of ``?in=`` or the open's own."""
    open = public_open(code)
    languages = dict(settings.LANGUAGES)
    language = request.GET.get("in", "") if request.GET.get("in") in languages else open.language
    with translation.override(language):
        told = report(open, timezone.now())
        plain, markdown, whatsapp = post.plain(told), post.markdown(told), post.whatsapp(told)
    parts = [
        {"id": "post-plain", "name": _("Plain text"), "text": plain, "whatsapp": whatsapp},
        {"id": "post-markdown", "name": "Markdown", "text": markdown},
    ]
    context = {"open": open, "parts": parts, "language": language, "languages": settings.LANGUAGES}
    return render(request, "public/results/post.html", {**frame(open.tour, "opens", open), **context})


@require_safe
def csv_file(request: HttpRequest, code: str) -> HttpResponse:
    """The classification for a spreadsheet."""
    told = report(public_open(code), timezone.now())
    return _download(spreadsheet.as_csv(told), "text/csv; charset=utf-8", told, "csv")


@require_safe
def html_file(request: HttpRequest, code: str) -> HttpResponse:
    """The results as one HTML file, which needs nothing else."""
    open = public_open(code)
    told = report(open, timezone.now())
    names = [open.tour.name, told.name, *(line.name for line in told.lines), *(one.name for one in told.top)]
    context = {"open": open, "report": told, "css": mark_safe(styles.sheet(" ".join(names)))}
    page = render_to_string("public/results/file.html", context)
    return _download(page.encode(), "text/html; charset=utf-8", told, "html")


@require_safe
def png_file(request: HttpRequest, code: str) -> HttpResponse:
    """The results as a picture."""
    told = report(public_open(code), timezone.now())
    return _download(picture.as_png(told), "image/png", told, "png")


def _download(content: bytes, kind: str, told: Report, ending: str) -> HttpResponse:
    name = f"{slugify(told.name) or 'open'}-{told.open.date.isoformat()}.{ending}"
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


urls: list[URLPattern] = [
    path("o/<slug:code>/results/", results, name="results"),
    path("o/<slug:code>/results/post/", post_text, name="post"),
    path("o/<slug:code>/results/csv/", csv_file, name="csv"),
    path("o/<slug:code>/results/file/", html_file, name="file"),
    path("o/<slug:code>/results/picture/", png_file, name="picture"),
]
