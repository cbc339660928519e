"""Mistakes found late: who was out, by whom, in which order, who is still in (DESIGN 3; faults 89-92)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tdapp.clock.queries import clock_face, current_round
from tdapp.floor import corrections, door
from tdapp.floor import services as floor
from tdapp.floor.corrections import OutChange
from tdapp.floor.models import Draw
from tdapp.floor.queries import seatings
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Out, Table
from tdapp.opens.queries import STALE_AFTER
from tdapp.rules import draw
from tdapp.rules.errors import RuleError
from tdapp.rules.places import Place
from tests.builders import BARBARISMO, Night, make_night, timed_terms
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    night = make_night()
    night.sign_up(*BARBARISMO)
    night.start()
    for name in ("Israel", "Kosovo", "Francia"):
        night.wait(minutes=20)
        night.out(name, by="Canadá")
    return night


def out_of(night: Night, name: str) -> Out:
    return Out.objects.get(entry=night.entries[name])


def correct(night: Night, name: str, **what) -> JournalEntry:
    return corrections.change_out(
        out=out_of(night, name), correction=OutChange(**what), seed="s", **night.act
    )


def reinstate(night: Night, name: str, seed: str = "s") -> JournalEntry:
    return corrections.reinstate(out=out_of(night, name), seed=seed, **night.act)


def order(night: Night) -> list[list[str]]:
    everyone = night.field()
    return [[everyone.by_id[key].name for key in group] for group in everyone.out_groups]


def seat_of(night: Night, name: str) -> int | None:
    here = {s.entry_id: s.number for s in seatings(current_round(night.open))}
    return here.get(night.entries[name].pk)


def left(night: Night) -> set[str]:
    return {entrant.name for entrant in night.field().left}


# -- who -----------------------------------------------------------------------------------------------


def test_a_wrong_player_out_sits_down_again_and_the_right_one_stands_up(night: Night):
    seat = seat_of(night, "Letonia")
    right = night.entries["Letonia"]
    entry = back_and_forth(night, lambda: correct(night, "Israel", entry=right))
    assert (entry.params["entry"], entry.params["instead_of"]) == (right.pk, night.entries["Israel"].pk)
    assert order(night) == [["Letonia"], ["Kosovo"], ["Francia"]]
    assert (seat_of(night, "Letonia"), seat_of(night, "Israel") is None) == (None, False)
    assert seat_of(night, "Israel") != seat


def test_the_stack_before_the_hand_is_that_of_the_right_player():
    night = make_night()
    night.sign_up(*BARBARISMO)
    night.start()
    chips = {night.entries["Israel"]: 300, night.entries["Letonia"]: 700}
    floor.count_chips(open=night.open, counts=chips, **night.act)
    night.out("Israel")
    assert out_of(night, "Israel").stack_before == 300
    correct(night, "Israel", entry=night.entries["Letonia"])
    assert out_of(night, "Letonia").stack_before == 700
    floor.count_chips(open=night.open, counts={night.entries["Irán"]: 900}, **night.act)
    night.wait(seconds=STALE_AFTER.total_seconds() + 1)
    night.out("Kosovo")
    correct(night, "Kosovo", entry=night.entries["Irán"])
    assert out_of(night, "Irán").stack_before is None


def test_the_right_player_did_not_put_himself_out(night: Night):
    correct(night, "Israel", entry=night.entries["Canadá"])
    assert out_of(night, "Canadá").by is None


@pytest.mark.parametrize(("right", "code"), [("Kosovo", "out_already"), ("Tanzania", "not_playing")])
def test_the_right_player_must_still_be_in(night: Night, right, code):
    night.sign_up("Tanzania")
    with pytest.raises(RuleError, match=code):
        correct(night, "Israel", entry=night.entries[right])
    assert order(night) == [["Israel"], ["Kosovo"], ["Francia"]]


# -- by whom -------------------------------------------------------------------------------------------


def test_who_put_him_out_is_changed_and_forgotten(night: Night):
    back_and_forth(night, lambda: correct(night, "Israel", by=night.entries["Irán"]))
    assert out_of(night, "Israel").by == night.entries["Irán"]
    back_and_forth(night, lambda: correct(night, "Israel", nobody=True))
    assert out_of(night, "Israel").by is None


def test_somebody_who_went_out_later_may_have_put_him_out_but_nobody_who_was_gone(night: Night):
    correct(night, "Israel", by=night.entries["Kosovo"])
    with pytest.raises(RuleError, match="by_is_out"):
        correct(night, "Francia", by=night.entries["Kosovo"])
    with pytest.raises(RuleError, match="out_by_himself"):
        correct(night, "Israel", by=night.entries["Israel"])
    other = make_night(tour=night.tour, director=night.director)
    other.sign_up("Tanzania")
    with pytest.raises(RuleError, match="not_playing"):
        correct(night, "Israel", by=other.entries["Tanzania"])


# -- when ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "where", "other", "expected"),
    [
        ("Francia", "before", "Israel", [["Francia"], ["Israel"], ["Kosovo"]]),
        ("Francia", "before", "Kosovo", [["Israel"], ["Francia"], ["Kosovo"]]),
        ("Israel", "after", "Francia", [["Kosovo"], ["Francia"], ["Israel"]]),
        ("Israel", "after", "Kosovo", [["Kosovo"], ["Israel"], ["Francia"]]),
        ("Israel", "same_as", "Francia", [["Kosovo"], ["Israel", "Francia"]]),
        ("Kosovo", "same_as", "Israel", [["Israel", "Kosovo"], ["Francia"]]),
    ],
)
def test_an_out_is_put_where_it_belongs_and_places_follow(night: Night, who, where, other, expected):
    effect = corrections.effect_of_change(
        night.field(), out_of(night, who), OutChange(**{where: out_of(night, other)})
    )
    back_and_forth(night, lambda: correct(night, who, **{where: out_of(night, other)}))
    assert order(night) == expected
    places = night.field().places
    assert all(places[one.entry] == one.after for one in effect)


def test_a_tie_is_broken_again(night: Night):
    correct(night, "Kosovo", same_as=out_of(night, "Israel"))
    assert out_of(night, "Kosovo").hand == out_of(night, "Israel").hand
    correct(night, "Kosovo", before=out_of(night, "Israel"))
    assert order(night) == [["Kosovo"], ["Israel"], ["Francia"]]


def test_the_moment_follows_where_it_would_contradict_the_order(night: Night):
    israel, francia = out_of(night, "Israel").at, out_of(night, "Francia").at
    correct(night, "Israel", before=out_of(night, "Kosovo"))
    assert out_of(night, "Israel").at == israel
    correct(night, "Francia", before=out_of(night, "Israel"))
    assert out_of(night, "Francia").at == israel
    correct(night, "Israel", after=out_of(night, "Kosovo"))
    assert out_of(night, "Israel").at == out_of(night, "Kosovo").at == francia - timedelta(minutes=20)


def test_the_level_of_a_timed_open_follows_the_moment():
    night = make_night(timed_terms(minutes=20))
    night.sign_up(*BARBARISMO)
    night.start()
    night.out("Israel")
    night.wait(minutes=50)
    night.out("Kosovo")
    assert out_of(night, "Kosovo").level == 2
    correct(night, "Kosovo", before=out_of(night, "Israel"))
    assert out_of(night, "Kosovo").level == 0


def test_an_out_beside_itself_changes_nothing(night: Night):
    me = out_of(night, "Kosovo")
    for where in ("before", "after", "same_as"):
        assert corrections.effect_of_change(night.field(), me, OutChange(**{where: me})) == ()
        correct(night, "Kosovo", **{where: me})
    assert order(night) == [["Israel"], ["Kosovo"], ["Francia"]]


def test_an_out_taken_back_meanwhile_is_no_neighbour(night: Night):
    gone = out_of(night, "Kosovo")
    reinstate(night, "Kosovo")
    with pytest.raises(RuleError, match="not_out"):
        correct(night, "Israel", before=gone)
    for act in (
        lambda: corrections.change_out(out=gone, correction=OutChange(nobody=True), seed="s", **night.act),
        lambda: corrections.reinstate(out=gone, seed="s", **night.act),
    ):
        with pytest.raises(RuleError, match="not_out"):
            act()


# -- still in ------------------------------------------------------------------------------------------


def test_a_player_comes_back_to_his_seat_with_his_chips_fault_91(night: Night):
    night2 = night.field()
    back_and_forth(night, lambda: reinstate(night, "Israel"))
    assert "Israel" in left(night)
    assert night.field().chips_in_play == night2.chips_in_play
    assert order(night) == [["Kosovo"], ["Francia"]]
    assert night.field().places[night.entries["Kosovo"].pk] == Place(8, 8)


def test_the_blinds_go_down_again_with_a_player_brought_back_SPT_38(night: Night):
    def bb() -> int:
        position = clock_face(night.open, night.now, night.field()).position
        assert position is not None
        return position.level.bb

    assert bb() == 100
    reinstate(night, "Israel")
    reinstate(night, "Kosovo")
    assert bb() == 50


def test_if_the_seat_is_taken_another_is_drawn_and_kept_like_any_draw_SPT_39(night: Night):
    table = Table.objects.get()
    numbers = [seat_of(night, name) for name in ("Canadá", "Letonia")]
    old = out_of(night, "Israel").entry.seatings.get().number
    floor.move_player(
        entry=night.entries["Canadá"], table=table, number=old, overruled=["seat_changes_never"], **night.act
    )
    back_and_forth(night, lambda: reinstate(night, "Israel", seed="9c"))
    kept = Draw.objects.filter(purpose="seats").latest("pk")
    places = [tuple(place) for place in kept.items["places"]]
    assert draw.seats(kept.items["entries"], places, "9c")[0][1] == (1, seat_of(night, "Israel"))
    assert seat_of(night, "Israel") not in (old, numbers[1])


def test_if_the_table_is_full_it_gets_a_seat_more():
    night = make_night()
    night.sign_up(*(f"P{n}" for n in range(9)))
    night.start()
    night.out("P0")
    door.sign_up(open=night.open, nickname="Late", seed="s", seat=True, **night.act)
    assert Table.objects.get().seats == 9
    back_and_forth(night, lambda: reinstate(night, "P0"))
    assert (Table.objects.get().seats, seat_of(night, "P0")) == (10, 10)


def test_the_effect_of_a_reinstatement_is_shown_first(night: Night):
    effect = corrections.effect_of_reinstating(night.field(), out_of(night, "Israel"))
    assert [(one.name, one.before, one.after) for one in effect] == [
        ("Israel", Place(8, 8), None),
        ("Francia", Place(6, 6), Place(7, 7)),
        ("Kosovo", Place(7, 7), Place(8, 8)),
    ]


def test_the_winner_is_no_winner_once_somebody_is_still_in_fault_89(night: Night):
    for name in ("Lituania", "Irán", "Letonia", "Inglaterra"):
        night.out(name)
    assert night.field().places[night.entries["Canadá"].pk] == Place(1, 1)
    reinstate(night, "Inglaterra")
    assert night.entries["Canadá"].pk not in night.field().places


def test_a_finished_open_is_reopened_before_it_is_corrected(night: Night):
    for name in ("Lituania", "Irán", "Letonia", "Inglaterra"):
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    for act in (lambda: reinstate(night, "Israel"), lambda: correct(night, "Israel", nobody=True)):
        with pytest.raises(RuleError, match="finished_already"):
            act()
    floor.reopen_open(open=night.open, **night.act)
    correct(night, "Israel", nobody=True)
