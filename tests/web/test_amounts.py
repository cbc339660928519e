"""Amounts as people type them in Spanish and English, in currencies of 0, 2 and 3 decimals."""

from __future__ import annotations

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tdapp.desk.forms.bounties import read_envelopes
from tdapp.desk.forms.prices import read_price
from tdapp.desk.forms.prizes import read_plan
from tdapp.rules.errors import RuleError
from tdapp.rules.money import LARGEST
from tdapp.web import amounts, figures, messages

LANGUAGES = ("en", "es")
DIGITS = (0, 2, 3)
ASKED, UNREADABLE, FINE, NEGATIVE, MISSING = "ambiguous", "unreadable", "too_fine", "negative", "missing"

Outcome = str | int
# What is typed; then what it means in whole units of a currency of 0, of 2 and of 3 decimals (times 1000, so
# that decimals stay whole), or why not.  One triple where both languages agree, else English and Spanish.
SAME: list[tuple[str, Outcome, Outcome, Outcome]] = [
    ("10", 10_000, 10_000, 10_000),
    ("0", 0, 0, 0),
    ("007", 7_000, 7_000, 7_000),
    ("  10  ", 10_000, 10_000, 10_000),
    ("\u200e10\u200b", 10_000, 10_000, 10_000),
    ("10 €", 10_000, 10_000, 10_000),
    ("10€", 10_000, 10_000, 10_000),
    ("€10", 10_000, 10_000, 10_000),
    ("€ 12.50", FINE, 12_500, 12_500),
    ("12,50", FINE, 12_500, 12_500),
    ("12.50", FINE, 12_500, 12_500),
    ("12,5", FINE, 12_500, 12_500),
    ("12.5 €", FINE, 12_500, 12_500),
    ("12,00", 12_000, 12_000, 12_000),
    ("12'50", FINE, 12_500, 12_500),
    ("12’50 €", FINE, 12_500, 12_500),
    ("0,25", FINE, 250, 250),
    (".25", FINE, 250, 250),
    (",25", FINE, 250, 250),
    ("0,500", FINE, 500, 500),
    ("0.505", FINE, FINE, 505),
    ("10 EUR", 10_000, 10_000, 10_000),
    ("eur 10", 10_000, 10_000, 10_000),
    ("10 euros", 10_000, 10_000, 10_000),
    ("10 euro", 10_000, 10_000, 10_000),
    ("US$ 10", 10_000, 10_000, 10_000),
    ("$10", 10_000, 10_000, 10_000),
    ("10 $", 10_000, 10_000, 10_000),
    ("CLP 5000", 5_000_000, 5_000_000, 5_000_000),
    ("5 000 pesos", 5_000_000, 5_000_000, 5_000_000),
    ("1 000", 1_000_000, 1_000_000, 1_000_000),
    ("1\u00a0000", 1_000_000, 1_000_000, 1_000_000),
    ("1\u202f000 €", 1_000_000, 1_000_000, 1_000_000),
    ("1'000", 1_000_000, 1_000_000, 1_000_000),
    ("1’000’000", 1_000_000_000, 1_000_000_000, 1_000_000_000),
    ("1.000.000", 1_000_000_000, 1_000_000_000, 1_000_000_000),
    ("1,000,000", 1_000_000_000, 1_000_000_000, 1_000_000_000),
    ("1.000,50", FINE, 1_000_500, 1_000_500),
    ("1,000.50", FINE, 1_000_500, 1_000_500),
    ("1 000,50 €", FINE, 1_000_500, 1_000_500),
    ("1'000.50", FINE, 1_000_500, 1_000_500),
    ("1.000,00", 1_000_000, 1_000_000, 1_000_000),
    ("2k", 2_000_000, 2_000_000, 2_000_000),
    ("2K €", 2_000_000, 2_000_000, 2_000_000),
    ("2k€", 2_000_000, 2_000_000, 2_000_000),
    ("$2k", 2_000_000, 2_000_000, 2_000_000),
    ("2,5k", 2_500_000, 2_500_000, 2_500_000),
    ("2.25 k", 2_250_000, 2_250_000, 2_250_000),
    ("10 mil", 10_000_000, 10_000_000, 10_000_000),
    ("10 mil pesos", 10_000_000, 10_000_000, 10_000_000),
    ("500.-", 500_000, 500_000, 500_000),
    ("12,- €", 12_000, 12_000, 12_000),
    ("10.505.", UNREADABLE, UNREADABLE, UNREADABLE),
    ("2.500k", UNREADABLE, UNREADABLE, UNREADABLE),
    ("10 50", UNREADABLE, UNREADABLE, UNREADABLE),
    ("10,", UNREADABLE, UNREADABLE, UNREADABLE),
    ("1.00.000", UNREADABLE, UNREADABLE, UNREADABLE),
    ("1.000.00", UNREADABLE, UNREADABLE, UNREADABLE),
    ("12€50", UNREADABLE, UNREADABLE, UNREADABLE),
    ("1,500 000", UNREADABLE, UNREADABLE, UNREADABLE),
    ("10€+2€", UNREADABLE, UNREADABLE, UNREADABLE),
    ("ten", UNREADABLE, UNREADABLE, UNREADABLE),
    ("diez euros", UNREADABLE, UNREADABLE, UNREADABLE),
    ("1e3", UNREADABLE, UNREADABLE, UNREADABLE),
    ("١٠", UNREADABLE, UNREADABLE, UNREADABLE),
    ("１０", UNREADABLE, UNREADABLE, UNREADABLE),
    ("½", UNREADABLE, UNREADABLE, UNREADABLE),
    ("10 apples", UNREADABLE, UNREADABLE, UNREADABLE),
    ("€", UNREADABLE, UNREADABLE, UNREADABLE),
    ("-10", NEGATIVE, NEGATIVE, NEGATIVE),
    ("−10 €", NEGATIVE, NEGATIVE, NEGATIVE),
    ("", MISSING, MISSING, MISSING),
    ("\u200b ", MISSING, MISSING, MISSING),
]
DIFFERENT: list[tuple[str, tuple[Outcome, Outcome, Outcome], tuple[Outcome, Outcome, Outcome]]] = [
    ("1,500", (1_500_000, 1_500_000, ASKED), (1_500_000, ASKED, 1_500)),
    ("1.500", (1_500_000, ASKED, 1_500), (1_500_000, 1_500_000, ASKED)),
    ("1.000 $", (1_000_000, ASKED, 1_000), (1_000_000, 1_000_000, ASKED)),
    ("$ 1.000", (1_000_000, ASKED, 1_000), (1_000_000, 1_000_000, ASKED)),
    ("$1,000", (1_000_000, 1_000_000, ASKED), (1_000_000, ASKED, 1_000)),
    ("12,500 €", (12_500_000, 12_500_000, ASKED), (12_500_000, ASKED, 12_500)),
    ("100.000", (100_000_000, ASKED, 100_000), (100_000_000, 100_000_000, ASKED)),
    ("10.505", (10_505_000, FINE, 10_505), (10_505_000, 10_505_000, ASKED)),
    ("10,505", (10_505_000, 10_505_000, ASKED), (10_505_000, FINE, 10_505)),
    ("-1,500", (NEGATIVE, NEGATIVE, ASKED), (NEGATIVE, ASKED, NEGATIVE)),
]


