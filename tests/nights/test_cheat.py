"""A Vivaldi night of sixteen with a tie for second, a double out, a cap reached and a cheat found in round 2,
played to the prizes of VIV-42 through services (VIV-25, VIV-26, VIV-31, VIV-32)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tdapp.cash import queries as cash
from tdapp.clock import services as clock
from tdapp.clock.queries import clock_face, current_round
from tdapp.floor import replays, rounds, rulings
from tdapp.floor import services as floor
from tdapp.floor.next_rounds import next_round
from tdapp.floor.round_queries import RoundTable, rounds_of
from tdapp.floor.table_faces import TableFace, table_faces
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import redo, undo
from tdapp.opens.models import Round, Table
from tdapp.rules import round_presets
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tests.builders import Night, make_night, timed_terms
from tests.nights.random_night import everything_shown
from tests.vivaldi import SIXTEEN, finish, play_out, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db


def sixteen() -> Night:
    """Sixteen at 25 000 each; 37 500 of it all are the organiser's costs (VIV-42)."""
    terms = replace(
        timed_terms("Torneo Vivaldi"),
        house=PRESETS["vivaldi"],
        levels=(Level(0, 0, 100),),
        smallest_chip=100,
        rounds=round_presets.vivaldi(16),
        buy_in=(("prize", 2265625), ("house", 234375)),
        prizes=PrizePlan("percent", ("60", "20", "15", "5"), unit=100),
    )
    night = make_night(terms)
    night.sign_up(*SIXTEEN)
    return night


def shown(night: Night) -> tuple[Any, ...]:
    """Every view object there is, rounds, rulings and all clocks too."""
    night.open.refresh_from_db()
    everyone = night.field()
    face = clock_face(night.open, night.now, everyone)
    return (
        everything_shown(night, night.now + timedelta(hours=30)),
        everyone,
        face,
        rounds_of(night.open, everyone, face, night.now),
        [
            table_faces(night.open, one, everyone, night.now)
            for one in Round.objects.filter(open=night.open).order_by("pk")
        ],
        next_round(night.open, everyone, "a seed"),
        rulings.rulings(night.open, everyone),
    )


def tables(night: Night, number: int) -> dict[str, RoundTable]:
    """The standing tables of a round, by what they are called."""
    everyone = night.field()
    face = clock_face(night.open, night.now, everyone)
    views = rounds_of(night.open, everyone, face, night.now)
    (view,) = [one for one in views if one.number == number and one.state != "annulled"]
    return {one.label: one for one in view.tables if one.state != "annulled"}


def first_round(night: Night) -> dict[str, list[str]]:
    """Round 1: who sat at each table, best first."""
    night.start()
    places = {}
    night.wait(minutes=40)
    places["A"] = play_out(night, table_called(night.open, "A"), 8800)
    places["B"] = double_out(night)
    places["D"] = play_out(night, table_called(night.open, "D"), 6800)
    places["C"] = cap_with_a_tie(night)
    return places


def double_out(night: Night) -> list[str]:
    """Three left, two out in one hand: who had more before it is second and goes on (VIV-25)."""
    table = table_called(night.open, "B")
    one, two, three, four = sitting(table)
    night.out(four, by=one)
    night.wait(minutes=1)
    counts = {night.entries[one]: 12000, night.entries[two]: 5000, night.entries[three]: 3000}
    floor.count_chips(open=night.open, counts=counts, **night.act)
    groups = [[night.entries[two], night.entries[three]]]
    floor.record_outs(open=night.open, groups=groups, by=night.entries[one], **night.act)
    assert tables(night, 1)["B"].state == "count_needed"
    finish(night, table, {one: 20000, two: 0})
    return [one, two, three, four]


def cap_with_a_tie(night: Night) -> list[str]:
    """Three hours are over with three left, two of them equal: an open hand says who goes on (VIV-26)."""
    table = table_called(night.open, "C")
    one, two, three, four = sitting(table)
    night.out(four)
    assert tables(night, 1)["C"].state == "playing"
    night.wait(minutes=138)
    assert not tables(night, 1)["C"].limit_over
    night.wait(minutes=1)
    here = tables(night, 1)["C"]
    assert (here.state, here.how, here.limit_over) == ("count_needed", "limit", True)
    counts = {night.entries[one]: 10000, night.entries[two]: 5000, night.entries[three]: 5000}
    with pytest.raises(RuleError) as refused:
        rounds.finish_table(table=table, counts=counts, **night.act)
    assert refused.value.code == "open_hand_needed"
    assert set(refused.value.params["players"]) == {night.entries[two].pk, night.entries[three].pk}
    order = [night.entries[three], night.entries[two]]
    rounds.finish_table(table=table, counts=counts, open_hand=order, **night.act)
    return [one, three, two, four]


