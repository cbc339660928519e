"""Ready-made stages: the table of round-1 counts of RULES 1.3, Vivaldi's plans, SIS-14 and the others."""

import pytest

from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.rules.house import remarks as house_remarks
from tdapp.rules.levels import Level, Timed, check_schedule, remarks
from tdapp.rules.presets import sistema as sistema_levels
from tdapp.rules.round_presets import (
    first_round_tables,
    flights,
    heads_up_bracket,
    heats,
    shootout,
    single,
    sistema,
    table_sizes,
    vivaldi,
    vivaldi_levels,
    vivaldi_remarks,
)
from tdapp.rules.rounds import check_plans, plans_as_dicts, plans_from_dicts


def refusal(act, *args):
    with pytest.raises(RuleError) as caught:
        act(*args)
    return caught.value


def codes(found):
    return [one.code for one in found]


# --- the table of round-1 counts -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "last", "tables"),
    [(3, 5, 1), (6, 11, 2), (12, 23, 4), (24, 48, 8), (49, 96, 16), (97, 192, 32)],
)
def test_the_first_round_has_one_two_four_or_eight_tables_rules_1_3(first, last, tables):
    for players in range(first, last + 1):
        assert first_round_tables(players)[0] == tables
        assert min(table_sizes(players, tables)) >= 3
        assert max(table_sizes(players, tables)) <= 6


def test_at_the_edges_the_other_count_is_offered_too_rules_1_3():
    offered = {players: others for players in range(3, 60) if (others := first_round_tables(players)[1])}
    assert offered == {
        10: (4,), 11: (4,), 12: (2,), 13: (2,), 22: (8,), 23: (8,), 24: (4,), 25: (4,),
    }  # fmt: skip


def test_fewer_than_three_are_no_vivaldi_night():
    refused = refusal(vivaldi, 2)
    assert (refused.code, refused.params) == ("players_too_few", {"players": 2, "least": 3})
    assert refusal(first_round_tables, 0).code == "players_too_few"


def test_tables_are_as_even_as_can_be_larger_ones_first():
    assert table_sizes(16, 4) == (4, 4, 4, 4)
    assert table_sizes(14, 4) == (4, 4, 3, 3)
    assert table_sizes(11, 2) == (6, 5)
    assert table_sizes(25, 8) == (4, 3, 3, 3, 3, 3, 3, 3)


# --- Vivaldi ---------------------------------------------------------------------------------------------


def test_the_first_round_of_16_is_four_drawn_tables_of_three_hours_at_most_VIV_10_VIV_26():
    first = vivaldi(16)[0]
    assert (first.seating, first.tables, first.limit_minutes) == ("draw", 4, 180)
    assert (first.ends, first.left, first.advance) == ("table", 2, 2)
    assert first.coupled is False


def test_everybody_begins_each_round_with_5_000_VIV_06():
    assert [(plan.stacks, plan.stack) for plan in vivaldi(16)] == [("fresh", 5000)] * 3


def test_the_ante_of_round_1_grows_by_one_chip_every_half_hour_VIV_16():
    first = vivaldi(16)[0]
    assert first.level_trigger == "time"
    assert [(level.sb, level.bb, level.ante, level.minutes) for level in first.levels] == [
        (0, 0, 100, 30), (0, 0, 200, 30), (0, 0, 300, 30), (0, 0, 400, 30), (0, 0, 500, 30), (0, 0, 600, 30),
    ]  # fmt: skip
    assert sum(level.minutes for level in first.levels) == first.limit_minutes


def test_later_rounds_are_tables_of_four_with_an_ante_of_their_own_VIV_05_VIV_17():
    for plan in vivaldi(16)[1:]:
        assert (plan.seating, plan.table_seats, plan.level_trigger) == ("seeded", 4, "table")
        assert plan.levels == (Level(0, 0, 100),)
        assert plan.limit_minutes == 0


def test_the_middle_stage_is_repeated_until_four_are_left_and_the_final_is_one_table():
    middle, final = vivaldi(16)[1:]
    assert (middle.tables, middle.until, middle.advance) == (0, 4, 2)
    assert (final.tables, final.until, final.advance, final.left) == (1, 0, 0, 2)


def test_with_three_to_five_players_the_first_table_is_the_final():
    for players in (3, 4, 5):
        (only,) = vivaldi(players)
        assert (only.tables, only.ends, only.left, only.advance) == (1, "table", 2, 0)
        assert only.limit_minutes == 180


