"""The door: who plays tonight and who has paid."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tdapp.accounts.roles import Role
from tdapp.cash import services as till
from tdapp.cash.models import Payment
from tdapp.cash.queries import plan_of
from tdapp.desk.dialogs import show, show_refused
from tdapp.desk.door import look
from tdapp.desk.forms.door import AddForm, ListForm, NameForm, method_of
from tdapp.desk.forms.prizes import plan_said
from tdapp.floor import door as floor
from tdapp.journal import undo as journal
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import announce
from tdapp.live.state import Stamp
from tdapp.opens.models import Entry, Open
from tdapp.players import services as club
from tdapp.players.models import Player
from tdapp.players.names import same
from tdapp.players.queries import namesakes, suggestions
from tdapp.rules.errors import RuleError
from tdapp.rules.names import seen
from tdapp.web import figures, messages, story
from tdapp.web.access import device_of, open_view
from tdapp.web.acts import act, new_seed, overruled
from tdapp.web.answers import done, refused_lightly

_NUMBERING = re.compile(r"^\s*(?:\d{1,3}\s*[.):\-–]\s*|[-•*·–]\s+)")


@open_view(Role.DIRECTOR)
@require_GET
def door(request: HttpRequest, open: Open) -> HttpResponse:
    """The page, or for its own refetch only what changes."""
    if request.headers.get("HX-Target") == "door-now":
        context = _context(request, open)
        response = render(request, "desk/door/_now.html", context)
        response["HX-Trigger"] = f'{{"tapete:shown": "{context["version"]}"}}'
        return response
    return _page(request, open)


def _page(request: HttpRequest, open: Open, status: int = 200, **more: Any) -> HttpResponse:
    return render(request, "desk/door/page.html", {**_context(request, open), **more}, status=status)


def _context(request: HttpRequest, open: Open) -> dict[str, Any]:
    # The version first: what changes while the rest is read is then fetched once more.
    open.stream.refresh_from_db()
    seen = look(open, timezone.now())
    undo = journal.next_undo(open.stream, device_of(request))
    return {
        "open": open,
        "door": seen,
        "here": "door",
        "version": Stamp(open.stream.epoch, open.stream.version),
        "price": figures.split_of(open, seen.price.splits) if seen.price else "",
        "remarks": [messages.remark(one, open) for one in seen.remarks],
        "plan_text": plan_said(plan_of(open), open.minor_digits),
        "undo": undo,
        "undo_text": story.short(undo, open) if undo else "",
    }


def _url(open: Open) -> str:
    return reverse("desk:door", args=[open.code])


@open_view(Role.DIRECTOR)
@require_GET
def offers(request: HttpRequest, open: Open) -> HttpResponse:
    """Players who may be meant by what is typed so far."""
    inside = list(Entry.objects.filter(open=open).values_list("player", flat=True))
    found = suggestions(request.GET.get("name", "")[:200], without=inside)
    exact = [one for one in found if one.exact]
    sure = exact[0] if len(exact) == 1 else None
    return render(request, "desk/door/_offers.html", {"offers": found, "sure": sure})


@open_view(Role.DIRECTOR)
@require_POST
def add(request: HttpRequest, open: Open) -> HttpResponse:
    """Enter a player; with ``pay`` he has paid and gets his seat at once."""
    form = AddForm(request.POST)
    if not form.is_valid():
        return _not_added(request, open, RuleError("name_too_long", longest=60))
    typed = form.cleaned_data
    chosen = Player.objects.filter(pk=typed["player"]).first() if typed["player"] else None
    new = typed["new"] or "player_already_in" in overruled(request)
    which = () if chosen or new else _who_may_be_meant(open, typed["name"])
    if which:
        return _asked(request, open, {"which": which})
    try:
        entry = floor.sign_up(
            open=open,
            seed=new_seed(),
            nickname=typed["name"],
            player=chosen,
            guest=typed["guest"],
            new=typed["new"],
            pay=bool(form.method),
            method=form.method or "cash",
            seat=bool(form.method),
            overruled=overruled(request),
            **act(request),
        )
    except RuleError as error:
        return _not_added(request, open, error)
    return done(request, open, entry, to=_url(open))


def _who_may_be_meant(open: Open, name: str) -> tuple[Player, ...]:
    """Known players who may be meant and are not in yet; none where the spelling leaves no doubt."""
    inside = set(Entry.objects.filter(open=open).values_list("player", flat=True))
    alike = tuple(player for player in namesakes(name) if player.pk not in inside)
    return () if len(alike) == 1 and same(alike[0].nickname, name) else alike


def _not_added(request: HttpRequest, open: Open, error: RuleError) -> HttpResponse:
    """The sentence beside the field, with "another one" where that may be meant."""
    return _asked(request, open, {"refusal": messages.refusal(error, open)})


def _asked(request: HttpRequest, open: Open, why: dict[str, Any]) -> HttpResponse:
    """What stands below the field, and the name in it as it was typed."""
    typed: dict[str, Any] = {k: request.POST.get(k, "") for k in ("pay", "guest", "new", "player")}
    typed |= {"typed": request.POST.get("name", ""), "passed": overruled(request)}
    if request.headers.get("HX-Request"):
        return render(request, "desk/door/_said.html", {"open": open, **why, **typed}, status=422)
    return _page(request, open, status=422, **why, **typed)


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def add_list(request: HttpRequest, open: Open) -> HttpResponse:
    """Enter a pasted list of names."""
    form = ListForm(request.POST or None)
    if request.method == "GET" or not form.is_valid():
        status = 200 if request.method == "GET" else 422
        return show(request, open, "desk/door/_list.html", {"form": form}, status=status)
    names = [_NUMBERING.sub("", seen(line)) for line in form.cleaned_data["names"].splitlines()]
    try:
        entry = floor.sign_up_list(
            open=open,
            nicknames=names,
            pay=form.cleaned_data["pay"],
            overruled=overruled(request),
            **act(request),
        )
    except RuleError as error:
        return show_refused(request, open, error, "desk/door/_list.html", {"form": form})
    already = Player.objects.filter(pk__in=entry.params["already"])
    if already:
        names_in = ", ".join(str(player) for player in already)
        flash.info(request, _("In already: %(names)s.") % {"names": names_in})
    return done(request, open, entry, to=_url(open))


@open_view(Role.DIRECTOR)
@require_POST
def pay(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """Take an entry's buy-in; a second one on purpose is asked about."""
    entry, method = _entry_of(open, pk), method_of(request.POST.get("method", ""))
    try:
        taken = till.take_payment(entry=entry, method=method, overruled=overruled(request), **act(request))
    except RuleError as error:
        if not error.overrule:
            return refused_lightly(request, error, open, to=_url(open))
        response = show_refused(
            request, open, error, "desk/door/_again.html", {"entry": entry, "method": method}
        )
        response["HX-Retarget"], response["HX-Reswap"] = "#dialog", "innerHTML"
        return response
    return done(request, open, taken, to=_url(open))