def names(night: Night, label: str, number: int) -> set[str]:
    return set(sitting(table_called(night.open, label, number)))


def found_out(night: Night, cheat: str) -> JournalEntry:
    view = replays.preview(night.open, night.field(), night.entries[cheat].pk)
    return replays.disqualify(
        entry=night.entries[cheat], seed="the lot", text="Marked cards", replay=True, shown=view.ids,
        **night.act,
    )  # fmt: skip


def test_a_cheat_found_in_round_two_and_the_night_played_to_its_prizes_VIV_42():
    night = sixteen()
    assert night.pool().prize == 36250000
    first = first_round(night)
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    assert names(night, "1", 2) == {first["A"][0], first["B"][0], first["C"][1], first["D"][1]}
    assert names(night, "2", 2) == {first["A"][1], first["B"][1], first["C"][0], first["D"][0]}

    night.wait(minutes=20)
    gone = sitting(table_called(night.open, "1", 2))[0]
    night.out(gone)
    assert {one.label: one.ante for one in tables(night, 2).values()} == {"1": 200, "2": 100}
    cheat = first["B"][1]
    view = replays.preview(night.open, night.field(), night.entries[cheat].pk)
    assert ([one.label for one in view.tables], len(view.players), view.minutes) == (["B", "1", "2"], 9, 180)
    assert {one.name for one in view.now} == set(first["B"]) - {cheat}

    before = shown(night)
    entry = found_out(night, cheat)
    after = shown(night)
    back = undo(entry=entry, **night.act)
    assert shown(night) == before
    redo(entry=back, **night.act)
    assert shown(night) == after

    again = replay_of_b(night, first, cheat)
    night.wait(minutes=5)
    rounds.begin_round(open=night.open, seed="another seed", **night.act)
    assert names(night, "1", 2) == {first["A"][0], again[0], first["C"][1], first["D"][1]}
    assert names(night, "2", 2) == {first["A"][1], again[1], first["C"][0], first["D"][0]}
    final = [*play_out(night, table_called(night.open, "1", 2))[:2],
             *play_out(night, table_called(night.open, "2", 2))[:2]]  # fmt: skip
    rounds.begin_round(open=night.open, seed="the last seed", **night.act)
    assert set(final) == names(night, "1", 3)
    champion, runner_up, third, fourth = play_the_final(night)
    paid = cash.winnings(night.open, night.field(), cash.prizes(night.open, night.pool()))
    assert {name: paid[night.entries[name].pk].amount for name in (champion, runner_up, third, fourth)} == {
        champion: 21750000, runner_up: 7250000, third: 5437500, fourth: 1812500,
    }  # fmt: skip
    assert len(paid) == 4
    places = night.field().places
    assert places[night.entries[cheat].pk].first == 10, "ahead of those who were out when he was found"


def replay_of_b(night: Night, first: dict[str, list[str]], cheat: str) -> list[str]:
    """B is played again by three, by its own clock (VIV-32); returns them best first."""
    everyone = night.field()
    assert {one.name for one in everyone.left} == {
        *first["A"][:2], *first["C"][:2], *first["D"][:2], *(set(first["B"]) - {cheat})
    }  # fmt: skip
    assert (everyone.chips_in_play, len(everyone.holding)) == (15000, 3)
    here = tables(night, 1)["B"]
    assert (here.state, here.own_clock, here.ante, here.chips) == ("playing", True, 100, 15000)
    assert here.limit_at == night.now + timedelta(hours=3)
    assert current_round(night.open).number == 1
    with pytest.raises(RuleError, match="tables_unfinished"):
        rounds.begin_round(open=night.open, seed="too early", **night.act)
    night.wait(minutes=10)
    clock.pause_clock(open=night.open, **night.act)
    night.wait(minutes=15)
    clock.resume_clock(open=night.open, **night.act)
    night.wait(minutes=21)
    here = tables(night, 1)["B"]
    assert (here.ante, here.limit_at) == (200, night.now + timedelta(minutes=149)), "the pause is not played"
    return play_out(night, table_called(night.open, "B"), 4000)[:2]


