"""Bounties at the desk: set up, asked about when somebody is out, and their own page (RULES 4.6)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tdapp.cash.models import BountyPrize
from tdapp.desk.bounties import proposed
from tdapp.desk.forms.bounties import envelopes_text, read_envelopes
from tdapp.desk.forms.levels import rows_as_data
from tdapp.desk.forms.setup import typed_terms
from tdapp.floor import bounties
from tdapp.floor import services as floor
from tdapp.floor.set_up import terms_of
from tdapp.opens.models import Open, Out
from tdapp.rules import bounties as rules
from tdapp.rules.errors import RuleError
from tests.builders import Night, make_night, timed_terms
from tests.desk.clients import client_of, tapped, text
from tests.floor.test_bounties import bounty_terms, by_name, heads, out_of, playing

pytestmark = pytest.mark.django_db


def plain(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text(answer))).replace("\u00a0", " ")


def at(night: Night, *path: object) -> str:
    return f"/desk/{night.open.code}/bounties/" + "".join(f"{part}/" for part in path)


def put_out(client: Client, night: Night, *names: str, **more: object) -> Any:
    entries = [night.entries[name].pk for name in names]
    return tapped(client, f"/desk/{night.open.code}/out/", {"entry": entries, **more})


# -- the set-up ------------------------------------------------------------------------------------------


def sent(night: Night, **changed: str) -> Any:
    fields, rows = typed_terms(terms_of(night.open), 2)
    data = {key: "" if value is None else str(value) for key, value in fields.items()}
    data |= rows_as_data(rows) | {key.replace("__", "-"): value for key, value in changed.items()}
    return client_of(night.director).post(f"/desk/{night.open.code}/setup/", data)


def test_the_part_of_the_buy_in_is_what_lies_on_each_head_4_6():
    night = make_night(timed_terms())
    answer = sent(night, buy_in="10 + 5 bounties", bounty__kind="progressive", bounty__cash="60")
    assert answer.status_code == 302
    assert terms_of(Open.objects.get()).bounties == rules.Terms("progressive", 500, 60)


def test_bounties_without_a_part_of_the_price_are_refused_beside_it():
    night = make_night(timed_terms())
    answer = sent(night, bounty__kind="plain")
    assert answer.status_code == 422
    assert "No part of the buy-in is for the bounties" in text(answer)
    assert terms_of(Open.objects.get()).bounties is None


def test_a_bounty_on_one_player_needs_its_amount():
    night = make_night(timed_terms())
    answer = sent(night, bounty__kind="single")
    assert answer.status_code == 422
    assert "Type how much is on the player." in text(answer)
    assert sent(night, bounty__kind="single", bounty__amount="20").status_code == 302
    assert terms_of(Open.objects.get()).bounties == rules.Terms("single", 2000)


def test_the_set_up_sent_back_untouched_keeps_the_bounties():
    night = make_night(bounty_terms("progressive", cash=40, without_taker="nobody"))
    assert sent(night, name="Another").status_code == 302
    assert terms_of(Open.objects.get()).bounties == rules.Terms("progressive", 1000, 40, "nobody")


# -- somebody is out -------------------------------------------------------------------------------------


def test_one_tap_on_out_asks_who_takes_the_bounty_and_one_more_says_it():
    night = playing(bounty_terms())
    client = client_of(night.director)
    asked = put_out(client, night, "Bo")
    assert asked.status_code == 422
    assert "Who takes the bounty on Bo?" in plain(asked)
    assert not Out.objects.exists()
    said = put_out(client, night, "Bo", only=night.entries["Ana"].pk)
    assert said.status_code == 200
    assert "Bo out in 4th, by Ana. Ana takes 10 € for Bo." in plain(said)
    assert by_name(night, heads(night).taken) == {"Ana": 1000}


def test_a_knocker_out_that_was_named_is_not_asked_for():
    night = playing(bounty_terms())
    said = put_out(client_of(night.director), night, "Bo", by=night.entries["Cy"].pk)
    assert said.status_code == 200
    assert by_name(night, heads(night).taken) == {"Cy": 1000}


def test_several_share_a_bounty_in_the_order_they_are_listed():
    night = playing(bounty_terms(part=1001))
    both = [night.entries["Cy"].pk, night.entries["Dan"].pk]
    put_out(client_of(night.director), night, "Bo", taker=both)
    assert by_name(night, heads(night).taken) == {"Cy": 501, "Dan": 500}


def test_nobody_or_later_are_answers_too():
    night = playing(bounty_terms())
    client = client_of(night.director)
    assert put_out(client, night, "Bo", head="left").status_code == 200
    assert put_out(client, night, "Cy", head="unsaid").status_code == 200
    assert (heads(night).book.to_pool, heads(night).book.unclaimed) == (1000, 1000)


def test_no_question_where_nothing_is_on_his_head():
    night = playing(bounty_terms("single", 100, amount=2000))
    bounties.name_head(open=night.open, entry=night.entries["Dan"], **night.act)
    client = client_of(night.director)
    assert put_out(client, night, "Bo").status_code == 200
    assert put_out(client, night, "Dan").status_code == 422


def test_a_secret_head_is_asked_about_alike_for_everybody_and_shown_nowhere():
    night = playing(bounty_terms("single", 100, amount=2000))
    bounties.draw_head(open=night.open, seed="dark", **night.act)
    on = heads(night).setting.on
    client = client_of(night.director)
    for name in night.entries:
        asked = put_out(client, night, name)
        assert asked.status_code == 422
        assert f"Who knocked out {name}?" in plain(asked)
        assert "20" not in plain(asked).replace("2008", "")
    page = client.get(at(night))
    assert "The bounty is on one of them: a secret" in plain(page)
    assert rules.seal("dark") in text(page)
    assert "Seed: dark" not in plain(page)
    victim = next(name for name, entry in night.entries.items() if entry.pk == on)
    put_out(client, night, victim, head="unsaid")
    page = plain(client.get(at(night)))
    assert f"The bounty is on {victim}." in page
    assert "Seed: dark" in page


def test_the_desk_reminds_of_a_bounty_whose_taker_nobody_said():
    night = playing(bounty_terms())
    night.out("Bo")
    client = client_of(night.director)
    page = client.get(f"/desk/{night.open.code}/")
    assert "Who took the bounty on Bo? Say it" in plain(page)
    assert 'id="band-bounties"' in text(page)
    tapped(client, at(night, out_of(night, "Bo").pk), {"only": night.entries["Ana"].pk})
    assert "band-bounties" not in text(client.get(f"/desk/{night.open.code}/"))


def test_a_line_of_the_story_leads_to_who_took_the_bounty():
    night = playing(bounty_terms(without_taker="big_blind"))
    act = night.out("Bo", by="Ana")
    client = client_of(night.director)
    dialog = text(client.get(f"/desk/{night.open.code}/change/{act.pk}/"))
    out = out_of(night, "Bo")
    assert f'href="{at(night, out.pk)}"' in dialog
    assert "Tap who won the last big blind" in plain(client.get(at(night, out.pk)))


# -- the page --------------------------------------------------------------------------------------------


def test_the_page_says_every_cent_in_words_4_6():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    night.out("Cy")
    floor.record_outs(open=night.open, groups=[[night.entries["Dan"]]], left=True, **night.act)
    page = plain(client_of(night.director).get(at(night)))
    assert "40 € played for = 10 € paid in cash + 10 € in play + 10 € to the prizes + 10 € without a" in page
    assert "Bounties of 10 € have no taker yet" in page


def test_a_wrong_winner_is_put_right_in_two_taps():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    client, out = client_of(night.director), out_of(night, "Bo")
    assert "Who takes the bounty on Bo? " in plain(client.get(at(night, out.pk)))
    assert f'value="{night.entries["Ana"].pk}" id="shares-{night.entries["Ana"].pk}" checked' in text(
        client.get(at(night, out.pk))
    )
    both = {"only": night.entries["Cy"].pk, "taker": night.entries["Ana"].pk}
    said = tapped(client, at(night, out.pk), both)
    assert "Bounty on Bo: Cy. Cy takes 10 € for Bo" in plain(said)
    assert by_name(night, heads(night).taken) == {"Cy": 1000}


def test_a_taker_who_cannot_be_is_refused_in_the_dialog():
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    night.out("Ana", by="Cy")
    answer = tapped(
        client_of(night.director), at(night, out_of(night, "Ana").pk), {"taker": night.entries["Bo"].pk}
    )
    assert answer.status_code == 422
    assert "Bo was out before Ana" in plain(answer)
    assert by_name(night, heads(night).taken) == {"Ana": 1000, "Cy": 1000}


@pytest.mark.parametrize("sent", [{}, {"taker": "0"}, {"only": "10" * 9}, {"taker": "²"}, {"head": "?"}])
def test_a_page_that_names_nobody_who_plays_leaves_who_took_it(sent: dict[str, str]):
    night = playing(bounty_terms())
    night.out("Bo", by="Ana")
    answer = tapped(client_of(night.director), at(night, out_of(night, "Bo").pk), sent)
    assert answer.status_code == 422
    assert "Nobody in this open was named: tap who takes" in plain(answer)
    assert by_name(night, heads(night).taken) == {"Ana": 1000}


def test_envelopes_are_typed_as_people_write_them_and_asked_about_if_they_are_not_the_fund():
    night = playing(bounty_terms("mystery"))
    client = client_of(night.director)
    assert "1×28, 2×6" in text(client.get(at(night)))
    asked = client.post(at(night, "envelopes"), {"envelopes": "1×100, 2×50"})
    assert asked.status_code == 422
    assert "The envelopes hold 200 € and the bounties are 40 €" in plain(asked)
    assert "1×100, 2×50" in text(asked)
    client.post(at(night, "envelopes"), {"envelopes": "1×20, 2×10"})
    assert heads(night).envelopes_left == 3
    put_out(client, night, "Bo", taker=night.entries["Ana"].pk)
    assert 'id="bounties-envelopes"' not in text(client.get(at(night)))


def test_a_player_is_named_or_drawn_for_the_bounty():
    night = playing(bounty_terms("single", 100, amount=2000))
    client = client_of(night.director)
    client.post(at(night, "head"), {"amount": "30", "entry_id": night.entries["Bo"].pk})
    assert by_name(night, heads(night).in_play)["Bo"] == 3000
    client.post(at(night, "head"), {"amount": "25", "draw": "1"})
    assert (heads(night).setting.head, heads(night).setting.terms.amount) == (None, 2500)
    assert not heads(night).shown
    assert client.post(at(night, "head"), {"amount": "x", "draw": "1"}).status_code == 422


def test_without_bounties_the_page_says_where_to_choose_them():
    night = playing(replace(bounty_terms(), bounties=None))
    client = client_of(night.director)
    assert "Played without bounties" in plain(client.get(at(night)))
    assert put_out(client, night, "Bo").status_code == 200
    assert not BountyPrize.objects.exists()


# -- what people write -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "amounts"),
    [
        ("1×100, 2×50, 5×10", (10000, 5000, 5000, 1000, 1000, 1000, 1000, 1000)),
        ("1 x 100 €; 2 * 50 €", (10000, 5000, 5000)),
        ("2×12.50\n5", (1250, 1250, 500)),
        ("20 + 10 + 10", (2000, 1000, 1000)),
        ("3x1", (100, 100, 100)),
    ],
)
def test_envelopes_are_read(written, amounts):
    assert read_envelopes(written, 2) == amounts
    assert read_envelopes(envelopes_text(amounts, 2), 2) == tuple(sorted(amounts, reverse=True))


@pytest.mark.parametrize(
    ("written", "code"),
    [("", "envelopes_too_few"), ("2000×1", "envelopes_too_many"), ("a lot", "money_unreadable")],
)
def test_envelopes_that_say_nothing_are_refused(written, code):
    with pytest.raises(RuleError) as refused:
        read_envelopes(written, 2)
    assert refused.value.code == code


def test_proposed_envelopes_are_the_fund():
    assert proposed(4000, 3, 100) == (2800, 600, 600)
    assert proposed(0, 3, 100) == ()
    assert proposed(4000, 0, 100) == ()
