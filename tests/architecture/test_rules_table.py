"""docs/rules.md says which test holds which numbered rule of play, and none that touches a hand lacks one."""

from __future__ import annotations

import pytest

from tests.rule_numbers import PAGES, rules
from tests.rules_table import COMMAND, DOCUMENT, by_rule, document, numbers_in


def test_every_numbered_rule_of_play_that_touches_a_hand_has_a_test() -> None:
    found = by_rule()
    assert [rule.number for rule in rules() if not rule.silent and rule.number not in found] == []
    assert [rule.number for rule in rules() if rule.silent and rule.number in found] == []


def test_the_table_of_rules_is_up_to_date() -> None:
    same = DOCUMENT.read_text("utf-8") == document()  # both texts are long
    assert same, f"write docs/rules.md again: {COMMAND}"


def test_no_rule_is_listed_twice_and_each_names_pages_that_there_are() -> None:
    numbers = [rule.number for rule in rules()]
    assert len(numbers) == len(set(numbers))
    assert {key for rule in rules() for key in rule.pages} == set(PAGES)
    assert [rule.number for rule in rules() if not rule.pages and not rule.silent] == []


@pytest.mark.parametrize(
    ("prefix", "many"),
    [("SPT-", 35), ("SA-", 21), ("VIV-", 34), ("SIS-", 18), ("T-", 18), ("2.", 5), ("S", 48)],
)
def test_the_list_of_rules_is_whole(prefix: str, many: int) -> None:
    sheets = ("SPT-", "SA-", "SIS-")
    found = [rule.number for rule in rules() if rule.number.startswith(prefix)]
    if prefix == "S":
        found = [number for number in found if not number.startswith(sheets)]
    assert len(found) == many


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("test_a_short_all_in_wins_S03", {"S03"}),
        ("test_both_SPT_08_to_10_SIS_21", {"SPT-08", "SPT-09", "SPT-10", "SIS-21"}),
        ("test_suits_VIV_34_to_VIV_36", {"VIV-34", "VIV-35", "VIV-36"}),
        ("test_orders_S20_to_S22", {"S20", "S21", "S22"}),
        ("test_the_button_T_2_4a_b_c_F40", {"T-2.4a", "T-2.4b", "T-2.4c"}),
        ("T-2.6a", {"T-2.6a"}),
        ("test_absent_RULES_2_11_T_2_11b", {"2.11", "T-2.11b"}),
        ("test_a_night_in_2008_fault_40", set()),
    ],
)
def test_numbers_are_read_from_names_and_ids(text: str, numbers: set[str]) -> None:
    assert numbers_in(text) == numbers
