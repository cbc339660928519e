"""The page of the draw shows what went in and out, and recomputes it (SPT-39)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tdapp.floor.models import Draw
from tests.builders import make_night

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
