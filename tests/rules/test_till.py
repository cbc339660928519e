"""The till: RULES 4.5 (the cash drawer), and the faults 97, 107, 109 and 110."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.money import minor_digits, parse
from tdapp.rules.till import Count, check_close, counted, denominations


def values(currency: str, digits: int, note: bool) -> list[int]:
    return [one.value for one in denominations(currency, digits) if one.note is note]


def test_euro_notes_and_coins_in_cents() -> None:
    assert values("EUR", 2, True) == [50_000, 20_000, 10_000, 5000, 2000, 1000, 500]
    assert values("eur", 2, False) == [200, 100, 50, 20, 10, 5, 2, 1]


def test_chilean_and_colombian_pesos_are_whole_fault_109() -> None:
    assert minor_digits("CLP") == minor_digits("COP") == 0
    assert values("CLP", 0, True) == [20_000, 10_000, 5000, 2000, 1000]
    assert values("CLP", 0, False) == [500, 100, 50, 10]
    assert values("COP", 0, True) == [100_000, 50_000, 20_000, 10_000, 5000, 2000]
    assert values("COP", 0, False) == [1000, 500, 200, 100, 50]
    # A club that writes centavos has the same notes.
    assert values("COP", 2, True)[0] == 10_000_000


def test_coins_below_the_minor_unit_are_left_out() -> None:
    assert values("USD", 0, False) == [1]
    assert values("EUR", 3, False)[-1] == 10


@pytest.mark.parametrize(
    ("currency", "digits", "largest", "smallest"),
    [("KWD", 3, 500_000, 1), ("SEK", 2, 50_000, 1), ("JPY", 0, 500, 1)],
)
def test_any_other_currency_has_ones_twos_and_fives(
    currency: str, digits: int, largest: int, smallest: int
) -> None:
    found = denominations(currency, digits)
    assert (found[0].value, found[-1].value) == (largest, smallest)
    assert [one.value for one in found] == sorted({one.value for one in found}, reverse=True)


def test_the_drawer_is_counted_piece_by_piece() -> None:
    assert counted({5000: 10, 2000: 1, 50: 3}) == 52_150
    assert counted({}, other=250) == 250
    assert counted({5000: 0}) == 0


def test_a_difference_is_named_on_its_side_fault_110() -> None:
    over = Count(cash=51_600, counted=52_000)
    assert (over.difference, over.agrees) == (400, False)
    assert over.remarks() == (
        Remark("till_over", {"expected": 51_600, "counted": 52_000, "difference": 400}),
    )
    short = Count(cash=51_600, counted=51_000, opening=100)
    assert (short.expected, short.difference) == (51_700, -700)
    assert [(one.code, one.params["difference"]) for one in short.remarks()] == [("till_short", 700)]


def test_a_float_lies_in_the_drawer_before_anybody_paid() -> None:
    exact = Count(cash=9600, counted=14_600, opening=5000)
    assert exact.agrees
    assert exact.remarks() == ()
    check_close(exact)


def test_a_till_that_differs_by_a_cent_is_closed_only_on_purpose_fault_107() -> None:
    with pytest.raises(RuleError) as refused:
        check_close(Count(cash=9900, counted=9999))
    assert (refused.value.code, refused.value.overrule) == ("till_differs", True)
    assert refused.value.params == {"expected": 9900, "counted": 9999, "difference": 99}


def test_a_hundred_euros_are_ten_thousand_cents_and_no_power_of_ten_fault_97() -> None:
    assert counted({parse("100", 2): 1}) == 10_000
    assert str(counted({10_000: 1})) == "10000"


@pytest.mark.parametrize(
    ("code", "pieces", "other"),
    [
        ("no_such_denomination", {0: 1}, 0),
        ("pieces_negative", {100: -1}, 0),
        ("money_line_negative", {}, -5),
    ],
)
def test_what_cannot_be_counted_is_refused(code: str, pieces: dict[int, int], other: int) -> None:
    with pytest.raises(RuleError, match=code):
        counted(pieces, other)


@given(
    st.sampled_from([("EUR", 2), ("CLP", 0), ("COP", 0), ("KWD", 3)]),
    st.integers(0, 10**7),
    st.integers(0, 10**7),
)
def test_every_amount_can_be_laid_out_but_for_what_no_coin_makes(
    currency: tuple[str, int], cash: int, opening: int
) -> None:
    rest, pieces = cash + opening, {}
    for one in denominations(*currency):
        pieces[one.value], rest = divmod(rest, one.value)
    assert rest < denominations(*currency)[-1].value
    found = Count(cash, counted(pieces, rest), opening)
    assert found.agrees
