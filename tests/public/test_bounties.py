"""Bounties as the room sees them: the screen, phones, the results and the post (RULES 4.6)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone, translation

from tdapp.floor import bounties
from tdapp.floor import services as floor
from tdapp.opens.models import Open
from tdapp.public.post import plain
from tdapp.public.report import report
from tdapp.web.bounty_board import BountyBoard, bounties_won, bounty_board
from tests.builders import Night
from tests.floor.test_bounties import bounty_terms, heads, playing

pytestmark = pytest.mark.django_db


def seen(night: Night) -> BountyBoard | None:
    with translation.override("en"):
        return bounty_board(Open.objects.get(pk=night.open.pk), night.field())


def read(night: Night, where: str) -> str:
    page = Client(headers={"Accept-Language": "en"}).get(where.format(night.open.code)).content.decode()
    return page.replace("\u00a0", " ").replace("\u202f", " ")


def test_the_biggest_heads_and_the_last_one_taken_are_shown():
    night = playing(bounty_terms("progressive"))
    night.out("Bo", by="Ana")
    board = seen(night)
    assert board is not None
    words = [line.replace("\u00a0", " ") for line in board.all]
    assert words == ["For Bo: Ana 5 €", "15 € on Ana", "10 € on Cy", "10 € on Dan"]
    assert [line.replace("\u00a0", " ") for line in board.news] == ["For Bo: Ana 5 €", "15 € on Ana"]
    assert "For Bo: Ana 5 €" in read(night, "/screen/{}/")
    assert "15 € on Ana" in read(night, "/o/{}/")


def test_of_a_secret_head_nothing_is_shown_before_it_falls():
    night = playing(bounty_terms("single", 100, amount=2000))
    bounties.draw_head(open=night.open, seed="dark", **night.act)
    assert seen(night) is None
    on = heads(night).setting.on
    victim = next(name for name, entry in night.entries.items() if entry.pk == on)
    others = [name for name in night.entries if name != victim]
    night.out(others[0], by=others[1])
    assert seen(night) is None
    night.out(victim, by=others[1])
    board = seen(night)
    assert board is not None
    assert board.last.startswith(f"For {victim}: {others[1]} 20")


def test_envelopes_are_counted_and_the_biggest_is_named():
    night = playing(bounty_terms("mystery"))
    bounties.fill_envelopes(open=night.open, amounts=[3000, 500, 500], seed="m", **night.act)
    board = seen(night)
    assert board is not None
    assert [line.replace("\u00a0", " ") for line in board.all] == [
        "3 closed envelopes, the biggest with 30 €"
    ]


def test_the_results_and_the_post_say_who_won_how_much_by_heads():
    night = playing(bounty_terms())
    night.out("Bo", by="Cy")
    night.out("Cy", by="Ana")
    night.out("Dan", by="Ana")
    floor.finish_open(open=night.open, overruled=["prizes_do_not_sum", "unassigned"], **night.act)
    open = Open.objects.get()
    with translation.override("en"):
        told = report(open, timezone.now())
        assert [one.replace("\u00a0", " ") for one in told.bounties] == ["Ana 30 € (2)", "Cy 10 € (1)"]
        assert "Bounties: Ana 30 € (2), Cy 10 € (1)" in plain(told).replace("\u00a0", " ")
    assert "Ana 30 € (2)" in read(night, "/o/{}/results/")


def test_an_open_without_bounties_says_nothing_of_them():
    night = playing(bounty_terms())
    night.open.bounties = {}
    assert bounty_board(night.open, night.field()) is None
    assert bounties_won(night.open, night.field()) == ()
