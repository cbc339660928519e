"""The two real Somontano nights through services, from sign-up to the season table (SPT-E1, SPT-E2)."""

from __future__ import annotations

import pytest

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.clock.queries import clock_face
from tdapp.floor import services as floor
from tdapp.seasons.queries import results, season_table
from tdapp.seasons.services import post_results
from tdapp.tours.models import Season
from tests.builders import BARBARISMO, NAVAL, Night, make_night, make_tour, spt_terms

pytestmark = pytest.mark.django_db


def blinds(night: Night) -> tuple[int, int]:
    face = clock_face(night.open, night.now, night.field())
    assert face.position is not None
    return face.position.level.sb, face.position.level.bb


def play(night: Night, order: tuple[str, ...]) -> list[tuple[int, int]]:
    """Everybody out from the last place up; the blinds after each out."""
    seen = [blinds(night)]
    for name in reversed(order[1:]):
        night.wait(minutes=20)
        night.out(name)
        seen.append(blinds(night))
    return seen


def finish(night: Night) -> None:
    night.wait(minutes=1)
    floor.finish_open(open=night.open, **night.act)
    for line in results(night.open).lines:
        if line.prize:
            till.pay_out(entry=night.entries[line.name], **night.act)
    post_results(open=night.open, **night.act)


def test_the_barbarismo_and_naval_nights_end_as_they_really_did():
    tour, director = make_tour()
    first = make_night(spt_terms(), tour=tour, director=director)
    for count, name in enumerate(BARBARISMO, start=1):
        first.sign_up(name)
        assert (first.pool().prize, first.pool().house) == (1000 * count, 0)
    first.start()
    assert play(first, BARBARISMO) == [
        (25, 50), (25, 50), (50, 100), (50, 100), (100, 200), (100, 200), (200, 400), (200, 400),
    ]  # fmt: skip
    finish(first)
    assert [(line.place.first, line.name, line.prize) for line in results(first.open).lines] == [
        (1, "Canadá", 5000), (2, "Inglaterra", 2000), (3, "Letonia", 1000), (4, "Irán", 0),
        (5, "Lituania", 0), (6, "Francia", 0), (7, "Kosovo", 0), (8, "Israel", 0),
    ]  # fmt: skip
    assert cash.till(first.open, first.pool()).in_hand == 0

    second = make_night(
        spt_terms("Open de Naval", prize=500, prizes=(2000, 1000)), tour=tour, director=director
    )
    second.sign_up(*NAVAL)
    second.start()
    assert play(second, NAVAL) == [(25, 50), (25, 50), (50, 100), (50, 100), (100, 200), (100, 200)]
    finish(second)

    table = season_table(Season.objects.get(tour=tour))
    assert [(line.rank, line.name, int(line.total)) for line in table.lines] == [
        (1, "Canadá", 14), (2, "Lituania", 9), (2, "Irán", 9), (4, "Letonia", 8), (5, "Inglaterra", 7),
        (6, "Kosovo", 5), (7, "Francia", 3), (8, "Israel", 1), (8, "Tanzania", 1),
    ]  # fmt: skip


def test_a_ten_plus_two_night_credits_ten_and_two_apart_SPT_33():
    night = make_night(spt_terms(prize=1000, house=200))
    for count, name in enumerate(BARBARISMO, start=1):
        night.sign_up(name)
        assert (night.pool().prize, night.pool().house) == (1000 * count, 200 * count)
