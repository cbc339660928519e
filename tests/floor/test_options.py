"""The list of what can be bought, changed; early birds and late comers (RULES 2.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.floor.options import options_of
from tdapp.floor.set_up import Terms, change_terms, terms_of
from tdapp.opens.models import BuyInOption, Entry, Split
from tdapp.rules.errors import RuleError
from tdapp.rules.purchases import Limits, Offer
from tests.builders import Night, make_night, timed_terms
from tests.floor.test_purchases import ADD_ON, buy, night, refusal, san_antonio
from tests.nights.back_and_forth import back_and_forth

pytestmark = pytest.mark.django_db

__all__ = ["night"]


# -- the list of options ---------------------------------------------------------------------------------


def test_a_price_changed_after_somebody_bought_is_a_new_option_and_limits_are_for_all(night: Night) -> None:
    night.out("Ana")
    buy(night, "Ana", pay=False)
    (respawn,) = options_of(night.open)
    dearer = replace(respawn, splits=(("prize", 800),))
    change_terms(open=night.open, terms=replace(terms_of(night.open), options=(dearer,)), **night.act)
    assert [debt.amount for debt in cash.debts(night.open, night.field())] == [750]
    assert options_of(night.open)[0].price == 800
    later = replace(dearer, limits=replace(dearer.limits, until_minute=90))
    change_terms(open=night.open, terms=replace(terms_of(night.open), options=(later,)), **night.act)
    assert BuyInOption.objects.filter(open=night.open, kind="rebuy").count() == 2
    night.out("Ana")
    taken = refusal(night, "Ana", overruled=["purchase_not_agreed"])
    assert taken.code == "purchase_limit_player"


def test_an_option_nobody_bought_goes_with_its_splits_and_the_terms_come_back_the_same(night: Night) -> None:
    terms = terms_of(night.open)
    back_and_forth(
        night, lambda: change_terms(open=night.open, terms=replace(terms, options=(ADD_ON,)), **night.act)
    )
    assert terms_of(night.open).options == (ADD_ON,)
    assert Split.objects.filter(option__kind="rebuy").count() == 0


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((ADD_ON, ADD_ON), "option_twice"),
        ((Offer("buy_in", 10, (("prize", 1),)),), "option_without_name"),
        ((replace(ADD_ON, splits=(("x" * 31, 1),)),), "name_too_long"),
        (tuple(replace(ADD_ON, key=str(n)) for n in range(21)), "options_too_many"),
    ],
)
def test_options_that_nobody_could_tell_apart_are_refused(options: tuple[Offer, ...], code: str) -> None:
    with pytest.raises(RuleError, match=code):
        make_night(replace(san_antonio(), options=options))


# -- early birds and late comers -------------------------------------------------------------------------


def with_variants() -> Terms:
    """10 € for 5 000; the first two before the start get 1 000 more, from level 2 it is 12 € for 4 000."""
    early = Offer("buy_in", 6000, (("prize", 1000),), Limits(before_start=True, total=2), "early bird")
    late = Offer("buy_in", 4000, (("prize", 1000), ("house", 200)), Limits(from_level=2), "late")
    return replace(timed_terms(), options=(early, late))


def test_early_birds_and_late_comers_get_other_chips_and_prices_RULES_2_1() -> None:
    night = make_night(with_variants())
    night.sign_up("Ana", "Bo", "Cy")
    night.start()
    night.wait(minutes=21)
    night.sign_up("Dani", pay=False)
    seated = door.sign_up(open=night.open, nickname="Eva", pay=True, seat=True, seed="s", **night.act)
    night.entries["Eva"] = Entry.objects.get(pk=seated.params["entry"])
    floor.draw_seats(open=night.open, seed="s", **night.act)
    stacks = {name: night.field().stacks[entry.pk].chips for name, entry in night.entries.items()}
    assert stacks == {"Ana": 6000, "Bo": 6000, "Cy": 5000, "Dani": 4000, "Eva": 4000}
    assert [debt.amount for debt in cash.debts(night.open, night.field())] == [1200]
    till.take_payment(entry=night.entries["Dani"], **night.act)
    assert night.pool().funds == {"prize": 5000, "house": 400}
    assert terms_of(night.open) == replace(with_variants(), season=night.open.season_id)


def test_who_signed_up_early_keeps_that_when_it_is_taken_off_the_list() -> None:
    night = make_night(with_variants())
    night.sign_up("Ana", "Bo", pay=False)
    change_terms(open=night.open, terms=replace(terms_of(night.open), options=()), **night.act)
    night.start()
    assert night.field().chips_in_play == 12_000
    assert BuyInOption.objects.get(name="early bird").retired
