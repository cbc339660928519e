"""Every address of the desk tried by everybody, from nobody at all to the director (DESIGN 10).

The table below says who may; an address that is not in it fails, so that a new page is thought about.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tdapp.accounts.models import Device, User
from tdapp.accounts.roles import Role
from tdapp.cash.expenses import record_expense
from tdapp.cash.services import take_payment
from tdapp.cash.special_prizes import add_special_prize
from tdapp.clock.schedules import save_schedule
from tdapp.displays import services as screens
from tdapp.floor import purchases, rulings, tables
from tdapp.hands.models import Hand
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.opens.chip_sets import Chip, save_chip_set
from tdapp.opens.models import BuyInOption, KeptApart, Out, Table
from tdapp.rules.levels import Level
from tdapp.tours.models import Membership
from tests.builders import Night
from tests.desk.clients import client_of, member
from tests.hands.dealing import enter, night_with
from tests.vivaldi import SIXTEEN, vivaldi_night

pytestmark = pytest.mark.django_db

ANYBODY = {"sign_in", "sign_in_link", "sign_out"}
# Signing a device out is for its person and the directors of it: test_sign_in tries it.
SIGNED_IN = {"phone_link", "devices", "device_sign_out", "home", "demo", "tour_new"}
NEEDED: dict[str, Role] = {
    **dict.fromkeys(
        (
            *(
                "night",
                "parts",
                "table_list",
                "first_listed",
                "one_table",
                "button",
                "time_call",
                "table_tick",
            ),
            *("table_seen", "seen", "deal_in", "rounds", "rounds_parts", "chips", "chips_parts"),
        ),
        Role.SCOREKEEPER,
    ),
    **dict.fromkeys(
        (
            *("hand", "hand_preview", "hand_correct", "hand_correct_preview", "streets"),
            *("hands", "hands_table", "hands_player", "hands_chips", "hand_replay"),
            *("phh", "phhs", "hand_phh", "hand_phh_file"),
        ),
        Role.SCOREKEEPER,
    ),
    # These ask what is taken back: the table's act is an out, which is for the floor.
    **dict.fromkeys(("undo", "redo"), Role.FLOOR),
    **dict.fromkeys(
        (
            *("not_now", "draw_seats", "draw_dealer", "out", "out_picks", "seat", "swap", "clock"),
            *("count", "count_total", "chips_use", "change", "change_out", "out_effect", "correct_out"),
            *("round_count", "round_total", "round_reopen", "round_next", "round_flight"),
            *("hand_misdeal", "hand_lack_ante"),
            *("hand_void", "hand_screen", "clock_set", "clock_go", "hand_for_hand", "colour_up"),
            *("screens", "screens_parts", "screens_move", "screens_turn", "screens_show"),
            *("message", "message_end", "balance", "with_tables"),
            *("tables_first", "tables_list", "out_by"),
            *("tables", "tables_find", "table_add", "table_order", "table_edit", "table_remove"),
            *("seat_give", "place", "sits", "send", "keep", "release", "partners", "apart", "together"),
            *("rulings", "rulings_parts", "ruling_note", "ruling_penalty", "ruling_misdeal"),
            *("ruling_vote", "ruling_over", "ruling_decide"),
            *("bounties", "bounty_taker", "absent", "present"),
        ),
        Role.FLOOR,
    ),
    **dict.fromkeys(
        (
            *("tour", "season_open", "open_new"),
            *("schedules", "schedule_import", "schedule_rename", "schedule_delete", "levels"),
            *("chip_sets", "chip_set_new", "chip_set", "chip_set_delete", "kept_undo"),
            *("start_later", "start_forget", "start_move"),
            *("member_invite", "member_link", "member_role", "member_remove"),
            *("setup", "discard", "start", "money_effect", "correct_money"),
            *("door", "door_offers", "door_add", "door_list"),
            *("door_pay_all", "door_entry", "door_pay", "door_withdraw"),
            *("deal", "deal_compare", "deal_sheet", "bounty_head", "bounty_envelopes"),
            *("money", "money_guarantee", "money_line"),
            *("till", "till_reopen", "till_sheet", "receipts", "receipt", "prize_sheet"),
            *("buy", "add_ons", "purchase", "dues", "refund"),
            *("prizes", "prizes_plan", "prizes_lock", "prizes_unlock", "finish", "finish_count"),
            *("prizes_fix", "prizes_table", "special_add", "special_give", "special_void"),
            *("tv_add", "tv_change", "tv_remove", "screens_look", "screens_undo"),
            *("disqualify", "pay_out", "settle_debt", "post_results", "take_results_back", "reopen"),
        ),
        Role.DIRECTOR,
    ),
}


def addresses() -> Iterator[tuple[str, str]]:
    """The name and the pattern of each address of the desk."""
    found: list[URLPattern | URLResolver] = list(get_resolver().url_patterns)
    for one in found:
        if isinstance(one, URLResolver):
            found += one.url_patterns
        elif one.lookup_str.startswith("tdapp.desk.") or one.callback.__module__.startswith("tdapp.desk."):
            assert one.name, f"{one.pattern} has no name"
            yield one.name, str(one.pattern)


ADDRESSES = sorted(addresses())


@pytest.fixture
def night() -> Night:
    """A night under way with a hand entered, one player out, and a member of each role."""
    night = night_with("Canadá", "Irán", "Kosovo", "Letonia")
    folded = dict.fromkeys(("Irán", "Kosovo", "Letonia"), ("fold", 50))
    enter(night, {"Canadá": ("in", 50), **folded}, [["Canadá"]])
    night.out("Kosovo")
    for role in (Role.SCOREKEEPER, Role.FLOOR):
        member(night.tour, role)
    User.objects.create(name="stranger")
    return night


def somebody(night: Night, who: str) -> Client:
    """A browser of that kind of person."""
    if who == "anonymous":
        return Client()
    return client_of(night.director if who == "director" else User.objects.get(name=who))


def address(night: Night, name: str, pattern: str) -> str:
    """A real address for a pattern: one that the director's page would link to."""
    known: dict[str, Any] = {
        "code": night.tour.code if "tour/" in pattern else night.open.code,
        "entry": _line(night, name) or night.entries["Canadá"].pk,
        "out": Out.everything.get().pk,
        "table": Table.objects.filter(round__open=night.open)[0].pk,
        "hand": Hand.everything.get().pk,
        "number": 1,
        "verb": {"start_move": "now", "hand_for_hand": "begin", "with_tables": "compress"}.get(name, "pause"),
        "token": "invented",
        "pk": _pk(night, pattern),
    }
    if "rounds/table/" in pattern:
        known |= _table_of_rounds(night)
    if name == "release":
        tables.keep_seat(entry=night.entries["Canadá"], **night.act)
    used = {key: value for key, value in known.items() if f":{key}>" in pattern}
    return reverse(f"desk:{name}", kwargs=used)


