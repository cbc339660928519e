"""The deal on the desk: compared, picked, agreed to, signed, taken back (RULES 2.12, 4.4)."""

from __future__ import annotations

import re
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tdapp.accounts.roles import Role
from tdapp.cash import queries as cash
from tdapp.cash import services as till
from tdapp.cash.models import Deal
from tdapp.floor import services as floor
from tdapp.opens.models import Open
from tdapp.rules.payouts import PrizePlan
from tdapp.web.night import public_night
from tests.builders import Night
from tests.desk.clients import client_of, member, tapped, text
from tests.floor.test_deals import STACKS, make, three_left, won

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    """Three left of eight, all paid: 50, 20 and 10 €."""
    return three_left()


@pytest.fixture
def client(night: Night) -> Client:
    return client_of(night.director)


def at(night: Night, *path: object) -> str:
    return f"/desk/{night.open.code}/" + "".join(f"{part}/" for part in path)


def typed(night: Night, stacks: dict[str, int | str] | None = None, **more: Any) -> dict[str, Any]:
    """The form: chips in euros (the open's chips are money), money as people write it."""
    given = {name: f"{chips / 100:.0f}" for name, chips in STACKS.items()} if stacks is None else stacks
    return {
        "unit": "0,01",
        **{f"stack_{night.entries[name].pk}": chips for name, chips in given.items()},
        **more,
    }


def column(page: str, method: str) -> list[str]:
    """The amounts that a page compares under one method."""
    heads = re.findall(r'name="method" value="(\w+)"', page)
    rows = re.findall(r"<tr>.*?</tr>", page.split("deal__table")[1].split("</table>")[0], re.DOTALL)[1:]
    cells = [re.findall(r'<td class="num">(.*?)</td>', row) for row in rows]
    return [row[heads.index(method)] for row in cells]


# -- the way to the agreed sheet -----------------------------------------------------------------------


def test_from_the_desk_to_the_agreed_sheet_it_takes_five_taps(night: Night, client: Client):
    desk = text(client.get(at(night)))
    assert f'id="band-deal" href="{at(night, "deal")}"' in desk  # one: compare a deal
    page = text(client.get(at(night, "deal")))
    assert 'id="deal-method-icm"' in page  # two: the method
    assert 'id="deal-all"' in page  # three: all agree
    assert 'id="deal-make"' in page  # four: make the deal
    answer = client.post(at(night, "deal"), typed(night, method="icm", all="1"))
    assert (answer.status_code, answer["Location"]) == (302, at(night, "deal"))
    agreed = text(client.get(at(night, "deal")))
    assert f'id="deal-sheet" href="{at(night, "deal", "sheet")}"' in agreed  # five: the sheet
    sheet = text(client.get(at(night, "deal", "sheet")))
    for words in ("Canadá", "35,86 €", "26,96 €", "17,18 €", "80 €", "Signature", "ICM"):
        assert words.replace(",", ".") in sheet or words in sheet
    assert won(night) == {"Canadá": 3586, "Inglaterra": 2696, "Letonia": 1718}


def test_it_is_offered_only_while_few_are_left_and_all_of_them_are_paid():
    four = three_left(left=4)
    assert "band-deal" not in text(client_of(four.director).get(at(four)))


# -- comparing -----------------------------------------------------------------------------------------


def test_the_columns_follow_what_is_typed_and_nothing_is_saved(night: Night, client: Client):
    page = text(client.post(at(night, "deal", "compare"), typed(night)))
    assert column(page, "icm") == ["35.86 €", "26.96 €", "17.18 €"]
    assert column(page, "chip_chop") == ["38.13 €", "25.62 €", "16.25 €"]
    assert column(page, "even") == ["26.68 €", "26.66 €", "26.66 €"]
    assert column(page, "custom") == ["—", "—", "—"]
    assert "160 € counted: exactly what is in play." in page
    assert not Deal.objects.exists()


def test_without_stacks_an_even_deal_is_there_and_the_others_say_what_they_wait_for(
    night: Night, client: Client
):
    page = text(client.post(at(night, "deal", "compare"), typed(night, {"Canadá": "90"})))
    assert column(page, "even") == ["26.67 €", "26.67 €", "26.66 €"]
    assert column(page, "icm") == ["—", "—", "—"]
    assert "ICM and chip chop appear once every stack is typed; 160 € are in play." in page


def test_stacks_that_are_known_for_sure_are_there_already(night: Night, client: Client):
    counts = {night.entries[name]: chips for name, chips in STACKS.items()}
    night.now = timezone.now()
    floor.count_chips(open=night.open, counts=counts, **night.act)
    page = text(client.get(at(night, "deal")))
    assert f'id="id_stack_{night.entries["Canadá"].pk}" value="90"' in page
    assert f"as of {night.now.astimezone(ZoneInfo(night.open.time_zone)):%H:%M}" in page
    assert column(page, "icm") == ["36 €", "27 €", "17 €"]  # whole euros are proposed


