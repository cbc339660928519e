"""Shares that always sum to the total (RULES 4.2) and amounts as people type them."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.errors import RuleError
from tdapp.rules.money import LARGEST, even_share, minor_digits, parse, parse_split, share

NBSP, THIN, NARROW, MINUS = "\u00a0", "\u2009", "\u202f", "\u2212"


def refusal(act, *args):
    with pytest.raises(RuleError) as caught:
        act(*args)
    return caught.value


# --- RULES 4.2 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "weights", "unit", "parts"),
    [
        (362_500, (60, 20, 15, 5), 1, (217_500, 72_500, 54_375, 18_125)),
        (362_500, (60, 20, 15, 5), 500, (217_500, 72_500, 54_500, 18_000)),
        (362_500, (60, 20, 15, 5), 1000, (218_500, 72_000, 54_000, 18_000)),
        (185, (50, 30, 20), 5, (95, 55, 35)),
        (247, (50, 30, 20), 5, (122, 75, 50)),
        (1335, (40, 24, 16, 12, 8), 5, (535, 320, 215, 160, 105)),
        (100, (1, 1, 1), 1, (34, 33, 33)),
        (80, ("62.5", "25", "12.5"), 1, (50, 20, 10)),
        (10, (50, 30, 20), 5, (5, 5, 0)),
    ],
)
def test_the_table_of_rules_4_2_is_shared_as_printed(total, weights, unit, parts):
    assert share(total, weights, unit) == parts


def test_six_equal_places_of_ten_euros_sum_to_ten_euros_fault_95():
    assert share(1000, [1] * 6) == (167, 167, 167, 167, 166, 166)


def test_the_remainder_never_lifts_the_last_place_above_a_better_one_fault_98():
    assert share(25, (30, 25, 20, 15, 10)) == (8, 6, 5, 4, 2)


def test_prizes_come_in_the_notes_of_the_event_fault_100():
    assert share(185, (45, 27, 18, 10)) == (83, 50, 33, 19)
    assert share(185, (45, 27, 18, 10), 5) == (80, 50, 35, 20)


def test_one_euro_by_three_loses_no_cent_fault_106():
    assert share(100, (1, 1, 1)) == (34, 33, 33)


def test_a_published_chop_that_printed_a_cent_too_much_sums_exactly_rules_4_4():
    # 570.00, each first gets the lowest prize 57, the rest by chips.
    rest = share(57_000 - 5 * 5_700, (15000, 12000, 10000, 6000, 500))
    assert tuple(5_700 + part for part in rest) == (15_528, 13_562, 12_252, 9_631, 6_027)


@pytest.mark.parametrize("weights", [("62.5", "37.5"), (Decimal("62.5"), Decimal("37.5")), (62.5, 37.5)])
def test_a_weight_may_be_a_decimal_in_any_exact_form(weights):
    assert share(80, weights) == (50, 30)


def test_weights_may_be_fractions_and_typed_with_a_comma_or_a_percent_sign():
    assert share(90, (Fraction(1, 3), Fraction(2, 3))) == (30, 60)
    assert share(80, ("62,5", "37,5 %")) == (50, 30)


def test_a_float_is_read_as_the_decimal_it_prints():
    # As binary fractions these would not be equal thirds of 0.3 and the first would win by dust.
    assert share(2, (0.1, 0.2, 0.3)) == share(2, ("0.1", "0.2", "0.3"))


def test_a_weight_of_zero_gets_nothing_even_when_it_stands_first():
    assert share(7, (0, 1), 5) == (0, 7)


@pytest.mark.parametrize(
    ("total", "weights", "unit", "code"),
    [
        (100, (), 1, "share_without_weights"),
        (100, (0, 0), 1, "share_weights_zero"),
        (100, (2, -1), 1, "share_weight_negative"),
        (-1, (1,), 1, "share_total_negative"),
        (10.5, (1,), 1, "share_total_not_whole"),
        (100, (1,), 0, "unit_too_small"),
        (100, ("half",), 1, "weight_unreadable"),
        (100, ("1e999999999",), 1, "weight_unreadable"),
        (100, (float("nan"),), 1, "weight_unreadable"),
        (100, (float("inf"),), 1, "weight_unreadable"),
    ],
)
def test_what_cannot_be_shared_is_refused(total, weights, unit, code):
    assert refusal(share, total, weights, unit).code == code


WEIGHTS = st.lists(st.integers(0, 1000), min_size=1, max_size=12).filter(any)


@given(st.integers(0, 10**9), WEIGHTS, st.integers(1, 1000))
def test_parts_always_sum_to_the_total_and_none_is_negative(total, weights, unit):
    parts = share(total, weights, unit)
    assert sum(parts) == total
    assert min(parts) >= 0


@given(st.integers(0, 10**9), WEIGHTS, st.integers(1, 1000))
def test_parts_never_rise_where_the_weights_do_not(total, weights, unit):
    parts = share(total, sorted(weights, reverse=True), unit)
    assert list(parts) == sorted(parts, reverse=True)


@given(st.integers(0, 10**9), WEIGHTS, st.integers(1, 1000))
def test_only_one_part_is_not_in_whole_units_and_each_is_within_a_unit_of_its_exact_share(
    total, weights, unit
):
    parts = share(total, weights, unit)
    assert sum(1 for part in parts if part % unit) <= 1
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part - Fraction(total * weight, sum(weights))) < 2 * unit
        assert weight or not part


# --- typed amounts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "digits", "amount"),
    [
        ("10", 2, 1000),
        ("10", 0, 10),
        ("10,5", 2, 1050),
        ("10,50", 2, 1050),
        ("10.50", 2, 1050),
        ("10.50 €", 2, 1050),
        ("10€", 2, 1000),
        ("€10", 2, 1000),
        ("€ 10", 2, 1000),
        ("10 EUR", 2, 1000),
        ("eur 10", 2, 1000),
        ("10 euros", 2, 1000),
        ("US$ 10", 2, 1000),
        ("R$10,00", 2, 1000),
        ("$ 5.000", 0, 5000),
        ("CLP 5.000", 0, 5000),
        ("5 000 pesos", 0, 5000),
        ("1 000", 2, 100_000),
        (f"1{NBSP}000", 2, 100_000),
        (f"1{THIN}000{NBSP}€", 2, 100_000),
        (f"1{NARROW}000,50", 2, 100_050),
        ("1.000,50", 2, 100_050),
        ("1,000.50", 2, 100_050),
        ("1'000.50", 2, 100_050),
        ("1.000.000", 2, 100_000_000),
        ("1,000,000.05", 2, 100_000_005),
        ("0,25", 2, 25),
        (".5", 2, 50),
        ("0", 2, 0),
        ("10.00", 0, 10),
        ("  10  ", 2, 1000),
        ("2,125", 3, 2125),
    ],
)
def test_an_amount_is_read_as_people_type_it(text, digits, amount):
    assert parse(text, digits) == amount


@pytest.mark.parametrize("text", ["10.505", "10,505", "1.001", "999,999 €"])
def test_three_decimals_that_are_no_round_thousands_are_too_fine_where_there_are_cents(text):
    assert refusal(parse, text, 2).code == "money_too_fine"
    assert parse("10.505", 0) == 10_505
    assert parse("1.250", 2) == 125_000


@pytest.mark.parametrize("text", ["1.000", "1,000"])
def test_one_separator_before_three_digits_groups_thousands(text):
    assert parse(text, 2) == 100_000
    assert parse(text, 0) == 1000


def test_with_three_decimals_in_the_currency_it_is_the_decimal_sign():
    assert parse("1.000", 3) == 1000
    assert parse("1.000.000", 3) == 1_000_000_000


@pytest.mark.parametrize(
    ("text", "digits", "code"),
    [
        ("", 2, "money_missing"),
        (f" {NBSP}", 2, "money_missing"),
        ("abc", 2, "money_unreadable"),
        ("€", 2, "money_unreadable"),
        ("-", 2, "money_unreadable"),
        ("10 apples", 2, "money_unreadable"),
        ("10,", 2, "money_unreadable"),
        ("10.", 2, "money_unreadable"),
        ("10 50", 2, "money_unreadable"),
        ("1.00.000", 2, "money_unreadable"),
        ("1.000.00", 2, "money_unreadable"),
        ("1.000,50.5", 2, "money_unreadable"),
        ("1 000.000,50", 2, "money_unreadable"),
        ("10²", 2, "money_unreadable"),
        ("½", 2, "money_unreadable"),
        ("1e3", 2, "money_unreadable"),
        ("0x10", 2, "money_unreadable"),
        ("١٠", 2, "money_unreadable"),
        ("10+2", 2, "money_unreadable"),
        ("--10", 2, "money_unreadable"),
        ("10-", 2, "money_unreadable"),
        ("nan", 2, "money_unreadable"),
        ("10 %", 2, "money_unreadable"),
        ("-10", 2, "money_negative"),
        (f"{MINUS}10 €", 2, "money_negative"),
        ("€ -10", 2, "money_negative"),
        ("-€10", 2, "money_negative"),
        ("0.505 €", 2, "money_too_fine"),
        ("10,505 €", 2, "money_too_fine"),
        ("1234,567", 2, "money_too_fine"),
        ("10.5", 0, "money_too_fine"),
        ("10,50", 0, "money_too_fine"),
        ("0.0001", 3, "money_too_fine"),
        ("9" * 40, 2, "money_too_large"),
        ("9" * 5000, 2, "money_too_large"),
    ],
)
def test_what_is_no_amount_is_refused_by_its_own_code(text, digits, code):
    assert refusal(parse, text, digits).code == code


def test_a_refused_amount_comes_back_as_it_was_typed():
    assert refusal(parse, "0.505 €", 2).params == {"text": "0.505 €", "digits": 2}


@given(st.integers(0, LARGEST), st.sampled_from([0, 2, 3]), st.sampled_from(["", " ", NBSP, NARROW, "'"]))
def test_an_amount_printed_with_either_decimal_sign_is_read_back(amount, digits, group):
    whole, rest = divmod(amount, 10**digits)
    printed = f"{whole:,}".replace(",", group)
    for sign in (",", "."):
        text = printed + (f"{sign}{rest:0{digits}d}" if digits else "")
        assert parse(text, digits) == amount


MONEY_CODES = {
    "money_missing",
    "money_unreadable",
    "money_negative",
    "money_too_fine",
    "money_too_large",
}


@given(st.text(max_size=12) | st.text("0123456789.,' -€$", max_size=12), st.sampled_from([0, 2, 3]))
def test_any_text_is_an_amount_or_a_refusal(text, digits):
    try:
        outcome = parse(text, digits)
    except RuleError as refused:
        outcome = refused.code
    assert outcome in MONEY_CODES or 0 <= outcome <= LARGEST


# --- splits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("10+2", (1000, 200)),
        ("10 € + 2 €", (1000, 200)),
        ("10 € + 2", (1000, 200)),
        ("12", (1200,)),
        ("12 €", (1200,)),
        ("10,50+1,50", (1050, 150)),
        ("10+2+1", (1000, 200, 100)),
        ("10＋2", (1000, 200)),
    ],
)
def test_a_split_is_read_fund_by_fund_SPT_33(text, amounts):
    assert parse_split(text, 2) == amounts


@pytest.mark.parametrize("text", ["10+", "+2", "10++2", "+", "10 + "])
def test_a_split_with_an_empty_side_is_incomplete(text):
    refused = refusal(parse_split, text, 2)
    assert (refused.code, refused.params) == ("money_split_incomplete", {"text": text})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" ", "money_missing"),
        ("10 + -2", "money_negative"),
        ("10 + two", "money_unreadable"),
        ("1.005+0.001", "money_too_fine"),
    ],
)
def test_each_part_of_a_split_is_checked_as_an_amount(text, code):
    assert refusal(parse_split, text, 2).code == code


# --- currencies ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("currency", "digits"),
    [
        ("EUR", 2), ("USD", 2), ("GBP", 2), ("MXN", 2), ("ARS", 2), ("eur", 2),
        ("CLP", 0), ("JPY", 0), ("KRW", 0), ("ISK", 0), ("PYG", 0), ("VND", 0), ("UGX", 0), ("COP", 0),
        ("KWD", 3), ("BHD", 3), ("TND", 3), ("OMR", 3), ("JOD", 3),
    ],
)  # fmt: skip
def test_minor_digits_follow_iso_4217_fault_109(currency, digits):
    assert minor_digits(currency) == digits


@pytest.mark.parametrize("currency", ["", "EU", "€", "EURO", "E1R"])
def test_what_is_no_currency_code_is_refused(currency):
    assert refusal(minor_digits, currency).code == "currency_unknown"


@given(st.integers(0, 100_000), st.integers(1, 12), st.sampled_from([1, 5, 25, 100]))
def test_among_equals_the_share_in_whole_numbers_is_the_same_share_RULES_3_1(total, heads, unit):
    assert even_share(total, heads, unit) == share(total, [1] * heads, unit)
