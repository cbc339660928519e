"""Bounties through services: RULES 4.6, and that they follow every correction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.cash.books import books
from tdapp.cash.models import BountyPrize
from tdapp.floor import bounties, corrections, purchases
from tdapp.floor import services as floor
from tdapp.floor.corrections import OutChange
from tdapp.floor.heads import Heads, fund_of, heads_of, remarks
from tdapp.floor.set_up import Terms, change_terms, terms_of
from tdapp.journal.undo import next_undo, redo, undo
from tdapp.opens.models import BuyInOption, Entry, Out
from tdapp.rules import bounties as rules
from tdapp.rules.errors import RuleError
from tdapp.rules.purchases import Limits, Offer
from tests.builders import Night, make_night, timed_terms

pytestmark = pytest.mark.django_db

FOUR = ("Ana", "Bo", "Cy", "Dan")


def bounty_terms(kind: str = "plain", part: int = 1000, **more: object) -> Terms:
    """10 € for the prizes and so much for the head; a rebuy at the same price."""
    return replace(
        timed_terms(),
        buy_in=(("prize", 1000), ("bounty", part)),
        bounties=rules.Terms(kind, **more),  # type: ignore[arg-type]
        options=(
            Offer("rebuy", 5000, (("prize", 1000), ("bounty", part)), Limits()),
            Offer("re_entry", 5000, (("prize", 1000), ("bounty", part)), Limits()),
        ),
    )


def playing(terms: Terms, *names: str) -> Night:
    night = make_night(terms)
    night.sign_up(*(names or FOUR))
    night.start()
    return night


def heads(night: Night) -> Heads:
    night.open.refresh_from_db()
    found = heads_of(night.open, night.field())
    assert found is not None
    assert found.book.accounted == found.book.laid
    return found


def by_name(night: Night, amounts: dict[int, int]) -> dict[str, int]:
    names = {entry.pk: name for name, entry in night.entries.items()}
    return {names[key]: amount for key, amount in amounts.items()}


def out_of(night: Night, name: str) -> Out:
    return Out.everything.filter(entry=night.entries[name], voided=False).latest("pk")


def buy(night: Night, name: str, kind: str = "rebuy") -> None:
    option = BuyInOption.objects.get(open=night.open, kind=kind)
    purchases.buy(entry=night.entries[name], option=option, seed="s", **night.act)


# -- RULES 4.6 -------------------------------------------------------------------------------------------


def test_a_plain_head_is_paid_to_who_knocked_him_out_4_6():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    assert by_name(night, heads(night).taken) == {"Ana": 1000}
    assert by_name(night, heads(night).in_play) == {"Ana": 1000, "Cy": 1000, "Dan": 1000}
    assert books(night.open, night.field()).fund("bounty").left == 3000


def test_progressive_pays_half_and_lays_half_on_the_head_4_6():
    night = playing(bounty_terms("progressive"))
    night.out("Bo", by="Ana")
    assert by_name(night, heads(night).taken) == {"Ana": 500}
    assert by_name(night, heads(night).in_play)["Ana"] == 1500
    night.out("Ana", by="Cy")
    assert by_name(night, heads(night).taken) == {"Ana": 500, "Cy": 750}
    assert by_name(night, heads(night).in_play) == {"Cy": 1750, "Dan": 1000}


def test_the_odd_cent_of_a_progressive_head_goes_onto_the_head_4_6():
    night = playing(bounty_terms("progressive", 1001))
    night.out("Bo", by="Ana")
    assert by_name(night, heads(night).taken) == {"Ana": 500}
    assert by_name(night, heads(night).in_play)["Ana"] == 1001 + 501


def test_a_shared_head_is_halved_and_the_odd_cent_goes_to_the_first_4_6():
    night = playing(bounty_terms(part=1001))
    both = [night.entries["Cy"], night.entries["Ana"]]
    floor.record_outs(open=night.open, groups=[[night.entries["Bo"]]], takers=both, **night.act)
    assert by_name(night, heads(night).taken) == {"Cy": 501, "Ana": 500}
    assert out_of(night, "Bo").by is None


def test_each_bullet_carries_its_own_bounty_4_6():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    buy(night, "Bo")
    assert by_name(night, heads(night).in_play)["Bo"] == 1000
    night.out("Bo", by="Cy")
    assert by_name(night, heads(night).taken) == {"Ana": 1000, "Cy": 1000}
    assert heads(night).book.laid == 5 * 1000


def test_a_re_entry_brings_a_new_head_as_well_4_6():
    night = playing(bounty_terms("progressive"))
    night.out("Bo", by="Ana")
    buy(night, "Bo", "re_entry")
    night.out("Ana", by="Bo")
    assert by_name(night, heads(night).taken) == {"Ana": 500, "Bo": 750}


def test_a_rebuy_of_somebody_who_holds_chips_lies_on_the_head_he_has_4_6():
    terms = bounty_terms()
    limits = Limits(when="any")
    offer = Offer("rebuy", 5000, (("prize", 1000), ("bounty", 1000)), limits)
    night = playing(replace(terms, options=(offer,)))
    buy(night, "Bo")
    assert by_name(night, heads(night).in_play)["Bo"] == 2000


def test_the_winner_keeps_the_own_head_at_the_end_4_6():
    night = playing(bounty_terms("progressive"))
    for name in ("Bo", "Cy", "Dan"):
        night.out(name, by="Ana")
    floor.finish_open(open=night.open, overruled=["prizes_do_not_sum", "unassigned"], **night.act)
    found = heads(night)
    assert by_name(night, found.taken) == {"Ana": 4000}
    assert found.book.in_play == 0
    assert BountyPrize.objects.get(out=None).amount == 1000 + 3 * 500
    assert books(night.open, night.field()).fund("bounty").left == 0
    floor.reopen_open(open=night.open, **night.act)
    assert heads(night).book.in_play == 2500


@pytest.mark.parametrize(
    ("without", "to_pool", "unclaimed"), [("pool", 1000, 0), ("nobody", 0, 1000), ("big_blind", 0, 1000)]
)
def test_the_head_of_who_is_blinded_off_goes_where_the_terms_say_4_6(without, to_pool, unclaimed):
    night = playing(bounty_terms(without_taker=without))
    before = night.pool().prize
    floor.record_outs(open=night.open, groups=[[night.entries["Bo"]]], left=True, **night.act)
    found = heads(night)
    assert (found.book.to_pool, found.book.unclaimed) == (to_pool, unclaimed)
    assert night.pool().prize == before + to_pool
    assert found.unsaid == ()


def test_the_head_of_a_blinded_off_player_goes_to_the_winner_of_his_big_blind_4_6():
    night = playing(bounty_terms(without_taker="big_blind"))
    takers = [night.entries["Cy"]]
    floor.record_outs(open=night.open, groups=[[night.entries["Bo"]]], takers=takers, left=True, **night.act)
    assert by_name(night, heads(night).taken) == {"Cy": 1000}


def test_a_disqualified_players_head_goes_to_the_pool_4_6():
    from tdapp.floor.replays import disqualify

    night = playing(bounty_terms())
    disqualify(entry=night.entries["Bo"], seed="s", **night.act)
    assert heads(night).book.to_pool == 1000


def test_heads_nobody_said_to_have_taken_are_remarked():
    night = playing(bounty_terms())
    night.out("Bo")
    found = heads(night)
    assert [fall.entry for fall in found.unsaid] == [night.entries["Bo"].pk]
    assert [one.code for one in remarks(found, fund_of(night.open, night.field()))] == ["bounty_unclaimed"]


def test_a_price_without_a_part_for_the_heads_is_refused():
    with pytest.raises(RuleError) as refused:
        make_night(replace(timed_terms(), bounties=rules.Terms("plain")))
    assert refused.value.code == "bounty_unpriced"


# -- a single head, envelopes ----------------------------------------------------------------------------


def test_a_named_head_is_the_only_one():
    night = playing(bounty_terms("single", 100, amount=2000))
    bounties.name_head(open=night.open, entry=night.entries["Bo"], **night.act)
    night.out("Cy", by="Ana")
    assert heads(night).taken == {}
    night.out("Bo", by="Dan")
    assert by_name(night, heads(night).taken) == {"Dan": 2000}
    with pytest.raises(RuleError) as refused:
        bounties.name_head(open=night.open, entry=night.entries["Ana"], **night.act)
    assert refused.value.code == "bounties_begun"


def test_a_secret_head_is_sealed_until_it_falls():
    night = playing(bounty_terms("single", 100, amount=2000))
    entry = bounties.draw_head(open=night.open, seed="dark", **night.act)
    setting = heads(night).setting
    assert entry.params["seal"] == setting.seal == rules.seal("dark")
    assert not heads(night).shown
    names = {one.pk: name for name, one in night.entries.items()}
    assert setting.on is not None
    victim = names[setting.on]
    night.out(victim, by=next(name for name in FOUR if name != victim))
    assert heads(night).shown
    assert sum(heads(night).taken.values()) == 2000


def test_envelopes_equal_the_fund_and_are_opened_one_a_head_4_6():
    night = playing(bounty_terms("mystery"))
    with pytest.raises(RuleError) as refused:
        bounties.fill_envelopes(open=night.open, amounts=[3000, 500], seed="m", **night.act)
    assert refused.value.code == "envelopes_do_not_sum"
    bounties.fill_envelopes(open=night.open, amounts=[3000, 500, 500], seed="m", **night.act)
    order = rules.envelopes([3000, 500, 500], "m")
    night.out("Bo", by="Ana")
    night.out("Cy", by="Dan")
    assert by_name(night, heads(night).taken) == {"Ana": order[0], "Dan": order[1]}
    assert heads(night).envelopes_left == 1


def test_an_opened_envelope_stays_opened_when_an_earlier_out_is_taken_back():
    night = playing(bounty_terms("mystery"))
    bounties.fill_envelopes(open=night.open, amounts=[3000, 700, 300], seed="m", **night.act)
    order = rules.envelopes([3000, 700, 300], "m")
    first = night.out("Bo", by="Ana")
    night.out("Cy", by="Dan")
    undo(entry=first, actor=night.director, now=night.now)
    assert by_name(night, heads(night).taken) == {"Dan": order[1]}
    assert heads(night).book.in_play == order[0] + order[2]
    night.out("Bo", by="Ana")
    assert by_name(night, heads(night).taken) == {"Dan": order[1], "Ana": order[0]}


def test_an_envelope_that_was_opened_for_another_head_since_is_not_given_back():
    night = playing(bounty_terms("mystery"))
    bounties.fill_envelopes(open=night.open, amounts=[3000, 700, 300], seed="m", **night.act)
    night.out("Bo", by="Ana")
    taken_back = bounties.say_taker(out=out_of(night, "Bo"), left=True, **night.act)
    night.out("Cy", by="Dan")
    with pytest.raises(RuleError) as refused:
        undo(entry=taken_back, actor=night.director, now=night.now)
    assert refused.value.code == "envelope_twice"


# -- undo, redo, corrections -----------------------------------------------------------------------------


def test_one_undo_takes_back_the_out_and_its_bounty_fault_89():
    night = playing(bounty_terms("progressive"))
    out = night.out("Bo", by="Ana")
    back = undo(entry=out, actor=night.director, now=night.now)
    assert heads(night).taken == {}
    assert set(by_name(night, heads(night).in_play)) == set(FOUR)
    assert not BountyPrize.objects.exists()
    redo(entry=back, actor=night.director, now=night.now)
    assert by_name(night, heads(night).taken) == {"Ana": 500}


def test_an_out_that_later_heads_stand_on_is_not_undone_behind_them():
    night = playing(bounty_terms("progressive"))
    first = night.out("Bo", by="Ana")
    night.out("Ana", by="Cy")
    with pytest.raises(RuleError) as refused:
        undo(entry=first, actor=night.director, now=night.now)
    assert refused.value.code == "bounties_differ"
    assert refused.value.params == {"entry": night.entries["Ana"].pk}


def test_a_wrong_winner_is_corrected_and_later_heads_follow():
    night = playing(bounty_terms("progressive"))
    night.out("Bo", by="Ana")
    night.out("Ana", by="Cy")
    bounties.say_taker(out=out_of(night, "Bo"), takers=[night.entries["Dan"]], **night.act)
    assert by_name(night, heads(night).taken) == {"Dan": 500, "Cy": 500}
    entry = next_undo(night.open.stream)
    assert entry is not None
    assert entry.kind == "bounty_corrected"
    undo(entry=entry, actor=night.director, now=night.now)
    assert by_name(night, heads(night).taken) == {"Ana": 500, "Cy": 750}


def test_a_taker_who_was_out_before_is_refused_by_name():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    night.out("Ana", by="Cy")
    with pytest.raises(RuleError) as refused:
        bounties.say_taker(out=out_of(night, "Ana"), takers=[night.entries["Bo"]], **night.act)
    assert refused.value.code == "bounty_taker_out"
    assert refused.value.params == {"entry": night.entries["Bo"].pk, "head": night.entries["Ana"].pk}


def test_correcting_the_out_itself_moves_the_bounty():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    change = OutChange(by=night.entries["Cy"])
    corrections.change_out(out=out_of(night, "Bo"), correction=change, seed="s", **night.act)
    assert by_name(night, heads(night).taken) == {"Cy": 1000}
    change = OutChange(entry=night.entries["Dan"])
    corrections.change_out(out=out_of(night, "Bo"), correction=change, seed="s", **night.act)
    assert set(by_name(night, heads(night).in_play)) == {"Ana", "Bo", "Cy"}
    assert BountyPrize.objects.get().head == night.entries["Dan"]


def test_a_forgotten_knocker_out_leaves_the_head_unclaimed():
    night = playing(bounty_terms())
    both = [night.entries["Cy"], night.entries["Ana"]]
    floor.record_outs(open=night.open, groups=[[night.entries["Bo"]]], takers=both, **night.act)
    change = OutChange(nobody=True)
    corrections.change_out(out=out_of(night, "Bo"), correction=change, seed="s", **night.act)
    assert heads(night).book.unclaimed == 1000


def test_who_is_back_in_has_the_head_again():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    corrections.reinstate(out=out_of(night, "Bo"), seed="s", **night.act)
    assert by_name(night, heads(night).in_play)["Bo"] == 1000
    assert heads(night).taken == {}


def test_an_order_in_which_a_taker_was_out_before_is_refused():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    night.out("Ana", by="Cy")
    change = OutChange(before=out_of(night, "Bo"))
    with pytest.raises(RuleError) as refused:
        corrections.change_out(out=out_of(night, "Ana"), correction=change, seed="s", **night.act)
    assert refused.value.code == "bounty_taker_out"


def test_outs_put_in_another_order_keep_their_bounties():
    night = playing(bounty_terms("progressive"), *FOUR, "Eva")
    night.out("Bo", by="Ana")
    night.out("Cy", by="Dan")
    change = OutChange(before=out_of(night, "Bo"))
    corrections.change_out(out=out_of(night, "Cy"), correction=change, seed="s", **night.act)
    assert by_name(night, heads(night).taken) == {"Ana": 500, "Dan": 500}


def test_a_voided_rebuy_takes_its_head_back():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    buy(night, "Bo")
    purchase = night.entries["Bo"].purchases.get()
    purchases.void_purchase(purchase=purchase, chips_back=True, **night.act)
    assert heads(night).book.laid == 4000
    assert by_name(night, heads(night).taken) == {"Ana": 1000}


def test_a_rebuy_whose_player_took_a_head_since_is_not_voided_behind_it():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    buy(night, "Bo")
    night.out("Cy", by="Bo")
    purchase = night.entries["Bo"].purchases.get()
    with pytest.raises(RuleError) as refused:
        purchases.void_purchase(purchase=purchase, chips_back=True, **night.act)
    assert refused.value.code == "bounty_taker_out"


def test_terms_of_bounties_stay_once_a_head_has_fallen():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    terms = replace(terms_of(night.open), bounties=None)
    with pytest.raises(RuleError) as refused:
        change_terms(open=night.open, terms=terms, **night.act)
    assert refused.value.code == "bounties_begun"


def test_bounties_that_are_set_up_late_count_what_is_known():
    night = playing(replace(bounty_terms(), bounties=None))
    night.out("Bo", by="Ana")
    terms = replace(terms_of(night.open), bounties=rules.Terms("plain"))
    change_terms(open=night.open, terms=terms, **night.act)
    assert by_name(night, heads(night).taken) == {"Ana": 1000}


def test_a_taker_is_named_once():
    night = playing(bounty_terms())
    ana = night.entries["Ana"]
    with pytest.raises(RuleError) as refused:
        floor.record_outs(open=night.open, groups=[[night.entries["Bo"]]], takers=[ana, ana], **night.act)
    assert refused.value.code == "taker_twice"
    assert not Out.objects.exists()


def test_the_entry_of_the_out_tells_who_took_what():
    night = playing(bounty_terms())
    act = night.out("Bo", by="Ana")
    bo, ana = night.entries["Bo"].pk, night.entries["Ana"].pk
    assert act.params["heads"] == [[out_of(night, "Bo").pk, bo, [[ana, 1000, 0]], 0]]


def test_an_open_without_bounties_keeps_none():
    night = playing(replace(bounty_terms(), bounties=None))
    night.out("Bo", by="Ana")
    assert heads_of(night.open, night.field()) is None
    assert not BountyPrize.objects.exists()
    assert Entry.objects.count() == 4