def _table_of_rounds(night: Night) -> dict[str, Any]:
    """A table that plays in an open of several rounds."""
    other = vivaldi_night(SIXTEEN[:6], beside=night)
    other.start()
    return {"code": other.open.code, "table": Table.objects.filter(round__open=other.open)[0].pk}


def _line(night: Night, name: str) -> int | None:
    """The line of the story that an address is about, where it is about one."""
    lines = JournalEntry.objects.filter(stream=night.open.stream)
    if name == "screens_undo":
        return _television(night).pk
    if name == "kept_undo":
        return _schedule(night).pk
    kind = {"change": "out_recorded", "undo": "out_recorded", "redo": "undo"}.get(name)
    if name in ("money_effect", "correct_money"):
        return lines.filter(kind="signed_up")[0].pk
    return lines.get(kind=kind).pk if kind and lines.filter(kind=kind).exists() else None


def _pk(night: Night, pattern: str) -> int:
    if "devices/" in pattern:
        now = datetime.now(UTC)
        return Device.objects.create(user=night.director, signed_in_at=now, expires_at=now).pk
    if "member/" in pattern:
        return Membership.objects.get(tour=night.tour, user__name=Role.SCOREKEEPER.value).pk
    if "bounties/<" in pattern:
        return int(Out.everything.get().pk)
    if "screens/tv/" in pattern:
        return int(_television(night).params["display"])
    if "screens/message/" in pattern:
        return int(screens.announce(open=night.open, kind="seats", **night.act).params["announcement"])
    if "apart/<" in pattern:
        pair = (night.entries["Canadá"], night.entries["Irán"])
        tables.keep_apart(one=pair[0], other=pair[1], **night.act)
        return KeptApart.objects.get().pk
    if "rulings/<" in pattern:
        kept = rulings.vote(open=night.open, votes_for=1, votes_against=1, **night.act)
        given = rulings.penalty(entry=night.entries["Irán"], rounds=1, **night.act)
        return int((given if pattern.endswith("over/") else kept).params["ruling"])
    if "/chips/<" in pattern and "tour/" in pattern:
        kept = save_chip_set(tour=night.tour, name="Maletín", chips=(Chip(25, 300, 12),), **night.act)
        return int(kept.params["chip_set"])
    if "/schedules/<" in pattern:
        return int(_schedule(night).params["schedule"])
    if "prizes/special/<" in pattern:
        kept = add_special_prize(open=night.open, kind="other", text="un jamón", **night.act)
        return int(kept.params["prize"])
    if "purchases/<" in pattern:
        return _purchase(night)
    if "money/<" in pattern:
        spent = record_expense(open=night.open, fund="house", amount=100, **night.act)
        return int(spent.params["expense"])
    if "refund/<" in pattern:
        return int(
            take_payment(entry=night.entries["Irán"], **night.act, overruled=["paid_already"]).params[
                "payment"
            ]
        )
    return night.entries["Irán"].pk


