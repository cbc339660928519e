"""The next round and the final through services, begun, edited, undone (VIV-09, VIV-11, VIV-17)."""

from __future__ import annotations

import pytest

from tdapp.clock.queries import clock_face
from tdapp.floor import services as floor
from tdapp.floor.draws import recomputed
from tdapp.floor.next_rounds import next_round
from tdapp.floor.queries import draws, unseated
from tdapp.journal.undo import undo
from tdapp.opens.models import Out, Round, Ruling, Table
from tdapp.rules.errors import RuleError
from tests.builders import Night
from tests.nights.back_and_forth import back_and_forth
from tests.vivaldi import (
    begin,
    end,
    places,
    play_out,
    second_round,
    seen,
    sitting,
    table_called,
    views,
    vivaldi_night,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Sixteen players at A, B, C and D, play just begun."""
    night = vivaldi_night()
    night.start()
    return night


# -- the next round ------------------------------------------------------------------------------------


def test_firsts_and_seconds_meet_as_the_sheet_says_VIV_11():
    night = vivaldi_night()
    came = second_round(night)
    one, two = views(night)[1].tables
    assert [(row.seed, row.entrant.name) for row in one.rows] == [
        ("A1", came["A"][0]), ("B1", came["B"][0]), ("C2", came["C"][1]), ("D2", came["D"][1]),
    ]  # fmt: skip
    assert [(row.seed, row.entrant.name) for row in two.rows] == [
        ("A2", came["A"][1]), ("B2", came["B"][1]), ("C1", came["C"][0]), ("D1", came["D"][0]),
    ]  # fmt: skip
    assert {row.chips for table in (one, two) for row in table.rows} == {5000}
    assert (one.ante, one.left_seconds, one.limit_at) == (100, None, None)
    everyone = night.field()
    assert (everyone.chips_in_play, everyone.average, unseated(night.open, everyone)) == (40_000, 5000, ())
    assert all(table.button for table in Table.objects.filter(round__number=2))


def test_the_beginning_of_a_round_is_one_act_taken_back_and_put_back_whole(night: Night):
    for label in "ABCD":
        play_out(night, table_called(night.open, label))
    back_and_forth(night, lambda: begin(night))


def test_the_ante_of_a_later_table_doubles_when_one_has_left_that_table_VIV_17():
    night = vivaldi_night()
    second_round(night)
    face = clock_face(night.open, night.now, night.field())
    assert (face.state, face.by_table, face.left_ms) == ("running", True, None)
    assert face.position is not None
    assert face.position.level.ante == 100
    loser = sitting(table_called(night.open, "1", 2))[0]
    night.out(loser)
    assert (seen(night, "1", 2).ante, seen(night, "2", 2).ante) == (200, 100)
    assert Out.objects.get(entry=night.entries[loser]).level == 0
    second = sitting(table_called(night.open, "1", 2))[0]
    night.out(second)
    assert (seen(night, "1", 2).ante, seen(night, "1", 2).state) == (200, "count_needed")
    assert Out.objects.get(entry=night.entries[second]).level == 1


def test_those_out_in_an_earlier_round_are_placed_below_those_of_a_later_one():
    night = vivaldi_night()
    second_round(night)
    before = places(night)
    assert sorted(before.values()) == list(range(9, 17))
    gone = sitting(table_called(night.open, "2", 2))[3]
    night.out(gone)
    assert places(night) == before | {gone: 8}


def test_no_round_begins_while_a_table_plays(night: Night):
    for label in "ABC":
        play_out(night, table_called(night.open, label))
    coming = next_round(night.open, night.field(), "a seed")
    assert coming is not None
    assert (coming.how, coming.groups) == ("tables", ())
    assert coming.missing == (table_called(night.open, "D").pk,)
    with pytest.raises(RuleError, match="tables_unfinished") as refused:
        begin(night)
    assert refused.value.params == {"tables": ("D",)}


def test_the_director_may_edit_the_tables_but_loses_and_doubles_nobody(night: Night):
    through = [play_out(night, table_called(night.open, label))[:2] for label in "ABCD"]
    entries = [[night.entries[name] for name in names] for names in through]
    (a1, a2), (b1, b2), (c1, c2), (d1, d2) = entries
    for wrong, code in (
        ([[a1, a2, b1, b2], [c1, c2, d1]], "groups_incomplete"),
        ([[a1, a2, b1, b2], [c1, c2, d1, a1]], "player_twice"),
        ([[a1, a2, b1, b2, c1], [c2, d1, d2]], "group_too_large"),
        ([[a1, a2, b1, night.entries[sitting_out(night)]], [c1, c2, d1, d2]], "not_through"),
    ):
        with pytest.raises(RuleError, match=code):
            begin(night, groups=wrong)
    entry = begin(night, groups=[[a1, b1, c1, d1], [a2, b2, c2, d2]])
    assert entry.params["edited"] is True
    assert {row.seed for row in views(night)[1].tables[0].rows} == {"A1", "B1", "C1", "D1"}


def sitting_out(night: Night) -> str:
    """Somebody who is out."""
    out = Out.objects.select_related("entry__player").first()
    assert out is not None
    return str(out.entry.player)


def test_the_seats_of_a_round_can_be_drawn_again_by_anybody_from_its_seed():
    night = vivaldi_night()
    second_round(night)
    kept = [one for one in draws(Round.objects.get(number=2)) if one.purpose == "round"]
    assert len(kept) == 2
    assert all(recomputed(one) for one in kept)


def test_undoing_a_table_under_the_next_round_is_refused():
    night = vivaldi_night()
    night.start()
    for label in "ABC":
        play_out(night, table_called(night.open, label))
    one, two, three, four = sitting(table_called(night.open, "D"))
    night.out(three, four)
    done = end(night, "D", **{one: 12_000, two: 8000})
    begun = begin(night)
    with pytest.raises(RuleError) as refused:
        undo(entry=done, actor=night.director, now=night.now)
    assert refused.value.code in ("undo_in_the_way", "play_has_gone_on")
    undo(entry=begun, actor=night.director, now=night.now)
    undo(entry=done, actor=night.director, now=night.now)
    assert seen(night, "D").state == "count_needed"


# -- the final -----------------------------------------------------------------------------------------


@pytest.fixture
def final() -> Night:
    """The four of the final of a night of sixteen."""
    night = vivaldi_night()
    second_round(night)
    for label in ("1", "2"):
        play_out(night, table_called(night.open, label, 2))
    begin(night)
    return night


def test_the_final_ends_with_the_open_not_as_a_table(final: Night):
    view = views(final)[-1]
    assert (view.number, view.last, view.players) == (3, True, 4)
    one, two, three, four = sitting(table_called(final.open, "1", 3))
    final.out(four)
    final.out(three)
    with pytest.raises(RuleError, match="last_round"):
        end(final, "1", 3, **{one: 12_000, two: 8000})
    with pytest.raises(RuleError, match="no_next_round"):
        begin(final)
    floor.finish_open(
        open=final.open, counts={final.entries[one]: 8000, final.entries[two]: 12_000}, **final.act
    )
    found = places(final)
    assert (found[two], found[one], found[three], found[four]) == (1, 2, 3, 4)
    assert sorted(found.values()) == list(range(1, 17))
    table = views(final)[-1].tables[0]
    assert [(row.entrant.name, row.place) for row in table.rows][:2] == [(two, 1), (one, 2)]
    assert table.state == "done"


def test_equal_counts_in_the_final_are_no_shared_win_but_an_open_hand_VIV_09(final: Night):
    one, two, three, four = sitting(table_called(final.open, "1", 3))
    final.out(four)
    final.out(three)
    counts = {final.entries[one]: 10_000, final.entries[two]: 10_000}
    with pytest.raises(RuleError, match="open_hand_needed"):
        floor.finish_open(open=final.open, counts=counts, **final.act)
    back_and_forth(
        final,
        lambda: floor.finish_open(
            open=final.open, counts=counts, open_hand=[final.entries[two]], **final.act
        ),
    )
    assert (places(final)[two], places(final)[one]) == (1, 2)
    assert Ruling.objects.filter(kind="open_hand", table=None).count() == 1


def test_two_out_together_in_the_final_are_third_and_second_VIV_25(final: Night):
    one, two, three, four = sitting(table_called(final.open, "1", 3))
    final.out(four)
    final.out(three, two, by=one)
    floor.finish_open(open=final.open, **final.act)
    found = places(final)
    assert (found[one], found[two], found[three], found[four]) == (1, 2, 3, 4)


def test_with_two_left_in_the_final_an_out_is_asked_about_and_may_be_passed_VIV_09(final: Night):
    _one, two, three, four = sitting(table_called(final.open, "1", 3))
    final.out(four)
    final.out(three)
    with pytest.raises(RuleError, match="table_decided") as refused:
        final.out(two)
    assert refused.value.overrule
    floor.record_outs(
        open=final.open, groups=[[final.entries[two]]], overruled=["table_decided"], **final.act
    )
    assert places(final)[two] == 2


def test_an_open_does_not_end_between_its_rounds_unasked(night: Night):
    for label in "ABCD":
        play_out(night, table_called(night.open, label))
    counts = {night.entries[e.nickname]: 5000 + e.id for e in night.field().left}
    with pytest.raises(RuleError, match="rounds_to_come") as refused:
        floor.finish_open(open=night.open, counts=counts, **night.act)
    assert (refused.value.overrule, refused.value.params) == (True, {"number": 1})
