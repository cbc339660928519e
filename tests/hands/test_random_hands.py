"""Two hundred random hands at the tables of five houses, entered, undone to the start and redone.

An open is played until its table is decided, then the next one begins.  After each act every live row of the
journal's tables is compared: money, seats, stacks, outs, clock and what else there is.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from tdapp.clock.queries import clock_face
from tdapp.floor.set_up import Terms
from tdapp.hands import services
from tdapp.hands.ante_penalty import may_be_forgotten, paid_by_dealer
from tdapp.hands.models import Hand, HandSeat
from tdapp.hands.queries import fresh_sheet
from tdapp.hands.reckoning import Part, Sheet, contributions, with_winners
from tdapp.journal.models import Journaled, JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.house import house_of
from tdapp.rules import pots
from tdapp.rules.cards import DECK
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import HELD, WITH_BOARD
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.builders import Night, make_night, make_tour, spt_terms, timed_terms
from tests.hands.dealing import table_view, the_table
from tests.nights.random_night import everything_shown
from tests.vivaldi import vivaldi_terms

pytestmark = pytest.mark.django_db

EACH = 40
"""Hands under each of the five presets."""
MOST_OF_AN_OPEN = 14
NAMES = ("Ana", "Bea", "Cruz", "Dina", "Eva", "Fina", "Gil", "Hugo", "Iris", "Jon")
PASSED = ("stack_differs", "cards_say_otherwise", "suits_decide")


def timed(preset: str, stack: int, chip: int, *levels: Level) -> Terms:
    return replace(
        timed_terms(preset),
        house=PRESETS[preset],
        starting_stack=stack,
        smallest_chip=chip,
        levels=tuple(replace(level, seconds=1200) for level in levels),
    )


HOUSES: dict[str, tuple[Callable[[], Terms], int]] = {
    "spt": (spt_terms, 9),
    "san_antonio": (lambda: timed("san_antonio", 50, 1, Level(1, 2), Level(2, 4)), 10),
    "vivaldi": (lambda: vivaldi_terms(5), 5),
    "sistema": (lambda: timed("sistema", 3000, 10, Level(100, 200, 30), Level(200, 400, 50)), 10),
    "tda": (lambda: timed("tda", 5000, 25, Level(100, 200, 200), Level(200, 400, 400)), 9),
}
"""Preset → terms and the most players of a table."""


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Every live row, but for the stamps that undo never restores."""
    found, quoted = {}, connection.ops.quote_name
    with connection.cursor() as cursor:
        for model in (one for one in apps.get_models() if issubclass(one, Journaled)):
            names = ", ".join(quoted(f.column) for f in model._meta.concrete_fields if f.name != "stamp")
            cursor.execute(f"SELECT {names} FROM {model._meta.db_table} WHERE NOT voided ORDER BY id")
            found[model.__name__] = cursor.fetchall()
    return found


