"""Bounties: RULES 4.6."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.rules.bounties import (
    Book,
    Terms,
    book_of,
    check_envelopes,
    draw_head,
    envelopes,
    seal,
    spread,
    takers,
    terms_of,
)
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.pots import Contribution, settle

PLAIN, PROGRESSIVE = Terms("plain", 1000), Terms("progressive", 1000)


def in_hand(*parts: Contribution[str], left: Sequence[str], busted: str, unit: int = 1) -> tuple[str, ...]:
    return takers(settle(parts, unit=unit), parts, busted, left)


# -- who takes it ----------------------------------------------------------------------------------------


def test_the_winner_of_the_pot_with_the_last_chips_takes_the_head_S39_4_6() -> None:
    hand = (
        Contribution("Daniel", 100, rank=4),
        Contribution("Barry", 200, rank=1),
        Contribution("Vicky", 400, rank=3),
        Contribution("Liv", 1000, rank=2),
    )
    left = ("Barry", "Liv")
    assert in_hand(*hand, left=left, busted="Daniel") == ("Barry",)
    assert in_hand(*hand, left=left, busted="Vicky") == ("Liv",)


def test_the_best_hand_overall_does_not_take_the_head_of_a_side_pot_4_6() -> None:
    hand = (
        Contribution("kings", 10_000, rank=2),
        Contribution("queens", 5000, rank=3),
        Contribution("aces", 1000, rank=1),
    )
    found = settle(hand)
    assert [(pot.amount, pot.winners) for pot in found.pots] == [(3000, ("aces",)), (8000, ("kings",))]
    assert in_hand(*hand, left=("kings", "aces"), busted="queens") == ("kings",)


def test_a_shared_pot_shares_the_head_in_odd_chip_order_and_only_survivors_take_it_4_6() -> None:
    hand = (
        Contribution("A", 500, rank=2),
        Contribution("B", 500, rank=1),
        Contribution("C", 500, rank=1),
    )
    assert in_hand(*hand, left=("C", "B"), busted="A") == ("B", "C")
    assert in_hand(*hand, left=("C",), busted="A") == ("C",)
    assert in_hand(*hand, left=(), busted="A") == ()


def test_who_put_no_chips_in_loses_no_head_in_the_hand() -> None:
    hand = (Contribution("A", 0), Contribution("B", 100, rank=1), Contribution("C", 100, rank=2))
    assert in_hand(*hand, left=("B",), busted="A") == ()
    with pytest.raises(RuleError, match="seat_unknown"):
        in_hand(*hand, left=("B",), busted="Z")


# -- what is paid ----------------------------------------------------------------------------------------


def test_a_plain_head_is_paid_whole_and_the_winner_keeps_the_own_4_6() -> None:
    book = book_of(PLAIN, "ABC").knock_out("A", ["C"]).knock_out("B", ["C"]).finish(["C"])
    assert book.paid == {"C": 3000}
    assert (book.laid, book.accounted, book.in_play) == (3000, 3000, 0)


def test_half_of_a_progressive_head_is_paid_and_half_goes_onto_the_takers_4_6() -> None:
    book = book_of(PROGRESSIVE, "AB").knock_out("A", ["B"])
    assert (book.paid, book.heads) == ({"B": 500}, {"B": 1500})
    assert book.finish(["B"]).paid == {"B": 2000}


def test_the_odd_cent_of_a_progressive_head_goes_onto_the_head_4_6() -> None:
    book = book_of(Terms("progressive", 1001), "AB").knock_out("A", ["B"])
    assert (book.paid, book.heads) == ({"B": 500}, {"B": 1502})
    quarter = book_of(Terms("progressive", 1000, cash=25), "AB").knock_out("A", ["B"])
    assert (quarter.paid, quarter.heads) == ({"B": 250}, {"B": 1750})


def test_a_shared_head_is_halved_and_the_odd_cent_goes_to_the_first_in_odd_chip_order_4_6() -> None:
    book = book_of(Terms("plain", 1001), "ABC").knock_out("A", ["C", "B"])
    assert book.paid == {"C": 501, "B": 500}
    book = book_of(Terms("progressive", 1001), "ABC").knock_out("A", ["C", "B"])
    assert book.paid == {"C": 250, "B": 250}
    assert book.heads == {"B": 1251, "C": 1252}
    assert book.takings[0].onto == {"C": 251, "B": 250}


def test_each_bullet_carries_its_own_head_4_6() -> None:
    book = book_of(PLAIN, [("A", 1), ("B", 1)]).knock_out(("A", 1), [("B", 1)])
    book = book.enter(("A", 2)).knock_out(("A", 2), [("B", 1)])
    assert book.paid == {("B", 1): 2000}
    assert (book.laid, book.accounted) == (3000, 3000)
    with pytest.raises(RuleError, match="no_head"):
        book.knock_out(("A", 1), [("B", 1)])


@pytest.mark.parametrize(
    ("where", "pool", "unclaimed", "paid"),
    [("pool", 1000, 0, {}), ("nobody", 0, 1000, {}), ("big_blind", 0, 0, {"B": 1000})],
)
def test_the_head_of_who_was_blinded_off_or_disqualified_goes_as_set_4_6(
    where: str, pool: int, unclaimed: int, paid: dict[str, int]
) -> None:
    book = book_of(Terms("plain", 1000, without_taker=where), "ABC").leave("A", ["B"])
    assert (book.to_pool, book.unclaimed, book.paid) == (pool, unclaimed, paid)
    assert book.accounted == book.laid == 3000
    assert "A" not in book.heads


def test_a_head_without_anybody_to_take_it_is_said() -> None:
    book = book_of(PROGRESSIVE, "ABC").knock_out("A", [])
    assert book.remarks() == (Remark("bounty_unclaimed", {"amount": 1000}),)
    assert book.accounted == book.laid
    assert book_of(PLAIN, "AB").remarks() == ()


# -- on one player ---------------------------------------------------------------------------------------


def test_a_single_head_lies_on_one_player_and_is_kept_by_him_if_he_wins() -> None:
    terms = Terms("single")
    book = book_of(terms, "AB").enter("C", 2000)
    assert book.heads == {"A": 0, "B": 0, "C": 2000}
    assert book.knock_out("A", ["B"]).knock_out("C", ["B"]).finish(["B"]).paid == {"B": 2000}
    assert book.knock_out("A", ["C"]).knock_out("B", ["C"]).finish(["C"]).paid == {"C": 2000}


def test_a_secret_head_is_drawn_by_a_seed_that_was_sealed_before() -> None:
    drawn = draw_head("ABCDEFGH", "tapete")
    assert drawn == draw_head("ABCDEFGH", "tapete")
    assert drawn == "ABCDEFGH"[int(sha256(b"tapete|bounty|0").hexdigest()[:16], 16) % 8]
    assert seal("tapete") == sha256(b"tapete|bounty").hexdigest()
    assert {draw_head("ABCDEFGH", str(seed)) for seed in range(60)} == set("ABCDEFGH")
    with pytest.raises(RuleError, match="nothing_to_draw"):
        draw_head("", "tapete")


# -- envelopes -------------------------------------------------------------------------------------------


def test_each_knock_out_opens_the_next_envelope_of_the_seed() -> None:
    amounts = (5000, 1000, 1000, 1000)
    order = envelopes(amounts, "tapete")
    book = book_of(Terms("mystery", 2000), "ABCD").fill(amounts, "tapete")
    book = book.knock_out("A", ["B"]).knock_out("C", ["B", "D"]).knock_out("D", ["B"]).finish(["B"])
    assert [taking.worth for taking in book.takings] == list(order[:3])
    assert [taking.envelope for taking in book.takings] == [0, 1, 2]
    assert sum(book.paid.values()) == book.laid == 8000
    assert book.in_play == 0


def test_before_the_envelopes_are_there_and_after_the_last_one_nothing_is_opened() -> None:
    book = book_of(Terms("mystery"), "ABC").knock_out("A", ["B"]).fill((700,), "s").knock_out("B", ["C"])
    assert [taking.envelope for taking in book.takings] == [None, 0]
    assert book.finish(["C"]).paid == {"B": 0, "C": 700}


def test_envelopes_that_do_not_hold_the_fund_or_are_too_few_are_said() -> None:
    check_envelopes((500, 300, 200), 1000, 3)
    with pytest.raises(RuleError) as refused:
        check_envelopes((500, 300, 200), 1200, 3)
    assert (refused.value.code, refused.value.overrule) == ("envelopes_do_not_sum", True)
    assert refused.value.params == {"total": 1000, "fund": 1200, "missing": 200}
    with pytest.raises(RuleError) as refused:
        check_envelopes((600, 400), 1000, 3)
    assert refused.value.params == {"envelopes": 2, "heads": 3}


def test_a_fund_is_spread_over_envelopes_to_the_cent() -> None:
    assert spread(24_000, 10, 500) == (8500, 2000, 2000, 2000, 2000, 1500, 1500, 1500, 1500, 1500)
    assert sum(spread(10_007, 7)) == 10_007
    with pytest.raises(RuleError, match="envelopes_too_few"):
        spread(100, 0)


# -- what cannot be --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "act"),
    [
        ("unknown_choice", lambda: Terms("lottery")),
        ("unknown_choice", lambda: Terms("plain", without_taker="dealer")),
        ("bounty_negative", lambda: Terms("plain", -1)),
        ("bounty_negative", lambda: book_of(PLAIN, "A").enter("B", -1)),
        ("bounty_negative", lambda: Book(Terms("mystery")).fill((-1,), "s")),
        ("bounty_cash_out_of_range", lambda: Terms("progressive", cash=101)),
        ("head_twice", lambda: book_of(PLAIN, "AA")),
        ("no_head", lambda: book_of(PLAIN, "AB").knock_out("A", ["Z"])),
        ("no_head", lambda: book_of(PLAIN, "AB").leave("Z")),
        ("no_head", lambda: book_of(PLAIN, "AB").finish(["Z"])),
        ("out_by_himself", lambda: book_of(PLAIN, "AB").knock_out("A", ["A", "B"])),
    ],
)
def test_what_cannot_be_is_refused(code: str, act: object) -> None:
    with pytest.raises(RuleError, match=code):
        act()


def test_terms_are_kept_as_data_and_read_back() -> None:
    for terms in (PLAIN, PROGRESSIVE, Terms("progressive", 700, 25, "big_blind"), Terms("mystery")):
        assert terms_of(terms.to_dict() | {"seed": "tapete"}) == terms
    assert terms_of({}) is None
    for broken in ({"kind": "plain", "amount": "x"}, {"amount": 5}, {"kind": "plain", "cash": 1.5}):
        with pytest.raises(RuleError):
            terms_of(broken)


# -- always ----------------------------------------------------------------------------------------------


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_every_cent_of_every_head_is_somewhere_at_every_step_4_6(data: st.DataObject) -> None:
    terms = Terms(
        data.draw(st.sampled_from(["plain", "progressive", "single", "mystery"])),
        data.draw(st.integers(0, 2001)),
        data.draw(st.integers(0, 100)),
        data.draw(st.sampled_from(["pool", "nobody", "big_blind"])),
    )
    book = book_of(terms, [(player, 1) for player in range(data.draw(st.integers(2, 8)))])
    bullets = len(book.heads)
    if terms.kind == "single":
        book = book.enter((99, 1), data.draw(st.integers(0, 5000)))
    if terms.kind == "mystery":
        book = book.fill(data.draw(st.lists(st.integers(0, 5000), max_size=9)), "seed")
    for _ in range(data.draw(st.integers(0, 14))):
        if len(book.heads) < 2:
            break
        busted, *others = data.draw(st.permutations(list(book.heads)))
        takers = others[: data.draw(st.integers(0, 3))]
        act = data.draw(st.sampled_from(["knock_out", "leave", "knock_out and re-enter"]))
        book = book.leave(busted, takers) if act == "leave" else book.knock_out(busted, takers)
        if act.endswith("re-enter"):
            book, bullets = book.enter((busted[0], busted[1] + 1)), bullets + 1
        assert book.accounted == book.laid
    if terms.kind in ("plain", "progressive"):
        assert book.laid == bullets * terms.amount
    done = book.finish(list(book.heads))
    assert done.in_play == 0
    assert sum(done.paid.values()) + done.to_pool + done.unclaimed == done.laid


def test_more_can_be_put_onto_a_head_in_play_and_an_envelope_may_stay_closed_4_6() -> None:
    book = book_of(PLAIN, ["Ana", "Bo"]).add("Bo", 500)
    assert (book.heads["Bo"], book.laid, book.accounted) == (1500, 2500, 2500)
    with pytest.raises(RuleError):
        book.add("Cy", 1)
    mystery = (
        book_of(Terms("mystery"), ["Ana", "Bo"]).fill([300], "seed").knock_out("Bo", ["Ana"], opens=False)
    )
    assert (mystery.closed, mystery.accounted) == ((300,), 300)