def test_a_count_that_is_off_is_said_and_used_as_counted(night: Night, client: Client):
    data = typed(night, {"Canadá": "90", "Inglaterra": "50", "Letonia": "19"}, method="chip_chop", all="1")
    page = text(client.post(at(night, "deal", "compare"), data))
    assert "159 € were counted and 160 € are in play: count again, or use them as counted." in page
    assert client.post(at(night, "deal"), data).status_code == 302
    assert sum(won(night).values()) == 8000


def test_odd_amounts_are_said_under_their_method(night: Night, client: Client):
    own = {f"amount_{night.entries[n].pk}": a for n, a in zip(STACKS, ("60", "15", "5"), strict=True)}
    page = text(client.post(at(night, "deal", "compare"), typed(night, {}, **own)))
    assert "Canadá would get 60 €, more than the first prize (50 €): check it." in page
    assert "Letonia would get 5 €, and 10 € is sure already: check it." in page
    short = {**own, f"amount_{night.entries['Letonia'].pk}": "3"}
    page = text(client.post(at(night, "deal", "compare"), typed(night, {}, **short)))
    assert "The shares are 78 €, and 80 € is left: give out 2 € more." in page


def test_a_stack_that_cannot_be_read_is_said_while_typing(night: Night, client: Client):
    wrong = typed(night, {"Canadá": "40", "Inglaterra": "4O", "Letonia": "60"})
    page = text(client.post(at(night, "deal", "compare"), wrong))
    assert page.count("“4O”") == 1
    assert "appear once every stack is typed" in page
    assert "“" not in text(client.post(at(night, "deal", "compare"), typed(night)))


def test_what_of_the_pool_is_in_no_place_s_prize_is_said_not_to_be_shared(night: Night, client: Client):
    assert "not shared here" not in text(client.get(at(night, "deal")))
    plan = PrizePlan("amounts", (4000, 2000, 1000))
    till.set_prizes(open=night.open, plan=plan, **night.act)
    page = text(client.get(at(night, "deal")))
    assert "70 € to share" in page
    assert "10 € of the pool is in the prize of no place: it is not shared here." in page


def test_where_more_is_left_to_play_for_than_there_is_nothing_is_there_to_share(night: Night, client: Client):
    page = text(client.post(at(night, "deal", "compare"), typed(night, left_to_play="500")))
    assert "Nothing to share" in page
    assert "−420" not in page


def test_enter_in_a_field_only_compares(night: Night, client: Client):
    answer = client.post(at(night, "deal"), typed(night, method="icm", all="1", compare="1"))
    assert answer.status_code == 200
    assert column(text(answer), "icm") == ["35.86 €", "26.96 €", "17.18 €"]
    assert not Deal.objects.exists()


# -- refusals ------------------------------------------------------------------------------------------


def test_who_has_not_agreed_is_named_and_all_that_was_typed_stays(night: Night, client: Client):
    canada = night.entries["Canadá"].pk
    answer = client.post(at(night, "deal"), typed(night, method="icm", agreed=[canada], left_to_play="5"))
    page = text(answer)
    assert answer.status_code == 422
    assert "A deal needs everybody: Inglaterra and Letonia have not agreed. Ask, or play on." in page
    assert f'id="id_stack_{canada}" value="90"' in page
    assert 'value="5"' in page
    assert 'value="icm" id="deal-method-icm" checked' in page
    assert f'value="{canada}" id="deal-agrees-{canada}" checked' in page
    assert not Deal.objects.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "Choose one of the deals."),
        ({"method": "icm", "left_to_play": "90"}, "cannot be left to play for out of 80 €"),
        ({"method": "even", "left_to_play": "diez"}, "diez"),
    ],
)
def test_what_cannot_be_a_deal_is_refused_with_a_sentence(
    night: Night, client: Client, data: dict[str, str], words: str
):
    answer = client.post(at(night, "deal"), typed(night, all="1", **data))
    assert answer.status_code == 422
    assert words in text(answer)
    assert not Deal.objects.exists()


def test_prizes_short_of_the_pool_are_shared_on_purpose_with_one_tap_SPT_35():
    night = three_left(prizes=(4000, 2000, 1000))
    client = client_of(night.director)
    asked = client.post(at(night, "deal"), typed(night, method="icm", all="1"))
    assert asked.status_code == 422
    assert "Make the deal all the same" in text(asked)
    data = typed(night, method="icm", all="1", overrule="prizes_do_not_sum")
    assert client.post(at(night, "deal"), data).status_code == 302
    assert sum(won(night).values()) == 7000


def test_a_page_opened_before_the_last_hand_asks_before_its_stacks_are_used_fault_104(
    client: Client, night: Night
):
    seen = re.findall(r'name="seen" value="(\d+)"', text(client.get(at(night, "deal"))))[0]
    counts = {night.entries[name]: chips for name, chips in STACKS.items()}
    floor.count_chips(open=night.open, counts=counts, **night.act)
    data = typed(night, method="icm", all="1", seen=seen)
    asked = client.post(at(night, "deal"), data)
    assert asked.status_code == 422
    assert "Chips moved since these stacks were typed: count them again, or use them as they are?" in text(
        asked
    )
    assert client.post(at(night, "deal"), {**data, "overrule": "stacks_moved"}).status_code == 302