def _entry_of(open: Open, pk: int) -> Entry:
    """An entry of this open, also one that another device has just withdrawn: the rule then says so."""
    found: Entry = get_object_or_404(Entry.everything.select_related("player", "open"), open=open, pk=pk)
    return found


@open_view(Role.DIRECTOR)
@require_POST
def pay_all(request: HttpRequest, open: Open) -> HttpResponse:
    """Take the buy-in of everybody who owes it."""
    try:
        taken = till.take_all_payments(open=open, **act(request))
    except RuleError as error:
        return refused_lightly(request, error, open, to=_url(open))
    return done(request, open, taken, to=_url(open))


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """One entry: rename the player or change the note; from here a payment again, or the withdrawal."""
    one = get_object_or_404(Entry.objects.select_related("player", "open"), open=open, pk=pk)
    player = one.player
    form = NameForm(request.POST or None, initial={"nickname": player.nickname, "note": player.note})
    context = {"form": form, **_entry_context(open, one)}
    if request.method == "GET" or not form.is_valid():
        status = 200 if request.method == "GET" else 422
        return show(request, open, "desk/door/_entry.html", context, status=status)
    try:
        renamed = club.rename_player(player=player, **form.cleaned_data, **act(request))
    except RuleError as error:
        return show_refused(request, open, error, "desk/door/_entry.html", context)
    # The club's stream has the new name; the screens follow the open's.
    announce(open.stream)
    return done(request, open, renamed, to=_url(open))


def _entry_context(open: Open, one: Entry) -> dict[str, Any]:
    row = next((row for row in look(open, timezone.now()).rows if row.entrant.id == one.pk), None)
    back = sum(Payment.objects.filter(entry=one).values_list("amount", flat=True))
    return {"entry": one, "row": row, "back": back}


@open_view(Role.DIRECTOR)
@require_http_methods(["GET", "POST"])
def withdraw(request: HttpRequest, open: Open, pk: int) -> HttpResponse:
    """Take back a sign-up; what is handed back is said first."""
    one = _entry_of(open, pk)
    if request.method == "GET":
        return show(request, open, "desk/door/_withdraw.html", _entry_context(open, one))
    try:
        withdrawn: JournalEntry = floor.withdraw(entry=one, **act(request))
    except RuleError as error:
        return show_refused(request, open, error, "desk/door/_withdraw.html", _entry_context(open, one))
    return done(request, open, withdrawn, to=_url(open))


urls: list[URLPattern] = [
    path("desk/<slug:code>/door/", door, name="door"),
    path("desk/<slug:code>/door/offers/", offers, name="door_offers"),
    path("desk/<slug:code>/door/add/", add, name="door_add"),
    path("desk/<slug:code>/door/list/", add_list, name="door_list"),
    path("desk/<slug:code>/door/all-paid/", pay_all, name="door_pay_all"),
    path("desk/<slug:code>/door/<int:pk>/", entry, name="door_entry"),
    path("desk/<slug:code>/door/<int:pk>/pay/", pay, name="door_pay"),
    path("desk/<slug:code>/door/<int:pk>/withdraw/", withdraw, name="door_withdraw"),
]
