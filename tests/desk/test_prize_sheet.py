"""The prizes on paper: places and prizes before the end, names, deals, heads and extras as they are known."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tdapp.accounts.roles import Role
from tdapp.cash import expenses
from tdapp.cash import services as money
from tdapp.cash import special_prizes as special
from tdapp.cash.models import SpecialPrize
from tdapp.desk.prize_sheet import Line, sheet
from tdapp.floor import services as floor
from tdapp.floor.deals import agree_deal
from tdapp.opens.models import Open
from tdapp.rules import bounties
from tdapp.rules.house import PRESETS
from tests.builders import BARBARISMO, Night, make_night, spt_terms
from tests.desk.clients import text
from tests.desk.conftest import Desk, one_line
from tests.vivaldi import SIXTEEN, vivaldi_terms

pytestmark = pytest.mark.django_db


def night_of(**more: object) -> Night:
    """Eight pay for prizes of 50/20/10; play goes on to the last player."""
    night = make_night(replace(spt_terms(), house=PRESETS["tda"], **more))
    night.sign_up(*BARBARISMO)
    return night


def lines(night: Night) -> list[Line]:
    found = sheet(Open.objects.get(pk=night.open.pk), night.field())
    return [line for leaf in found.leaves for line in leaf.columns[0]]


def short(night: Night) -> list[tuple[str, str, int]]:
    return [(line.place, line.name, line.prize) for line in lines(night)]


def page(night: Night, desk: Desk) -> str:
    shown = one_line(text(desk(night).get(f"/desk/{night.open.code}/prizes/sheet/"))).replace("\u00a0", " ")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown))


def test_before_the_end_it_has_places_and_prizes_and_room_for_names(desk: Desk):
    night = night_of()
    assert short(night) == [("1st", "", 5000), ("2nd", "", 2000), ("3rd", "", 1000)]
    night.start()
    night.out(*reversed(BARBARISMO[2:]))
    assert short(night) == [("1st", "", 5000), ("2nd", "", 2000), ("3rd", "Letonia", 1000)]
    shown = page(night, desk)
    assert "Together 80 €" in shown
    assert "The prizes are not final yet" in shown


def test_after_the_end_it_names_who_won_what_was_handed_over_and_who_owes(desk: Desk):
    night = make_night(replace(spt_terms(), house=PRESETS["tda"]))
    night.sign_up(*BARBARISMO[1:])
    night.sign_up(BARBARISMO[0], pay=False)
    night.start()
    night.out(*reversed(BARBARISMO[1:]))
    floor.finish_open(open=night.open, overruled=["debts_open", "prizes_do_not_sum"], **night.act)
    money.pay_out(entry=night.entries["Inglaterra"], **night.act)
    assert short(night) == [("1st", "Canadá", 5000), ("2nd", "Inglaterra", 2000), ("3rd", "Letonia", 1000)]
    assert [(line.owes, line.handed) for line in lines(night)] == [(1000, False), (0, True), (0, False)]
    shown = page(night, desk)
    assert "Canadá owes 10 €" in shown
    assert "handed over" in shown
    assert "The prizes are final since" in shown


def test_it_says_what_costs_were_taken_off_before_VIV_42(desk: Desk):
    night = make_night(vivaldi_terms())
    night.sign_up(*SIXTEEN)
    assert "costs" not in page(night, desk)
    expenses.record_expense(open=night.open, fund="prize", amount=3750, text="hall", **night.act)
    assert "The prize pool is what was left after costs of 37.50 €." in page(night, desk)
    assert sum(line.prize for line in lines(night)) == 16_000 - 3750


def test_costs_are_said_with_what_was_added_to_the_guarantee_VIV_42_RULES_4_5(desk: Desk):
    night = make_night(vivaldi_terms())
    night.sign_up(*SIXTEEN)
    expenses.record_expense(open=night.open, fund="prize", amount=3750, text="hall", **night.act)
    expenses.set_guarantee(open=night.open, amount=20_000, **night.act)
    shown = page(night, desk)
    assert "Costs of 37.50 € went off the pool, and 77.50 € was added to reach the guarantee." in shown
    assert "what was left after costs" not in shown


def test_what_is_not_given_out_is_told_from_what_of_it_is_still_owed(desk: Desk):
    night = night_of()
    night.sign_up("Tanzania", pay=False)
    night.sign_up("Kenia")
    money.lock_prizes(open=night.open, overruled=["prizes_do_not_sum"], **night.act)
    assert "20 € of the pool is not given out, and 10 € of it is still owed." in page(night, desk)


def test_those_who_tie_both_stand_on_the_place_and_share_its_money(desk: Desk):
    night = night_of()
    night.start()
    night.out(*reversed(BARBARISMO[3:]))
    pair = [night.entries["Letonia"], night.entries["Inglaterra"]]
    floor.record_outs(open=night.open, groups=[pair], by=None, in_order=True, **night.act)
    floor.finish_open(open=night.open, **night.act)
    assert short(night) == [
        ("1st", "Canadá", 5000),
        ("tied 2nd", "Inglaterra", 1500),
        ("tied 2nd", "Letonia", 1500),
    ]


def test_a_deal_is_on_it_before_and_after_the_end(desk: Desk):
    night = night_of()
    night.start()
    night.out(*reversed(BARBARISMO[3:]))
    three = [night.entries[name] for name in BARBARISMO[:3]]
    stacks = dict(zip(three, (9000, 5000, 2000), strict=True))
    agree_deal(open=night.open, method="even", agreed=three, stacks=stacks, left_to_play=2000, **night.act)
    assert short(night) == [
        ("", "Canadá", 2000),
        ("", "Inglaterra", 2000),
        ("", "Letonia", 2000),
        ("1st", "", 2000),
    ]
    assert "by agreement" in page(night, desk)
    night.out("Letonia")
    night.out("Inglaterra")
    floor.finish_open(open=night.open, **night.act)
    assert short(night) == [("1st", "Canadá", 4000), ("2nd", "Inglaterra", 2000), ("3rd", "Letonia", 2000)]


def test_heads_have_a_column_of_their_own_and_come_to_a_sum(desk: Desk):
    night = night_of(
        buy_in=(("prize", 1000), ("bounty", 500)),
        bounties=bounties.Terms("plain"),
    )
    night.start()
    night.out("Israel", by="Kosovo")
    night.out(*reversed(BARBARISMO[1:7]), by="Canadá")
    floor.finish_open(open=night.open, **night.act)
    heads = {line.name: (line.prize, line.heads) for line in lines(night)}
    assert heads["Canadá"] == (5000, 7 * 500)
    assert heads["Kosovo"] == (0, 500)
    assert sum(taken for _, taken in heads.values()) == 8 * 500
    shown = page(night, desk)
    assert "Bounties" in shown
    assert "Together 80 € 40 € 120 €" in shown


def test_prizes_that_no_place_wins_stand_at_the_end_with_a_line_of_their_own(desk: Desk):
    night = night_of()
    special.add_special_prize(open=night.open, kind="best_hand", amount=0, text="a ham", **night.act)
    special.add_special_prize(open=night.open, kind="first_out", amount=500, **night.act)
    night.start()
    night.out("Israel")
    prize = SpecialPrize.objects.get(kind="first_out")
    special.give_special_prize(prize=prize, entry=night.entries["Israel"], **night.act)
    assert [(line.what, line.name, line.prize, line.handed) for line in lines(night)[-2:]] == [
        ("Best hand: a ham", "", 0, False),
        ("First out", "Israel", 500, True),
    ]


def test_where_there_are_no_prizes_it_says_so(desk: Desk):
    night = make_night(replace(spt_terms(prizes=()), house=PRESETS["tda"]))
    assert "No prizes yet." in page(night, desk)


def test_the_sheet_is_the_director_s(desk: Desk):
    night = night_of()
    assert desk(night, Role.FLOOR).get(f"/desk/{night.open.code}/prizes/sheet/").status_code == 403
