"""Terms: made, changed, copied, refused; an open nobody signed up for is taken off (SPT-33…38)."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest

from tdapp.cash import queries as cash
from tdapp.cash.services import lock_prizes
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.floor.set_up import (
    Terms,
    change_terms,
    check_terms,
    create_open,
    discard_open,
    seasons_of,
    terms_of,
)
from tdapp.journal.models import JournalEntry, Stream
from tdapp.journal.undo import redo, undo
from tdapp.opens.chip_sets import Chip
from tdapp.opens.models import BuyInOption, Open
from tdapp.rules.errors import RuleError
from tdapp.rules.levels import ByOuts, Level, Timed
from tdapp.rules.payouts import PrizePlan
from tdapp.tours.models import Season
from tdapp.tours.services import open_season
from tests.builders import BARBARISMO, EVENING, Night, make_night, make_tour, spt_terms, timed_terms
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return make_night(spt_terms(house=200))


def change(night: Night, **values) -> JournalEntry:
    return change_terms(open=night.open, terms=replace(terms_of(night.open), **values), **night.act)


def test_an_open_made_with_two_taps_is_one():
    tour, director = make_tour()
    tap = {"actor": director, "now": EVENING, "request_id": uuid.uuid4()}
    first, second = (create_open(tour=tour, terms=spt_terms(), **tap) for _tap in range(2))
    assert (second, second.repeated) == (first, True)
    assert [open.pk for open in Open.objects.all()] == [first.params["open"]]
    assert Stream.objects.filter(kind="open").count() == 1


@pytest.mark.parametrize("terms", [spt_terms(house=200), timed_terms()], ids=["spt", "timed"])
def test_an_open_has_the_terms_it_was_made_with_and_they_copy(terms: Terms):
    night = make_night(terms)
    season = Season.objects.get()
    assert terms_of(night.open) == replace(terms, season=season.pk)
    copy = make_night(replace(terms_of(night.open), name="Copia"), tour=night.tour, director=night.director)
    assert terms_of(copy.open) == replace(terms, name="Copia", season=season.pk)


def test_an_open_takes_currency_zone_and_language_from_its_tour(night: Night):
    open = night.open
    assert (open.currency, open.minor_digits, open.time_zone, open.language) == (
        "EUR", 2, "Europe/Madrid", "es",
    )  # fmt: skip
    assert open.stream_id != night.tour.stream_id


def test_levels_follow_the_outs_or_the_clock_as_the_house_says_SPT_38():
    assert spt_terms().schedule == ByOuts(25, 50, 0, every=2, factor=2)
    assert timed_terms(minutes=20, levels=2).schedule == Timed(
        (Level.of_minutes(25, 50, 20), Level.of_minutes(50, 100, 20))
    )


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": " "}, "name_missing"),
        ({"name": "x" * 81}, "name_too_long"),
        ({"starting_stack": 0}, "stack_not_positive"),
        ({"smallest_chip": 0}, "smallest_chip_not_positive"),
        ({"buy_in": (("prize", -1),)}, "money_negative"),
        ({"levels": ()}, "schedule_empty"),
        ({"levels": (Level(50, 25),)}, "small_blind_above_big"),
        ({"house": replace(spt_terms().house, outs_per_level=0)}, "setting_out_of_range"),
        ({"house": replace(spt_terms().house, direction="up")}, "unknown_choice"),
    ],
)
def test_terms_that_nobody_could_play_under_make_no_open(wrong, code):
    tour, director = make_tour()
    with pytest.raises(RuleError, match=code):
        check_terms(replace(spt_terms(), **wrong))
    with pytest.raises(RuleError, match=code):
        create_open(tour=tour, terms=replace(spt_terms(), **wrong), actor=director, now=EVENING)
    assert not Open.objects.exists()
    assert not Stream.objects.filter(kind="open").exists()


@pytest.mark.parametrize(
    "values",
    [
        {"name": "Open de Naval"},
        {"starting_stack": 3000},
        {"buy_in": (("prize", 500),)},
        {"levels": (Level(50, 100),)},
        {"prizes": PrizePlan("winner")},
        {"meeting": 2},
        {"house": timed_terms().house, "levels": timed_terms().levels},
    ],
    ids=lambda values: next(iter(values)),
)
def test_any_term_is_changed_undone_and_redone_before_the_start(night: Night, values):
    back_and_forth(night, lambda: change(night, **values))
    now = terms_of(night.open)
    assert {key: getattr(now, key) for key in values} == values


def test_a_price_changed_before_anybody_paid_is_the_same_option(night: Night):
    option = BuyInOption.objects.get()
    change(night, buy_in=(("prize", 500),))
    assert BuyInOption.objects.get() == option
    assert cash.prices(night.open)["buy_in"].splits == (("prize", 500),)


def test_a_price_changed_after_somebody_paid_leaves_what_was_paid(night: Night):
    night.sign_up("Canadá")
    back_and_forth(night, lambda: change(night, buy_in=(("prize", 500), ("house", 100))))
    night.sign_up("Irán")
    assert night.pool().funds == {"prize": 1500, "house": 300}
    assert BuyInOption.objects.filter(retired=True).count() == 1


def test_a_new_price_that_somebody_paid_is_not_undone(night: Night):
    night.sign_up("Canadá")
    changed = change(night, buy_in=(("prize", 500),))
    night.sign_up("Irán")
    with pytest.raises(RuleError, match="undo_in_the_way"):
        undo(entry=changed, actor=night.director, now=night.now)


@pytest.mark.parametrize(
    "values",
    [
        {"starting_stack": 3000},
        {"levels": (Level(50, 100),)},
        {"chip_digits": 0},
        {"chips_are_money": False},
        {"house": replace(spt_terms().house, level_trigger="time")},
        {"house": replace(spt_terms().house, outs_per_level=3)},
        {"house": replace(spt_terms().house, level_factor=3)},
        {"house": replace(spt_terms().house, direction="clockwise")},
    ],
    ids=lambda values: str(next(iter(values.items())))[:40],
)
def test_stacks_and_levels_stay_as_they_are_once_play_has_begun_SPT_37(night: Night, values):
    night.sign_up(*BARBARISMO)
    night.start()
    before = terms_of(night.open)
    with pytest.raises(RuleError, match="started_already"):
        change(night, **values)
    night.open.refresh_from_db()
    assert terms_of(night.open) == before
    change(night, name="Open de Naval")


def test_locked_prizes_and_a_finished_open_keep_their_terms(night: Night):
    night.sign_up("Canadá", "Irán")
    change(night, prizes=PrizePlan("winner"))
    lock_prizes(open=night.open, **night.act)
    with pytest.raises(RuleError, match="prizes_locked"):
        change(night, prizes=PrizePlan("percent", ("50", "50")))
    change(night, name="Otro")
    night.start()
    night.out("Irán")
    floor.finish_open(open=night.open, **night.act)
    with pytest.raises(RuleError, match="finished_already"):
        change(night, name="Tarde")


def test_an_open_nobody_signed_up_for_is_discarded_and_brought_back(night: Night):
    code = night.open.code
    entry = discard_open(open=night.open, **night.act)
    assert not Open.objects.filter(code=code).exists()
    back = undo(entry=entry, actor=night.director, now=night.now)
    assert terms_of(Open.objects.get(code=code)).buy_in == (("prize", 1000), ("house", 200))
    redo(entry=back, actor=night.director, now=night.now)
    assert not Open.objects.filter(code=code).exists()


def test_an_open_whose_players_all_withdrew_after_a_draw_is_discarded(night: Night):
    night.sign_up("Canadá", "Irán")
    floor.draw_seats(open=night.open, seed="one", **night.act)
    floor.draw_seats(open=night.open, seed="two", again=True, **night.act)
    floor.draw_dealer(open=night.open, seed="s", **night.act)
    change(night, buy_in=(("prize", 500),))
    with pytest.raises(RuleError, match="open_has_entries"):
        discard_open(open=night.open, **night.act)
    for name in ("Canadá", "Irán"):
        door.withdraw(entry=night.entries[name], **night.act)
    entry = discard_open(open=night.open, **night.act)
    assert not Open.objects.exists()
    undo(entry=entry, actor=night.director, now=night.now)
    assert Open.objects.count() == 1


def test_the_latest_season_comes_first(night: Night):
    open_season(tour=night.tour, name="2009", **night.act)
    assert [season.name for season in seasons_of(night.tour)] == ["2009", "2008"]


def test_the_chips_played_with_are_terms_too_and_are_taken_back_with_them():
    night = make_night(timed_terms())
    chips = (Chip(25, 300, 12, "verde"), Chip(100, 300, 12), Chip(500, 150, 5), Chip(1000, 100, 1))
    entry = change(night, chips=chips)
    assert terms_of(Open.objects.get()).chips == chips
    undone = undo(entry=entry, **night.act)
    assert terms_of(Open.objects.get()).chips == ()
    redo(entry=undone, **night.act)
    assert terms_of(Open.objects.get()).chips == chips
    with pytest.raises(RuleError) as refused:
        change(night, chips=(Chip(25), Chip(25)))
    assert refused.value.code == "chip_twice"
