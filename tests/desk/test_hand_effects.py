"""An earlier hand corrected or voided: all that hangs on it is shown before it is applied (DESIGN 3)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tdapp.desk.hand_effects import Corrected, effects, in_the_way
from tdapp.floor import purchases
from tdapp.floor.models import Seat
from tdapp.floor.services import count_chips
from tdapp.hands.models import Hand
from tdapp.hands.queries import reckon_again, sheet_of
from tdapp.hands.reckoning import without
from tdapp.hands.story import Told
from tdapp.opens.models import BuyInOption, Out
from tdapp.opens.queries import field
from tests.builders import Night
from tests.desk.clients import tapped, text
from tests.desk.conftest import Desk, one_line
from tests.floor.test_bounties import bounty_terms, by_name, heads
from tests.hands.dealing import Puts, Winners, correct, enter, hand_of, night_with, sit, told

pytestmark = pytest.mark.django_db

SIX = ("Ana", "Bea", "Cruz", "Dina", "Eva", "Fina")


@pytest.fixture
def night(db: None) -> Night:
    """Six in seats 1 to 6 with 20 € each at 0.25/0.50, prizes of 50, 20 and 10 €."""
    night = night_with(*SIX)
    sit(night, *SIX)
    return night


def corrected(night: Night, hand: Hand, puts: Puts, winners: Winners) -> Corrected:
    """What the correction page works with: the hand as it really went."""
    sheet = told(night, sheet_of(hand), puts, winners)
    everyone = field(night.open)
    done = reckon_again(hand, everyone, sheet)
    return Corrected(night.open, hand, everyone, done.then, sheet, done)


def shown(change: Corrected, night: Night) -> dict[str, tuple[str, str]]:
    def plain(words: str) -> str:
        return words.replace("\u00a0", " ").replace("\u202f", " ")

    return {plain(one.name): (plain(one.before), plain(one.after)) for one in effects(change, night.now)}


def bust(night: Night, loser: str, winner: str, third: str) -> Hand:
    """The loser is all-in for the 10 € he has against two others; the winner takes it."""
    count_chips(open=night.open, counts={night.entries[loser]: 1000}, **night.act)
    puts = {loser: ("all", 1000), winner: ("in", 1000), third: ("in", 1000)}
    return hand_of(enter(night, puts, [[winner]]))


def test_an_out_two_hours_and_many_acts_ago_shows_places_prizes_stacks_and_blinds(night: Night) -> None:
    wrong = bust(night, "Ana", "Bea", "Cruz")
    night.wait(minutes=50)
    night.out("Dina", by="Eva")
    night.wait(minutes=40)
    everyone = {name: night.entries[name] for name in ("Bea", "Cruz", "Eva", "Fina")}
    counts = {"Bea": 5900, "Cruz": 100, "Eva": 4000, "Fina": 2000}
    count_chips(
        open=night.open, counts={everyone[name]: chips for name, chips in counts.items()}, **night.act
    )
    night.wait(minutes=30)
    change = corrected(night, wrong, {}, [["Ana"]])
    found = shown(change, night)
    assert found["Ana"] == ("out, 6th", "still in")
    assert found["Dina"] == ("out, 5th", "out, 6th")
    assert found["Blinds"] == ("0.50 / 1 €", "0.25 / 0.50 €")
    # What was counted since stands, so no other stack is otherwise.
    assert found["Seat of Ana"] == ("—", "table 1, seat 1")
    assert set(found) == {"Ana", "Dina", "Seat of Ana", "Blinds"}
    assert in_the_way(change) == ()


def test_who_comes_back_to_a_taken_seat_gets_one_by_lot(night: Night) -> None:
    wrong = bust(night, "Ana", "Bea", "Cruz")
    Seat.objects.filter(entry=night.entries["Fina"], ended_at=None).update(number=1)
    found = shown(corrected(night, wrong, {}, [["Ana"]]), night)
    assert found["Seat of Ana"] == ("—", "a seat by lot")


def test_prizes_that_move_with_the_places_are_shown(night: Night) -> None:
    for name in ("Fina", "Eva", "Dina"):
        night.out(name)
    wrong = bust(night, "Cruz", "Bea", "Ana")
    found = shown(corrected(night, wrong, {}, [["Cruz"]]), night)
    assert found["Cruz"][0] == "out, 3rd, 10 €"
    assert found["Blinds"] == ("1 / 2 €", "0.50 / 1 €")


def test_who_put_him_out_is_shown_even_where_no_place_changes(night: Night) -> None:
    wrong = bust(night, "Ana", "Bea", "Cruz")
    found = shown(corrected(night, wrong, {}, [["Cruz"]]), night)
    assert "Ana" not in found
    assert found["Who put Ana out"] == ("Bea", "Cruz")
    assert (found["Bea"], found["Cruz"]) == (("40.75 €", "10 €"), ("10 €", "40.75 €"))


def test_later_hands_that_began_with_other_stacks_are_shown_and_so_is_the_story(night: Night) -> None:
    wrong = hand_of(enter(night, {"Ana": ("in", 500), "Bea": ("in", 500)}, [["Ana"]]))
    enter(night, {"Ana": ("in", 100), "Dina": ("in", 100)}, [["Dina"]])
    found = shown(corrected(night, wrong, {}, [["Bea"]]), night)
    assert found["Ana before hand 2"] == ("25.75 €", "15 €")
    assert found["Bea before hand 2"] == ("15 €", "25.75 €")
    correct(night, wrong, {}, [["Bea"]])
    later = Told(night.open, night.field()).page().hands[0]
    assert {part.name: part.before for part in later.parts}["Ana"] == 1500


def test_a_later_all_in_was_seen_so_its_hand_is_not_shown(night: Night) -> None:
    wrong = hand_of(enter(night, {"Ana": ("in", 500), "Bea": ("in", 500)}, [["Ana"]]))
    enter(night, {"Ana": ("all", 2575), "Cruz": ("in", 2000)}, [["Ana"]])
    found = shown(corrected(night, wrong, {}, [["Bea"]]), night)
    assert "Ana" not in found
    assert found["Ana before hand 2"] == ("25.75 €", "15 €")


def test_bounties_that_change_hands_are_shown_4_6() -> None:
    night = night_with("Daniel", "Barry", "Vicky", "Liv", terms=bounty_terms())
    sit(night, "Daniel", "Barry", "Vicky", "Liv")
    hand = bust(night, "Daniel", "Barry", "Vicky")
    found = shown(corrected(night, hand, {}, [["Vicky"]]), night)
    assert found["Bounties of Barry"] == ("10 €", "0 €")
    assert found["Bounties of Vicky"] == ("0 €", "10 €")
    shared = shown(corrected(night, hand, {}, [["Vicky", "Barry"]]), night)
    assert shared["Bounties of Barry"] == ("10 €", "5 €")


def test_progressive_heads_show_what_lies_on_them_4_6() -> None:
    night = night_with("Daniel", "Barry", "Vicky", "Liv", terms=bounty_terms(kind="progressive"))
    sit(night, "Daniel", "Barry", "Vicky", "Liv")
    hand = bust(night, "Daniel", "Barry", "Vicky")
    found = shown(corrected(night, hand, {}, [["Vicky"]]), night)
    assert found["Head of Barry"] == ("15 €", "10 €")
    assert found["Head of Vicky"] == ("10 €", "15 €")


def test_the_envelopes_amount_stays_secret_4_6() -> None:
    night = night_with("Daniel", "Barry", "Vicky", "Liv", terms=bounty_terms(kind="mystery"))
    sit(night, "Daniel", "Barry", "Vicky", "Liv")
    hand = bust(night, "Daniel", "Barry", "Vicky")
    found = shown(corrected(night, hand, {}, [["Vicky"]]), night)
    assert not [name for name in found if name.startswith(("Bounties", "Head"))]
    assert found["Who put Daniel out"] == ("Barry", "Vicky")


def test_a_voided_hand_shows_the_same(night: Night) -> None:
    hand = bust(night, "Ana", "Bea", "Cruz")
    everyone = field(night.open)
    change = Corrected(night.open, hand, everyone, without(everyone, hand.order))
    assert shown(change, night)["Ana"] == ("out, 6th", "10 €")


def test_who_would_be_out_and_played_on_stands_in_the_way_of_it(night: Night) -> None:
    wrong = hand_of(enter(night, {"Ana": ("all", 2000), "Bea": ("in", 1000)}, [["Ana"]]))
    enter(night, {"Ana": ("in", 100), "Dina": ("in", 100)}, [["Dina"]])
    change = corrected(night, wrong, {"Bea": ("in", 2000)}, [["Bea"]])
    (sentence,) = in_the_way(change)
    assert "Ana" in sentence


def test_who_bought_himself_back_in_stands_in_the_way_of_it(night: Night) -> None:
    wrong = bust(night, "Ana", "Bea", "Cruz")
    Out.everything.filter(entry=night.entries["Ana"]).update(bought_back=True)
    everyone = field(night.open)
    change = Corrected(night.open, wrong, everyone, without(everyone, wrong.order))
    (sentence,) = in_the_way(change)
    assert "Ana" in sentence


def test_who_went_out_in_it_all_the_same_and_bought_back_stands_in_nobodys_way_4_6() -> None:
    night = night_with(*SIX, terms=bounty_terms(kind="progressive"))
    sit(night, *SIX)
    count_chips(open=night.open, counts={night.entries["Ana"]: 1000}, **night.act)
    puts = {"Ana": ("all", 1000), "Bea": ("in", 1000), "Cruz": ("in", 1000)}
    hand = hand_of(enter(night, puts, [["Bea"]]))
    option = BuyInOption.objects.get(open=night.open, kind="re_entry")
    purchases.buy(entry=night.entries["Ana"], option=option, seed="s", **night.act)
    change = corrected(night, hand, {}, [["Cruz"]])
    assert in_the_way(change) == ()
    found = shown(change, night)
    assert "Ana" not in found, "she is in, before and after"
    assert found["Bounties of Bea"] == ("5 €", "0 €")
    assert found["Bounties of Cruz"] == ("0 €", "5 €")
    assert "Head of Ana" not in found, "her second bullet has its own"
    correct(night, hand, {}, [["Cruz"]])
    assert by_name(night, heads(night).taken) == {"Cruz": 500}


def test_the_correction_page_shows_it_and_the_act_does_just_that(night: Night, desk: Desk) -> None:
    night.now = timezone.now() - timedelta(hours=2)
    wrong = bust(night, "Ana", "Bea", "Cruz")
    night.wait(minutes=50)
    night.out("Dina", by="Eva")
    client = desk(night)
    page = client.get(f"/desk/{night.open.code}/hands/{wrong.pk}/", headers={"HX-Request": "true"})
    assert page.status_code == 200
    void = one_line(text(client.get(f"/desk/{night.open.code}/hands/{wrong.pk}/void/")))
    assert "<p>Dina: <del>out, 5th</del> <ins>out, 6th</ins></p>" in void
    assert "<p>Blinds: <del>0.50 / 1 €</del> <ins>0.25 / 0.50 €</ins></p>" in void
    answer = tapped(client, f"/desk/{night.open.code}/hands/{wrong.pk}/void/", {"stamp": str(wrong.stamp)})
    assert answer.status_code == 200
    everyone = night.field()
    assert [everyone.by_id[out.entry].name for out in everyone.outs] == ["Dina"]