def outcome(text: str, digits: int) -> Outcome:
    """What it means in thousandths of a whole unit, or the code of the refusal."""
    try:
        return amounts.read(text, digits) * 1000 // 10**digits
    except RuleError as error:
        return error.code.removeprefix("money_")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", SAME, ids=repr)
def test_what_both_languages_write_alike_means_the_same(
    line: tuple[str, Outcome, Outcome, Outcome], language: str
) -> None:
    with translation.override(language):
        assert tuple(outcome(line[0], digits) for digits in DIGITS) == line[1:]


@pytest.mark.parametrize(("text", "english", "spanish"), DIFFERENT)
def test_a_separator_before_three_digits_is_read_by_the_language_or_asked_about(
    text: str, english: tuple[Outcome, ...], spanish: tuple[Outcome, ...]
) -> None:
    with translation.override("en"):
        assert tuple(outcome(text, digits) for digits in DIGITS) == english
    with translation.override("es"):
        assert tuple(outcome(text, digits) for digits in DIGITS) == spanish


def test_one_comma_five_hundred_on_a_spanish_page_is_no_one_and_a_half_but_a_question() -> None:
    with translation.override("es"), pytest.raises(RuleError, match="money_ambiguous") as asked:
        amounts.read("1,500", 2)
    assert asked.value.params == {"text": "1,500", "thousands": (150_000, 2), "decimals": (150, 2)}
    with translation.override("es"):
        said = messages.refusal(asked.value).text
        assert "1\u202f500" in said
        assert "1,50" in said.replace("1,500", "")
        # What the sentence offers is read without another question.
        assert amounts.read("1\u202f500", 2) == 150_000
        assert amounts.read("1,50", 2) == 150


def test_the_sentence_offers_both_readings_in_words_of_the_page() -> None:
    with translation.override("en"), pytest.raises(RuleError) as asked:
        amounts.read("2.000 €", 2)
    with translation.override("en"):
        assert messages.refusal(asked.value).text == (
            "“2.000 €” can be read in two ways: type 2\u202f000 or 2."
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "currency", "units"),
    [
        ("10 €", "EUR", 1000), ("€10", "EUR", 1000), ("10 EUR", "EUR", 1000), ("eur 10", "EUR", 1000),
        ("10 euros", "EUR", 1000), ("10", "EUR", 1000), ("10k €", "EUR", 1_000_000), ("2k", "EUR", 200_000),
        ("10 $", "USD", 1000), ("$10", "CLP", 1000), ("US$ 10", "USD", 1000), ("R$10", "BRL", 1000),
        ("AR$ 10", "ARS", 1000), ("10 pesos", "CLP", 1000), ("10 £", "GBP", 1000), ("10 zł", "PLN", 1000),
        ("₹10", "INR", 1000),
    ],
)  # fmt: skip
def test_the_open_s_own_sign_code_and_name_of_money_are_read_past(
    language: str, text: str, currency: str, units: int
) -> None:
    with translation.override(language):
        assert amounts.read(text, 2, currency) == units


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("10 $", "EUR"), ("$10", "EUR"), ("$ 10,50", "EUR"), ("1.000 $", "EUR"), ("10 USD", "EUR"),
        ("usd 10", "EUR"), ("10 dollars", "EUR"), ("10 £", "EUR"), ("10 pesos", "EUR"), ("₹10", "EUR"),
        ("-10 $", "EUR"), ("2k$", "EUR"), ("10 €", "USD"), ("10 euros", "CLP"), ("US$ 10", "CLP"),
        ("R$10", "USD"), ("HK$10", "USD"), ("10 pesos", "USD"), ("COP 10", "CLP"),
    ],
)  # fmt: skip
def test_another_currency_s_sign_is_no_amount_of_the_open_s(language: str, text: str, currency: str) -> None:
    with translation.override(language), pytest.raises(RuleError, match="money_other_currency") as refused:
        amounts.read(text, 2, currency)
    assert refused.value.params == {"text": text, "currency": currency}


