"""Bounties as the night's story tells them: who takes how much for whom (RULES 4.6)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from tdapp.floor import bounties, purchases
from tdapp.floor import services as floor
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Open
from tdapp.rules import bounties as rules
from tdapp.web.story import sentence, short
from tests.builders import Night
from tests.floor.test_bounties import bounty_terms, buy, out_of, playing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def told(entry: JournalEntry, night: Night) -> str:
    text = sentence(JournalEntry.objects.get(pk=entry.pk), Open.objects.get(pk=night.open.pk))
    return text.replace("\u00a0", " ")


def test_an_out_says_who_takes_how_much():
    night = playing(bounty_terms())
    assert told(night.out("Bo", by="Ana"), night) == "Bo out in 4th, by Ana. Ana takes 10 € for Bo"


def test_a_progressive_head_says_what_is_on_the_taker_now():
    night = playing(bounty_terms("progressive"))
    said = told(night.out("Bo", by="Ana"), night)
    assert said == "Bo out in 4th, by Ana. Ana takes 5 € for Bo, and 5 € more are on Ana"


def test_a_shared_head_names_both():
    night = playing(bounty_terms(part=1001))
    both = [night.entries["Cy"], night.entries["Ana"]]
    act = floor.record_outs(open=night.open, groups=[[night.entries["Bo"]]], takers=both, **night.act)
    assert told(act, night) == "Bo out in 4th. Cy takes 5.01 € for Bo; Ana takes 5 € for Bo"


def test_a_head_that_nobody_takes_goes_to_the_prizes():
    night = playing(bounty_terms())
    act = floor.record_outs(open=night.open, groups=[[night.entries["Bo"]]], left=True, **night.act)
    assert told(act, night) == "Bo out in 4th. The bounty on Bo goes to the prizes: 10 €"


def test_a_voided_rebuy_says_who_gives_back_a_bounty_that_its_head_paid():
    night = playing(bounty_terms("progressive"))
    night.out("Bo", by="Ana")
    buy(night, "Bo")
    night.out("Bo", by="Cy")
    purchase = night.entries["Bo"].purchases.get()
    act = purchases.void_purchase(purchase=purchase, chips_back=False, **night.act)
    assert told(act, night).endswith("in chips stay in play; Cy gives back 5 € of bounties")
    assert JournalEntry.objects.get(pk=act.pk).params["heads_back"] == [[night.entries["Cy"].pk, 500]]


def test_a_voided_rebuy_whose_head_paid_nobody_asks_nothing_back():
    night = playing(bounty_terms("progressive"))
    night.out("Bo", by="Ana")
    buy(night, "Bo")
    purchase = night.entries["Bo"].purchases.get()
    act = purchases.void_purchase(purchase=purchase, chips_back=True, **night.act)
    assert "gives back" not in told(act, night)


def test_a_correction_is_told_and_named():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    act = bounties.say_taker(out=out_of(night, "Bo"), takers=[night.entries["Cy"]], **night.act)
    assert told(act, night) == "Bounty on Bo: Cy. Cy takes 10 € for Bo"
    assert short(act, night.open) == "Bounty on Bo"
    act = bounties.say_taker(out=out_of(night, "Bo"), left=True, **night.act)
    said = told(act, night)
    assert said == "Nobody took the bounty on Bo. The bounty on Bo goes to the prizes: 10 €"
    act = bounties.say_taker(out=out_of(night, "Bo"), **night.act)
    assert told(act, night) == "Not known who took the bounty on Bo"


def test_a_single_head_is_told_and_a_secret_one_by_its_seal():
    night = playing(bounty_terms("single", 100, amount=2000))
    named = bounties.name_head(open=night.open, entry=night.entries["Bo"], **night.act)
    assert told(named, night) == "The bounty is on Bo: 20 €"
    drawn = bounties.draw_head(open=night.open, seed="dark", **night.act)
    seal = rules.seal("dark")[:16]
    assert told(drawn, night) == f"The bounty is on one of 4, drawn in secret: 20 € (seal {seal})"


def test_envelopes_are_told_by_their_number_and_sum():
    night = playing(bounty_terms("mystery"), "Eva", "Fe", "Gil")
    act = bounties.fill_envelopes(open=night.open, amounts=[2000, 500, 500], seed="m", **night.act)
    assert told(act, night) == "3 envelopes filled: 30 €"


def test_the_winner_s_own_head_is_told_at_the_end():
    night = playing(bounty_terms(), "Ana", "Bo")
    night.out("Bo", by="Ana")
    act = floor.finish_open(open=night.open, overruled=["prizes_do_not_sum", "unassigned"], **night.act)
    assert told(act, night) == "Open finished: Ana wins. Ana keeps the own bounty: 10 €"
