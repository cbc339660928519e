"""Rounds through services: even tables, antes by table, counts, ties, caps, the next round (VIV-05…26)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.clock import services as clock
from tdapp.clock.queries import clock_face
from tdapp.floor import corrections, rounds
from tdapp.floor import services as floor
from tdapp.floor.draws import recomputed
from tdapp.floor.models import Draw, Seat
from tdapp.floor.next_rounds import next_round, suggestions
from tdapp.floor.queries import draws, unseated
from tdapp.floor.round_queries import RoundTable, RoundView, rounds_of
from tdapp.floor.set_up import change_terms, check_terms, create_open, terms_of
from tdapp.floor.table_faces import table_faces
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.opens.models import Open, Out, Round, Ruling, StackChange, Table, TableResult
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import Level
from tdapp.rules.round_presets import vivaldi
from tdapp.rules.rounds import RoundPlan
from tests.builders import Night, make_night, timed_terms
from tests.nights.back_and_forth import back_and_forth
from tests.vivaldi import SIXTEEN, finish, play_out, second_round, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Sixteen players at A, B, C and D, play just begun."""
    night = vivaldi_night()
    night.start()
    return night


def views(night: Night) -> tuple[RoundView, ...]:
    night.open.refresh_from_db()
    everyone = night.field()
    return rounds_of(night.open, everyone, clock_face(night.open, night.now, everyone), night.now)


def seen(night: Night, label: str, round: int = 1) -> RoundTable:
    """One table as pages show it."""
    found = [t for view in views(night) if view.number == round for t in view.tables if t.label == label]
    return found[-1]


def standing(table: RoundTable) -> dict[str, tuple[int | None, str]]:
    return {row.entrant.name: (row.place, row.state) for row in table.rows}


def end(night: Night, label: str, round: int = 1, open_hand=(), overruled=(), **chips: int) -> JournalEntry:
    return rounds.finish_table(
        table=table_called(night.open, label, round),
        counts={night.entries[name]: count for name, count in chips.items()},
        open_hand=[night.entries[name] for name in open_hand],
        overruled=overruled,
        **night.act,
    )


def begin(night: Night, seed: str = "a seed", **more) -> JournalEntry:
    return rounds.begin_round(open=night.open, seed=seed, **more, **night.act)


def places(night: Night) -> dict[str, int]:
    everyone = night.field()
    return {everyone.by_id[key].name: place.first for key, place in everyone.places.items()}


# -- the first round -----------------------------------------------------------------------------------


def test_sixteen_players_sit_at_four_tables_A_to_D_with_5000_each_VIV_05_VIV_06_VIV_10(night: Night):
    (first, second, final) = views(night)
    assert [(table.label, len(table.rows), table.chips) for table in first.tables] == [
        ("A", 4, 20_000), ("B", 4, 20_000), ("C", 4, 20_000), ("D", 4, 20_000),
    ]  # fmt: skip
    assert {row.chips for table in first.tables for row in table.rows} == {5000}
    assert (first.state, second.state, final.state) == ("playing", "coming", "coming")
    assert (first.last, second.last, final.last) == (False, False, True)
    assert second.expected == (("A1", "B1", "C2", "D2"), ("A2", "B2", "C1", "D1"))
    assert (second.players, final.players) == (8, 4)
    assert Table.objects.filter(button=None).count() == 0
    assert Draw.objects.filter(purpose="seats").count() == 1


def test_fourteen_players_sit_as_evenly_as_can_be():
    night = vivaldi_night(SIXTEEN[:14])
    night.start()
    assert sorted(len(table.rows) for table in views(night)[0].tables) == [3, 3, 4, 4]


def test_the_ante_of_the_first_round_grows_by_half_hours_on_one_clock_VIV_16(night: Night):
    for minutes, ante in ((0, 100), (29, 100), (30, 200), (89, 300), (150, 600), (179, 600)):
        now = night.now + timedelta(minutes=minutes)
        everyone = night.field()
        faces = table_faces(night.open, Round.objects.get(), everyone, now)
        assert {face.ante for face in faces.values()} == {ante}, minutes