def play_the_final(night: Night) -> list[str]:
    """Two go out in one hand, the other two are counted: the first four, best first."""
    table = table_called(night.open, "1", 3)
    one, two, three, four = sitting(table)
    night.out(four)
    night.out(three)
    counts = {night.entries[one]: 8000, night.entries[two]: 12000}
    floor.finish_open(open=night.open, counts=counts, **night.act)
    night.open.refresh_from_db()
    return [two, one, three, four]


# -- other ways in which a cheat is found ---------------------------------------------------------------


def many(players: int, beside: Night | None = None) -> Night:
    """A Vivaldi night of so many, playing."""
    night = vivaldi_night([f"P{count:02}" for count in range(1, players + 1)], beside=beside)
    night.start()
    night.wait(minutes=30)
    return night


def play_round(night: Night, number: int) -> dict[str, list[str]]:
    """Every table of the round that still plays, played out."""
    played = {}
    for label, one in tables(night, number).items():
        if one.state in ("playing", "count_needed"):
            played[label] = end(night, table_called(night.open, label, number))
    return played


def end(night: Night, table: Table) -> list[str]:
    """A table played out, also one at which two (or one) are left to nothing but a count."""
    there = sitting(table)
    sat = table.seatings.filter(voided=False).values("entry").distinct().count()
    if there[2:]:
        night.out(*reversed(there[2:]))
    total = 5000 * sat
    counts = [total - 2000, 2000] if len(there) > 1 else [total]
    finish(night, table, dict(zip(there, counts, strict=False)))
    return there


def to_the_end(night: Night) -> list[str]:
    """Rounds until one table is left, which is counted: champion and runner-up."""
    while next_round(night.open, night.field(), "a seed") is not None:
        play_round(night, current_round(night.open).number)
        night.wait(minutes=5)
        rounds.begin_round(open=night.open, seed="a seed", **night.act)
        night.wait(minutes=20)
    last = current_round(night.open)
    (table,) = last.tables.filter(annulled_at=None)
    one, two, *others = sitting(table)
    if others:
        night.out(*reversed(others))
    counts = {night.entries[one]: 5000 * len(others) + 6000, night.entries[two]: 4000}
    floor.finish_open(open=night.open, counts=counts, **night.act)
    night.open.refresh_from_db()
    return [one, two]


def test_of_twenty_four_only_the_half_that_met_the_cheat_plays_again():
    night = many(24)
    first = play_round(night, 1)
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    assert sorted(tables(night, 2)) == ["1", "2", "3", "4"]
    standing = {label: names(night, label, 2) for label in ("3", "4")}
    cheat = first["B"][0]
    view = replays.preview(night.open, night.field(), night.entries[cheat].pk)
    assert [one.label for one in view.tables] == ["B", "1", "2"]
    before = shown(night)
    entry = found_out(night, cheat)
    after = shown(night)
    back = undo(entry=entry, **night.act)
    assert shown(night) == before
    redo(entry=back, **night.act)
    assert shown(night) == after

    assert current_round(night.open).number == 1
    assert {label: names(night, label, 2) for label in ("3", "4")} == standing
    assert sorted(tables(night, 2)) == ["3", "4"]
    end(night, table_called(night.open, "3", 2))
    again = end(night, table_called(night.open, "B"))
    assert current_round(night.open).number == 2
    coming = next_round(night.open, night.field(), "a seed")
    assert coming is not None
    assert (coming.makes_up, coming.number, len(coming.groups)) == (True, 2, 2)
    rounds.begin_round(open=night.open, seed="another", **night.act)
    assert names(night, "1", 2) == {first["A"][0], again[0], first["C"][1], first["D"][1]}
    assert names(night, "2", 2) == {first["A"][1], again[1], first["C"][0], first["D"][0]}
    assert names(night, "4", 2) == standing["4"]
    champion, runner_up = to_the_end(night)
    places = night.field().places
    assert (places[night.entries[champion].pk].first, places[night.entries[runner_up].pk].first) == (1, 2)
    assert {place.first for place in places.values()} == set(range(1, 25))


