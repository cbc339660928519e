"""A hand played back step by step: what lies where, as far as it is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest

from tdapp.floor.services import count_chips
from tdapp.hands import services
from tdapp.hands.reckoning import Part, Sheet, with_winners
from tdapp.hands.replay import Frame, frames
from tdapp.hands.story import Told
from tdapp.opens.house import house_of
from tdapp.rules import betting_line
from tdapp.rules.betting_line import Start
from tdapp.rules.hand import Act
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tests.builders import Night, spt_terms, timed_terms
from tests.hands.dealing import enter, fresh, hand_of, night_with, sit, the_table, told

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bea", "Cruz", "Dina")


@pytest.fixture
def night(db: None) -> Night:
    """Four in seats 1 to 4 with 5 000 each at 25/50; Ana deals, Bea and Cruz post."""
    night = night_with(*FOUR, terms=timed_terms())
    sit(night, *FOUR)
    return night


def played(night: Night) -> tuple[Frame, ...]:
    """The steps of the latest hand."""
    story = Told(night.open, night.field())
    return frames(story.page().hands[0], story.house)


def with_cards(
    night: Night, sheet: Sheet, held: Mapping[int, Sequence[str]], board: Sequence[str] = ()
) -> Sheet:
    parts = tuple(replace(part, cards=tuple(held.get(part.seat, ()))) for part in sheet.parts)
    return with_winners(replace(sheet, parts=parts, board=tuple(board)), house_of(night.open), [])


def stacks(frame: Frame) -> list[int | None]:
    return [one.stack for one in frame.seats]


def bets(frame: Frame) -> list[int]:
    return [one.bet for one in frame.seats]


def kinds(steps: Sequence[Frame]) -> list[str]:
    return [frame.kind for frame in steps]


def two_pots(night: Night) -> None:
    """Bea 1 000 and Cruz 5 000 all-in, Dina calls; Bea takes the main pot, Dina the side pot."""
    count_chips(open=night.open, counts={night.entries["Bea"]: 1000}, **night.act)
    puts = {"Bea": ("all", 1000), "Cruz": ("all", 5000), "Dina": ("all", 5000)}
    enter(night, puts, [["Bea"], ["Dina"]])


def test_without_a_line_everybody_puts_in_at_once_and_the_side_pot_goes_first_S03(night: Night) -> None:
    two_pots(night)
    steps = played(night)
    assert kinds(steps) == ["deal", "forced", "put_in", "pots", "award", "award", "after"]
    deal, forced, put_in, pots, side, main, after = steps
    assert stacks(deal) == [5000, 1000, 5000, 5000]
    assert bets(forced) == [0, 25, 50, 0]
    assert stacks(forced) == [5000, 975, 4950, 5000]
    assert bets(put_in) == [0, 1000, 5000, 5000]
    assert [one.folded for one in put_in.seats] == [True, False, False, False]
    assert (pots.pots, bets(pots)) == ((3000, 8000), [0, 0, 0, 0])
    assert (side.pot, side.pots, stacks(side)) == (1, (3000, 0), [5000, 0, 0, 8000])
    assert (main.pot, main.pots, stacks(main)) == (0, (0, 0), [5000, 3000, 0, 8000])
    assert [one.out for one in after.seats] == [False, False, True, False]
    assert [one.acts for one in side.seats] == [False, False, False, True]


def test_chips_that_nobody_called_go_back_before_the_pots_are_awarded_S02(night: Night) -> None:
    enter(night, {"Bea": ("in", 400)}, [["Bea"]])
    pots = next(frame for frame in played(night) if frame.kind == "pots")
    assert pots.returned == (("Bea", 350),)
    assert (pots.pots, stacks(pots)) == ((100,), [5000, 4950, 4950, 5000])


def killed(night: Night) -> None:
    """Bea bet 600 that nobody called and her hand was killed; Ana and Cruz have 100 in, Dina folded (S44)."""
    puts = {"Ana": ("in", 100), "Bea": ("fold", 600), "Cruz": ("in", 100), "Dina": ("fold", 100)}
    sheet = told(night, fresh(night), puts, [["Ana"]])
    parts = tuple(replace(part, forfeit=part.live == 600) for part in sheet.parts)
    services.enter_hand(table=the_table(night), sheet=replace(sheet, parts=parts), **night.act)


def test_nothing_goes_back_to_a_hand_that_was_killed_S44_VIV_30(night: Night) -> None:
    killed(night)
    steps = {frame.kind: frame for frame in played(night)}
    assert (steps["pots"].pots, steps["pots"].returned, steps["award"].pots) == ((900,), (), (0,))
    assert stacks(steps["after"]) == [5800, 4400, 4900, 4900]


@pytest.mark.parametrize("hand", [two_pots, killed])
def test_every_step_holds_the_same_chips(night: Night, hand: Callable[[Night], None]) -> None:
    hand(night)
    steps = played(night)
    chips = sum(part for part in stacks(steps[0]) if part)
    held = [
        sum(one.stack or 0 for one in frame.seats) + sum(bets(frame)) + sum(frame.pots) for frame in steps
    ]
    assert held == [chips] * len(steps)
    assert chips == (16_000 if hand is two_pots else 20_000)


def test_an_unknown_stack_stays_unknown_in_every_step(night: Night) -> None:
    night.wait(minutes=40)
    enter(night, {"Ana": ("in", 500), "Bea": ("in", 500)}, [["Ana"]])
    assert {one.stack for frame in played(night) for one in frame.seats} == {None}


def test_the_big_blind_ante_lies_in_the_middle_from_the_start_S18() -> None:
    terms = timed_terms()
    levels = (replace(terms.levels[0], ante=50), *terms.levels[1:])
    night = night_with(*FOUR, terms=replace(terms, levels=levels))
    sit(night, *FOUR)
    sheet = told(night, fresh(night), {"Ana": ("in", 200)}, [["Ana"]])
    services.enter_hand(table=the_table(night), sheet=sheet, **night.act)
    forced = played(night)[1]
    assert (forced.pots, bets(forced), stacks(forced)) == ((50,), [0, 25, 50, 0], [5000, 4975, 4900, 5000])


@pytest.mark.parametrize("preset", ["tda", "san_antonio"])
def test_the_ante_that_the_level_asks_of_everybody_lies_in_the_middle_too_RULES_2_10(
    preset: str,
) -> None:
    """The house says otherwise: the big blind pays for all, or nobody does."""
    terms = replace(
        timed_terms(), house=PRESETS[preset], levels=(Level(50, 100, 25, 1200, ante_form="per_player"),)
    )
    night = night_with(*FOUR, terms=terms)
    sit(night, *FOUR)
    line = (Act(0, 4, "raise", 300), Act(0, 1, "fold"), Act(0, 2, "fold"), Act(0, 3, "all_in"))
    puts = {"Ana": ("fold", 25), "Bea": ("fold", 75), "Cruz": ("all", 5000), "Dina": ("all", 5000)}
    sheet = replace(told(night, fresh(night), puts, [["Dina"]]), line=(*line, Act(0, 4, "all_in")))
    services.enter_hand(table=the_table(night), sheet=sheet, **night.act)
    steps = played(night)
    forced, (*_acts, last) = steps[1], [frame for frame in steps if frame.kind == "act"]
    assert (forced.pots, bets(forced), stacks(forced)) == ((100,), [0, 50, 100, 0], [4975, 4925, 4875, 4975])
    assert (bets(last), stacks(last)) == ([0, 50, 4975, 4975], [4975, 4925, 0, 0])


def test_all_hands_are_face_up_before_the_board_where_somebody_is_all_in(night: Night) -> None:
    puts = {"Ana": ("all", 5000), "Bea": ("all", 5000)}
    sheet = told(night, fresh(night), puts, [])
    sheet = with_cards(night, sheet, {1: ("Ah", "Ad"), 2: ("Kh", "Kd")}, ("2c", "3d", "4s", "9h", "Js"))
    services.enter_hand(table=the_table(night), sheet=sheet, **night.act)
    steps = played(night)
    assert kinds(steps)[3:] == ["pots", "shown", "flop", "turn", "river", "award", "after"]
    shown, flop, turn, river = steps[4:8]
    assert [one.cards for one in shown.seats] == [("Ah", "Ad"), ("Kh", "Kd"), (), ()]
    assert [len(frame.board) for frame in (shown, flop, turn, river)] == [0, 3, 4, 5]
    assert flop.board == ("2c", "3d", "4s")
    assert {one.cards for frame in steps[:4] for one in frame.seats} == {()}


def by_line(
    night: Night, acts: Sequence[Act], held: Mapping[int, Sequence[str]], board: Sequence[str]
) -> None:
    """A hand entered street by street: its parts are what the line comes to."""
    sheet, house = fresh(night), house_of(night.open)
    known = night.field().stacks
    before: dict[int, int | None] = {part.seat: known[part.entry].chips for part in sheet.parts}
    level = Level(sheet.sb, sheet.bb, sheet.ante)
    play = betting_line.play(Start(sheet.seats, before, sheet.placed(house), level), acts, house)
    entries = {part.seat: part.entry for part in sheet.parts}
    parts = tuple(
        Part(one.seat, entries[one.seat], one.live, one.dead, one.folded, one.all_in) for one in play.parts
    )
    sheet = with_cards(night, replace(sheet, parts=parts, line=tuple(acts)), held, board)
    services.enter_hand(table=the_table(night), sheet=sheet, **night.act)


def test_a_betting_line_is_played_act_by_act_and_street_by_street(night: Night) -> None:
    acts = [
        *(Act(0, 4, "raise", 150), Act(0, 1, "fold"), Act(0, 2, "call"), Act(0, 3, "fold")),
        *(Act(1, 2, "check"), Act(1, 4, "bet", 300), Act(1, 2, "call")),
        *(Act(2, 2, "check"), Act(2, 4, "check")),
        *(Act(3, 2, "bet", 500), Act(3, 4, "fold")),
    ]
    by_line(night, acts, {}, ("2c", "3d", "4s", "9h", "Js"))
    steps = played(night)
    assert kinds(steps) == [
        *("deal", "forced", "act", "act", "act", "act"),
        *("flop", "act", "act", "act", "turn", "act", "act", "river", "act", "act"),
        *("pots", "award", "after"),
    ]
    raised, flop, bet = steps[2], steps[6], steps[8]
    assert (bets(raised), raised.act and raised.act.kind) == ([0, 25, 50, 150], "raise")
    assert (flop.board, flop.pots, bets(flop)) == (("2c", "3d", "4s"), (350,), [0, 0, 0, 0])
    assert (bets(bet), bet.pots, [one.folded for one in bet.seats]) == (
        [0, 0, 0, 300],
        (350,),
        [True, False, True, False],
    )
    held = [
        sum(one.stack or 0 for one in frame.seats) + sum(bets(frame)) + sum(frame.pots) for frame in steps
    ]
    assert held == [20_000] * len(steps)
    assert stacks(steps[-1]) == [5000, 5500, 4950, 4550]


def test_a_line_that_fits_no_more_is_told_at_once(night: Night) -> None:
    acts = [Act(0, 4, "raise", 150), *(Act(0, seat, "fold") for seat in (1, 2, 3))]
    by_line(night, acts, {}, ())
    story = Told(night.open, night.field())
    hand = story.page().hands[0]
    odd = replace(hand, sheet=replace(hand.sheet, line=(Act(2, 1, "bet", 100),)))
    assert kinds(frames(odd, story.house))[2] == "put_in"


def test_who_shows_at_the_end_is_seen_after_the_river(night: Night) -> None:
    puts = {"Ana": ("in", 500), "Bea": ("in", 500)}
    sheet = told(night, fresh(night), puts, [])
    sheet = with_cards(night, sheet, {1: ("Ah", "Ad"), 2: ("Kh", "Kd")}, ("2c", "3d", "4s", "9h", "Js"))
    services.enter_hand(table=the_table(night), sheet=sheet, **night.act)
    steps = played(night)
    assert kinds(steps)[3:] == ["pots", "flop", "turn", "river", "shown", "award", "after"]
    values = [one.value.category if one.value else "" for one in steps[7].seats]
    assert values == ["pair", "pair", "", ""]


def test_a_voided_hand_can_still_be_looked_at() -> None:
    night = night_with(*FOUR, terms=spt_terms())
    sit(night, *FOUR)
    entry = enter(night, {"Ana": ("in", 200), "Bea": ("in", 200)}, [["Ana"]])
    services.void_hand(hand=hand_of(entry), seed="s", **night.act)
    steps = played(night)
    assert kinds(steps) == ["deal", "forced", "put_in", "pots", "award", "after"]
    assert steps[-1].seats[0].stack == 2275
