"""The page of the draw shows what went in and out, and recomputes it (SPT-39)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tdapp.floor import services as floor
from tdapp.floor import tables
from tdapp.floor.models import Draw
from tests.builders import make_night, timed_terms

pytestmark = pytest.mark.django_db


def test_the_draw_is_shown_with_its_seed_and_comes_out_again_SPT_39(client):
    night = make_night()
    night.sign_up("Canadá", "Lituania", "Irán")
    night.start()
    page = client.get(reverse("public:draw", args=[night.open.code])).content.decode()
    assert page.count("a seed") == 2
    assert page.count("Recomputed just now from the seed: the same.") == 2
    for name in ("Canadá", "Lituania", "Irán"):
        assert f"<td>{name}</td>" in page


def test_a_draw_that_was_tampered_with_is_said(client):
    night = make_night()
    night.sign_up("Canadá", "Lituania")
    night.start()
    Draw.objects.filter(purpose="dealer").update(seed="another", result=[3])
    page = client.get(reverse("public:draw", args=[night.open.code])).content.decode()
    assert "NOT the same" in page


def test_nothing_is_drawn_before_the_night(client):
    page = client.get(reverse("public:draw", args=[make_night().open.code])).content.decode()
    assert "Nothing has been drawn yet." in page


def test_kept_seats_players_apart_and_seats_taken_are_part_of_what_went_in_SPT_39(client):
    night = make_night(timed_terms())
    night.sign_up("Canadá", "Lituania", "Irán", "Kosovo")
    for name in ("A", "B"):
        tables.add_table(open=night.open, name=name, seats=4, blocked=[4], **night.act)
    tables.keep_seat(entry=night.entries["Irán"], table=2, seat=3, **night.act)
    tables.keep_apart(one=night.entries["Canadá"], other=night.entries["Kosovo"], **night.act)
    floor.draw_seats(open=night.open, seed="first", **night.act)
    night.sign_up("Letonia")
    floor.draw_seats(open=night.open, seed="second", **night.act)
    page = client.get(reverse("public:draw", args=[night.open.code])).content.decode()
    assert page.count("Recomputed just now from the seed: the same.") == 2
    assert "Kept seats: Irán, table B, seat 3." in page
    assert "Kept apart where that can be: Canadá and Kosovo." in page
    assert "Seats that were taken already: table 1:" in page
    assert "1.1, 1.2, 1.3, 2.1, 2.2." in page


def test_the_dealer_of_a_table_with_a_name_is_checked_by_its_number_SPT_39(client):
    night = make_night(timed_terms())
    night.sign_up("Canadá", "Lituania")
    tables.add_table(open=night.open, name="Ventana", **night.act)
    night.start()
    page = client.get(reverse("public:draw", args=[night.open.code])).content.decode()
    assert "First dealer of table Ventana" in page
    assert "Table Ventana is number 1." in page
