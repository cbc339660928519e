"""The desk's pages of Poker Hand History files: hands to take away, files of others to look at."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tdapp.hands import services
from tdapp.hands.models import Hand
from tdapp.rules.phh_read import read, read_all
from tests.builders import Night, timed_terms
from tests.desk.clients import client_of
from tests.hands import drawing
from tests.hands.dealing import enter, hand_of, night_with, sit, stacks, the_table

pytestmark = pytest.mark.django_db

FILE = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [25, 50, 0]
min_bet = 50
starting_stacks = [5000, 5000, 2000]
actions = [
  "d dh p1 QhQd", "d dh p2 KhKd", "d dh p3 AhAd",
  "p3 cbr 2000", "p1 cbr 5000", "p2 cc",
  "p1 sm QhQd", "p2 sm KhKd", "p3 sm AhAd",
  "d db 2c3d4s", "d db 9h", "d db Js",
]
players = ["bea", "CRUZ", "Ana"]
finishing_stacks = [0, 6000, 6000]
"""


@pytest.fixture
def night() -> Night:
    """Three at a table played clockwise, Ana with the button."""
    night = night_with("Ana", "Bea", "Cruz", terms=timed_terms())
    sit(night, "Ana", "Bea", "Cruz")
    return night


@pytest.fixture
def desk(night: Night) -> Client:
    return client_of(night.director)


def address(name: str, night: Night, **kwargs: Any) -> str:
    return reverse(f"desk:{name}", kwargs={"code": night.open.code, **kwargs})


def entered(night: Night) -> Hand:
    return hand_of(enter(night, {"Ana": ("in", 600), "Bea": ("fold", 25), "Cruz": ("fold", 50)}))


def look(desk: Client, night: Night, text: str, **posted: str) -> HttpResponse:
    """Paste a text."""
    response: HttpResponse = desk.post(address("phh", night), {"text": text, **posted})
    return response


def said(response: HttpResponse) -> str:
    """The page without its tags, with single spaces."""
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text.replace("&amp;", "&").replace("\u202f", " "))


def hidden(response: HttpResponse) -> dict[str, list[str]]:
    """What the offered form would post."""
    found: dict[str, list[str]] = {}
    form = response.content.decode().split('/preview/"')[1].split("</form>")[0]
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form):
        found.setdefault(name, []).append(value.replace("&quot;", '"').replace("\u202f", " "))
    return found


def test_a_hand_is_shown_as_a_file_with_what_must_be_known_about_it(desk: Client, night: Night):
    hand = entered(night)
    page = desk.get(address("hand_phh", night, hand=hand.pk))
    assert "variant = &quot;NT&quot;" in page.content.decode()
    assert "The betting was not entered" in said(page)


def test_a_hands_file_is_downloaded_under_the_nights_name(desk: Client, night: Night):
    hand = entered(night)
    file = desk.get(address("hand_phh_file", night, hand=hand.pk))
    assert file["Content-Disposition"] == (
        'attachment; filename="open-de-otono-2008-01-04-table-1-hand-1.phh"'
    )
    assert {one.name: one.put_in for one in read(file.content.decode()).players} == {
        "Ana": 600,
        "Bea": 25,
        "Cruz": 50,
    }


def test_all_hands_of_the_night_are_one_file(desk: Client, night: Night):
    entered(night)
    enter(night, {"Ana": ("fold", 50), "Bea": ("in", 300), "Cruz": ("fold", 25)})
    file = desk.get(address("phhs", night))
    assert file["Content-Disposition"].endswith('-hands.phhs"')
    assert [one.about.hand for one in read_all(file.content.decode())] == ["1", "2"]
    assert "2 hands in one file" in said(desk.get(address("phh", night)))


def test_a_voided_hand_has_no_file(desk: Client, night: Night):
    hand = entered(night)
    services.void_hand(hand=hand, seed=night.seed, **night.act)
    assert desk.get(address("hand_phh", night, hand=hand.pk)).status_code == 404
    assert "No hand was entered that a file could tell" in said(desk.get(address("phh", night)))


def test_a_draw_hand_is_named_where_no_file_can_tell_it_VIV_14():
    night = drawing.table_of_four()
    puts = {"Rosa": drawing.Put("in", 500), "Iván": drawing.Put("in", 500)}
    hand = hand_of(drawing.enter(night, drawing.told(night, drawing.fresh(night), puts, [["Rosa"]])))
    desk = client_of(night.director)
    assert "The file format knows no five-card draw" in said(
        desk.get(address("hand_phh", night, hand=hand.pk))
    )
    assert desk.get(address("hand_phh_file", night, hand=hand.pk)).status_code == 404
    page = said(desk.get(address("phh", night)))
    assert "Hand 1 of table 1 is left out. The file format knows no five-card draw" in page


def test_a_file_is_shown_with_players_betting_pots_and_whether_it_agrees_S03(desk: Client, night: Night):
    page = look(desk, night, FILE)
    assert page.status_code == 200
    text = said(page)
    assert "No-limit hold’em" in text
    assert "The stacks at the end of the file are those of our own pots." in text
    assert "Main pot 6 000 → Ana" in text
    assert "Side pot 1 6 000 → CRUZ" in text
    assert "bea posts 25, CRUZ posts 50, Ana raises to 2 000, bea raises to 5 000, CRUZ calls" in text
    assert "A♥ A♦ pair of aces" in text


def test_a_file_that_ends_otherwise_shows_both_stacks(desk: Client, night: Night):
    text = said(look(desk, night, FILE.replace("[0, 6000, 6000]", "[6000, 0, 6000]")))
    assert "The file ends with other stacks than our own pots give" in text
    assert "file: 0" in text


