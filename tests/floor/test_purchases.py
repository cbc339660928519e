"""What is bought at the tables: SA-23, RULES 2.1 (T-2.1a) and 4.1, faults 83, 85, 88, 89, 91 and 94."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash.models import Allocation, Payment, Purchase
from tdapp.clock.queries import clock_face
from tdapp.clock.services import pause_clock, resume_clock
from tdapp.floor import purchases
from tdapp.floor import services as floor
from tdapp.floor.corrections import reinstate
from tdapp.floor.models import Seat
from tdapp.floor.options import options_of, proposed_by
from tdapp.floor.set_up import Terms, change_terms
from tdapp.journal.models import JournalEntry
from tdapp.journal.undo import undo
from tdapp.opens.models import BuyInOption, Out
from tdapp.rules.errors import RuleError
from tdapp.rules.house import PRESETS
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.places import Place
from tdapp.rules.purchases import Limits, Offer
from tests.builders import Night, make_night, timed_terms
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db

NINE = ("Ana", "Bo", "Cy", "Dani", "Eva", "Fede", "Gala", "Hugo", "Inés")
RE_ENTRY = Offer("re_entry", 5000, (("prize", 1000),), Limits())
ADD_ON = Offer("add_on", 8000, (("prize", 400), ("Dealers", 100)), Limits(per_player=1, in_break=True))


def san_antonio(minutes: int = 20) -> Terms:
    """500 for 50 chips, and the one ReSpawn that the house rules give for it (SA-23)."""
    house = PRESETS["san_antonio"]
    buy_in = Offer("buy_in", 50, (("prize", 500),))
    return replace(
        timed_terms("Copa de San Antonio", minutes=minutes),
        house=house,
        starting_stack=50,
        buy_in=buy_in.splits,
        levels=tuple(Level.of_minutes(i, 2 * i, minutes) for i in range(1, 7)),
        prizes=PrizePlan("percent", ("50", "30", "20")),
        options=proposed_by(house, buy_in),
    )


def playing(terms: Terms, names: tuple[str, ...] = NINE) -> Night:
    night = make_night(terms)
    night.sign_up(*names)
    night.start()
    return night


@pytest.fixture
def night() -> Night:
    return playing(san_antonio())


def option(night: Night, kind: str) -> BuyInOption:
    return BuyInOption.objects.get(open=night.open, kind=kind, retired=False)


def buy(night: Night, name: str, kind: str = "rebuy", **how: object) -> JournalEntry:
    entry = night.entries[name]
    return purchases.buy(entry=entry, option=option(night, kind), seed="s", **{**how, **night.act})


def void(night: Night, name: str, *, back: bool) -> JournalEntry:
    bought = Purchase.objects.filter(entry=night.entries[name]).order_by("-order")[0]
    return purchases.void_purchase(purchase=bought, chips_back=back, **night.act)


def seat_of(night: Night, name: str) -> tuple[int, int] | None:
    seat = Seat.objects.filter(entry=night.entries[name], ended_at=None).select_related("table").first()
    return (seat.table.number, seat.number) if seat else None


def places(night: Night) -> dict[str, Place]:
    everyone = night.field()
    return {everyone.by_id[key].name: place for key, place in everyone.places.items()}


def shop(night: Night) -> purchases.Shop:
    everyone = night.field()
    return purchases.shop_of(night.open, everyone, clock_face(night.open, night.now, everyone))


def refusal(night: Night, name: str, kind: str = "rebuy", **how: object) -> RuleError:
    with pytest.raises(RuleError) as caught:
        buy(night, name, kind, **how)
    return caught.value


# -- SA-23 -----------------------------------------------------------------------------------------------


def test_the_house_rules_of_san_antonio_give_one_respawn_at_half_as_much_again_SA_23(night: Night) -> None:
    (respawn,) = options_of(night.open)
    assert (respawn.kind, respawn.price, respawn.chips) == ("rebuy", 750, 50)
    limits = Limits(per_player=1, until_minute=60, when="out", before_hand=True, agreed=True)
    assert respawn.limits == limits


def test_a_respawn_brings_the_player_back_to_his_seat_with_a_new_bank_and_is_undone_and_redone_SA_23(
    night: Night,
) -> None:
    was = seat_of(night, "Ana")
    night.wait(minutes=30)
    night.out("Ana", by="Bo")
    night.wait(minutes=2)
    bought = back_and_forth(night, lambda: buy(night, "Ana"))
    everyone = night.field()
    ana = night.entries["Ana"].pk
    assert seat_of(night, "Ana") == was
    assert everyone.stacks[ana].chips == 50
    assert everyone.stacks[ana].sure(night.now)
    assert everyone.chips_in_play == 9 * 50 + 50
    assert (len(everyone.outs), len(everyone.left), places(night)) == (0, 9, {})
    assert bought.params["price"] == bought.params["paid"] == 750
    assert night.pool().funds == {"prize": 9 * 500 + 750}


def test_at_60_00_of_play_exactly_the_respawn_is_closed_and_the_director_may_pass_it_SA_23(
    night: Night,
) -> None:
    night.wait(minutes=59)
    night.out("Ana", "Bo", by="Cy")
    pause_clock(open=night.open, **night.act)
    night.wait(minutes=25)  # no play while the clock stands
    resume_clock(open=night.open, **night.act)
    night.wait(seconds=59)
    buy(night, "Ana")
    night.wait(seconds=1)
    refused = refusal(night, "Bo")
    assert (refused.code, refused.overrule) == ("purchase_time_over", True)
    assert (refused.params["played"], refused.params["closed"]) == (3600, 3600)
    passed = buy(night, "Bo", overruled=["purchase_time_over"])
    assert passed.params["passed"] == ["purchase_time_over"]
    assert night.pool().prize == 9 * 500 + 2 * 750


def test_a_second_respawn_of_one_player_is_refused_SA_23(night: Night) -> None:
    night.out("Ana")
    buy(night, "Ana")
    night.out("Ana")
    refused = refusal(night, "Ana")
    assert (refused.code, refused.params["taken"], refused.params["limit"]) == ("purchase_limit_player", 1, 1)


def test_a_respawn_is_only_for_who_is_out_and_before_the_hand_SA_23(night: Night) -> None:
    assert refusal(night, "Ana").params["stack"] == 50
    night.out("Ana")
    assert refusal(night, "Ana", in_hand=True).code == "purchase_in_hand"


def test_a_respawn_that_was_put_on_the_list_after_the_start_was_not_agreed_SA_23() -> None:
    night = playing(replace(san_antonio(), options=()))
    night.wait(minutes=5)
    change_terms(open=night.open, terms=san_antonio(), **night.act)
    night.out("Ana")
    assert refusal(night, "Ana").code == "purchase_not_agreed"
    buy(night, "Ana", overruled=["purchase_not_agreed"])


def test_nine_players_and_three_respawns_make_6_750_for_600_chips_RULES_4_5(night: Night) -> None:
    for name in ("Ana", "Bo", "Cy"):
        night.out(name)
        buy(night, name)
    assert night.pool().prize == 6750
    assert night.field().chips_in_play == 600


def test_the_surcharge_may_go_to_the_house_RULES_4_5() -> None:
    house = replace(PRESETS["san_antonio"], rebuy_surcharge_to="house")
    options = proposed_by(house, Offer("buy_in", 50, (("prize", 500),)))
    night = playing(replace(san_antonio(), house=house, options=options))
    for name in ("Ana", "Bo", "Cy"):
        night.out(name)
        buy(night, name)
    assert night.pool().funds == {"prize": 6000, "house": 750}


# -- re-entry and add-on ---------------------------------------------------------------------------------


def twenty(*options: Offer) -> Night:
    return playing(replace(timed_terms(), options=options), tuple(f"P{n:02}" for n in range(20)))


def test_who_forfeits_1_200_and_re_enters_leaves_103_800_in_play_T_2_1a() -> None:
    night = twenty(RE_ENTRY)
    assert night.field().chips_in_play == 100_000
    bought = back_and_forth(night, lambda: buy(night, "P03", "re_entry", stack=1200))
    everyone = night.field()
    assert everyone.chips_in_play == 103_800
    assert everyone.stacks[night.entries["P03"].pk].chips == 5000
    assert bought.params["forfeited"] == 1200
    assert seat_of(night, "P03") is not None
    void(night, "P03", back=True)
    assert night.field().chips_in_play == 100_000
    assert night.field().stacks[night.entries["P03"].pk].chips == 1200


def test_chips_that_nobody_counted_are_counted_before_they_are_forfeited_T_2_1a() -> None:
    night = twenty(RE_ENTRY)
    night.wait(hours=1)
    assert refusal(night, "P03", "re_entry").code == "forfeit_unknown"


def test_a_re_entry_draws_a_seat_by_lot_and_keeps_the_draw_RULES_2_1() -> None:
    night = twenty(RE_ENTRY)
    night.out("P03")
    bought = buy(night, "P03", "re_entry")
    drawn = night.open.rounds.get().draws.order_by("-pk")[0]
    assert drawn.result == [[night.entries["P03"].pk, *(seat_of(night, "P03") or ())]]
    assert bought.params["seat"] == (seat_of(night, "P03") or (0, 0))[1]


def test_an_add_on_is_sold_in_its_break_once_and_its_parts_go_to_their_funds() -> None:
    levels = (Level.of_minutes(25, 50, 20), Level.break_of(10), Level.of_minutes(50, 100, 20))
    night = playing(replace(timed_terms(), levels=levels, options=(ADD_ON,)), NINE)
    assert refusal(night, "Ana", "add_on").code == "purchase_not_in_break"
    night.wait(minutes=21)
    back_and_forth(night, lambda: buy(night, "Ana", "add_on"))
    assert night.field().chips_in_play == 9 * 5000 + 8000
    assert night.pool().funds == {"prize": 9 * 1000 + 400, "Dealers": 100}
    assert list(Allocation.objects.filter(label="Dealers").values_list("fund", "amount")) == [("other", 100)]
    assert refusal(night, "Ana", "add_on").code == "purchase_limit_player"
    assert [one.offer.kind for one in shop(night).proposed(night.entries["Bo"].pk)] == ["add_on"]


def test_an_add_on_is_not_for_who_is_out() -> None:
    night = playing(replace(timed_terms(), options=(replace(ADD_ON, limits=Limits()),)))
    night.out("Ana")
    assert refusal(night, "Ana", "add_on").code == "out_already"


def test_a_rebuy_ends_with_the_level_that_the_schedule_marks() -> None:
    terms = replace(timed_terms(), options=(Offer("rebuy", 5000, (("prize", 1000),), Limits(when="out")),))
    first = replace(terms.levels[0], rebuys_end=True)
    night = playing(replace(terms, levels=(first, *terms.levels[1:])))
    night.out("Ana", "Bo", by="Cy")
    night.wait(minutes=19)
    buy(night, "Ana")
    night.wait(minutes=1)
    refused = refusal(night, "Bo")
    assert (refused.code, refused.params["until_level"]) == ("purchase_level_over", 1)


# -- places and outs: faults 83 to 92 --------------------------------------------------------------------


def test_two_out_and_one_back_leave_two_places_apart_fault_83() -> None:
    night = playing(san_antonio(), (*NINE, "Juan"))
    night.out("Ana")
    night.out("Bo")
    buy(night, "Ana")
    night.out("Cy")
    assert places(night) == {"Bo": Place(10, 10), "Cy": Place(9, 9)}


def test_who_comes_back_and_goes_again_has_one_place_that_of_the_last_out_fault_85(night: Night) -> None:
    night.out("Ana")
    buy(night, "Ana")
    night.out("Bo")
    night.out("Ana")
    assert places(night) == {"Bo": Place(9, 9), "Ana": Place(8, 8)}
    assert Out.everything.filter(entry=night.entries["Ana"], voided=False).count() == 2
    assert len(night.field().entrants) == 9


def test_of_two_tied_one_who_buys_back_leaves_the_other_alone_fault_88(night: Night) -> None:
    everyone = [[night.entries["Ana"], night.entries["Bo"]]]
    floor.record_outs(open=night.open, groups=everyone, in_order=True, **night.act)
    assert set(places(night).values()) == {Place(8, 9)}
    buy(night, "Ana")
    assert places(night) == {"Bo": Place(9, 9)}


def test_what_was_bought_is_gone_when_its_act_is_undone_fault_89(night: Night) -> None:
    night.out("Ana")
    bought = buy(night, "Ana")
    undo(entry=bought, actor=night.director, now=night.now)
    assert (seat_of(night, "Ana"), places(night)) == (None, {"Ana": Place(9, 9)})
    assert not Purchase.objects.exists()
    assert not Payment.objects.exclude(purchase=None).exists()
    assert night.pool().prize == 4500


def test_an_out_that_was_bought_back_is_not_taken_back_fault_91(night: Night) -> None:
    went = night.out("Ana")
    out = Out.objects.get()
    buy(night, "Ana")
    with pytest.raises(RuleError, match="not_out"):
        reinstate(out=out, seed="s", **night.act)
    with pytest.raises(RuleError, match="undo_in_the_way"):
        undo(entry=went, actor=night.director, now=night.now)


def test_an_out_is_final_once_no_rebuy_is_open_or_to_come_RULES_4_1(night: Night) -> None:
    night.wait(minutes=50)
    night.out("Ana", "Bo", by="Cy")
    ana = night.entries["Ana"].pk
    assert not shop(night).is_final(ana)
    assert [one.offer.kind for one in shop(night).proposed(ana)] == ["rebuy"]
    assert not shop(night).proposed(night.entries["Cy"].pk)
    night.wait(minutes=10)
    assert shop(night).is_final(ana)
    assert not shop(night).proposed(ana)


def test_chips_lost_before_a_rebuy_keep_the_winners_stack_unknown(night: Night) -> None:
    night.out("Ana", by="Bo")
    buy(night, "Ana")
    everyone = night.field()
    assert not everyone.stacks[night.entries["Bo"].pk].sure(night.now)
    assert everyone.stacks[night.entries["Cy"].pk].sure(night.now)


# -- prizes and debts ------------------------------------------------------------------------------------


def test_prizes_follow_what_is_bought_until_they_are_locked_fault_94() -> None:
    rebuy = Offer("rebuy", 5000, (("prize", 1000),), Limits(when="out"))
    percent = PrizePlan("percent", ("100",))
    night = playing(replace(timed_terms(), options=(rebuy,), prizes=percent), (*NINE, "Juan"))
    for name in NINE[:5]:
        night.out(name)
        buy(night, name)
    assert cash.prizes(night.open, night.pool()).amounts == (15_000,)


def test_a_rebuy_on_account_is_owed_and_paid_in_parts_later(night: Night) -> None:
    night.out("Ana")
    buy(night, "Ana", pay=False)
    (debt,) = cash.debts(night.open, night.field())
    assert (debt.name, debt.amount, night.pool().owed) == ("Ana", 750, 750)
    bought = Purchase.objects.get()
    entry = night.entries["Ana"]
    back_and_forth(
        night,
        lambda: till.take_payment(entry=entry, purchase=bought, amount=300, method="card", **night.act),
    )
    assert (night.pool().prize, night.pool().owed) == (4800, 450)
    with pytest.raises(RuleError, match="payment_above_price"):
        till.take_payment(entry=entry, purchase=bought, amount=451, **night.act)
    till.take_payment(entry=entry, purchase=bought, **night.act)
    assert cash.debts(night.open, night.field()) == ()
    with pytest.raises(RuleError, match="purchase_paid"):
        till.take_payment(entry=entry, purchase=bought, **night.act)
    taken = cash.till(night.open, night.pool())
    assert (taken.taken, taken.elsewhere, taken.in_hand) == (5250, 300, 4950)


def test_what_is_owed_for_buy_in_and_rebuys_is_settled_at_once_after_the_end_too(night: Night) -> None:
    night.sign_up("Juan", pay=False)
    floor.draw_seats(open=night.open, seed="s", **night.act)
    night.out("Juan")
    buy(night, "Juan", amount=100)
    for name in ("Juan", *NINE[:-1]):
        night.out(name)
    floor.finish_open(open=night.open, overruled=["debts_open", "prizes_do_not_sum"], **night.act)
    assert [debt.amount for debt in cash.debts(night.open, night.field())] == [500 + 650]
    back_and_forth(night, lambda: till.settle_debts(entry=night.entries["Juan"], **night.act))
    assert night.pool().prize == 10 * 500 + 750
    with pytest.raises(RuleError, match="nobody_owes"):
        till.settle_debts(entry=night.entries["Juan"], **night.act)


def test_a_rebuy_paid_in_part_owes_the_rest(night: Night) -> None:
    night.out("Ana")
    buy(night, "Ana", amount=500, method="transfer")
    assert [debt.amount for debt in cash.debts(night.open, night.field())] == [250]
    assert Payment.objects.get(purchase__isnull=False).method == "transfer"


# -- voided ----------------------------------------------------------------------------------------------


def test_a_rebuy_by_mistake_is_voided_with_its_chips_back_and_he_is_out_as_he_was(night: Night) -> None:
    night.out("Ana")
    night.out("Bo")
    buy(night, "Ana")
    back_and_forth(night, lambda: void(night, "Ana", back=True))
    assert places(night) == {"Ana": Place(9, 9), "Bo": Place(8, 8)}
    assert (seat_of(night, "Ana"), night.field().chips_in_play, night.pool().prize) == (None, 450, 4500)


def test_a_rebuy_by_mistake_is_voided_and_its_chips_stay_in_play(night: Night) -> None:
    night.out("Ana")
    buy(night, "Ana")
    back_and_forth(night, lambda: void(night, "Ana", back=False))
    assert (places(night), night.field().chips_in_play, night.pool().prize) == ({}, 500, 4500)
    assert seat_of(night, "Ana") is not None
    with pytest.raises(RuleError, match="purchase_voided_already"):
        purchases.void_purchase(purchase=Purchase.everything.get(), chips_back=False, **night.act)


def test_chips_that_others_have_won_since_do_not_come_back(night: Night) -> None:
    night.out("Ana")
    buy(night, "Ana")
    night.out("Ana")
    with pytest.raises(RuleError, match="purchase_chips_gone"):
        void(night, "Ana", back=True)
    void(night, "Ana", back=False)
    assert places(night) == {"Ana": Place(9, 9)}


def test_a_voided_rebuy_counts_for_no_limit(night: Night) -> None:
    night.out("Ana")
    buy(night, "Ana")
    void(night, "Ana", back=True)
    buy(night, "Ana")
    assert Purchase.objects.count() == 1


def test_who_is_not_in_or_disqualified_buys_nothing(night: Night) -> None:
    night.out("Ana")
    Out.objects.update(disqualified=True)
    assert refusal(night, "Ana").code == "out_by_ruling"
    assert not shop(night).proposed(night.entries["Ana"].pk)
    assert shop(night).is_final(night.entries["Ana"].pk)
    buy_in = BuyInOption.objects.get(open=night.open, kind="buy_in")
    with pytest.raises(RuleError, match="nothing_to_buy"):
        purchases.buy(entry=night.entries["Bo"], option=buy_in, seed="s", **night.act)
