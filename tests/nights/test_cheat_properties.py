"""A cheat found anywhere in any Vivaldi night: disqualified, undone and redone, everything is as it was."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tdapp.clock import services as clock
from tdapp.clock.queries import current_round
from tdapp.floor import replays, rounds
from tdapp.floor.models import Seat
from tdapp.floor.next_rounds import next_round
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import IN_PLAY, Table
from tdapp.rules.errors import RuleError
from tests.builders import Night
from tests.nights.test_cheat import end, many, shown, to_the_end
from tests.vivaldi import SIXTEEN, sitting, vivaldi_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def beside() -> Night:
    """An open beside which every example has its own."""
    return vivaldi_night(SIXTEEN[:4])


def one_act(night: Night, dice: random.Random) -> None:
    """Somebody out, a table ended, the next round begun, the clock paused or let run; or nothing."""
    night.wait(minutes=dice.randint(1, 40))
    playing = list(Table.objects.filter(IN_PLAY, round__open=night.open, round__annulled_at=None))
    try:
        if not playing:
            rounds.begin_round(open=night.open, seed=str(dice.random()), **night.act)
            return
        table = dice.choice(playing)
        what = dice.random()
        if what < 0.15:
            act = dice.choice([clock.pause_clock, clock.resume_clock])
            act(open=night.open, **night.act)
        elif what < 0.5 and len(sitting(table)) > 2:
            night.out(dice.choice(sitting(table)))
        elif next_round(night.open, night.field(), "a seed") is not None:
            end(night, table)
    except RuleError:
        return


def checked(night: Night, dice: random.Random) -> None:
    """A cheat among all who played: the replay is what was foretold, and goes back and forth."""
    everyone = night.field()
    known = {out.entry for out in everyone.outs if out.disqualified}
    cheat = dice.choice([entrant for entrant in everyone.entrants if entrant.id not in known])
    entry = next(one for one in night.entries.values() if one.pk == cheat.id)
    view = replays.preview(night.open, everyone, cheat.id)
    before = shown(night)
    made = replays.disqualify(entry=entry, seed="lot", replay=True, shown=view.ids, **night.act)
    after = shown(night)
    assert made.params["tables"] == list(view.ids)
    left = night.field()
    assert {one.id for one in view.players} <= {one.id for one in left.left}
    playing = Table.objects.filter(IN_PLAY, round__open=night.open, round__annulled_at=None)
    sat = set(Seat.objects.filter(table__in=playing).values_list("entry", flat=True))
    assert left.chips_in_play == 5000 * len(sat), "every table in play holds what was handed out there"
    back = undo(entry=made, **night.act)
    assert shown(night) == before
    redo(entry=back, **night.act)
    assert shown(night) == after


def back_and_forth_without_a_replay(night: Night, dice: random.Random) -> None:
    """The same of a disqualification alone, taken back in the end."""
    everyone = night.field()
    known = {out.entry for out in everyone.outs if out.disqualified}
    entry = dice.choice([one for one in night.entries.values() if one.pk not in known])
    before = shown(night)
    made = replays.disqualify(entry=entry, seed="lot", **night.act)
    after = shown(night)
    assert after != before
    back = undo(entry=made, **night.act)
    assert shown(night) == before
    again = redo(entry=back, **night.act)
    assert shown(night) == after
    undo(entry=again.undoes.undoes, **night.act)


@settings(
    max_examples=12,
    deadline=None,
    # A night is not made smaller: each example takes a second.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32))
def test_a_cheat_found_at_any_moment_is_replayed_undone_and_redone(beside: Night, seed: int):
    dice = random.Random(seed)
    night = many(dice.choice([6, 9, 12, 16, 24]), beside)
    for _ in range(dice.randint(0, 24)):
        one_act(night, dice)
    checked(night, dice)
    for _ in range(dice.randint(0, 6)):
        one_act(night, dice)
    checked(night, dice)
    back_and_forth_without_a_replay(night, dice)
    night.wait(minutes=1)
    if not current_round_runs(night):
        clock.resume_clock(open=night.open, **night.act)
    to_the_end(night)
    places = night.field().places
    assert len(places) == len(night.entries)


def current_round_runs(night: Night) -> bool:
    rows = current_round(night.open).clocks.filter(voided=False)
    return rows.filter(running=True).exists()