def test_a_second_deal_is_refused(night: Night, client: Client):
    make(night)
    answer = client.post(at(night, "deal"), typed(night, method="even", all="1"))
    assert answer.status_code == 422
    assert "A deal stands already: take it back first." in text(answer)


def test_no_number_that_python_cannot_read_breaks_the_page(night: Night, client: Client):
    answer = client.post(at(night, "deal"), typed(night, method="icm", agreed="9" * 5000))
    assert answer.status_code == 422
    assert not Deal.objects.exists()


def test_a_double_tap_makes_one_deal(night: Night, client: Client):
    data = typed(night, method="icm", all="1", request_id="0d1f4a52-7c37-4a39-9a37-d5d3a2f9c001")
    tapped(client, at(night, "deal"), data)
    assert tapped(client, at(night, "deal"), data).status_code == 200
    assert Deal.objects.count() == 1


def test_a_deal_is_the_directors(night: Night):
    floor_manager = client_of(member(night.tour, Role.FLOOR))
    assert floor_manager.get(at(night, "deal")).status_code == 403
    assert floor_manager.post(at(night, "deal"), typed(night, method="icm", all="1")).status_code == 403


def test_without_anything_to_share_the_page_says_so():
    night = three_left(prizes=())
    assert "Nothing to share now" in text(client_of(night.director).get(at(night, "deal")))


# -- what follows --------------------------------------------------------------------------------------


def test_a_deal_that_somebody_refuses_is_taken_back_from_its_page(night: Night, client: Client):
    entry = make(night)
    page = text(client.get(at(night, "deal")))
    assert f'name="entry" value="{entry.pk}"' in page
    client.post(at(night, "undo"), {"entry": entry.pk})
    assert won(night) == {}
    assert "Make the deal" in text(client.get(at(night, "deal")))


def test_without_a_deal_the_sheet_leads_back_to_the_page(night: Night, client: Client):
    assert client.get(at(night, "deal", "sheet"))["Location"] == at(night, "deal")


def test_the_prizes_page_says_that_a_deal_stands_and_unlocks_nothing(night: Night, client: Client):
    assert 'id="prizes-deal"' in text(client.get(at(night, "prizes")))
    make(night)
    page = text(client.get(at(night, "prizes")))
    assert "Those left share their prizes by agreement." in page
    assert "Unlock the prizes" not in page


def test_where_play_stops_the_counts_of_the_deal_finish_the_open_with_one_tap(night: Night, client: Client):
    make(night)
    page = text(client.get(at(night, "finish")))
    counts = {f"chips_{night.entries[name].pk}": f"{chips // 100}" for name, chips in STACKS.items()}
    for name, chips in counts.items():
        assert re.search(rf'name="{name}" value="{chips}"', page), name
    assert "160 € counted, 160 € in play." in page
    assert "by agreement" in page
    assert client.post(at(night, "finish"), counts).status_code == 302
    done = text(client.get(at(night, "finish")))
    assert done.count("by agreement") == 3
    assert "35.86 €" in done


def test_a_count_older_than_an_out_is_not_proposed_again(night: Night, client: Client):
    make(night)
    night.out("Letonia", by="Canadá")
    page = text(client.get(at(night, "finish")))
    assert 'value="90"' not in page


def test_the_night_and_its_results_tell_the_deal(night: Night, client: Client):
    make(night, left_to_play=500)
    desk = text(client.get(at(night)))
    assert "Deal (ICM): Canadá 33.05 €, Inglaterra 25.40 €, Letonia 16.55 €; 5 € left to play for" in desk
    assert "A deal stands: play on for 5 €, or count the chips and finish." in desk
    assert "Undo: Deal" in desk
    results = text(Client().get(f"/o/{night.open.code}/results/"))
    assert "by agreement (ICM), 5 € left to play for" in results


def test_the_screen_and_the_phones_show_who_gets_what(night: Night):
    make(night, left_to_play=500)
    seen = public_night(Open.objects.get(pk=night.open.pk), night.now)
    assert [(one.mark, one.amount) for one in seen.paid] == [
        ("Winner", 500),
        ("Canadá", 3305),
        ("Inglaterra", 2540),
        ("Letonia", 1655),
    ]
    assert seen.next_prize is not None
    assert (seen.next_prize.label, seen.next_prize.amount) == ("Winner", 500)
    phone = text(Client().get(f"/o/{night.open.code}/"))
    assert "Canadá</b><span" in phone
    assert "33.05 €" in phone


def test_all_the_money_is_somebodys_after_a_deal_played_out(night: Night):
    make(night, left_to_play=500)
    night.out("Canadá", "Inglaterra")
    open = Open.objects.get(pk=night.open.pk)
    prizes = cash.prizes(open, night.pool())
    assert sum(cash.won(night.field(), prizes).values()) == 8000
    seen = public_night(open, night.now)
    assert {line.name: line.prize for line in seen.classification if line.prize} == {
        "Letonia": 2155,
        "Inglaterra": 2540,
        "Canadá": 3305,
    }