def test_a_chosen_file_is_read_like_a_pasted_one(desk: Client, night: Night):
    file = SimpleUploadedFile("hand.phh", ("\ufeff" + FILE).encode())
    page = desk.post(address("phh", night), {"file": file})
    assert page.status_code == 200
    assert "Main pot 6 000 → Ana" in said(page)


def test_a_file_that_cannot_be_read_says_where_and_keeps_what_was_pasted(desk: Client, night: Night):
    page = look(desk, night, FILE.replace('"p2 cc"', '"p3 cc"'))
    assert page.status_code == 422
    assert (
        "Player p3 acts where it is the turn of p2: write the missing act before it. (action 6, line 8)"
        in said(page)
    )
    assert "starting_stacks = [5000, 5000, 2000]" in page.content.decode()


def test_another_game_is_refused_by_its_name(desk: Client, night: Night):
    page = look(desk, night, FILE.replace('"NT"', '"FO/8"'))
    assert page.status_code == 422
    assert "This is a hand of limit Omaha high-low" in said(page)


@pytest.mark.parametrize(
    ("posted", "sentence"),
    [
        ({"text": ""}, "Choose a file, or paste the text of a hand."),
        ({"text": "x" * (512 * 1024 + 1)}, "The file is larger than 512 KB"),
        ({"text": "\x00\x00"}, "Null characters are not allowed."),
        (
            {"text": "variant = NT"},
            "Line 1, column 11 cannot be read: choose a .phh file, or correct it there.",
        ),
    ],
)
def test_what_is_no_file_of_hands_is_refused(
    desk: Client, night: Night, posted: dict[str, str], sentence: str
):
    page = desk.post(address("phh", night), posted)
    assert page.status_code == 422
    assert sentence in said(page)


def test_of_several_hands_one_is_chosen(desk: Client, night: Night):
    both = f"[1]\n{FILE}\n[2]\n{FILE.replace('AhAd', 'AcAs')}\n[3]\n{FILE.replace('NT', 'FB', 1)}"
    page = look(desk, night, both)
    assert "Which hand?" in said(page)
    assert "This is a hand of badugi" in said(page)
    assert "A♣ A♠" in said(look(desk, night, both, which="2"))
    assert look(desk, night, both, which="3").status_code == 422
    assert "Which hand?" in said(look(desk, night, both, which="9"))


def test_a_file_of_the_players_of_a_table_fills_its_hand_form_and_saves_nothing(desk: Client, night: Night):
    page = look(desk, night, FILE)
    assert "Put it into the hand form of table 1" in said(page)
    fields = hidden(page)
    assert fields["button"] == ["1"]
    assert [fields[f"s{seat}"] for seat in (1, 2, 3)] == [["all_in"], ["all_in"], ["all_in"]]
    assert (fields["a1"], fields["p0"], fields["p1"], fields["b"]) == (
        ["2 000"],
        ["1"],
        ["3"],
        ["2c3d4s9hJs"],
    )
    form = desk.post(address("hand_preview", night, table=the_table(night).pk), fields)
    assert form.status_code == 200
    assert "Settle hand 1" in said(form)
    marked = re.findall(r'name="p(\d)" value="(\d)" id="[^"]*" checked', form.content.decode())
    assert marked == [("0", "1"), ("1", "3")]
    assert "Ana 6 000 +4 000 Bea 0 out, 3rd" in said(form)
    assert Hand.objects.count() == 0


def test_the_filled_form_is_saved_as_any_other_with_cards_and_betting(desk: Client, night: Night):
    fields = hidden(look(desk, night, FILE)) | {"stamp": str(the_table(night).stamp)}
    saved = desk.post(address("hand", night, table=the_table(night).pk), fields)
    assert saved.status_code == 302
    hand = Hand.objects.get()
    assert (hand.board, hand.winners) == ("2c3d4s9hJs", [[1], [3]])
    assert [act[:4] for act in hand.line] == [[0, 1, "raise", 2000], [0, 2, "raise", 5000], [0, 3, "call", 0]]
    assert {one.seat: one.cards for one in hand.hand_seats.all()} == {1: "AhAd", 2: "QhQd", 3: "KhKd"}
    assert stacks(night) == {"Ana": 6000, "Cruz": 6000}


def test_a_hand_told_by_its_seats_alone_fits_the_table_with_those_seats(desk: Client, night: Night):
    nameless = FILE.replace('players = ["bea", "CRUZ", "Ana"]', "seats = [2, 3, 1]")
    assert "The same seats are taken there" in said(look(desk, night, nameless))
    assert "Put it into" not in said(look(desk, night, nameless.replace("[2, 3, 1]", "[2, 3, 4]")))


def test_a_file_of_other_players_is_only_shown(desk: Client, night: Night):
    assert "Put it into" not in said(look(desk, night, FILE.replace("Ana", "Naval")))


def test_a_hand_that_was_downloaded_comes_back_into_the_same_form(desk: Client, night: Night):
    text = desk.get(address("hand_phh_file", night, hand=entered(night).pk)).content.decode()
    fields = hidden(look(desk, night, text))
    assert (fields["a1"], fields["s1"], fields["s2"], fields["p0"]) == (["600"], ["in"], ["fold"], ["1"])


def test_chips_finer_than_the_tables_are_only_shown(desk: Client, night: Night):
    fine = FILE.replace("[5000, 5000, 2000]", "[5000, 5000.5, 2000]")
    assert "Put it into" not in said(look(desk, night, fine))