class Dealer:
    """Deals random hands and says how they went."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def sheet(self, night: Night) -> Sheet | None:
        """A hand of the first table; None once there is nobody to play it."""
        everyone = night.field()
        face = clock_face(night.open, night.now, everyone)
        base = fresh_sheet(night.open, table_view(night), face)
        if base is None or len(base.parts) < 2:
            return None
        stacks = {part.seat: everyone.stacks[part.entry].chips for part in base.parts}
        rules, chance = house_of(night.open), self.chance
        level = replace(Level(base.sb, base.bb, base.ante), ante_form="per_player" if base.ante else "")
        posted = {part.seat: part for part in base.parts}
        forgotten = may_be_forgotten(level, rules) and chance.random() < 0.2
        if forgotten:
            posted = paid_by_dealer(posted, stacks, base.placed(rules), level, rules)
        bet = chance.choice((2, 4, 10, 40)) * (base.bb or base.ante)
        parts = [self._part(part, stacks[part.seat], bet) for part in posted.values()]
        if all(part.folded or part.forfeit for part in parts):
            parts[0] = replace(parts[0], folded=False, forfeit=False, absent=False)
        sheet = replace(base, parts=tuple(parts), penalty=forgotten)
        return self._decided(sheet, night)

    def _part(self, part: Part, stack: int, bet: int) -> Part:
        how = self.chance.choices(("fold", "call", "all", "absent", "killed"), (45, 30, 17, 4, 4))[0]
        most = stack - part.dead + part.for_him
        live = (
            part.live
            if how in ("fold", "absent")
            else max(part.live, most if how == "all" else min(bet, most))
        )
        out = how in ("fold", "absent")
        return replace(
            part,
            live=live,
            folded=out,
            forfeit=how in ("absent", "killed"),
            absent=how == "absent",
            all_in=not out and live == most,
        )

    def _decided(self, sheet: Sheet, night: Night) -> Sheet:
        """By cards where they are dealt, else by an order of strength; now and then a split."""
        house, chance = house_of(night.open), self.chance
        if chance.random() < 0.4:
            deck = chance.sample(DECK, len(DECK))
            held = HELD[house.game]
            parts = tuple(
                replace(part, cards=tuple(deck.pop() for _ in range(held)))
                if not (part.folded or part.forfeit)
                else part
                for part in sheet.parts
            )
            board = tuple(deck.pop() for _ in range(5)) if house.game in WITH_BOARD else ()
            return with_winners(replace(sheet, parts=parts, board=board), house, [])
        strength = chance.sample(sheet.seats, len(sheet.seats))
        layout = pots.build(contributions(sheet, house))
        best = [[seat for seat in strength if seat in pot.contenders] for pot in layout.pots]
        many = 2 if chance.random() < 0.2 and house.suits == "never" else 1
        return replace(sheet, winners=tuple(tuple(seats[:many]) for seats in best))


def entered(night: Night, sheet: Sheet, chance: random.Random) -> JournalEntry:
    """The hand saved; equal ones who went out in it are parted by an open hand (VIV-25)."""
    try:
        return services.enter_hand(table=the_table(night), sheet=sheet, overruled=PASSED, **night.act)
    except RuleError as error:
        if error.code != "open_hand_needed":
            raise
        players = list(error.params["players"])  # type: ignore[call-overload]
        told = replace(sheet, open_hand=(*sheet.open_hand, *chance.sample(players, len(players))))
        return entered(night, told, chance)


def check(night: Night, chips: int) -> None:
    """Chips are conserved; who has none is out, and nobody else."""
    everyone = night.field()
    stacks = {entrant.id: everyone.stacks[entrant.id].chips for entrant in everyone.playing}
    assert sum(stacks.values()) == chips
    assert min(stacks.values()) >= 0
    decided = the_table(night).finished_at is not None or len(everyone.left) <= 2
    for entry, held in stacks.items():
        assert (entry in everyone.out_ids) == (held == 0) or decided, night.open.name


@pytest.mark.parametrize("preset", HOUSES)
def test_two_hundred_random_hands_conserve_chips_and_are_undone_and_redone_exactly(preset: str) -> None:
    terms, most = HOUSES[preset]
    dealer = Dealer(preset)
    tour, director = make_tour()
    played, opens = 0, 0
    for number in count(1):
        night = make_night(replace(terms(), name=f"{preset} {number}"), tour=tour, director=director)
        players = most if preset == "vivaldi" else dealer.chance.randint(3, most)
        night.sign_up(*NAMES[:players])
        night.start()
        opens += 1
        played += one_open(night, dealer, EACH - played, players * night.open.starting_stack)
        if played == EACH:
            break
    assert opens > 2
    assert Hand.objects.count() == EACH
    seen = {
        "out": HandSeat.objects.exclude(out=None).count(),
        "absent": HandSeat.objects.filter(absent=True).count(),
        "cards": HandSeat.objects.exclude(cards="").count(),
        "dealer paid": preset != "vivaldi" or HandSeat.objects.filter(for_him__lt=0).count(),
        "side pots": sum(len(hand.winners) > 1 for hand in Hand.objects.all()),
    }
    assert {what for what, times in seen.items() if not times} == set()


def one_open(night: Night, dealer: Dealer, wanted: int, chips: int) -> int:
    """The hands of one open, up to so many; then all are undone to its start, and redone."""
    acts: list[JournalEntry] = []
    states = [rows()]
    while len(acts) < min(wanted, MOST_OF_AN_OPEN):
        night.wait(seconds=90)
        sheet = dealer.sheet(night)
        if sheet is None or len(night.field().left) <= (2 if house_of(night.open).game != "holdem" else 1):
            break
        acts.append(entered(night, sheet, dealer.chance))
        states.append(rows())
        check(night, chips)
    later = night.now
    shown = everything_shown(night, later)
    backs = []
    for entry, state in zip(reversed(acts), reversed(states[:-1]), strict=True):
        backs.append(undo(entry=entry, actor=night.director, now=later))
        assert rows() == state, f"after undoing hand {len(acts) - len(backs) + 1}"
    for back, state in zip(reversed(backs), states[1:], strict=True):
        redo(entry=back, actor=night.director, now=later)
        assert rows() == state
    assert everything_shown(night, later) == shown
    return len(acts)