def test_a_cheat_found_in_the_first_round_costs_one_table_and_the_others_play_on():
    night = many(16)
    (cheat, *_others) = sitting(table_called(night.open, "C"))
    night.out(_others[0], by=cheat)
    everyone = night.field()
    view = replays.preview(night.open, everyone, night.entries[cheat].pk)
    assert ([one.label for one in view.tables], len(view.players)) == (["C"], 3)
    found_out(night, cheat)
    assert night.field().chips_in_play == 15 * 5000
    night.wait(minutes=10)
    antes = {label: (one.ante, one.own_clock) for label, one in tables(night, 1).items()}
    assert antes == {"A": (200, False), "B": (200, False), "C": (100, True), "D": (200, False)}
    clock.pause_clock(open=night.open, **night.act)
    assert not any(face.running for face in faces(night))
    night.wait(minutes=10)
    clock.resume_clock(open=night.open, **night.act)
    assert all(face.running for face in faces(night))
    to_the_end(night)


def faces(night: Night) -> list[TableFace]:
    found = table_faces(night.open, current_round(night.open), night.field(), night.now)
    return [found[table.pk] for table in current_round(night.open).tables.filter(annulled_at=None)]


def test_a_second_cheat_at_the_table_played_again_brings_a_third_table():
    night = many(16)
    (one, *others) = sitting(table_called(night.open, "C"))
    found_out(night, one)
    before = shown(night)
    entry = found_out(night, others[0])
    after = shown(night)
    assert names(night, "C", 1) == set(others[1:])
    assert night.field().chips_in_play == 14 * 5000
    back = undo(entry=entry, **night.act)
    assert shown(night) == before
    redo(entry=back, **night.act)
    assert shown(night) == after
    assert tables(night, 1)["C"].state == "count_needed", "two are left: they go on without a hand"
    to_the_end(night)


def test_a_cheat_found_in_the_final_leaves_the_tables_he_never_touched_in_peace():
    night = many(12)
    places = play_round(night, 1)
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    play_round(night, 2)
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    cheat = sitting(table_called(night.open, "1", 3))[0]
    origin = next(label for label, there in places.items() if cheat in there)
    view = replays.preview(night.open, night.field(), night.entries[cheat].pk)
    assert [(one.label, one.round) for one in view.tables] == [(origin, 1), ("1", 2), ("2", 2), ("1", 3)]
    before = shown(night)
    entry = found_out(night, cheat)
    after = shown(night)
    assert len(night.field().left) == 8, "six wait, two play again"
    back = undo(entry=entry, **night.act)
    assert shown(night) == before
    redo(entry=back, **night.act)
    assert shown(night) == after
    to_the_end(night)


def test_a_cheat_found_between_two_rounds_is_replayed_by_a_clock_that_runs():
    night = many(16)
    first = play_round(night, 1)
    night.wait(minutes=5)
    found_out(night, first["D"][0])
    assert tables(night, 1)["D"].limit_at == night.now + timedelta(hours=3)
    to_the_end(night)


def test_who_qualified_and_is_disqualified_without_a_replay_leaves_his_chair_empty():
    night = many(16)
    first = play_round(night, 1)
    gone = first["A"][0]
    replays.disqualify(entry=night.entries[gone], seed="x", **night.act)
    coming = next_round(night.open, night.field(), "a seed")
    assert coming is not None
    assert coming.players == 7
    to_the_end(night)


def test_without_a_replay_the_table_plays_on_and_its_ante_rises_VIV_17():
    night = many(16)
    play_round(night, 1)
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    (cheat, *others) = sitting(table_called(night.open, "1", 2))
    counts = {
        night.entries[name]: chips
        for name, chips in zip([cheat, *others], (8000, 6000, 4000, 2000), strict=False)
    }
    floor.count_chips(open=night.open, counts=counts, **night.act)
    replays.disqualify(entry=night.entries[cheat], seed="x", **night.act)
    here = tables(night, 2)["1"]
    assert (here.ante, here.chips, len(here.left)) == (200, 12000, 3)
    night.out(others[2])
    finish(night, table_called(night.open, "1", 2), {others[0]: 7000, others[1]: 5000})


def test_the_disqualified_wins_nothing_though_he_was_counted_through():
    night = many(8)
    first = play_round(night, 1)
    rounds.begin_round(open=night.open, seed="a seed", **night.act)
    cheat = first["A"][0]
    replays.disqualify(entry=night.entries[cheat], seed="x", **night.act)
    left = sitting(table_called(night.open, "1", 2))
    night.out(left[2])
    counts = {night.entries[left[0]]: 9000, night.entries[left[1]]: 6000}
    floor.finish_open(open=night.open, counts=counts, overruled=["count_differs"], **night.act)
    night.open.refresh_from_db()
    paid = cash.winnings(night.open, night.field(), cash.prizes(night.open, night.pool()))
    assert night.entries[cheat].pk not in paid
    assert len(paid) == 4
