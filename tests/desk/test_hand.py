"""Settling a hand at the desk: the form, its preview at each change, the save, what is refused."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.floor.services import count_chips, draw_seats
from tdapp.hands.models import Hand, HandSeat
from tdapp.hands.services import void_hand
from tdapp.journal.models import JournalEntry
from tests.builders import Night, make_night, timed_terms
from tests.desk.clients import text
from tests.desk.conftest import Desk, one_line
from tests.desk.hand_page import opened
from tests.hands.dealing import enter, hand_of, marks, night_with, places, sit, stacks, the_table

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bea", "Cruz", "Dina")


@pytest.fixture
def night(db: None) -> Night:
    """Four in seats 1 to 4 with 20 € each; Ana deals, Dina (25) and Cruz (50) post (SPT-12)."""
    night = night_with(*FOUR, now=timezone.now())
    sit(night, *FOUR)
    return night


def address(night: Night, name: str = "hand", **of: int) -> str:
    return reverse(f"desk:{name}", kwargs={"code": night.open.code, **(of or {"table": the_table(night).pk})})


def posted(
    night: Night, puts: dict[str, str], winners: dict[int, list[str]] | None = None, **more: Any
) -> dict:
    """The form as a browser sends it: ``puts`` is name → "all_in 20", "in" or "fold 0,25"."""
    seat = {name: number for number, name in enumerate(FOUR, start=1)}
    data: dict[str, Any] = {"stamp": str(the_table(night).stamp), "button": "1"}
    for name, number in seat.items():
        state, _, chips = puts.get(name, "fold").partition(" ")
        data |= {f"s{number}": state, f"a{number}": chips, f"e{number}": str(night.entries[name].pk)}
    for pot, names in (winners or {}).items():
        data |= {f"p{pot}": [str(seat[name]) for name in names], f"given{pot}": ""}
    return {**data, **more}


def previewed(client: Client, night: Night, data: dict[str, Any], where: str = "") -> Any:
    return client.post(where or address(night, "hand_preview"), data, headers={"HX-Request": "true"})


def pots(html: str) -> list[str]:
    return re.findall(r'<legend class="pot__head"><span>([^<]*)</span>\s*<b>([^<]*)</b>', html)


# -- the form ------------------------------------------------------------------------------------------


def test_the_form_starts_with_blinds_posted_and_everybody_folded(night: Night, desk: Desk) -> None:
    html = text(desk(night).get(address(night)))
    assert "Settle hand 1" in html
    assert "0.25 / 0.50 €" in html
    assert 'name="a3" id="hand-a-3" value="0.50"' in html
    assert 'name="a4" id="hand-a-4" value="0.25"' in html
    assert 'name="a1" id="hand-a-1" value=""' in html
    assert html.count('value="fold" data-state="f" checked') == 4
    assert "Say who is in, or all-in." in html


def test_htmx_gets_the_dialog_and_a_browser_without_scripts_the_page(night: Night, desk: Desk) -> None:
    client = desk(night)
    dialog = text(client.get(address(night), headers={"HX-Request": "true"}))
    assert dialog.lstrip().startswith('<dialog class="dialog dialog--hand" id="hand-dialog" data-dialog')
    page = text(client.get(address(night)))
    assert "<!doctype html>" in page
    assert '<section class="dialog dialog--hand" id="hand-dialog"' in page
    assert f'formaction="{address(night, "hand_preview")}"' in page


def test_it_is_written_in_the_viewers_decimals(night: Night, desk: Desk) -> None:
    html = text(desk(night).get(address(night), headers={"Accept-Language": "es"}))
    assert 'id="hand-a-3" value="0,50"' in html


def test_an_open_that_does_not_run_has_no_hand(night: Night, desk: Desk) -> None:
    waiting = make_night(tour=night.tour, director=night.director)
    waiting.sign_up("Eva", "Fina")
    draw_seats(open=waiting.open, seed="s", **waiting.act)
    early = desk(night).get(address(waiting), headers={"HX-Request": "true"})
    assert "Play has not begun" in text(early)
    for name in FOUR[1:]:
        night.out(name)
    answer = desk(night).get(address(night), headers={"HX-Request": "true"})
    assert "two players or more" in text(answer)
    assert desk(night).get(address(night)).status_code == 302


def test_a_table_of_another_open_is_not_found(night: Night, desk: Desk) -> None:
    other = night_with("Eva", "Fina", tour=night.tour, director=night.director)
    assert desk(night).get(address(night, table=the_table(other).pk)).status_code == 404


# -- the preview ---------------------------------------------------------------------------------------


def test_the_preview_shows_pots_returns_and_what_comes_after(night: Night, desk: Desk) -> None:
    count_chips(open=night.open, counts={night.entries["Ana"]: 500}, **night.act)
    client = desk(night)
    data = posted(night, {"Ana": "all_in", "Bea": "in 20", "Cruz": "all_in 15"})
    html = text(previewed(client, night, data))
    assert pots(html) == [("Main pot", "15.25"), ("Side pot 1", "20")]
    assert html.count("Who wins it?") == 2
    assert "Returned uncalled" in html
    assert "15 € is what is known" not in html
    assert "20 € is what is known" in html
    html = text(previewed(client, night, {**data, "p0": ["2"], "given0": "", "given1": "", "h3": "15"}))
    # The winner of the main pot wins the side pot that he contests.
    assert 'name="given1" value="2"' in html
    line = one_line(html)
    assert '<th scope="row">Ana</th><td>0</td><td class="gone">out, 4th</td>' in line
    assert (
        '<th scope="row">Cruz</th><td>0</td><td class="gone">out, 3rd, <span class="num">10 €</span></td>'
        in line
    )
    assert '<th scope="row">Bea</th><td>40.25</td><td class="up">+20.25</td>' in line
    assert "Next hand: blinds 0.50 / 1 €" in html


def test_amounts_nobody_typed_are_filled_and_told_to_the_page(night: Night, desk: Desk) -> None:
    answer = previewed(desk(night), night, posted(night, {"Ana": "all_in", "Bea": "in"}))
    filled = json.loads(answer["HX-Trigger"])["hand:filled"]
    assert filled == {"a1": "20", "a2": "20", "a3": "0.50", "a4": "0.25"}


def test_an_all_in_of_an_unknown_stack_is_asked_for_beside_the_row(night: Night, desk: Desk) -> None:
    night.out("Dina")
    data = posted(night, {"Ana": "all_in", "Bea": "in"})
    html = text(previewed(desk(night), night, data))
    assert "Nobody knows the stack of Ana" in html
    assert "Say for how much Ana went all-in." in html
    assert pots(html) == []
    html = text(previewed(desk(night), night, {**data, "a1": "21,50"}))
    assert pots(html) == [("Pot", "43.25")]


def test_more_than_the_known_stack_is_one_tap(night: Night, desk: Desk) -> None:
    client = desk(night)
    data = posted(night, {"Ana": "in 24", "Bea": "in 20"}, {0: ["Ana"]})
    html = text(previewed(client, night, data))
    assert "20 € is what is known." in html
    assert 'name="h1" value="24"' in html
    assert ">Use 24 €</button>" in html
    html = text(previewed(client, night, {**data, "h1": "24"}))
    assert "is what is known" not in html
    assert "had 24 €" in html


def test_in_for_less_than_the_bet_is_remarked(night: Night, desk: Desk) -> None:
    html = text(previewed(desk(night), night, posted(night, {"Ana": "in 5", "Bea": "in 3"})))
    assert "Bea is in for less than the highest bet, 5 €, and not all-in." in html


def test_a_winner_who_folds_after_all_is_forgotten_while_typing(night: Night, desk: Desk) -> None:
    data = posted(night, {"Ana": "in 5", "Bea": "fold 5", "Cruz": "in 5"}, {0: ["Bea"]})
    html = text(previewed(desk(night), night, data))
    assert "Who wins it?" in html
    assert "folded" not in html


def test_the_dealer_moved_takes_the_blinds_along(night: Night, desk: Desk) -> None:
    data = {**posted(night, {"Ana": "in 2", "Bea": "in 2"}), "button": "3"}
    answer = previewed(desk(night), night, data)
    html = text(answer)
    assert json.loads(answer["HX-Trigger"])["hand:filled"] == {"a3": "", "a4": ""}
    assert re.search(r'id="hand-mark-2"[^>]*>SB<', html)
    assert re.search(r'id="hand-mark-1"[^>]*>BB<', html)
    assert "button Cruz" in html


def test_what_cannot_be_read_is_said_beside_the_row(night: Night, desk: Desk) -> None:
    html = text(previewed(desk(night), night, posted(night, {"Ana": "in 5", "Bea": "in cinco"})))
    assert "Correct the amount that cannot be read." in html
    assert re.search(r'id="hand-says-2"[^>]*>\s*<p class="field__error">', html)


def test_without_scripts_the_preview_is_the_page_with_what_was_typed(night: Night, desk: Desk) -> None:
    data = posted(night, {"Ana": "in 5", "Bea": "in cinco"})
    page = text(desk(night).post(address(night, "hand_preview"), data))
    assert "<!doctype html>" in page
    assert 'id="hand-a-2" value="cinco"' in page
    assert not Hand.objects.exists()


# -- the save ------------------------------------------------------------------------------------------


def test_one_post_saves_the_hand_and_says_it(night: Night, desk: Desk) -> None:
    data = posted(night, {"Ana": "all_in", "Bea": "in"}, {0: ["Bea"]})
    answer = desk(night).post(address(night), data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert json.loads(answer["HX-Trigger"]) == {"changed": {}, "tapete:close": {}}
    assert "Bea takes the pot 40.75 €; Ana out in 4th" in text(answer)
    assert places(night) == {"Ana": (4, 4)}
    assert stacks(night)["Bea"] == 4075
    assert marks(night) == {"Dina": "D", "Cruz": "SB", "Bea": "BB"}


def test_without_scripts_the_save_goes_back_to_the_tables(night: Night, desk: Desk) -> None:
    answer = desk(night).post(address(night), posted(night, {"Ana": "in 5", "Bea": "in"}, {0: ["Ana"]}))
    assert (answer.status_code, answer["Location"]) == (302, reverse("desk:night", args=[night.open.code]))


@pytest.mark.parametrize(
    ("puts", "winners", "sentence"),
    [
        ({"Ana": "in 5", "Bea": "in 5"}, {0: []}, "Nobody wins"),
        ({"Ana": "in 5", "Bea": "in 5"}, {0: ["Dina"]}, "folded and cannot win"),
        ({}, None, "leave at least one player in"),
        ({"Ana": "in 5", "Bea": "in -5"}, {0: ["Ana"]}, "negative"),
        ({"Ana": "in 0,505", "Bea": "in 5"}, None, "“0,505” is too fine: the smallest chip is 0.25 €."),
        ({"Ana": "in five", "Bea": "in 5"}, None, "“five” is no amount of chips: write it like 0.25 €."),
        ({"Ana": "in " + 60 * "1", "Bea": "in 5"}, None, f"“{20 * '1'}…” is no amount of chips"),
        ({"Ana": "in 5", "Bea": "in 5\x00"}, None, "is no amount of chips: write it like 0.25 €."),
        ({"Ana": "in 24", "Bea": "in 5"}, {0: ["Ana"]}, "use 24 €?"),
    ],
)  # fmt: skip
def test_wrong_input_is_a_sentence_and_nothing_typed_is_lost(
    night: Night, desk: Desk, puts: dict[str, str], winners: dict[int, list[str]] | None, sentence: str
) -> None:
    answer = desk(night).post(address(night), posted(night, puts, winners), headers={"HX-Request": "true"})
    html = text(answer)
    assert answer.status_code == 422
    assert sentence in html
    for number, name in enumerate(FOUR, start=1):
        state, _, chips = puts.get(name, "fold").partition(" ")
        assert re.search(rf'name="s{number}" value="{state}" data-state="\w" checked', html)
        if chips:
            assert f'id="hand-a-{number}" value="{chips}"' in html
    assert not Hand.objects.exists()


def test_a_known_stack_is_overruled_with_one_tap_and_journaled(night: Night, desk: Desk) -> None:
    data = posted(night, {"Ana": "in 24", "Bea": "in 20"}, {0: ["Ana"]}, h1="24")
    answer = desk(night).post(address(night), data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    entry = JournalEntry.objects.get(kind="hand_entered")
    assert entry.params["stacks"] == {str(night.entries["Ana"].pk): 2400}
    assert stacks(night)["Ana"] == 4475


def test_a_second_device_with_the_same_hand_is_told(night: Night, desk: Desk) -> None:
    data = posted(night, {"Ana": "in 5", "Bea": "in"}, {0: ["Ana"]})
    client = desk(night)
    assert client.post(address(night), data, headers={"HX-Request": "true"}).status_code == 200
    again = client.post(address(night), {**data, "p0": ["2"]}, headers={"HX-Request": "true"})
    assert again.status_code == 422
    assert Hand.objects.count() == 1
    html = text(again)
    assert "meanwhile" in html
    assert f'name="stamp" value="{the_table(night).stamp}"' in html


def test_a_double_tap_saves_once(night: Night, desk: Desk) -> None:
    data = posted(
        night, {"Ana": "in 5", "Bea": "in"}, {0: ["Ana"]}, request_id="0b9f1bd8-6f5a-4d43-9d0c-3d1f4d3f9a11"
    )
    client = desk(night)
    for _ in range(2):
        assert client.post(address(night), data, headers={"HX-Request": "true"}).status_code == 200
    assert Hand.objects.count() == 1


def test_somebody_who_left_the_table_meanwhile_is_named(night: Night, desk: Desk) -> None:
    data = posted(night, {"Ana": "in 5", "Bea": "in"}, {0: ["Ana"]})
    night.out("Cruz")
    answer = desk(night).post(address(night), data, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "Cruz does not sit in seat 3 any more" in text(answer)


def test_dead_chips_and_a_killed_hand_are_saved(night: Night, desk: Desk) -> None:
    data = posted(night, {"Ana": "in 5", "Bea": "in 5", "Cruz": "fold"}, {0: ["Ana"]}, d2="1", x3="1")
    desk(night).post(address(night), data, headers={"HX-Request": "true"})
    parts = {part.seat: part for part in HandSeat.objects.all()}
    assert (parts[2].live, parts[2].dead, parts[3].forfeit) == (500, 100, True)
    assert stacks(night)["Ana"] == 2000 + 500 + 100 + 75


def test_a_hand_begun_before_the_level_is_entered_at_its_own_blinds(desk: Desk) -> None:
    night = night_with(*FOUR, terms=timed_terms(minutes=20), now=timezone.now() - timedelta(minutes=21))
    sit(night, *FOUR)
    client = desk(night)
    html = text(client.get(address(night)))
    assert "50 / 100" in html
    assert "It was played at 25 / 50" in html
    html = text(client.get(address(night) + "?level=0"))
    assert 'id="hand-a-3" value="50"' in html
    data = posted(night, {"Cruz": "in"}, level="0")
    assert client.post(address(night), data, headers={"HX-Request": "true"}).status_code == 200
    assert (Hand.objects.get().sb, Hand.objects.get().bb) == (25, 50)


def test_without_scripts_the_filled_blind_gives_way_to_an_all_in(night: Night, desk: Desk) -> None:
    client = desk(night)
    assert opened(client, address(night)).fields["f3"] == ["0.50"]
    typed = {**posted(night, {"Ana": "in", "Cruz": "all_in 0.50"}), "f3": "0.50"}
    html = text(client.post(address(night, "hand_preview"), typed))
    assert 'id="hand-a-3" value="20"' in html
    assert 'id="hand-a-1" value="20"' in html
    own = {**posted(night, {"Ana": "in 5", "Cruz": "in 0.75"}), "f3": "0.50"}
    assert 'id="hand-a-3" value="0.75"' in text(client.post(address(night, "hand_preview"), own))


# -- correcting ----------------------------------------------------------------------------------------


@pytest.fixture
def wrong(night: Night) -> Hand:
    """Hand 1: Ana was said to have won Bea's 20 €."""
    hand = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("in", 2000)}, [["Ana"]]))
    enter(night, {"Cruz": ("in", 200), "Ana": ("in", 200)}, [["Cruz"]])
    return hand


