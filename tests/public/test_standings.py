"""The season table, the list of players, a player's page (RULES 4.7)."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from tdapp.opens.models import Open
from tdapp.players.models import Player
from tdapp.public.views.standings import short_name
from tdapp.tours.services import open_season
from tests.builders import make_tour
from tests.public.conftest import TONIGHT, readable

pytestmark = pytest.mark.django_db
Opens = dict[str, Open]


def page(client: Client, address: str) -> str:
    answer = client.get(address, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return readable(answer.content.decode())


def table(html: str) -> list[list[str]]:
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    cells = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>", re.DOTALL)
    return [
        [" ".join(strip_tags(cell).split()) for cell in cells.findall(row)]
        for row in body.split("</tr>")
        if "<tr" in row
    ]


def test_the_table_has_one_column_per_open_and_equal_points_share_the_rank_RULES_4_7(
    client: Client, opens: Opens
) -> None:
    html = page(client, f"/t/{opens['Naval'].tour.code}/standings/")
    assert table(html) == [
        ["1", "Canadá", "8", "6", "2", "14"],
        ["2", "Lituania", "4", "5", "", "9"],
        ["2", "Irán", "5", "4", "", "9"],
        ["4", "Letonia", "6", "2", "", "8"],
        ["5", "Inglaterra", "7", "", "", "7"],
        ["6", "Kosovo", "2", "3", "", "5"],
        ["7", "Francia", "3", "", "", "3"],
        ["8", "Israel", "1", "", "", "1"],
        ["8", "Tanzania", "", "1", "", "1"],
    ]
    assert "Season 2008, after 2 opens" in html
    assert 'title="Open del Barbarismo">Barbarismo</a>' in html


def test_another_season_is_asked_for_by_its_number(client: Client, opens: Opens) -> None:
    tour = opens["Naval"].tour
    open_season(tour=tour, name="2009", actor=None, now=TONIGHT)
    address = f"/t/{tour.code}/standings/"
    # The new season is empty: until something is posted the old one is shown.
    assert "Season 2008, after 2 opens" in page(client, address)
    assert "No results have been posted in this season yet." in page(client, f"{address}?season=2")
    assert "Season 2008, after 2 opens" in page(client, f"{address}?season=1")
    for wrong in ("0", "3", "x", "²"):
        assert client.get(f"{address}?season={wrong}").status_code == 404


def test_a_tour_without_results_says_so(client: Client) -> None:
    tour, _ = make_tour()
    assert "No results have been posted in this season yet." in page(client, f"/t/{tour.code}/standings/")
    assert "Nobody has played a posted open yet." in page(client, f"/t/{tour.code}/players/")


def test_the_players_are_listed_by_name(client: Client, opens: Opens) -> None:
    html = page(client, f"/t/{opens['Naval'].tour.code}/players/")
    names = re.findall(r'<li><a href="/p/\w+/">([^<]*)</a>', html)
    assert names == [
        "Canadá", "Francia", "Inglaterra", "Irán", "Israel", "Kosovo", "Letonia", "Lituania", "Tanzania",
    ]  # fmt: skip
    assert "2 opens, 2 wins" in html


def test_a_players_page_has_opens_places_points_and_prizes(client: Client, opens: Opens) -> None:
    code = Player.objects.get(nickname="Letonia").code
    html = page(client, f"/p/{code}/")
    assert "4th of season 2008 with 8 points" in html
    assert re.findall(r'<dd class="num">([^<]*)</dd>', html) == ["2", "0", "8", "10 €"]
    assert table(html) == [
        ["Open de Naval 23 February 2008", "5th of 6", "2", ""],
        ["Open del Barbarismo 4 January 2008", "3rd of 8", "6", "10 €"],
    ]


def test_somebody_who_only_signed_up_has_an_empty_page(client: Client, opens: Opens) -> None:
    lone = Player.objects.create(nickname="Nadie", folded="nadie")
    assert "No posted open yet." in page(client, f"/p/{lone.code}/")


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Open del Barbarismo", "Barbarismo"),
        ("Open de Naval", "Naval"),
        ("Open", "Open"),
        ("Gran final del Circuito", "Gran final de…"),
        ("Opening night", "Opening night"),
    ],
)
def test_a_column_has_a_short_name(name: str, short: str) -> None:
    assert short_name(name) == short
