"""A hand of draw poker typed at the desk: antes not called, called hands, misdeals, open hands, outs."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from tdapp.accounts.roles import Role
from tdapp.desk.night import look
from tdapp.floor import services as floor
from tdapp.hands.models import Hand, HandSeat
from tdapp.hands.queries import sheet_of
from tdapp.opens.models import Out, Ruling
from tests.builders import Night
from tests.desk.clients import client_of, member, tapped, text
from tests.desk.conftest import one_line
from tests.hands.dealing import night_with
from tests.hands.drawing import FOUR, HANDS, counted, stacks, table_of_four, the_table
from tests.vivaldi import places, second_round, sitting, table_called, vivaldi_night

pytestmark = pytest.mark.django_db

ROSA, IVAN, MARTA, BELTRAN = FOUR
BEST, SECOND, THIRD, WORST = HANDS


@pytest.fixture
def night() -> Night:
    """Four players with 5 000 each, Beltrán (seat 4) deals, the ante is 100."""
    return table_of_four(now=datetime.now(UTC))


@pytest.fixture
def desk(night: Night) -> Client:
    return client_of(night.director)


def at(night: Night, *path: str) -> str:
    where = "".join(f"{part}/" for part in path)
    return f"/desk/{night.open.code}/hand/{the_table(night).pk}/{where}"


def typed(night: Night, **fields: Any) -> dict[str, Any]:
    """Everybody folded but for what is said; the right players in the right seats."""
    seats = {f"e{seat}": night.entries[name].pk for seat, name in enumerate(FOUR, 1)}
    return {**seats, **{f"s{seat}": "fold" for seat in range(1, 5)}, "button": "4", **fields}


def read(answer: Any) -> str:
    """What the page says, without its marks."""
    return one_line(re.sub(r"<[^>]+>", " ", text(answer)))


def test_the_form_offers_the_forgotten_ante_calls_and_the_misdeal_VIV_15_VIV_21_VIV_29(night, desk) -> None:
    html = text(desk.get(at(night)))
    assert "Table 1 · ante 100 · button Beltrán" in read(desk.get(at(night)))
    assert "Ante not called" in html
    assert "the dealer pays for all" in html
    assert 'name="penalty" value="1"' in html
    assert '<select class="input" id="hand-k-1" name="k1">' in html
    assert html.index('<option value="royal_flush">') < html.index('<option value="high_card">')
    assert at(night, "misdeal") in html
    assert "too many cards: nothing goes back to him" in html


def test_no_other_game_is_asked_about_antes_and_calls_VIV_15() -> None:
    holdem = night_with("Ana", "Bea", "Cruz")
    html = text(client_of(holdem.director).get(at(holdem)))
    for word in ("Ante not called", 'name="k1"', "misdeal", "too many cards"):
        assert word not in html


def test_a_scorekeeper_is_offered_no_misdeal_VIV_29(night: Night) -> None:
    client = client_of(member(night.tour, Role.SCOREKEEPER))
    assert at(night, "misdeal") not in text(client.get(at(night)))
    assert client.post(at(night, "misdeal"), typed(night)).status_code == 403


def test_the_dealer_pays_all_antes_in_the_preview_and_when_it_is_saved_VIV_15_S43(night, desk) -> None:
    hand = typed(night, s1="in", a1="300", c1=BEST, s2="in", a2="300", c2=SECOND, penalty="1")
    shown = read(desk.post(at(night, "preview"), hand, headers={"HX-Request": "true"}))
    assert "ante paid by the dealer" in shown
    assert "pays 300 of the others&#x27; antes" in shown or "pays 300 of the others' antes" in shown
    assert tapped(desk, at(night), hand).status_code == 200
    assert stacks(night) == {ROSA: 5600, IVAN: 4800, MARTA: 5000, BELTRAN: 4600}
    assert Hand.objects.get().penalty


def test_who_goes_all_in_brings_the_ante_that_was_paid_for_him_VIV_15(night, desk) -> None:
    hand = typed(night, s1="all_in", c1=BEST, s2="in", c2=SECOND, penalty="1")
    assert tapped(desk, at(night), hand).status_code == 200
    assert HandSeat.objects.get(seat=1).live == 5100
    assert stacks(night) == {ROSA: 10_400, MARTA: 5000, BELTRAN: 4600}  # Iván called with all he had


def test_a_corrected_hand_shows_the_penalty_and_takes_it_back_VIV_15(night, desk) -> None:
    hand = typed(night, s1="in", a1="300", c1=BEST, s2="in", a2="300", c2=SECOND, penalty="1")
    tapped(desk, at(night), hand)
    where = f"/desk/{night.open.code}/hands/{Hand.objects.get().pk}/"
    assert 'name="penalty" value="1" id="hand-penalty" checked' in text(desk.get(where))
    del hand["penalty"]
    assert tapped(desk, where, hand).status_code == 200
    assert stacks(night) == {ROSA: 5500, IVAN: 4700, MARTA: 4900, BELTRAN: 4900}


def test_the_called_hand_is_typed_named_and_kept_VIV_21(night, desk) -> None:
    hand = typed(
        night, s1="in", a1="800", c1="KsKhKd2c2h", k1="three", s2="in", a2="800", c2="9c8c5c4c3c", k2="flush"
    )
    assert "called “three of a kind”" in read(desk.post(at(night, "preview"), hand))
    assert tapped(desk, at(night), hand).status_code == 200
    assert (stacks(night)[ROSA], stacks(night)[IVAN]) == (4200, 6000)
    assert [part.called for part in sheet_of(Hand.objects.get()).parts] == ["three", "flush", "", ""]
    page = text(desk.get(f"/desk/{night.open.code}/hands/{Hand.objects.get().pk}/"))
    assert '<option value="three" selected>' in page


def test_what_cannot_be_called_counts_for_nothing_VIV_21(night, desk) -> None:
    hand = typed(night, s1="in", a1="800", c1=BEST, k1="five", s2="in", a2="800", c2=SECOND)
    assert tapped(desk, at(night), hand).status_code == 200
    assert HandSeat.objects.get(seat=1).called == ""


def test_too_many_cards_kill_the_hand_and_lose_the_bet_VIV_30_S44(night, desk) -> None:
    hand = typed(night, s1="in", a1="100", c1=BEST, s2="fold", a2="600", x2="1", s3="in", a3="100", c3=SECOND)
    assert tapped(desk, at(night), hand).status_code == 200
    assert stacks(night) == {ROSA: 5800, IVAN: 4400, MARTA: 4900, BELTRAN: 4900}


def test_two_winners_are_asked_about_and_may_be_kept_VIV_36(night, desk) -> None:
    hand = typed(night, s1="in", a1="800", s2="in", a2="800", given0="named", p0=["1", "2"])
    asked = tapped(desk, at(night), hand)
    assert asked.status_code == 422
    assert "Suits decide here and nobody shares" in read(asked)
    assert 'name="overrule" value="suits_decide"' in text(asked)
    assert not Hand.objects.exists()
    assert "Suits decide here" in read(desk.post(at(night, "preview"), hand))
    assert tapped(desk, at(night), {**hand, "overrule": "suits_decide"}).status_code == 200
    assert stacks(night)[ROSA] == stacks(night)[IVAN] == 5100


def test_a_winner_against_the_cards_is_asked_about_and_may_be_kept_VIV_21(night, desk) -> None:
    hand = typed(night, s1="in", a1="800", c1=BEST, s2="in", a2="800", c2=SECOND, given0="named", p0=["2"])
    asked = tapped(desk, at(night), hand)
    assert asked.status_code == 422
    assert 'name="overrule" value="cards_say_otherwise"' in text(asked)
    assert tapped(desk, at(night), {**hand, "overrule": "cards_say_otherwise"}).status_code == 200
    assert stacks(night)[IVAN] == 6000


# -- misdeals -------------------------------------------------------------------------------------------


def test_a_misdeal_shows_what_stays_and_goes_back_and_is_kept_VIV_29(night, desk) -> None:
    hand = typed(night, s1="in", a1="400", s2="in", a2="400")
    asked = tapped(desk, at(night, "misdeal"), hand)
    said = read(asked)
    assert "The antes stay in the pot: 400 ." in said
    assert "Nobody pays a new ante" in said
    assert f"{ROSA} 300 {IVAN} 300" in said
    assert not Ruling.objects.exists()
    rosa, ivan = night.entries[ROSA].pk, night.entries[IVAN].pk
    assert f'name="back{rosa}" value="300"' in text(asked)
    sure = {"sure": "1", "pot": "400", f"back{rosa}": "300", f"back{ivan}": "300"}
    assert tapped(desk, at(night, "misdeal"), sure).status_code == 200
    assert Ruling.objects.get(kind="misdeal").figures == {
        "pot": 400, "refunds": {str(rosa): 300, str(ivan): 300},
    }  # fmt: skip
    assert stacks(night) == dict.fromkeys(FOUR, 5000)
    rulings = read(desk.get(f"/desk/{night.open.code}/rulings/"))
    assert f"Misdeal, dealt again: antes of 400 stay; back to {ROSA} 300 , {IVAN} 300" in rulings


def test_a_misdeal_before_any_bet_gives_nothing_back_VIV_29(night, desk) -> None:
    assert "Nobody had bet." in read(tapped(desk, at(night, "misdeal"), typed(night)))


# -- who is out -----------------------------------------------------------------------------------------


def test_who_cannot_pay_the_ante_is_shown_and_put_out_with_one_tap_VIV_22(night, desk) -> None:
    counted(night, Iván=60, Rosa=9940)
    page = desk.get(at(night))
    assert f"Cannot pay the ante of 100: {IVAN} (60). He is out" in read(page)
    ivan = night.entries[IVAN].pk
    assert f'name="lack" value="{ivan}"' in text(page)
    answer = tapped(desk, at(night, "ante"), {"lack": str(ivan)})
    assert answer.status_code == 200
    assert f"{IVAN} out in 4th, without chips for the ante" in read(answer)
    assert night.field().chips_in_play == 19_940
    assert "Cannot pay" not in text(desk.get(at(night)))


def test_two_who_cannot_pay_are_ranked_by_what_is_left_and_play_it_out_if_equal_VIV_22_VIV_25(night, desk):
    counted(night, Iván=60, Marta=60, Rosa=9880)
    ivan, marta = night.entries[IVAN].pk, night.entries[MARTA].pk
    assert "They are out" in text(desk.get(at(night)))
    lack = {"lack": f"{ivan},{marta}"}
    asked = tapped(desk, at(night, "ante"), lack)
    assert asked.status_code == 422
    assert "Open hand: who won?" in text(asked)
    assert f'name="lack" value="{ivan},{marta}"' in text(asked)
    assert tapped(desk, at(night, "ante"), {**lack, "ranked": str(marta)}).status_code == 200
    assert places(night) == {IVAN: 4, MARTA: 3}


def equal_outs(night: Night) -> dict[str, Any]:
    counted(night, Iván=3000, Marta=3000, Rosa=9000)
    return typed(night, s1="in", a1="3000", c1=BEST, s2="all_in", c2=THIRD, s3="all_in", c3=SECOND)


def test_equal_ones_out_in_a_typed_hand_play_an_open_hand_VIV_25(night, desk) -> None:
    hand = equal_outs(night)
    ivan, marta = night.entries[IVAN].pk, night.entries[MARTA].pk
    preview = read(desk.post(at(night, "preview"), hand))
    assert f"{IVAN} and {MARTA} are equal: play one open hand and say who won it." in preview
    asked = tapped(desk, at(night), hand)
    assert asked.status_code == 422
    assert f'name="c1" value="{BEST}"' in text(asked)
    assert not Hand.objects.exists()
    look = tapped(desk, at(night), {**hand, f"o{ivan}": "JsJcTd5h3h", f"o{marta}": "JdJhTc5s3d", "look": "1"})
    assert f"{MARTA} won" in read(look)
    saved = {**hand, f"o{ivan}": "JsJcTd5h3h", f"o{marta}": "JdJhTc5s3d", "by_cards": "1"}
    assert tapped(desk, at(night), saved).status_code == 200
    assert places(night) == {IVAN: 4, MARTA: 3}
    assert Ruling.objects.get(kind="open_hand").figures["order"] == [marta, ivan]
    assert Out.objects.count() == 2


# -- on the page of the night ---------------------------------------------------------------------------


def test_the_night_says_who_cannot_pay_the_next_ante_and_puts_him_out_VIV_22(night, desk) -> None:
    where = f"/desk/{night.open.code}/"
    assert "cannot pay the ante" not in text(desk.get(where))
    counted(night, Iván=60, Rosa=9940)
    page = desk.get(where)
    assert f"{IVAN} cannot pay the ante of 100: out before the next hand. He is out" in read(page)
    assert f'name="lack" value="{night.entries[IVAN].pk}" id="band-ante-' in text(page)
    tapped(desk, at(night, "ante"), {"lack": str(night.entries[IVAN].pk)})
    assert "cannot pay the ante" not in text(desk.get(where))


def test_where_the_short_go_all_in_nobody_is_said_to_lack_the_ante_SIS_21() -> None:
    night = table_of_four(now=datetime.now(UTC))
    night.open.house = {**night.open.house, "short_forced_bet": "all_in"}
    night.open.save(update_fields=["house"])
    counted(night, Iván=60, Rosa=9940)
    assert "cannot pay the ante" not in text(client_of(night.director).get(f"/desk/{night.open.code}/"))


def test_each_table_of_a_later_round_has_its_own_ante_to_lack_VIV_17_VIV_22() -> None:
    night = vivaldi_night()
    night.now = datetime.now(UTC)
    second_round(night)
    night.now = datetime.now(UTC) + timedelta(minutes=40)
    one = table_called(night.open, "1", 2)
    there = sitting(one)
    counts = {night.entries[there[0]]: 100}
    floor.count_chips(open=night.open, counts=counts, **night.act)
    assert lacking(night) == []
    night.out(there[3])
    assert lacking(night) == []  # his chips may have moved in that hand
    floor.count_chips(open=night.open, counts=counts, **night.act)
    assert lacking(night) == [(one.pk, (night.entries[there[0]].pk,), 200)]


def lacking(night: Night) -> list[tuple[int, tuple[int, ...], int]]:
    seen = look(night.open, role=Role.FLOOR, device=None, now=night.now)
    told = [one.remark.params for one in seen.suggestions if one.code == "ante_lacked"]
    return [(one["table"], one["entries"], one["ante"]) for one in told]