def test_the_limit_of_three_hours_is_playing_time_and_moves_with_a_pause_VIV_26(night: Night):
    begun = night.now
    assert seen(night, "A").limit_at == begun + timedelta(minutes=180)
    night.wait(minutes=60)
    clock.pause_clock(open=night.open, **night.act)
    assert (seen(night, "A").limit_at, seen(night, "A").limit_over) == (None, False)
    night.wait(minutes=20)
    clock.resume_clock(open=night.open, **night.act)
    assert seen(night, "A").limit_at == begun + timedelta(minutes=200)
    night.wait(minutes=119)
    assert seen(night, "A").state == "playing"
    night.wait(minutes=1)
    table = seen(night, "A")
    assert (table.state, table.how, table.limit_over, table.limit_at) == ("count_needed", "limit", True, None)


def test_a_table_with_two_left_is_to_be_counted_and_nobody_goes_out_there_VIV_08(night: Night):
    one, two, three, four = sitting(table_called(night.open, "B"))
    night.out(four)
    assert seen(night, "B").state == "playing"
    night.out(three)
    table = seen(night, "B")
    assert (table.state, table.how) == ("count_needed", "two_left")
    assert standing(table) == {
        one: (None, "in"), two: (None, "in"), three: (3, "out"), four: (4, "out"),
    }  # fmt: skip
    with pytest.raises(RuleError, match="table_decided") as refused:
        night.out(two)
    assert (refused.value.params, refused.value.overrule) == ({"label": "B", "left": 2}, False)


# -- a table counted -----------------------------------------------------------------------------------