def corrected(night: Night, hand: Hand, winners: list[str], given: str = "") -> dict[str, Any]:
    seats = {name: str(number) for number, name in enumerate(FOUR, start=1)}
    data = posted(night, {"Ana": "all_in 20", "Bea": "in 20"}, stamp=str(hand.stamp))
    return {**data, "p0": [seats[name] for name in winners], "given0": given}


def test_a_correction_starts_from_the_record_and_shows_what_changes(
    night: Night, desk: Desk, wrong: Hand
) -> None:
    client = desk(night)
    html = text(client.get(address(night, "hand_correct", hand=wrong.pk), headers={"HX-Request": "true"}))
    assert "Correct hand 1" in html
    assert 'name="s1" value="all_in" data-state="a" checked' in html
    assert 'name="given0" value="1"' in html
    assert "Nothing yet" in html
    where = address(night, "hand_correct_preview", hand=wrong.pk)
    line = one_line(text(previewed(client, night, corrected(night, wrong, ["Bea"], "1"), where)))
    assert "<p>Ana: <del>38.75 €</del> <ins>out, 4th</ins></p>" in line
    assert "<p>Bea: <del>out, 4th</del> <ins>40.75 €</ins></p>" in line


def test_a_correction_is_saved_with_one_post(night: Night, desk: Desk, wrong: Hand) -> None:
    night.out("Dina")
    where = address(night, "hand_correct", hand=wrong.pk)
    answer = desk(night).post(where, corrected(night, wrong, ["Bea"], "1"), headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "played on in" in text(answer)  # Ana played the second hand
    later = Hand.objects.order_by("-order")[0]
    void_hand(hand=later, seed="s", **night.act)
    answer = desk(night).post(where, corrected(night, wrong, ["Bea"], "1"), headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert places(night) == {"Ana": (4, 4), "Dina": (3, 3)}


def test_a_hand_corrected_meanwhile_is_told(night: Night, desk: Desk, wrong: Hand) -> None:
    data = {**corrected(night, wrong, ["Ana"], "1"), "stamp": "1"}
    answer = desk(night).post(
        address(night, "hand_correct", hand=wrong.pk), data, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 422
    assert "meanwhile" in text(answer)


def test_voiding_shows_its_effect_first(night: Night, desk: Desk, wrong: Hand) -> None:
    where = address(night, "hand_void", hand=wrong.pk)
    client = desk(night)
    line = one_line(text(client.get(where, headers={"HX-Request": "true"})))
    assert "Void hand 1?" in line
    assert "<p>Bea: <del>out, 4th</del> <ins>20 €</ins></p>" in line
    answer = client.post(where, {"stamp": str(wrong.stamp)}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert Hand.everything.get(pk=wrong.pk).voided
    assert places(night) == {}
    assert "voided" in text(client.get(where, headers={"HX-Request": "true"}))
    assert "voided" in text(
        client.get(address(night, "hand_correct", hand=wrong.pk), headers={"HX-Request": "true"})
    )


# -- roles ---------------------------------------------------------------------------------------------


def test_scorekeepers_settle_and_correct_but_do_not_void(night: Night, desk: Desk, wrong: Hand) -> None:
    client = desk(night, Role.SCOREKEEPER)
    assert client.get(address(night)).status_code == 200
    correct = client.get(address(night, "hand_correct", hand=wrong.pk))
    assert correct.status_code == 200
    assert "Void this hand" not in text(correct)
    assert client.get(address(night, "hand_void", hand=wrong.pk)).status_code == 403
    assert client.post(address(night, "hand_void", hand=wrong.pk)).status_code == 403
    assert "Void this hand" in text(desk(night).get(address(night, "hand_correct", hand=wrong.pk)))


def test_strangers_are_sent_to_sign_in(night: Night) -> None:
    assert Client().get(address(night)).status_code == 302
    assert Client().post(address(night, "hand_preview")).status_code == 302


def test_a_preview_asks_the_database_as_much_for_nine_players_as_for_four(night: Night, desk: Desk) -> None:
    nine = night_with(
        *(f"P{n}" for n in range(9)), tour=night.tour, director=night.director, now=timezone.now()
    )
    client = desk(night)
    asked = []
    for one in (night, nine):
        data = {"s1": "in", "a1": "5", "s2": "in", "a2": "5", "button": "1"}
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert previewed(client, one, data).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 24, asked
