"""A hand in one line: what is read, what is refused with the piece that is wrong, and back again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules import money
from tdapp.rules.cards import DECK
from tdapp.rules.errors import RuleError
from tdapp.rules.hand_notation import MOST, Seat, Told, read, write

HERE = (1, 2, 3, 4, 7, 10)


def amount(text: str) -> int:
    return money.parse(text, 2, ",")


def told(text: str) -> Told:
    return read(text, HERE, lambda chips: money.parse(chips, 0))


def test_the_line_of_the_main_example() -> None:
    assert told("3 ai 1150, 1 7400, 7 ai; w 3 / 1") == Told(
        (Seat(1, "in", 7400), Seat(3, "all_in", 1150), Seat(7, "all_in")), ((3,), (1,))
    )


def test_winners_and_board_need_no_space_behind_their_letter() -> None:
    assert told("3ai,1c;w3/1") == told("3 ai, 1 c; w 3 / 1")
    assert told("3 ai; b2c3c4c; g3") == told("3 ai; b 2c3c4c; w 3")


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        ("3 ai", Seat(3, "all_in")),
        ("3 all-in 500", Seat(3, "all_in", 500)),
        ("3 All in 500", Seat(3, "all_in", 500)),
        ("3 va todo", Seat(3, "all_in")),
        ("3 va", Seat(3, "in")),
        ("3 c", Seat(3, "in")),
        ("3 in 500", Seat(3, "in", 500)),
        ("3 500", Seat(3, "in", 500)),
        ("3 f", Seat(3, "fold")),
        ("3 se retira 650", Seat(3, "fold", 650)),
        ("3 650 f", Seat(3, "fold", 650)),
        ("3ai500", Seat(3, "all_in", 500)),
        ("10 ai", Seat(10, "all_in")),
        ("3 ai 1150 QsQd", Seat(3, "all_in", 1150, ("Qs", "Qd"))),
        ("3 ai Q♠ 10h", Seat(3, "all_in", None, ("Qs", "Th"))),
        ("3 AhAd", Seat(3, None, None, ("Ah", "Ad"))),
        ("3 2c2d", Seat(3, None, None, ("2c", "2d"))),
    ],
)
def test_a_seat_is_read(line: str, seat: Seat) -> None:
    assert told(line).seats == (seat,)


def test_a_comma_between_digits_belongs_to_the_amount() -> None:
    line = "3 ai 12,50, 1 74,25 c,2 f"
    assert read(line, HERE, amount).seats == (
        Seat(1, "in", 7425),
        Seat(2, "fold"),
        Seat(3, "all_in", 1250),
    )


def test_cards_may_stand_apart_from_the_bet() -> None:
    assert told("3 ai 500; 1 c; b Ah Kd Qs; 3 QcQd") == Told(
        (Seat(1, "in"), Seat(3, "all_in", 500, ("Qc", "Qd"))), (), ("Ah", "Kd", "Qs")
    )


@pytest.mark.parametrize(
    ("line", "winners"),
    [
        ("w 3", ((3,),)),
        ("w 3/1", ((3,), (1,))),
        ("w 3+1 / 7", ((1, 3), (7,))),
        ("w 3, 1 / 7", ((1, 3), (7,))),
        ("w / 1", ((), (1,))),
        ("gana 10", ((10,),)),
        ("3 ai, 1 c, w 1 /", ((1,),)),
    ],
)
def test_winners_are_read(line: str, winners: tuple[tuple[int, ...], ...]) -> None:
    assert told(line).winners == winners


def test_nothing_typed_says_nothing() -> None:
    assert told(" ; , ") == Told()


@pytest.mark.parametrize(
    ("line", "code", "piece"),
    [
        ("3 ai, x 7", "notation_unreadable", "x 7"),
        ("3 ai, 7", "notation_unreadable", "7"),
        ("3 ai, 5 c", "notation_seat", "5 c"),
        ("3 ai, 123 c", "notation_unreadable", "123 c"),
        ("3 ai 12x", "notation_amount", "3 ai 12x"),
        ("3 raise 500", "notation_amount", "3 raise 500"),
        ("3 ai, 3 c", "notation_twice", "3 c"),
        ("w 3; w 1", "notation_twice", "w 1"),
        ("b Ah; b Kh", "notation_twice", "b Kh"),
        ("w 9", "notation_seat", "w 9"),
        ("w ana", "notation_unreadable", "w ana"),
        ("w", "notation_unreadable", "w"),
        ("b", "notation_unreadable", "b"),
        ("b AhXx", "notation_cards", "b AhXx"),
        ("3 ai AhKd; b Ah2c3d", "notation_cards", "Ah"),
        ("3 ai " + "0" * MOST, "notation_too_long", "3 ai 000000000000000"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_piece(line: str, code: str, piece: str) -> None:
    with pytest.raises(RuleError) as refused:
        told(line)
    assert (refused.value.code, refused.value.params["piece"]) == (code, piece)


# -- always --------------------------------------------------------------------------------------------


@st.composite
def tellings(draw: st.DrawFn) -> Told:
    deck = list(draw(st.permutations(DECK)))
    seats = []
    for seat in sorted(draw(st.sets(st.sampled_from(HERE)))):
        state = draw(st.sampled_from(["fold", "in", "all_in", None]))
        chips = draw(st.none() | st.integers(0, 999_999_999)) if state else None
        shown = tuple(deck.pop() for _ in range(draw(st.sampled_from([0, 2, 5]) if state else st.just(2))))
        seats.append(Seat(seat, state, chips, shown))
    pots = draw(st.lists(st.sets(st.sampled_from(HERE), max_size=3).map(sorted).map(tuple), max_size=4))
    while pots and not pots[-1]:
        pots.pop()
    board = tuple(deck.pop() for _ in range(draw(st.sampled_from([0, 3, 4, 5]))))
    return Told(tuple(seats), tuple(pots), board)


@settings(max_examples=2000, deadline=None)
@given(tellings(), st.sampled_from([0, 2]))
def test_what_is_written_reads_the_same(told: Told, digits: int) -> None:
    def chips(units: int) -> str:
        return f"{units // 10**digits}" + (f",{units % 10**digits:02d}" if digits else "")

    assert read(write(told, chips), HERE, lambda text: money.parse(text, digits, ",")) == told


@settings(max_examples=2000, deadline=None)
@given(st.text(alphabet="0123456789 ,;/+.wbfaicAKhsd♠\n-", max_size=40))
def test_any_line_is_read_or_refused(line: str) -> None:
    try:
        found = read(line, HERE, amount)
    except RuleError as refused:
        assert refused.params["piece"]
    else:
        assert read(write(found, lambda units: f"{units // 100},{units % 100:02d}"), HERE, amount) == found
