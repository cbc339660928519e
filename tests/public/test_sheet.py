"""The rule sheet: every setting in words, what the club's sheet leaves open said as it was decided."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from tdapp.cash.services import lock_prizes
from tdapp.floor.set_up import terms_of
from tdapp.opens.chip_sets import Chip
from tdapp.opens.models import Open
from tdapp.public.sheet import chip_worth, rule_sheet
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tests.builders import BARBARISMO, make_night, spt_terms, timed_terms
from tests.floor.test_purchases import ADD_ON, san_antonio
from tests.public.conftest import readable

pytestmark = pytest.mark.django_db


def terms(open: Open) -> dict[str, str]:
    """Everything the sheet says as term and meaning."""
    sheet = rule_sheet(open)
    return {term: readable(meaning) for part in (sheet.money, *sheet.parts) for term, meaning in part.terms}


def test_the_spt_sheet_says_what_spt_decides() -> None:
    night = make_night(spt_terms(prize=1000, house=200))
    said = terms(night.open)
    assert said["Buy-in"] == "10 € + 2 €"
    assert said["Of which"] == "10 € to the prizes and 2 € to the organiser's costs"
    assert said["Starting chips"] == "20 €"
    assert said["Prizes"] == "50 € / 20 € / 10 €"
    assert said["Direction of play"] == "anticlockwise, to the right"  # SPT-10
    assert said["Smallest raise"] == "always the big blind"  # SPT-06
    assert said["An announced raise is"] == "what comes on top of the call"  # SPT-29
    assert said["Dealer button after an out"] == "moves to the next player"  # SPT-43
    assert said["Heads-up, the dealer is"] == "small blind"  # SPT-44
    assert said["First to show"] == "nearest the dealer on the left"  # SPT-24
    assert said["Seats change"] == "never"  # SPT-11


@pytest.mark.parametrize(
    ("prize", "stack", "worth"),
    [
        (1000, 2000, "a chip of 1 € stands for 0.50 € of the prizes"),
        (1000, 1000, "a chip of 1 € stands for 1 € of the prizes"),
        (500, 1500, "a chip of 1 € stands for about 0.33 € of the prizes"),
    ],
)
def test_a_chip_is_worth_its_face_times_the_buy_in_over_the_stack_SPT_36(
    prize: int, stack: int, worth: str
) -> None:
    open = make_night(spt_terms(prize=prize, house=200, stack=stack)).open
    assert readable(chip_worth(open, terms_of(open))) == worth


def test_chips_in_points_have_no_worth_printed() -> None:
    assert "A chip is worth" not in terms(make_night(timed_terms()).open)


def test_blinds_that_follow_the_outs_are_said_and_listed_SPT_38() -> None:
    sheet = rule_sheet(make_night().open)
    assert (
        readable(sheet.blinds.sentences[0])
        == "They begin at 0.25 / 0.50 € and double each time 2 players are out."
    )
    assert sheet.blinds.sentences[-1] == "There is no clock."
    assert [(readable(line.blinds), line.from_when) for line in sheet.levels] == [
        ("0.25 / 0.50 €", "at the start"),
        ("0.50 / 1 €", "after 2 outs"),
        ("1 / 2 €", "after 4 outs"),
        ("2 / 4 €", "after 6 outs"),
        ("4 / 8 €", "after 8 outs"),
    ]


def test_a_timed_schedule_says_from_when_with_its_breaks_SIS_23() -> None:
    levels = (Level.of_minutes(10, 20, 20), Level.break_of(10), Level.of_minutes(550, 1100, 20, ante=100))
    sheet = rule_sheet(make_night(replace(timed_terms(), levels=levels)).open)
    assert [(line.name, line.blinds, line.ante, line.from_when) for line in sheet.levels] == [
        ("1", "10 / 20", "", "0:00"),
        ("Break, 10 minutes", "", "", "0:20"),
        ("2", "550 / 1\u202f100", "100", "0:30"),
    ]
    assert sheet.has_ante


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_sheet_with_ten_hands(preset: str) -> None:
    night = make_night(replace(timed_terms(), house=PRESETS[preset]))
    hands = rule_sheet(night.open).parts[-1].ranked
    assert len(set(hands)) == 10
    assert hands[-1] == "high card"


def test_the_house_names_its_hands_and_may_lift_the_flush() -> None:
    vivaldi = replace(PRESETS["vivaldi"], hand_order="flush_above_full")
    sheet = rule_sheet(make_night(replace(timed_terms(), house=vivaldi)).open).parts[-1]
    assert sheet.ranked[0] == "royal flush in spades"
    assert sheet.ranked[3:5] == ("flush", "full house")
    assert sheet.sentences[-1] == "Suits break ties, in this order: diamonds, spades, hearts, clubs."


def test_the_rebuys_of_san_antonio_are_said_with_their_price_SA_23() -> None:
    night = make_night(replace(timed_terms(), house=PRESETS["san_antonio"]))
    assert terms(night.open)["Rebuys"] == (
        "1 per player, who has no chips left, in the first 60 minutes of play, "
        "for 50 % more, which goes to the prize pool"
    )


def test_what_can_be_bought_is_on_the_sheet_with_price_chips_and_limits_SA_23() -> None:
    options = (*san_antonio().options, ADD_ON)
    said = terms(make_night(replace(san_antonio(), options=options)).open)
    assert said["Rebuys"].replace("\xa0", " ") == (
        "7.50 €, 50 in chips, for who is out, 1 per player, in the first 60 minutes of play, "
        "agreed before the start"
    )
    assert said["Add-ons"].replace("\xa0", " ").replace("\u202f", " ") == (
        "4 € + 1 €, 8 000 in chips, 1 per player, in the break"
    )


def test_a_fund_of_the_clubs_own_is_named_on_the_sheet() -> None:
    said = terms(make_night(replace(timed_terms(), buy_in=(("prize", 1000), ("Dealers", 100)))).open)
    assert said["Of which"].replace("\xa0", " ") == "10 € to the prizes and 1 € to “Dealers”"


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (PrizePlan("winner"), "everything to the winner"),
        (PrizePlan("percent", ("62.5", "25", "12.5")), "62.5 / 25 / 12.5 % of the pool"),
        (PrizePlan("amounts", (5000, 3000)), "50 € / 30 €"),
    ],
)
def test_prizes_are_said_as_they_were_planned_SPT_35_SPT_42(plan: PrizePlan, said: str) -> None:
    assert terms(make_night(replace(spt_terms(), prizes=plan)).open)["Prizes"] == said


def test_what_is_guaranteed_is_said() -> None:
    night = make_night()
    assert "Guarantee" not in terms(night.open)
    promised = make_night(
        replace(spt_terms("Otro"), guarantee=50_000), tour=night.tour, director=night.director
    )
    said = terms(promised.open)
    assert said["Guarantee"].replace("\xa0", " ") == "500 €"


def test_locked_prizes_are_said_in_money() -> None:
    night = make_night(replace(spt_terms(), prizes=PrizePlan("percent", ("62.5", "25", "12.5"))))
    night.sign_up(*BARBARISMO)
    lock_prizes(open=night.open, **night.act)
    night.open.refresh_from_db()
    assert terms(night.open)["Prizes"] == "50 € / 20 € / 10 €"


def test_ending_by_count_says_what_equal_counts_get_SPT_41() -> None:
    house = replace(PRESETS["spt"], end_mode="paid_places_count")
    ending = rule_sheet(make_night(replace(spt_terms(), house=house)).open).parts[0]
    assert ending.sentences[0].startswith("It ends when as many are left as are paid.")
    assert "equal counts share the money of their places" in ending.sentences[0]


def test_the_page_prints_the_sheet(client: Client) -> None:
    open = make_night().open
    html = client.get(f"/o/{open.code}/rules/", headers={"accept-language": "en"}).content.decode()
    assert "<h1>Rules</h1>" in html
    assert "Open del Barbarismo · Somontano Poker Tour · 4 January 2008" in html
    assert html.count("<section>") == 2 + len(rule_sheet(open).parts)
    assert client.post(f"/o/{open.code}/rules/").status_code == 405


def test_marks_of_the_levels_are_said_where_they_change() -> None:
    levels = (
        Level(25, 50, 0, 1200, game="Hold'em"),
        Level(0, 0, 0, 600, is_break=True, colour_up=(25, 100), rebuys_end=True),
        Level(200, 400, 400, 1200, ante_form="big_blind", game="Omaha", entry_ends=True, note="PLO"),
        Level(300, 600, 600, 1200, ante_form="big_blind", game="Omaha"),
    )
    sheet = rule_sheet(make_night(replace(timed_terms(), levels=levels)).open)
    assert [line.marks for line in sheet.levels] == [
        "Hold'em",
        "chips of 25 and 100 leave · last rebuys",
        "Omaha · the big blind pays the ante · last late entry · PLO",
        "",
    ]


def test_the_starting_chips_are_said_chip_by_chip_with_their_colours() -> None:
    chips = (Chip(25, 300, 12, "verde"), Chip(100, 300, 12), Chip(500, 150, 7))
    night = make_night(replace(timed_terms(), chips=chips))
    assert terms(night.open)["In chips"] == "12 × 25 (verde), 12 × 100, 7 × 500"


@pytest.mark.parametrize(
    ("preset", "choice", "said"),
    [
        ("san_antonio", "deal", "a hand is played at the level at which it begins: with the first card."),
        ("sistema", "shuffle", "a hand is played at the level at which it begins: with the shuffle."),
    ],
)
def test_the_sheet_says_when_a_hand_begins_SA_09_SIS_19(preset: str, choice: str, said: str) -> None:
    house = PRESETS[preset]
    assert house.hand_starts_at == choice
    sheet = rule_sheet(make_night(replace(timed_terms(), house=house)).open)
    assert said in " ".join(sheet.blinds.sentences)
