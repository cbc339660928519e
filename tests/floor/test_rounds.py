"""Rounds through services: even tables, antes by table, counts, ties, caps (VIV-05…26)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tdapp.clock import services as clock
from tdapp.clock.queries import clock_face
from tdapp.floor import corrections, rounds
from tdapp.floor import services as floor
from tdapp.floor.models import Draw, Seat
from tdapp.floor.next_rounds import next_round, suggestions
from tdapp.floor.queries import unseated
from tdapp.floor.round_queries import rounds_of
from tdapp.floor.table_faces import table_faces
from tdapp.journal.undo import undo
from tdapp.opens.models import Out, Round, Ruling, StackChange, Table, TableResult
from tdapp.rules.errors import RuleError
from tdapp.rules.payouts import PrizePlan
from tests.builders import Night, make_night
from tests.nights.back_and_forth import back_and_forth
from tests.vivaldi import (
    SIXTEEN,
    begin,
    end,
    finish,
    places,
    play_out,
    second_round,
    seen,
    sitting,
    standing,
    table_called,
    views,
    vivaldi_night,
    vivaldi_terms,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Sixteen players at A, B, C and D, play just begun."""
    night = vivaldi_night()
    night.start()
    return night


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


def test_the_first_table_is_A_also_where_somebody_sat_there_before_the_others_came_VIV_11():
    night = make_night(vivaldi_terms())
    night.sign_up(SIXTEEN[0])
    floor.draw_seats(open=night.open, seed="a seed", **night.act)
    assert [table.label for table in Table.objects.all()] == ["1"]
    night.sign_up(*SIXTEEN[1:])
    night.start()
    assert [table.label for table in Table.objects.order_by("number")] == ["A", "B", "C", "D"]


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


def test_equal_counts_of_who_stays_out_share_a_place_that_is_not_paid_VIV_26(night: Night):
    one, two, three, four = sitting(table_called(night.open, "D"))
    night.wait(minutes=180)
    end(night, "D", **{one: 8000, two: 6000, three: 3000, four: 3000})
    assert places(night) == {three: 15, four: 15}
    assert not Ruling.objects.exists()


def test_equal_counts_of_who_stays_out_play_an_open_hand_for_a_paid_place_VIV_25(night: Night):
    night.open.prize_plan = PrizePlan("percent", ("5",) * 15).to_dict()
    night.open.save(update_fields=["prize_plan"])
    one, two, three, four = sitting(table_called(night.open, "D"))
    night.wait(minutes=180)
    counts = {one: 8000, two: 6000, three: 3000, four: 3000}
    with pytest.raises(RuleError, match="open_hand_needed") as refused:
        end(night, "D", **counts)
    told = refused.value.params
    assert (told["what"], told["place"]) == ("prize", 15)
    assert set(told["players"]) == {night.entries[name].pk for name in (three, four)}
    end(night, "D", open_hand=[four], **counts)
    assert places(night) == {four: 15, three: 16}
    assert Ruling.objects.get().kind == "open_hand"


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
        ("round_next", {"number": 2, "name": "", "players": 8, "tables": 2, "flight": False})
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
    with pytest.raises(RuleError, match="result_stands"):
        corrections.reinstate(out=gone, seed="lot", **night.act)
    undo(entry=done, actor=night.director, now=night.now)
    corrections.reinstate(out=gone, seed="lot", **night.act)
    assert standing(seen(night, "A"))[four] == (None, "in")


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


def test_seats_drawn_again_before_the_start_count_as_nobodys_move():
    night = vivaldi_night()
    floor.draw_seats(open=night.open, seed="one", **night.act)
    night.wait(minutes=1)
    floor.draw_seats(open=night.open, seed="two", again=True, **night.act)
    night.wait(minutes=1)
    night.start()
    assert [table.chips for table in views(night)[0].tables] == [20_000] * 4
    one, two, three, four = sitting(table_called(night.open, "A"))
    night.out(four, three)
    with pytest.raises(RuleError, match="count_differs"):
        end(night, "A", **{one: 10_000, two: 9000})