def test_a_club_may_have_another_number_of_tables():
    assert vivaldi(15, 3)[0].tables == 3
    assert vivaldi(8, 1)[0].table_seats == 8
    assert refusal(vivaldi, 8, 5).params == {"tables": 5, "most": 4}
    assert refusal(vivaldi, 8, 0).code == "tables_too_many"


def test_another_stack_and_another_chip_scale_the_antes():
    first, later, _ = vivaldi(16, stack=20000, chip=500)
    assert first.stack == 20000
    assert [level.ante for level in first.levels] == [500, 1000, 1500, 2000, 2500, 3000]
    assert later.levels == (Level(0, 0, 500),)


def test_the_antes_can_be_played_and_paid_with_chips_of_100_and_500_VIV_07():
    schedule = Timed(vivaldi_levels())
    check_schedule(schedule)
    assert codes(remarks(schedule, chips=(100, 500))) == []


def test_what_is_odd_about_a_number_of_tables_is_said():
    assert vivaldi_remarks(16, 4) == ()
    assert codes(vivaldi_remarks(12, 2)) == []
    assert codes(vivaldi_remarks(10, 4)) == ["table_plays_nothing"]
    assert codes(vivaldi_remarks(15, 3)) == ["tables_off_the_sheet"]
    (beyond,) = vivaldi_remarks(49, 16)
    assert (beyond.code, dict(beyond.params)) == ("beyond_the_sheet", {"players": 49, "most": 48})


def test_above_five_at_a_table_the_house_remarks_on_the_deck_rules_1_3():
    house = PRESETS["vivaldi"]
    assert codes(house_remarks(house, 20, max(table_sizes(20, 4)))) == []
    assert codes(house_remarks(house, 21, max(table_sizes(21, 4)))) == ["deck_may_run_out"]


# --- the others ------------------------------------------------------------------------------------------


def test_sistema_is_three_rounds_of_six_levels_that_carry_everything_SIS_14():
    one, two, three = sistema()
    assert (one.seating, one.ends, one.level_count) == ("draw", "levels", 6)
    assert (two.seating, two.stacks, two.ends, two.level_count) == ("carry", "carry", "levels", 6)
    assert (three.seating, three.stacks, three.ends) == ("carry", "carry", "last_player")
    assert all(plan.coupled for plan in (one, two, three))


def test_sistema_may_bring_its_own_levels_SIS_23():
    levels = sistema_levels().levels
    assert sistema(levels)[0].levels == levels
    assert [plan.levels for plan in sistema(levels)[1:]] == [(), ()]
    assert sistema(stages=1) == single()
    assert refusal(lambda: sistema(per_stage=0)).code == "round_level_count_missing"


def test_heats_send_the_best_of_each_to_one_final():
    heat, final = heats(4, 2, stack=3000)
    assert (heat.tables, heat.ends, heat.left, heat.advance, heat.stack) == (4, "table", 2, 2, 3000)
    assert (final.tables, final.seating, final.ends, final.stack) == (1, "seeded", "last_player", 3000)


def test_a_shootout_is_repeated_until_one_table_holds_everybody():
    first, again, final = shootout(2, 9)
    assert (first.until, again.until, again.seating) == (0, 9, "seeded")
    assert final.tables == 1


def test_flights_play_so_many_levels_and_merge_with_their_stacks():
    one, two, three, day2 = flights(3, 12)
    assert one == two == three
    assert (one.flight, one.ends, one.level_count) == (True, "levels", 12)
    assert (day2.seating, day2.stacks, day2.flight) == ("merge", "carry", False)
    assert refusal(flights, 1, 12).code == "flights_too_few"


@pytest.mark.parametrize(
    "plans",
    [
        *[vivaldi(players) for players in (3, 5, 6, 11, 12, 16, 24, 48, 60)],
        vivaldi(15, 3),
        sistema(sistema_levels().levels),
        single(),
        heats(4, 2),
        heats(3, 1, levels=vivaldi_levels()),
        shootout(),
        shootout(3, 8),
        heads_up_bracket(),
        flights(2, 10),
    ],
)
def test_every_preset_can_be_played_and_kept(plans):
    check_plans(plans)
    assert plans_from_dicts(plans_as_dicts(plans)) == plans