def test_a_counted_table_writes_places_frees_seats_and_takes_the_chips_back(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    night.out(three)
    back_and_forth(night, lambda: end(night, "A", **{one: 11_200, two: 8800}))
    table = seen(night, "A")
    assert (table.state, table.how) == ("done", "two_left")
    assert [(row.entrant.name, row.place, row.chips, row.state) for row in table.rows] == [
        (one, 1, 11_200, "through"), (two, 2, 8800, "through"),
        (three, 3, None, "out"), (four, 4, None, "out"),
    ]  # fmt: skip
    everyone = night.field()
    assert everyone.chips_in_play == 60_000
    assert (len(everyone.left), len(everyone.holding), everyone.average) == (14, 12, 5000)
    assert not Seat.objects.filter(table__name="A", ended_at=None).exists()
    assert unseated(night.open, everyone) == ()
    assert Round.objects.get().finished_at is None


def test_the_second_is_first_where_he_has_more_VIV_08(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    night.out(three)
    end(night, "A", **{one: 4000, two: 16_000})
    assert standing(seen(night, "A"))[two] == (1, "through")


def test_equal_counts_play_an_open_hand_which_is_kept_VIV_08(night: Night):
    one, two, three, four = sitting(table_called(night.open, "C"))
    night.out(four)
    night.out(three)
    with pytest.raises(RuleError, match="open_hand_needed") as refused:
        end(night, "C", **{one: 10_000, two: 10_000})
    assert set(refused.value.params["players"]) == {night.entries[one].pk, night.entries[two].pk}
    back_and_forth(night, lambda: end(night, "C", open_hand=[two], **{one: 10_000, two: 10_000}))
    assert standing(seen(night, "C"))[two] == (1, "through")
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.figures) == ("open_hand", {"order": [night.entries[two].pk]})
    assert ruling.table.name == "C"


def test_at_the_limit_all_are_counted_and_the_two_with_most_go_on_VIV_26(night: Night):
    one, two, three, four = sitting(table_called(night.open, "C"))
    night.out(four)
    night.wait(minutes=180)
    back_and_forth(night, lambda: end(night, "C", **{one: 3800, two: 9300, three: 6900}))
    table = seen(night, "C")
    assert (table.how, standing(table)) == (
        "limit",
        {two: (1, "through"), three: (2, "through"), one: (3, "stays_out"), four: (4, "out")},
    )
    assert places(night) == {four: 16, one: 15}
    out = Out.objects.get(entry=night.entries[one])
    assert (out.stack_before, out.level) == (3800, 5)


def test_a_tie_for_second_at_the_limit_decides_who_goes_on_by_an_open_hand_VIV_26(night: Night):
    one, two, three, four = sitting(table_called(night.open, "D"))
    night.wait(minutes=180)
    counts = {one: 8000, two: 4000, three: 4000, four: 4000}
    with pytest.raises(RuleError, match="open_hand_needed") as refused:
        end(night, "D", **counts)
    assert refused.value.params["what"] == "through"
    assert set(refused.value.params["players"]) == {night.entries[name].pk for name in (two, three, four)}
    end(night, "D", open_hand=[three], **counts)
    assert standing(seen(night, "D")) == {
        one: (1, "through"), three: (2, "through"), two: (3, "stays_out"), four: (3, "stays_out"),
    }  # fmt: skip
    assert places(night) == {two: 15, four: 15}


def test_the_one_who_had_more_stays_in_when_two_of_three_go_out_in_one_hand_VIV_25(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    floor.count_chips(
        open=night.open,
        counts={night.entries[one]: 15_000, night.entries[two]: 3000, night.entries[three]: 2000},
        **night.act,
    )
    groups = [[night.entries[two], night.entries[three]]]
    entry = back_and_forth(
        night, lambda: floor.record_outs(open=night.open, groups=groups, by=night.entries[one], **night.act)
    )
    assert entry.params["entries"] == [night.entries[three].pk]
    assert entry.params["kept"] == [night.entries[two].pk]
    assert standing(seen(night, "A"))[two] == (None, "in")
    assert night.field().stacks[night.entries[two].pk].chips == 0
    end(night, "A", **{one: 20_000, two: 0})
    assert standing(seen(night, "A")) == {
        one: (1, "through"), two: (2, "through"), three: (3, "out"), four: (4, "out"),
    }  # fmt: skip


def test_equal_stacks_out_in_one_hand_play_an_open_hand_VIV_25(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    chips = {one: 16_000, two: 2000, three: 2000}
    floor.count_chips(open=night.open, counts={night.entries[n]: c for n, c in chips.items()}, **night.act)
    groups = [[night.entries[two], night.entries[three]]]
    with pytest.raises(RuleError, match="open_hand_needed"):
        floor.record_outs(open=night.open, groups=groups, **night.act)
    floor.record_outs(open=night.open, groups=groups, open_hand=[night.entries[three]], **night.act)
    assert standing(seen(night, "A"))[three] == (None, "in")
    assert standing(seen(night, "A"))[two] == (3, "out")
    assert Ruling.objects.get().kind == "open_hand"


def test_unknown_stacks_are_asked_for_and_told_in_order_VIV_25(night: Night):
    _one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    night.wait(minutes=30)
    both = [night.entries[two], night.entries[three]]
    with pytest.raises(RuleError, match="stack_order_needed"):
        floor.record_outs(open=night.open, groups=[both], **night.act)
    floor.record_outs(open=night.open, groups=[[both[1]], [both[0]]], in_order=True, **night.act)
    assert standing(seen(night, "A"))[two] == (None, "in")


def test_chips_that_do_not_make_the_table_are_asked_about(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    night.out(three)
    with pytest.raises(RuleError, match="count_differs") as refused:
        end(night, "A", **{one: 11_000, two: 8800})
    assert refused.value.overrule
    assert refused.value.params == {"counted": 19_800, "expected": 20_000}
    end(night, "A", overruled=["count_differs"], **{one: 11_000, two: 8800})
    assert seen(night, "A").state == "done"


def test_a_table_is_counted_whole_and_not_before_its_time(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    with pytest.raises(RuleError, match="table_still_plays") as refused:
        end(night, "A", **{one: 5000, two: 8000, three: 7000})
    assert (refused.value.overrule, refused.value.params) == (True, {"label": "A", "left": 3})
    night.out(three)
    with pytest.raises(RuleError, match="count_needed"):
        end(night, "A", **{one: 5000})
    end(night, "A", **{one: 12_000, two: 8000})
    with pytest.raises(RuleError, match="table_finished_already"):
        end(night, "A", **{one: 12_000, two: 8000})


def test_the_last_table_ends_the_round_and_its_clock_stands(night: Night):
    for label in "ABCD":
        night.wait(minutes=10)
        play_out(night, table_called(night.open, label))
    assert Round.objects.get().finished_at == night.now
    face = clock_face(night.open, night.now, night.field())
    assert (face.state, face.paused_since) == ("paused", night.now)
    coming = next_round(night.open, night.field(), "a seed")
    assert coming is not None
    assert [(one.code, dict(one.params)) for one in suggestions(views(night), coming)] == [
        ("round_next", {"number": 2, "name": "", "players": 8, "tables": 2})
    ]


def test_tables_to_be_counted_are_named_to_the_director(night: Night):
    for name in sitting(table_called(night.open, "B"))[2:]:
        night.out(name)
    (one,) = suggestions(views(night), next_round(night.open, night.field(), "a seed"))
    assert (one.code, one.params["label"], one.params["how"], one.params["left"]) == (
        "table_count", "B", "two_left", 2,
    )  # fmt: skip


# -- a result taken back -------------------------------------------------------------------------------


def test_a_table_opened_again_has_its_players_chips_and_outs_as_before(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four)
    night.wait(minutes=180)
    end(night, "A", **{one: 3000, two: 8000, three: 9000})
    back_and_forth(night, lambda: rounds.reopen_table(table=table_called(night.open, "A"), **night.act))
    table = seen(night, "A")
    assert sorted(sitting(table_called(night.open, "A"))) == sorted([one, two, three])
    assert {row.entrant.name: row.chips for row in table.left} == {one: 3000, two: 8000, three: 9000}
    assert (table.state, table.how, table.chips) == ("count_needed", "limit", 20_000)
    assert places(night) == {four: 16}
    end(night, "A", **{one: 9000, two: 8000, three: 3000})
    assert standing(seen(night, "A"))[three] == (3, "stays_out")


def test_a_table_is_not_opened_again_once_the_next_round_began():
    night = vivaldi_night()
    second_round(night)
    with pytest.raises(RuleError, match="next_round_began"):
        rounds.reopen_table(table=table_called(night.open, "A"), **night.act)
    with pytest.raises(RuleError, match="table_not_finished"):
        rounds.reopen_table(table=table_called(night.open, "1", 2), **night.act)


def test_what_the_result_rests_on_is_not_undone_under_it(night: Night):
    one, two, three, four = sitting(table_called(night.open, "A"))
    out = night.out(four)
    night.out(three)
    done = end(night, "A", **{one: 12_000, two: 8000})
    with pytest.raises(RuleError, match="play_has_gone_on"):
        undo(entry=out, actor=night.director, now=night.now)
    gone = Out.objects.get(entry=night.entries[four])
    with pytest.raises(RuleError, match="table_finished_already"):
        corrections.reinstate(out=gone, seed="lot", **night.act)
    undo(entry=done, actor=night.director, now=night.now)
    corrections.reinstate(out=gone, seed="lot", **night.act)
    assert standing(seen(night, "A"))[four] == (None, "in")


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
    assert (refused.value.overrule, refused.value.params) == (True, {"number": 2})


# -- its terms -----------------------------------------------------------------------------------------


def test_the_stages_are_kept_with_the_terms_and_copied_from_one_open_to_another(night: Night):
    terms = terms_of(night.open)
    assert terms.rounds == vivaldi(16)
    assert terms.levels == vivaldi(16)[0].levels
    entry = create_open(tour=night.tour, terms=replace(terms, name="Torneo II", room_tables=6), **night.act)
    copy = Open.objects.get(pk=entry.params["open"])
    assert terms_of(copy) == replace(terms, name="Torneo II", room_tables=6)


def test_stages_that_have_begun_stay_and_later_ones_may_still_change(night: Night):
    terms = terms_of(night.open)
    first, second, last = terms.rounds
    later = replace(terms, rounds=(first, replace(second, name="Semifinal"), last))
    back_and_forth(night, lambda: change_terms(open=night.open, terms=later, **night.act))
    assert terms_of(night.open).rounds[1].name == "Semifinal"
    changed = replace(terms, rounds=(replace(first, stack=6000), second, last))
    with pytest.raises(RuleError, match="stage_began") as refused:
        change_terms(open=night.open, terms=changed, **night.act)
    assert refused.value.params == {"number": 1}


def test_the_first_round_follows_its_terms_until_play_begins():
    night = make_night(timed_terms())
    assert Round.objects.get().plan == {}
    terms = replace(terms_of(night.open), rounds=vivaldi(12))
    back_and_forth(night, lambda: change_terms(open=night.open, terms=terms, **night.act))
    assert Round.objects.get().plan["tables"] == 4
    assert terms_of(night.open).levels == vivaldi(12)[0].levels
    change_terms(open=night.open, terms=replace(terms, rounds=(), levels=(Level(25, 50),)), **night.act)
    assert (Round.objects.get().plan, terms_of(night.open).levels) == ({}, (Level(25, 50),))


def test_terms_with_stages_nobody_could_play_are_refused():
    terms = replace(timed_terms(), rounds=(RoundPlan(ends="levels", level_count=2),))
    with pytest.raises(RuleError, match="last_round_without_end"):
        check_terms(terms)
    with pytest.raises(RuleError, match="room_tables_negative"):
        check_terms(replace(timed_terms(), room_tables=-1))


# -- how much is asked of the database -----------------------------------------------------------------


def test_rounds_cost_the_same_number_of_queries_whatever_the_number_of_tables():
    few = vivaldi_night()
    many = vivaldi_night([f"P{n:02}" for n in range(44)], name="Gran Vivaldi", beside=few)
    costs = []
    for night in (few, many):
        second_round_of(night)
        everyone = night.field()
        face = clock_face(night.open, night.now, everyone)
        with CaptureQueriesContext(connection) as asked:
            rounds_of(night.open, everyone, face, night.now)
        with CaptureQueriesContext(connection) as asked_next:
            next_round(night.open, everyone, "a seed")
        with CaptureQueriesContext(connection) as asked_faces:
            table_faces(night.open, Round.objects.get(open=night.open, number=2), everyone, night.now)
        costs.append((len(asked), len(asked_next), len(asked_faces)))
    assert costs[0] == costs[1]
    assert costs[0][0] <= 12


def second_round_of(night: Night) -> None:
    night.start()
    for table in Table.objects.filter(round__open=night.open).order_by("number"):
        play_out(night, table)
    begin(night)


def test_no_chip_is_lost_or_made_between_rounds():
    night = vivaldi_night()
    second_round(night)
    for label in ("1", "2"):
        one, two, *rest = sitting(table_called(night.open, label, 2))
        night.out(*rest)
        finish(night, table_called(night.open, label, 2), {one: 12_500, two: 7500})
    assert night.field().chips_in_play == 0
    begin(night)
    assert (night.field().chips_in_play, night.field().average) == (20_000, 5000)
    assert StackChange.objects.filter(source="back").count() == 16 + 8
    assert TableResult.objects.count() == 24
