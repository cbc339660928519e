"""Players proposed while a name is typed."""

from __future__ import annotations

import pytest

from tdapp.players.models import Player
from tdapp.players.names import folded
from tdapp.players.queries import namesakes, suggestions

pytestmark = pytest.mark.django_db


def player(nickname: str, note: str = "") -> Player:
    return Player.objects.create(nickname=nickname, note=note, folded=folded(nickname))


def test_the_exact_name_comes_first_then_beginnings_then_middles():
    for name in ("Mariana", "Ana Belén", "Ana", "Diana"):
        player(name)
    found = suggestions("aná")
    assert [one.nickname for one in found] == ["Ana", "Ana Belén", "Diana", "Mariana"]
    assert [one.exact for one in found] == [True, False, False, False]


def test_who_is_in_already_is_left_out_and_the_list_is_short():
    rows = [player(f"Kim {n}") for n in range(12)]
    found = suggestions("kim", without=[rows[0].pk])
    assert len(found) == 8
    assert rows[0].pk not in [one.id for one in found]


def test_nothing_typed_proposes_nobody():
    player("Ana")
    assert suggestions("  ") == ()


def test_a_voided_player_is_not_proposed():
    Player.objects.filter(pk=player("Ana").pk).update(voided=True)
    assert suggestions("ana") == ()


def test_namesakes_read_the_same_the_oldest_first():
    one, other = player("Müller"), player("MULLER", "2")
    player("Mueller")
    assert namesakes("muller") == [one, other]