def test_the_sentence_names_the_currency_of_the_open() -> None:
    with pytest.raises(RuleError) as refused:
        amounts.read("10 $", 2, "EUR")
    with translation.override("en"):
        assert messages.refusal(refused.value).text == (
            "“10 $” is in another currency: type the amount in EUR."
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_price_a_plan_and_envelopes_refuse_another_currency_too(language: str) -> None:
    with translation.override(language):
        for read in (
            lambda: read_price("10 € + 2 $", 2, "EUR"),
            lambda: read_price("10 $ bounties", 2, "EUR"),
            lambda: read_plan("amounts", "50 € / 20 $", 2, currency="EUR"),
            lambda: read_envelopes("2×50 €; 5×10 $", 2, "EUR"),
        ):
            with pytest.raises(RuleError, match="money_other_currency"):
                read()
        assert read_price("10 € + 2 €", 2, "EUR") == (("prize", 1000), ("house", 200))
        assert read_plan("amounts", "50 € / 20 €", 2, currency="EUR").values == (5000, 2000)
        assert read_envelopes("2×50 €", 2, "EUR") == (5000, 5000)


@pytest.mark.parametrize("language", LANGUAGES)
@given(units=st.integers(0, LARGEST), digits=st.sampled_from(DIGITS), whole=st.booleans())
def test_what_a_page_prints_is_read_back_from_it(language: str, units: int, digits: int, whole: bool) -> None:
    with translation.override(language):
        printed = figures.amount(units, digits, whole_if_possible=whole)
        assert amounts.read(printed, digits) == units
        assert amounts.read(figures.money(units, "EUR", digits), digits) == units


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=st.text("0123456789.,' k€$-", max_size=9), digits=st.sampled_from(DIGITS))
def test_whatever_is_typed_never_means_less_than_a_hundredth_nor_more_than_its_digits(
    language: str, text: str, digits: int
) -> None:
    with translation.override(language):
        try:
            units = amounts.read(text, digits)
        except RuleError:
            return
    figure = int("".join(letter for letter in text if letter.isdigit()))
    most = figure * 10**digits * (1000 if "k" in text else 1)
    assert units <= most
    assert units * 1000 >= figure


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("10€+2€", (("prize", 1000), ("house", 200))),
        ("10 € + 2,50 €", (("prize", 1000), ("house", 250))),
        ("10 + 2 + 1 Dealers", (("prize", 1000), ("house", 200), ("Dealers", 100))),
        ("10 euros + 5 euros bounties", (("prize", 1000), ("bounty", 500))),
        ("10 mil + 2 mil casa", (("prize", 1_000_000), ("house", 200_000))),
        ("1 000 € Dealers + 2k bote", (("Dealers", 100_000), ("prize", 200_000))),
    ],
)
def test_a_price_by_fund_is_read_in_either_language_SPT_33(
    language: str, text: str, parts: tuple[tuple[str, int], ...]
) -> None:
    with translation.override(language):
        assert read_price(text, 2) == parts


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("10 + 1,500", "money_ambiguous"),
        ("1,500 Dealers", "money_ambiguous"),
        ("10 y 2", "money_unreadable"),
        ("10 + 2 3 Dealers", "money_unreadable"),
        ("Dealers 10", "money_unreadable"),
        ("10 +", "money_split_incomplete"),
    ],
)
def test_a_price_that_says_two_things_is_refused(text: str, code: str) -> None:
    with translation.override("es"), pytest.raises(RuleError, match=code):
        read_price(text, 2)


def test_prizes_as_a_list_are_read_in_the_language_of_the_page() -> None:
    with translation.override("es"):
        assert read_plan("amounts", "1.500 € / 500 € / 12,50", 2).values == (150_000, 50_000, 1250)
        with pytest.raises(RuleError, match="money_ambiguous"):
            read_plan("amounts", "1,500 / 500", 2)
    with translation.override("en"):
        assert read_plan("amounts", "$1,500 / $500 / $12.50", 2).values == (150_000, 50_000, 1250)
