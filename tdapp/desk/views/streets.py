"""Street by street: a hand told act by act, before its own form saves it with the winners."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from tdapp.accounts.roles import Role
from tdapp.clock.queries import current_round
from tdapp.desk.dialogs import night_url
from tdapp.desk.forms.streets import StreetsForm
from tdapp.desk.settling import new_hand
from tdapp.desk.street_board import board_of, reading_of
from tdapp.desk.streets import carried
from tdapp.opens.models import Open, Table
from tdapp.opens.steps import check_running
from tdapp.rules.errors import RuleError
from tdapp.web.access import open_view
from tdapp.web.answers import refused_lightly
from tdapp.web.numbers import number


@open_view(Role.SCOREKEEPER)
@require_http_methods(["GET", "HEAD", "POST"])
def streets(request: HttpRequest, open: Open, table: int) -> HttpResponse:
    """The table's next hand act by act; a POST is a tap, which saves nothing."""
    row = get_object_or_404(Table, pk=table, round=current_round(open))
    level = request.POST.get("level") or request.GET.get("level") or ""
    try:
        check_running(open)
        settling = new_hand(open, row, timezone.now(), number(level))
    except RuleError as error:
        return refused_lightly(request, error, open, to=night_url(open))
    form = StreetsForm(request.POST if request.method == "POST" else None, settling=settling)
    told = carried(settling, form)
    context = {"open": open, "settling": settling, "form": form, "told": told}
    if form.tapped[0] == "look":
        return render(request, "desk/streets/_reading.html", {**context, "reading": reading_of(told, form)})
    board = board_of(settling, told, form)
    part = bool(request.headers.get("HX-Request"))
    template = "desk/streets/_board.html" if part else "desk/streets/page.html"
    status = 422 if board.refusal or form.problem else 200
    return render(request, template, {**context, "board": board}, status=status)


urls: list[URLPattern] = [path("desk/<slug:code>/hand/<int:table>/streets/", streets, name="streets")]
