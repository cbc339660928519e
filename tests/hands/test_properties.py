"""What holds for any night of hands: chips are conserved, an act undone is as if it had not been.

Each example is up to three hands and a correction: some two hundred acts through services.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tdapp.hands import services
from tdapp.hands.models import Hand
from tdapp.hands.queries import sheet_of
from tdapp.hands.reckoning import Sheet, contributions
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.house import house_of
from tdapp.rules import pots
from tdapp.rules.errors import RuleError
from tests.builders import Night, make_tour
from tests.hands.dealing import Puts, fresh, night_with, stacks, table_view, the_table, told

NAMES = ("Ana", "Bea", "Cruz", "Dina", "Eva")

stakes = st.tuples(
    st.sampled_from(("fold", "in", "all")), st.integers(0, 80).map(lambda quarter: 25 * quarter)
)
hand = st.fixed_dictionaries(
    {"puts": st.fixed_dictionaries(dict.fromkeys(NAMES, stakes)), "best": st.permutations(NAMES)}
)


def played(night: Night, base: Sheet, puts: Puts, best: list[str]) -> Sheet:
    """The hand as it can have gone: nobody puts in more than he has, the best hand wins what it contests."""
    known = stacks(night)
    seats = {part.entry: part.seat for part in base.parts}
    fair: dict[str, tuple[str, int]] = {}
    for name, (how, chips) in puts.items():
        if night.entries[name].pk in seats:
            most = known[name] or 0
            fair[name] = (how, most if how == "all" else min(chips, most))
    order = [seats[night.entries[name].pk] for name in best if night.entries[name].pk in seats]
    sheet = told(night, base, fair, [])
    layout = pots.build(contributions(sheet, house_of(night.open)))
    winners = tuple((next(seat for seat in order if seat in pot.contenders),) for pot in layout.pots)
    return Sheet(*vars_of(sheet), winners, sheet.small_blind, sheet.big_blind)


def vars_of(sheet: Sheet) -> tuple[Any, ...]:
    return sheet.button, sheet.sb, sheet.bb, sheet.ante, sheet.parts


def enter(night: Night, one: dict[str, Any]) -> Any:
    sheet = played(night, fresh(night), one["puts"], one["best"])
    return services.enter_hand(table=the_table(night), sheet=sheet, **night.act)


def check_conserved(night: Night) -> None:
    known = stacks(night)
    assert sum(chips or 0 for chips in known.values()) == 2000 * len(NAMES)
    assert all(chips for chips in known.values()), "whoever has no chips is out"
    everyone = night.field()
    assert set(known) == {entrant.name for entrant in everyone.left}


slowly = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def shown(night: Night) -> tuple[Any, ...]:
    """What hands change: who is in, places, stacks, seats and marks, the hands themselves."""
    everyone = night.field()
    sheets = [sheet_of(hand) for hand in Hand.objects.filter(table=the_table(night)).order_by("order")]
    return everyone, everyone.places, everyone.stacks, table_view(night), sheets


class Nights:
    """One night for all examples, since each example takes back all that it did; a new one if one failed."""

    def __init__(self) -> None:
        self.tour, self.director = make_tour()
        self.night: Night | None = None

    def fresh(self) -> Night:
        if self.night is None or Hand.objects.exists():
            self.night = night_with(*NAMES, tour=self.tour, director=self.director)
        return self.night


@pytest.fixture
def nights(db: None) -> Nights:
    return Nights()


@slowly
@given(hands=st.lists(hand, min_size=1, max_size=3), again=hand)
def test_chips_are_conserved_and_every_act_can_be_undone_and_redone(nights, hands, again):
    night = nights.fresh()
    states = [shown(night)]
    acts = []
    for one in hands:
        try:
            acts.append(enter(night, one))
        except RuleError as error:
            assert error.code in ("nobody_left", "no_contributions")
            continue
        check_conserved(night)
        states.append(shown(night))
        if len(night.field().left) == 1:
            break
    for act in corrected(night, again) if acts else []:
        acts.append(act)
        states.append(shown(night))
    backs = undone(night, acts, states)
    for step, back in enumerate(reversed(backs), start=1):
        redo(entry=back, actor=night.director, now=night.now)
        assert shown(night) == states[step]
    undone(night, acts, states)


def undone(night: Night, acts: list[JournalEntry], states: list[Any]) -> list[JournalEntry]:
    """Undo the acts from the last to the first, comparing each state; the undos."""
    backs = []
    for step, entry in reversed(list(enumerate(acts))):
        backs.append(undo(entry=entry, actor=night.director, now=night.now))
        assert shown(night) == states[step]
    return backs


def corrected(night: Night, again: dict[str, Any]) -> list[Any]:
    """The first hand entered anew, with other winners, if the rules let it be."""
    first = Hand.objects.filter(table__round__open=night.open).order_by("order")[0]
    base = sheet_of(first)
    names = {entry.pk: name for name, entry in night.entries.items()}
    by_seat = {part.seat: names[part.entry] for part in base.parts}
    order = [seat for name in again["best"] for seat, other in by_seat.items() if other == name]
    layout = pots.build(contributions(base, house_of(night.open)))
    winners = tuple((next(seat for seat in order if seat in pot.contenders),) for pot in layout.pots)
    sheet = Sheet(*vars_of(base), winners, base.small_blind, base.big_blind)
    try:
        return [services.correct_hand(hand=first, sheet=sheet, seed="s", **night.act)]
    except RuleError as error:
        assert error.code in ("played_later", "out_already")
        return []
