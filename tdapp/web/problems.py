"""What is said where no page can be shown: an address nobody has, a page out of date, a fault of our own.

Rendered without the request: no session and no database are needed to say that something is wrong.
A part fetched by htmx gets the sentences alone, which ``failed.js`` shows beside what was typed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

WORDS = {
    400: (
        gettext_noop("This could not be read"),
        gettext_noop("Nothing was changed. Go back, load the page anew and try again."),
    ),
    403: (
        gettext_noop("This is not for your role"),
        gettext_noop("Nothing was changed. A director of the tour can do it, or give you another role."),
    ),
    404: (
        gettext_noop("There is nothing here"),
        gettext_noop("Somebody may have taken it back meanwhile, or the address is mistyped."),
    ),
    405: (
        gettext_noop("There is nothing to see here"),
        gettext_noop("Something was done at this address. Go back to the page it was done from."),
    ),
    500: (
        gettext_noop("Something went wrong in this program"),
        gettext_noop("Nothing was changed. Load the page anew and try again; the log file says more."),
    ),
}
OUT_OF_DATE = (
    gettext_noop("This page was out of date"),
    gettext_noop(
        "Somebody signed in or out since it was loaded. Nothing was changed: load it anew, try again."
    ),
)


@dataclass(frozen=True)
class Problem:
    """What is wrong, what to do, and where to go from here."""

    title: str
    text: str
    home: str


def page(request: HttpRequest, status: int, words: tuple[str, str] | None = None) -> HttpResponse:
    """The answer with that status, in the viewer's language."""
    title, text = (_(one) for one in words or WORDS[status])
    if request.headers.get("HX-Request"):
        return HttpResponse(f"{title}. {text}", status=status, content_type="text/plain; charset=utf-8")
    home = "/desk/" if request.path.startswith("/desk/") else "/"
    return HttpResponse(
        render_to_string("problem/page.html", {"problem": Problem(title, text, home)}), status=status
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 404)


def broken(request: HttpRequest) -> HttpResponse:
    return page(request, 500)


def out_of_date(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is no longer that of this browser: it signed in or out in another tab."""
    return page(request, 403, OUT_OF_DATE)


class ProblemMiddleware:
    """Says something where Django answers with an empty page: an act's address opened like a page (405)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code != 405 or request.method != "GET":
            return response
        said = page(request, 405)
        said["Allow"] = response["Allow"]
        return said
