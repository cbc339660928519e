"""The club's chips at the desk: typed, shown with their use, chosen for an open (RULES 5.2)."""

from __future__ import annotations

import pytest

from tdapp.floor.set_up import terms_of
from tdapp.opens.chip_sets import Chip, chips_of, save_chip_set
from tdapp.opens.models import ChipSet, Open
from tests.builders import Night, make_night, spt_terms, timed_terms
from tests.desk.clients import client_of, text
from tests.desk.test_schedules import T5000, chips, redrawn, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return make_night(timed_terms())


def test_a_set_is_typed_once_and_says_what_it_makes_and_whom_it_serves(night: Night):
    client, base = client_of(night.director), f"/desk/tour/{night.tour.code}/chips/"
    data = {"name": "Maletín", "chip_unit": "points", **chips(*T5000)}
    assert client.post(f"{base}new/", data).status_code == 302
    page = text(client.get(f"{base}?players=30&rebuys=4"))
    assert "12×25 + 12×100 + 5×500 + 1×1 000 = 5 000" in page
    assert "enough for 25 players" in page
    # 34 stacks need 408 of 25: 108 are missing.
    assert '<th scope="row">25</th><td class="num">300</td><td class="num">408</td>' in page
    assert '<td class="num down">-108</td>' in page


def test_a_set_of_euro_chips_is_kept_in_cents_and_changed(night: Night):
    client, base = client_of(night.director), f"/desk/tour/{night.tour.code}/chips/"
    euros = chips(("0,25", "8", "100"), ("0,50", "8", "100"), ("1", "8", "100"), ("2", "3", "100"))
    assert client.post(f"{base}new/", {"name": "Euros", "chip_unit": "money", **euros}).status_code == 302
    kept = ChipSet.objects.get()
    assert [chip.value for chip in chips_of(kept.chips)] == [25, 50, 100, 200]
    assert "8×0.25 + 8×0.50 + 8×1 + 3×2 = 20" in text(client.get(base))
    page = text(client.get(f"{base}{kept.pk}/"))
    assert 'value="0.25"' in page
    assert client.post(f"{base}{kept.pk}/", {"name": "€", "chip_unit": "money", **euros}).status_code == 302
    assert ChipSet.objects.get().name == "€"
    assert client.post(f"{base}{kept.pk}/delete/").status_code == 302
    assert not ChipSet.objects.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"name": "", **chips(("25", "1", "1"))}, "This field is required."),
        ({"name": "Uno"}, "The set has no chips yet: type at least one value."),
        ({"name": "Uno", **chips(("25", "1", "1"), ("25", "2", "2"))}, "25"),
        ({"name": "Uno", **chips(("verde", "1", "1"))}, "“verde” is no amount"),
        ({"name": "Uno", **chips(("25", "-1", "1"))}, "greater than or equal to 0"),
    ],
)
def test_a_set_that_is_none_is_refused_with_what_was_typed(night: Night, data: dict[str, str], words: str):
    sent = {"chip_unit": "points", "chips-TOTAL_FORMS": "0", "chips-INITIAL_FORMS": "0", **data}
    answer = client_of(night.director).post(f"/desk/tour/{night.tour.code}/chips/new/", sent)
    assert answer.status_code == 422
    assert words in text(answer)
    assert not ChipSet.objects.exists()


def test_the_stack_and_smallest_chip_of_an_open_follow_from_its_set(night: Night):
    lines = (Chip(5, 100), Chip(50, 200, 20, "azul"), Chip(500, 200, 18))
    entry = save_chip_set(tour=night.tour, name="Diez mil", chips=lines, **night.act)
    page = redrawn(night, f"chips:{entry.params['chip_set']}")
    assert 'name="stack" value="10 000"' in page
    assert 'name="smallest_chip" value="50"' in page
    assert "20×50 + 18×500 = 10 000" in page
    # 25 cannot be laid down with chips of 50, and the 5s that nobody gets are not in play.
    assert "Level 1: 25 cannot be paid with chips of 50. Check it." in page


def test_chips_that_make_another_stack_are_remarked_and_one_tap_follows_them(night: Night):
    page = redrawn(night, "preview", stack="6000", players="9", **chips(*T5000))
    assert "The chips make 5 000, not the starting chips." in page
    assert 'name="stack" value="5 000"' in redrawn(night, "stack", stack="6000", **chips(*T5000))


def test_what_is_missing_for_the_field_is_said(night: Night):
    page = redrawn(night, "preview", players="30", **chips(*T5000))
    assert "Missing: 60 of 25, 60 of 100." in page


def test_the_chips_are_saved_with_the_open_and_come_back_to_the_page(night: Night):
    data = typed(night, **chips(*T5000, ("5", "", "100")))
    client, address = client_of(night.director), f"/desk/{night.open.code}/setup/"
    assert client.post(address, data).status_code == 302
    made = terms_of(Open.objects.get(pk=night.open.pk)).chips
    assert [(chip.value, chip.each, chip.owned) for chip in made] == [
        (25, 12, 300), (100, 12, 300), (500, 5, 150), (1000, 1, 100),
    ]  # fmt: skip
    night.open.refresh_from_db()
    assert client.post(address, typed(night)).status_code == 302
    assert terms_of(Open.objects.get(pk=night.open.pk)).chips == made


def test_a_wrong_chip_is_said_beside_its_row_and_nothing_is_saved(night: Night):
    data = typed(night, **chips(("25", "12", "300"), ("x", "1", "1")))
    answer = client_of(night.director).post(f"/desk/{night.open.code}/setup/", data)
    assert answer.status_code == 422
    assert "“x” is no amount" in text(answer)
    assert terms_of(Open.objects.get(pk=night.open.pk)).chips == ()


def test_euro_chips_of_SPT_show_their_stack_under_blinds_that_follow_the_outs():
    night = make_night(spt_terms())
    euros = chips(("0.25", "8", ""), ("0.50", "8", ""), ("1", "8", ""), ("2", "3", ""))
    page = redrawn(night, "preview", **euros)
    assert "8×0.25 + 8×0.50 + 8×1 + 3×2 = 20" in page
    assert "can leave" not in page


def test_what_the_tour_keeps_is_taken_back_on_its_page(night: Night):
    client, base = client_of(night.director), f"/desk/tour/{night.tour.code}/"
    assert "Undo" not in text(client.get(f"{base}chips/"))
    client.post(f"{base}chips/new/", {"name": "Maletín", "chip_unit": "points", **chips(*T5000)})
    client.post(f"{base}chips/{ChipSet.objects.get().pk}/delete/")
    page = text(client.get(f"{base}chips/"))
    assert "Undo: Chip set deleted: Maletín" in page
    data = {"entry": night.tour.stream.entries.get(kind="chip_set_deleted").pk}
    assert "Chip set deleted: Maletín" in text(client.post(f"{base}kept/undo/", data, follow=True))
    assert ChipSet.objects.get().name == "Maletín"
    assert "was undone already" in text(client.post(f"{base}kept/undo/", data, follow=True))
    assert "Undo: Chip set kept: Maletín" in text(client.get(f"{base}chips/"))
    assert "Undo" not in text(client.get(f"{base}schedules/"))


def test_only_what_the_tour_keeps_is_taken_back_there_and_by_directors(night: Night):
    founded = night.tour.stream.entries.order_by("number").first()
    address = f"/desk/tour/{night.tour.code}/kept/undo/"
    assert founded is not None
    for entry in (founded.pk, "", "x", 10**30):
        assert client_of(night.director).post(address, {"entry": entry}).status_code == 404