def _purchase(night: Night) -> int:
    """A rebuy that somebody bought."""
    option = BuyInOption.objects.create(open=night.open, kind="rebuy", chips=2000)
    kosovo = night.entries["Kosovo"]
    return int(purchases.buy(entry=kosovo, option=option, seed="s", **night.act).params["purchase"])


def _schedule(night: Night) -> JournalEntry:
    """The act that kept a schedule."""
    kept = night.tour.stream.entries.filter(kind="schedule_saved").first()
    levels = (Level.of_minutes(25, 50, 20),)
    return kept or save_schedule(tour=night.tour, name="Viernes", levels=levels, stack=5000, **night.act)


def _television(night: Night) -> JournalEntry:
    """The act that added a television set."""
    added = night.tour.stream.entries.filter(kind="display_added").first()
    terms = screens.DisplayTerms(name="Bar", open=None, shows="both", silent=False, keys=False)
    return added or screens.add_display(tour=night.tour, code="K7P2MX", terms=terms, **night.act)


def sent(night: Night, name: str) -> dict[str, Any]:
    """What a POST needs in order to find its object at all."""
    table = Table.objects.filter(round__open=night.open)[0]
    return {
        "entry": _line(night, name) or night.entries["Canadá"].pk,
        "other": night.entries["Letonia"].pk,
        "place": f"{table.pk}-1",
        "day": f"{night.entries['Canadá'].pk}-1",
        "name": "Tanzania",
        "index": 0,
    }


def test_every_address_of_the_desk_is_in_the_table():
    named = {name for name, _pattern in ADDRESSES}
    listed = ANYBODY | SIGNED_IN | set(NEEDED)
    assert named - listed == set(), "say above who may open these"
    assert listed - named == set(), "these are no longer there"
    assert len(ADDRESSES) == len(named), "two addresses share a name"


@pytest.mark.parametrize(("name", "pattern"), ADDRESSES)
def test_each_address_opens_to_those_who_may_and_to_nobody_else(night: Night, name: str, pattern: str):
    if name == "redo":
        undo(entry=JournalEntry.objects.get(kind="out_recorded"), actor=night.director, now=night.now)
    where, data = address(night, name, pattern), sent(night, name)
    foreign = Client().get(where, headers={"Host": "evil.example"})
    assert (foreign.status_code, night.open.name in foreign.content.decode()) == (400, False)
    for who in ("anonymous", "stranger", "scorekeeper", "floor", "director"):
        client = somebody(night, who)
        for answer in (client.get(where), client.post(where, data)):
            assert answer.status_code < 500, (who, answer.status_code)
            outcome = verdict(answer)
            assert outcome == expected(name, who, outcome), (who, where, answer.status_code)


def verdict(answer: Any) -> str:
    """What a page did with somebody: "opened", sent him to "sign in", or "refused" him."""
    if answer.status_code == 302 and answer["Location"].startswith("/sign-in/"):
        return "sign in"
    outcomes = {403: "refused", 404: "not found", 405: "no such method"}
    return outcomes.get(answer.status_code, "opened")


def expected(name: str, who: str, outcome: str) -> str:
    """What it should have done; strangers do not even learn that the open is there."""
    if name in ANYBODY:
        return outcome
    if who == "anonymous":
        return "sign in"
    if name in SIGNED_IN:
        return outcome if name == "device_sign_out" or outcome == "no such method" else "opened"
    if who == "stranger":
        return "not found"
    if Role(who).covers(NEEDED[name]):
        return outcome if outcome == "no such method" else "opened"
    return outcome if name in ("undo", "redo") and outcome == "no such method" else "refused"
