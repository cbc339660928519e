"""Bounties on one page: heads, who took whom, envelopes, where every cent is; and what is set up there."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.desk import bounties as pages
from tdapp.desk.dialogs import role_of, show, show_refused
from tdapp.desk.forms.bounties import EnvelopesForm, HeadForm, envelopes_text
from tdapp.floor import bounties
from tdapp.floor.heads import heads_of
from tdapp.live.state import Stamp
from tdapp.opens.models import Entry, Open, Out
from tdapp.opens.queries import Field, field
from tdapp.rules.errors import RuleError
from tdapp.web import messages
from tdapp.web.access import open_view
from tdapp.web.acts import act, new_seed, overruled
from tdapp.web.answers import done
from tdapp.web.numbers import number


@open_view(Role.FLOOR)
@require_GET
def page(request: HttpRequest, open: Open) -> HttpResponse:
    """All heads; for its own refetch only the part that changes."""
    if request.headers.get("HX-Target") == "bounties-now":
        return render(request, "desk/bounties/_now.html", _seen(request, open))
    return _page(request, open)


def _seen(request: HttpRequest, open: Open) -> dict[str, Any]:
    # The version first: what changes while the rest is read is then fetched once more.
    open.stream.refresh_from_db()
    return {
        "open": open,
        "here": "bounties",
        "may_direct": role_of(request).covers(Role.DIRECTOR),
        "version": Stamp(open.stream.epoch, open.stream.version),
        "look": pages.look(open, field(open)),
    }


def _page(request: HttpRequest, open: Open, status: int = 200, **more: Any) -> HttpResponse:
    seen = _seen(request, open)
    context = {**seen, **_forms(open, seen["look"]), **more}
    return render(request, "desk/bounties/page.html", context, status=status)


def _forms(open: Open, look: pages.Look | None) -> dict[str, Any]:
    """The form that this kind of bounties needs, filled with what stands or is proposed."""
    if look is None:
        return {}
    setting = look.heads.setting
    if look.kind == "single":
        return {"head_form": HeadForm(open=open, left=field(open).left, amount=setting.terms.amount)}
    if look.kind == "mystery":
        filled = setting.envelopes or pages.proposed(look.fund, look.to_fall, 10**open.minor_digits)
        text = envelopes_text(filled, open.minor_digits)
        return {"envelopes_form": EnvelopesForm(open=open, initial={"envelopes": text})}
    return {}


@open_view(Role.FLOOR)
@require_http_methods(["GET", "POST"])
def taker(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """Say, or correct, who took one head."""
    out = get_object_or_404(Out.everything.select_related("entry__open"), entry__open=open, pk=pk)
    typed = request.POST.getlist("only") or request.POST.getlist("taker")
    context = _taker_context(open, field(open), out, typed)
    if request.method == "GET":
        return show(request, open, "desk/bounties/_taker.html", context)
    said = request.POST.get("head", "")
    try:
        takers = () if said in ("left", "unsaid") else _takers(open, typed)
        entry = bounties.say_taker(out=out, takers=takers, left=said == "left", **act(request))
    except RuleError as error:
        return show_refused(request, open, error, "desk/bounties/_taker.html", context)
    return done(request, open, entry, to=_url(open))


def _takers(open: Open, typed: list[str]) -> list[Entry]:
    """Those who were tapped, in their order. RuleError: ``taker_missing``: nobody was, or one is in no more;
    that nobody knows it yet is said by a button of its own."""
    keys = list(dict.fromkeys(number(text) or 0 for text in typed))
    rows = Entry.objects.filter(open=open).in_bulk(keys)
    if not keys or len(rows) < len(keys):
        raise RuleError("taker_missing")
    return [rows[key] for key in keys]


def _taker_context(open: Open, everyone: Field, out: Out, typed: list[str]) -> dict[str, Any]:
    heads = heads_of(open, everyone)
    fall = heads.of_out.get(out.pk) if heads else None
    taken = [share.entry for share in fall.shares] if fall else []
    return {
        "out": out,
        "name": str(out.entry.player),
        "fall": fall,
        "to_big_blind": bounties.to_big_blind(open),
        "took": pages.took_words(open, everyone, fall) if fall else "",
        "able": pages.all_able(open, everyone, out, taken),
        "picked": [key for key in map(number, typed) if key] or taken,
    }


@open_view(Role.DIRECTOR)
@require_POST
def head(request: HttpRequest, open: Open) -> HttpResponse:
    """Name the player with the bounty, or draw one in secret (``draw``)."""
    form = HeadForm(request.POST, open=open, left=field(open).left)
    drawing = "draw" in request.POST
    if not form.is_valid() or not (drawing or form.entry):
        return _page(request, open, status=422, head_form=form)
    told = {"open": open, "amount": form.cleaned_data["amount"], **act(request)}
    try:
        if drawing:
            entry = bounties.draw_head(seed=new_seed(), **told)
        else:
            entry = bounties.name_head(entry=get_object_or_404(Entry, open=open, pk=form.entry), **told)
    except RuleError as error:
        refusal = messages.refusal(error, open)
        return _page(request, open, status=422, head_form=form, refusal=refusal)
    return done(request, open, entry, to=_url(open))


@open_view(Role.DIRECTOR)
@require_POST
def envelopes(request: HttpRequest, open: Open) -> HttpResponse:
    """Fill the envelopes; amounts that are not the fund, or too few, are asked about."""
    form = EnvelopesForm(request.POST, open=open)
    if not form.is_valid():
        return _page(request, open, status=422, envelopes_form=form)
    passed = overruled(request)
    try:
        entry = bounties.fill_envelopes(
            open=open,
            amounts=form.cleaned_data["envelopes"],
            seed=new_seed(),
            overruled=passed,
            **act(request),
        )
    except RuleError as error:
        refusal = messages.refusal(error, open)
        return _page(request, open, status=422, envelopes_form=form, refusal=refusal, passed=passed)
    return done(request, open, entry, to=_url(open))


def _url(open: Open) -> str:
    return reverse("desk:bounties", args=[open.code])


urls: list[URLPattern] = [
    path("desk/<slug:code>/bounties/", page, name="bounties"),
    path("desk/<slug:code>/bounties/head/", head, name="bounty_head"),
    path("desk/<slug:code>/bounties/envelopes/", envelopes, name="bounty_envelopes"),
    path("desk/<slug:code>/bounties/<int:pk>/", taker, name="bounty_taker"),
]
