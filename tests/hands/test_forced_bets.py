"""Forced bets through a whole entered hand: the known stacks give the amounts (S10 to S24, faults 17 to 26).

Seats in order from the button: BTN, SB, BB and the others.  Who is "in" calls, who is "all" is all-in for
his whole stack, the others fold what they posted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tdapp.floor.services import count_chips
from tdapp.hands import services
from tdapp.hands.filling import Typed, filled
from tdapp.hands.models import HandSeat
from tdapp.hands.reckoning import Pick, Sheet, contributions, with_winners
from tdapp.opens.house import house_of
from tdapp.rules import pots
from tdapp.rules.forced_bets import price
from tdapp.rules.house import PRESETS, HouseRules
from tdapp.rules.levels import Level
from tests.builders import Night, timed_terms
from tests.hands.dealing import fresh, hand_of, night_with, sit, stacks, the_table
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db

NONE = replace(PRESETS["tda"], ante="none")
EACH = PRESETS["sistema"]
FIRST = PRESETS["tda"]
ANTE_FIRST = replace(FIRST, bb_ante_order="ante_first")
SHORT = Level.of_minutes(50, 100, 600)
THOUSAND = Level.of_minutes(500, 1000, 600, ante=1000)


def dealt(level: Level, house: HouseRules, **had: int) -> Night:
    """A table whose players sit in this order from the button on, with those stacks."""
    terms = replace(timed_terms(), house=replace(house, table_seats=10), starting_stack=5000, levels=(level,))
    night = night_with(*had, terms=terms)
    sit(night, *had)
    count_chips(open=night.open, counts={night.entries[name]: had[name] for name in had}, **night.act)
    return night


def played(night: Night, said: Mapping[str, str | tuple[str, int]], *winners: str) -> dict[str, int]:
    """Enter the hand as it is typed; who received how much. ``winners`` from the best hand down."""
    sheet, house = fresh(night), house_of(night.open)
    seat = {part.entry: part.seat for part in sheet.parts}
    known = {seat[night.entries[name].pk]: chips for name, chips in stacks(night).items()}
    typed = []
    for part in sheet.parts:
        name = next(name for name, entry in night.entries.items() if entry.pk == part.entry)
        how = said.get(name, "all" if part.all_in else "fold")
        state, live = (how, None) if isinstance(how, str) else how
        kind = {"all": "all_in"}.get(state, state)
        typed.append(Typed(part.seat, part.entry, kind, live, absent=part.absent))
    posted = {part.seat: part for part in sheet.parts}
    level = Level(sheet.sb, sheet.bb, sheet.ante)
    done = filled(typed, posted, known, price(sheet.placed(house), level, house))
    assert done.missing == ()
    whole = replace(sheet, parts=done.parts)
    order = [seat[night.entries[name].pk] for name in winners]
    whole = with_winners(whole, house, best_of(whole, house, order))
    before = sum(chips or 0 for chips in stacks(night, unsure=True).values())
    entry = back_and_forth(
        night, lambda: services.enter_hand(table=the_table(night), sheet=whole, **night.act)
    )
    assert sum(chips or 0 for chips in stacks(night, unsure=True).values()) == before, "F16"
    return {
        row.entry.player.nickname: row.received
        for row in HandSeat.objects.filter(hand=hand_of(entry)).select_related("entry__player")
        if row.received
    }


def best_of(sheet: Sheet, house: HouseRules, order: list[int]) -> list[Pick]:
    """For each pot the best hand of those who contest it; ``order`` are seats from the best hand down."""
    layout = pots.build(contributions(sheet, house))
    return [Pick(tuple(seat for seat in order if seat in pot.contenders)[:1], True) for pot in layout.pots]


CASES = {
    "S10 SB all-in 30 of 50": (
        SHORT, NONE, {"BTN": 900, "SB": 30, "BB": 900},
        {"BB": "in", "BTN": "in"}, ["SB", "BB", "BTN"], {"SB": 90, "BB": 140},
    ),
    "S11 BB all-in 60 of 100, one caller": (
        SHORT, NONE, {"BTN": 900, "SB": 900, "BB": 60, "U": 900},
        {"U": "in"}, ["BB", "U"], {"BB": 170, "U": 40},
    ),
    "S12 BB all-in 60, two pay 100": (
        SHORT, NONE, {"BTN": 900, "SB": 900, "BB": 60, "U": 900},
        {"SB": "in", "U": "in"}, ["BB", "SB", "U"], {"BB": 180, "SB": 80},
    ),
    "S13 BB 30 below the SB": (
        SHORT, NONE, {"BTN": 900, "SB": 900, "BB": 30},
        {"SB": ("in", 50)}, ["BB", "SB"], {"BB": 60, "SB": 20},
    ),
    "S14 a walk": (
        SHORT, NONE, {"BTN": 900, "SB": 900, "BB": 900}, {"BB": "in"}, [], {"BB": 150},
    ),
    "S15 antes 25 each, all-in 325 in all": (
        Level.of_minutes(100, 200, 600, ante=25), EACH, {"BTN": 825, "SB": 900, "BB": 825, "U": 325},
        {"BB": "all", "U": "all", "BTN": "all"}, ["U", "BTN", "BB"], {"U": 1100, "BTN": 1000},
    ),
    "S16 ante 100, player has 60": (
        Level.of_minutes(200, 400, 600, ante=100), EACH, {"BTN": 900, "SB": 900, "BB": 900, "U": 60},
        {"BB": "in", "BTN": "in"}, ["U", "BB", "BTN"], {"U": 240, "BB": 1120},
    ),
    "S17 the ante is the whole stack": (
        Level.of_minutes(200, 400, 600, ante=100), EACH, {"BTN": 900, "SB": 900, "BB": 900, "U": 100},
        {"BB": "in", "BTN": "in"}, ["U", "BB", "BTN"], {"U": 400, "BB": 1000},
    ),
    "S18 BB all-in for ante + 30 of 200": (
        Level.of_minutes(100, 200, 600, ante=100), EACH,
        {"BTN": 900, "SB": 900, "BB": 130, "U": 900, "M": 900},
        {"U": "in", "BTN": "in"}, ["BB", "BTN", "U"], {"BB": 620, "BTN": 410},
    ),
    "S19 ten players, Alice (BB) has 800": (
        Level.of_minutes(400, 800, 600, ante=100), EACH,
        {"BTN": 9000, "SB": 9000, "BB": 800, "Bob": 9000, "Carol": 9000}
        | {f"P{n}": 9000 for n in range(1, 6)},
        {"Bob": ("fold", 900), "Carol": ("in", 1700)}, ["BB", "Carol"], {"BB": 3500, "Carol": 1000},
    ),
    "S20 BB ante, blind first": (
        THOUSAND, FIRST, {"BTN": 9000, "SB": 9000, "BB": 1100, "U": 9000},
        {"U": ("in", 3000), "SB": "in"}, ["BB", "SB", "U"], {"BB": 3100, "SB": 4000},
    ),
    "S21 the same, ante first": (
        THOUSAND, ANTE_FIRST, {"BTN": 9000, "SB": 9000, "BB": 1100, "U": 9000},
        {"U": ("in", 3000), "SB": "in"}, ["BB", "SB", "U"], {"BB": 1300, "SB": 5800},
    ),
    "S22 ante first, BB has just the ante": (
        THOUSAND, ANTE_FIRST, {"BTN": 9000, "SB": 9000, "BB": 1000, "U": 9000},
        {"U": ("in", 3000), "SB": "in"}, ["BB", "SB", "U"], {"BB": 1000, "SB": 6000},
    ),
    "S23 blind first, BB has 800": (
        THOUSAND, FIRST, {"BTN": 9000, "SB": 9000, "BB": 800, "U": 9000},
        {"U": "in"}, ["BB", "U"], {"BB": 2100, "U": 200},
    ),
    "S24 300 all-in wins the whole ante": (
        THOUSAND, FIRST, {"BTN": 9000, "SB": 9000, "BB": 9000, "U": 300},
        {"BB": "in", "U": "all"}, ["U", "BB"], {"U": 1900, "BB": 900},
    ),
    "F17 a call for the rest of a stack is all of it": (
        SHORT, NONE, {"BTN": 110, "SB": 900, "BB": 70},
        {"BTN": "all", "SB": "in", "BB": "in"}, ["SB"], {"SB": 290},
    ),
    "F20 200/400, BB has 150": (
        Level.of_minutes(200, 400, 600), NONE, {"BTN": 9000, "SB": 9000, "BB": 150, "U": 9000},
        {"SB": "in", "U": "in"}, ["BB", "SB", "U"], {"BB": 450, "SB": 500},
    ),
    "F22 heads-up, BB all-in 20, SB folds": (
        Level.of_minutes(10, 20, 600), NONE, {"SB": 900, "BB": 20}, {}, [], {"BB": 30},
    ),
    "F22 heads-up, BB all-in 20, SB calls": (
        Level.of_minutes(10, 20, 600), NONE, {"SB": 900, "BB": 20},
        {"SB": "in"}, ["BB"], {"BB": 40},
    ),
    "F25 blind first": (
        THOUSAND, FIRST, {"BTN": 9000, "SB": 9000, "BB": 1100, "U": 9000},
        {"U": "in"}, ["BB", "U"], {"BB": 2600},
    ),
    "F25 ante first": (
        THOUSAND, ANTE_FIRST, {"BTN": 9000, "SB": 9000, "BB": 1100, "U": 9000},
        {"U": "in"}, ["BB", "U"], {"BB": 1300, "U": 1300},
    ),
    "F26 ante first": (
        Level.of_minutes(3000, 6000, 600, ante=6000), ANTE_FIRST,
        {"BTN": 90000, "SB": 90000, "BB": 6000, "U": 90000},
        {"U": "in"}, ["BB", "U"], {"BB": 6000, "U": 9000},
    ),
    "F26 blind first": (
        Level.of_minutes(3000, 6000, 600, ante=6000), FIRST,
        {"BTN": 90000, "SB": 90000, "BB": 6000, "U": 90000},
        {"U": "in"}, ["BB", "U"], {"BB": 15000},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("direction", ["clockwise", "anticlockwise"])
def test_forced_bets_and_known_stacks_give_every_amount_S10_to_S24_F16_F17_F19_F20_F22_F25_F26(
    case: str, direction: str
):
    level, house, had, said, winners, received = CASES[case]
    names = list(had) if direction == "clockwise" else [*list(had)[:1], *list(had)[:0:-1]]
    night = dealt(level, replace(house, direction=direction), **{name: had[name] for name in names})
    assert played(night, said, *winners) == received
