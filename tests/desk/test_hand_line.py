"""The hand in one line beside its form; what stands beside an amount; winners against the cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tdapp.floor.services import count_chips
from tdapp.hands.models import Hand, HandSeat
from tdapp.journal.models import JournalEntry
from tests.builders import Night
from tests.desk.clients import text
from tests.desk.conftest import Desk
from tests.desk.test_hand import FOUR, address, posted, pots, previewed
from tests.hands.dealing import enter, hand_of, night_with, places, sit, stacks

pytestmark = pytest.mark.django_db

MIXED = {"Ana": "all_in", "Bea": "in 12,50", "Cruz": "fold 3"}


@pytest.fixture
def night(db: None) -> Night:
    """Four in seats 1 to 4 with 20 € each; Ana deals, Dina (25) and Cruz (50) post (SPT-12)."""
    night = night_with(*FOUR, now=timezone.now())
    sit(night, *FOUR)
    return night


def looked(client: Client, night: Night, line: str, told: str = "", **more: Any) -> Any:
    """The preview of a form in which nothing but the line was typed."""
    return previewed(client, night, posted(night, {}, say=line, told=told, **more))


def events(answer: Any) -> dict[str, dict[str, str]]:
    return json.loads(answer["HX-Trigger"])


# -- the line ------------------------------------------------------------------------------------------


def test_the_line_is_previewed_and_written_into_the_rows(night: Night, desk: Desk) -> None:
    answer = looked(desk(night), night, "3 ai 15, 1 ai, 2 c; w 3 / 1", h3="15")
    html = text(answer)
    assert pots(html) == [("Main pot", "45.25"), ("Side pot 1", "10")]
    assert html.count('name="given0" value="named"') == 1
    assert "out, 4th" in html
    told = events(answer)
    assert told["hand:written"] == {
        "s1": "all_in", "a1": "", "c1": "", "s2": "in", "a2": "", "c2": "",
        "s3": "all_in", "a3": "15", "c3": "", "s4": "fold", "a4": "", "c4": "", "b": "",
        "told": "3 ai 15, 1 ai, 2 c; w 3 / 1",
    }  # fmt: skip
    assert told["hand:filled"] == {"a1": "20", "a2": "20", "a4": "0.25"}
    assert "hand:line" not in told


def test_rows_that_change_write_the_line(night: Night, desk: Desk) -> None:
    data = posted(
        night, {"Ana": "all_in", "Bea": "in 12,50", "Cruz": "fold 3"}, {0: ["Bea"]}, say="", told=""
    )
    told = events(previewed(desk(night), night, data))
    assert told["hand:line"] == {"say": "1 ai, 2 12.50, 3 f 3; w 2"}
    assert "hand:written" not in told


def test_the_line_that_was_written_means_the_same_hand(night: Night, desk: Desk) -> None:
    client = desk(night)
    data = posted(
        night, {"Ana": "all_in", "Bea": "in 12,50", "Cruz": "fold 3"}, {0: ["Bea"]}, say="", told=""
    )
    first = previewed(client, night, data)
    again = looked(client, night, events(first)["hand:line"]["say"], told="something else")
    assert pots(text(again)) == pots(text(first)) == [("Pot", "28.25")]
    assert events(again)["hand:filled"].items() <= events(first)["hand:filled"].items()


def test_a_line_taken_away_says_nothing_any_more(night: Night, desk: Desk) -> None:
    answer = previewed(desk(night), night, posted(night, {"Ana": "all_in"}, say="", told="1 ai"))
    assert "Say who is in, or all-in." in text(answer)
    assert events(answer)["hand:written"]["s1"] == "fold"


def test_the_line_shows_its_decimals_as_the_viewer_writes_them(night: Night, desk: Desk) -> None:
    client = desk(night)
    data = posted(night, {}, say="1 ai, 2 12,50, 3 va 7,25; gana 2", told="")
    answer = client.post(
        address(night, "hand_preview"), data, headers={"HX-Request": "true", "Accept-Language": "es"}
    )
    assert events(answer)["hand:written"]["a3"] == "7,25"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("3 ai, x 7", "“x 7” cannot be read"),
        ("3 ai, 9 c", "Nobody is in the hand at seat 9: correct “9 c”."),
        ("3 ai 12x", "“12x” in “3 ai 12x” is no amount of chips"),
        ("3 ai 0.505", "“0.505” in “3 ai 0.505” is no amount of chips"),
        ("3 ai, 3 f", "“3 f” says something a second time"),
        ("1 ai AhAh", "The cards in “1 ai AhAh” cannot be"),
    ],
)
def test_a_wrong_line_is_a_sentence_with_its_piece_and_stays(
    night: Night, desk: Desk, line: str, sentence: str
) -> None:
    client = desk(night)
    answer = looked(client, night, line)
    assert sentence in text(answer)
    assert not {"hand:written", "hand:line"} & set(events(answer))
    saved = client.post(address(night), posted(night, {}, say=line, told=""), headers={"HX-Request": "true"})
    assert saved.status_code == 422
    html = text(saved)
    assert f'value="{line}" data-say' in html
    assert sentence in html
    assert not Hand.objects.exists()


def test_a_hand_is_saved_by_its_line_alone(night: Night, desk: Desk) -> None:
    data = posted(night, {}, say="1 ai AhAd, 2 c KhKd; b 2c3c4s5s9d", told="")
    answer = desk(night).post(address(night), data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Ana takes the pot 40.75 €; Bea out in 4th" in text(answer)
    assert Hand.objects.get().board == "2c3c4s5s9d"
    assert stacks(night)["Ana"] == 4075


def test_a_hand_to_be_corrected_stands_in_its_line(night: Night, desk: Desk) -> None:
    hand = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("in", 2000)}, [["Ana"]]))
    client, where = desk(night), address(night, "hand_correct", hand=hand.pk)
    html = text(client.get(where, headers={"HX-Request": "true"}))
    assert 'value="1 ai 20, 2 20; w 1" data-say' in html
    data = posted(night, {}, say="1 ai 20, 2 20; w 2", told="1 ai 20, 2 20; w 1", stamp=str(hand.stamp))
    assert client.post(where, data, headers={"HX-Request": "true"}).status_code == 200
    assert places(night) == {"Ana": (4, 4)}


# -- amounts -------------------------------------------------------------------------------------------


def test_a_caller_without_the_call_is_all_in_by_himself(night: Night, desk: Desk) -> None:
    """Fault 17: what he has, never less than nothing, and all-in only if nothing is left."""
    count_chips(open=night.open, counts={night.entries["Bea"]: 700}, **night.act)
    data = posted(night, {"Ana": "in 10", "Bea": "in", "Cruz": "in"}, {0: ["Bea"], 1: ["Ana"]})
    client = desk(night)
    answer = previewed(client, night, data)
    assert events(answer)["hand:filled"]["a2"] == "7"
    html = text(answer)
    assert "all-in with it" in html
    assert html.count("data-all-in") == 1
    assert pots(html) == [("Main pot", "21.25"), ("Side pot 1", "6")]
    assert client.post(address(night), data, headers={"HX-Request": "true"}).status_code == 200
    assert [part.seat for part in HandSeat.objects.filter(all_in=True)] == [2]


def test_a_call_that_is_exactly_his_stack_is_all_in_too(night: Night, desk: Desk) -> None:
    html = text(previewed(desk(night), night, posted(night, {"Ana": "in 20", "Bea": "in"})))
    assert html.count("data-all-in") == 2


def test_half_a_stack_a_bet_of_the_pot_and_all_of_it(night: Night, desk: Desk) -> None:
    count_chips(open=night.open, counts={night.entries["Dina"]: 525}, **night.act)
    quick = events(previewed(desk(night), night, posted(night, {"Ana": "in 2"})))["hand:quick"]
    assert [quick[f"hand-q-half-{seat}"] for seat in (1, 2, 4)] == ["10", "10", "2.50"]
    # Bea calls 2 €, which makes 4.75 €, and raises by as much; Ana called Cruz's blind first.
    assert quick["hand-q-pot-2"] == "6.75"
    assert quick["hand-q-pot-1"] == "1.75"
    assert (quick["hand-q-pot-4"], quick["hand-q-all-4"]) == ("5.25", "5.25")


def test_without_scripts_a_shortcut_is_a_button_that_looks(night: Night, desk: Desk) -> None:
    data = posted(night, {"Ana": "in 2", "Bea": "in"}, q2="6.75")
    page = text(desk(night).post(address(night, "hand_preview"), data))
    assert 'id="hand-a-2" value="6.75"' in page


# -- winners against the cards -------------------------------------------------------------------------


def showing(night: Night, winner: str, **more: Any) -> dict[str, Any]:
    """Aces against kings, all-in, and who is said to have won."""
    cards = {"c1": "AhAd", "c2": "KhKd", "b": "2c3c4s5s9d"}
    return posted(night, {"Ana": "all_in", "Bea": "in"}, {0: [winner]}, **cards, **more)


def test_a_winner_against_the_cards_is_asked_about_and_passed_with_one_tap(night: Night, desk: Desk) -> None:
    client = desk(night)
    html = text(previewed(client, night, showing(night, "Bea")))
    assert "By the cards Ana wins the main pot" in html
    assert ">It was decided so</button>" in html
    assert "data-complete" not in html
    html = text(previewed(client, night, showing(night, "Bea", overrule="cards_say_otherwise")))
    assert "It was decided so" not in html
    assert "data-complete" in html
    refused = client.post(address(night), showing(night, "Bea"), headers={"HX-Request": "true"})
    assert refused.status_code == 422
    data = showing(night, "Bea", overrule="cards_say_otherwise")
    assert client.post(address(night), data, headers={"HX-Request": "true"}).status_code == 200
    assert JournalEntry.objects.get(kind="hand_entered").params["overruled"] == ["cards_say_otherwise"]
    assert places(night) == {"Ana": (4, 4)}


def test_the_cards_propose_their_winner(night: Night, desk: Desk) -> None:
    data = posted(night, {"Ana": "all_in", "Bea": "in"}, c1="AhAd", c2="KhKd", b="2c3c4s5s9d")
    html = text(previewed(desk(night), night, data))
    assert 'name="given0" value="1"' in html
    assert "It was decided so" not in html
    assert "data-complete" in html


def test_a_proposal_goes_with_the_winner_that_it_followed_from(night: Night, desk: Desk) -> None:
    puts = {"Ana": "all_in", "Bea": "in", "Cruz": "all_in 15"}
    client = desk(night)
    html = text(previewed(client, night, posted(night, puts, {0: ["Bea"]}, given1="", h3="15")))
    assert 'name="given1" value="2"' in html
    data = posted(night, puts, {0: ["Cruz"]}, given0="named", given1="2", p1=["2"], h3="15")
    html = text(previewed(client, night, data))
    assert 'name="given1" value=""' in html
    assert "Who wins it?" in html
