"""The results page: posted, finished, running, not begun; and every way to take it along."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.utils.html import strip_tags
from PIL import Image

from tdapp.cash.expenses import record_expense, set_guarantee
from tdapp.cash.services import set_prizes
from tdapp.floor import door
from tdapp.floor import services as floor
from tdapp.journal.undo import undo
from tdapp.live import registry
from tdapp.opens.models import Open
from tdapp.players.models import Player
from tdapp.public.post import plain
from tdapp.public.report import report
from tdapp.rules import round_presets
from tdapp.rules.payouts import PrizePlan
from tests.builders import BARBARISMO, Night, make_night, spt_terms, timed_terms
from tests.desk.clients import client_of
from tests.public.conftest import readable

pytestmark = pytest.mark.django_db
Opens = dict[str, Open]


def page(client: Client, open: Open, rest: str = "", language: str = "en") -> str:
    answer = client.get(f"/o/{open.code}/results/{rest}", headers={"accept-language": language})
    assert answer.status_code == 200
    return readable(answer.content.decode())


def rows(html: str) -> list[list[str]]:
    """The classification as a reader sees it, cell by cell."""
    table = html.partition('id="results-classification"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    cells = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>", re.DOTALL)
    return [
        [" ".join(strip_tags(cell).split()) for cell in cells.findall(row)]
        for row in table.split("</tr>")
        if "<tr" in row
    ]


def running() -> Night:
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    night.wait(minutes=20)
    night.out("Israel")
    return night


# -- the page ------------------------------------------------------------------------------------------


def test_the_posted_page_has_the_order_the_levels_points_and_prizes_SPT_E1(
    client: Client, opens: Opens
) -> None:
    html = page(client, opens["Barbarismo"])
    assert rows(html) == [
        ["1", "Canadá", "8", "50 €"],
        ["2", "Inglaterra", "2 / 4 €", "7", "20 €"],
        ["3", "Letonia", "1 / 2 €", "6", "10 €"],
        ["4", "Irán", "1 / 2 €", "5", ""],
        ["5", "Lituania", "0.50 / 1 €", "4", ""],
        ["6", "Francia", "0.50 / 1 €", "3", ""],
        ["7", "Kosovo", "0.25 / 0.50 €", "2", ""],
        ["8", "Israel", "0.25 / 0.50 €", "1", ""],
    ]


def test_the_director_finds_the_way_back_to_the_desk(client: Client) -> None:
    night = running()
    link = f'<a href="/desk/{night.open.code}/">Desk</a>'
    assert link not in page(client, night.open)
    assert link in page(client_of(night.director), night.open)


def test_heading_and_facts(client: Client, opens: Opens) -> None:
    html = page(client, opens["Barbarismo"])
    assert "<h1>Open del Barbarismo</h1>" in html
    assert "4 January 2008 · 1st event of the season · Texas hold" in html
    facts = re.findall(r"<dt>([^<]*)</dt><dd class=\"num\">([^<]*)</dd>", html)
    assert facts == [("Buy-in", "10 €"), ("Players", "8"), ("Prize pool", "80 €"), ("Played", "3 h 12")]


def test_in_spanish_dates_and_decimals_are_spanish(client: Client, opens: Opens) -> None:
    html = page(client, opens["Barbarismo"], language="es")
    assert "4 de enero de 2008" in html
    assert rows(html)[4][2] == "0,50 / 1 €"


def test_the_season_beside_it_is_that_after_this_open(client: Client, opens: Opens) -> None:
    bars = re.compile(r'<rect width="(\d+)%".*?<span class="num">([^<]*)</span>', re.DOTALL)
    first, second = page(client, opens["Barbarismo"]), page(client, opens["Naval"])
    assert bars.findall(first) == [("100", "8"), ("88", "7"), ("75", "6"), ("62", "5"), ("50", "4")]
    assert bars.findall(second) == [("100", "14"), ("64", "9"), ("64", "9"), ("57", "8"), ("50", "7")]


def test_the_chart_has_its_figures_as_a_table(client: Client, opens: Opens) -> None:
    html = page(client, opens["Naval"])
    assert html.count('<path class="line-') == 4
    figures = html.partition("<details")[2]
    assert '<th scope="row" class="num">22:25</th>' in figures
    assert "12.50" in figures


def test_without_figures_there_is_no_chart(client: Client) -> None:
    assert '<svg class="chart"' not in page(client, running().open)


def test_the_house_rules_that_matter_are_said_heads_up_included_SPT_44(client: Client, opens: Opens) -> None:
    told = page(client, opens["Barbarismo"]).partition('id="results-told"')[2]
    assert re.findall(r"<dd>([^<]*)</dd>", told)[:2] == ["anticlockwise, to the right", "when players go out"]
    assert "<dt>Heads-up, the dealer is</dt><dd>small blind</dd>" in told


# -- before it is posted -------------------------------------------------------------------------------


def test_while_it_runs_the_page_says_who_is_out_and_who_is_left(client: Client) -> None:
    night = running()
    html = page(client, night.open)
    assert rows(html) == [["8", "Israel", "0.25 / 0.50 €", ""]]
    assert "7 players are left: " + ", ".join(BARBARISMO[:-1]) in html
    assert "results-share" not in html
    assert "results-season" not in html


def test_stages_that_carry_one_round_on_tell_the_blinds_of_each_out_SIS_14(client: Client) -> None:
    terms = replace(timed_terms(), rounds=round_presets.sistema(stages=2, per_stage=2))
    night = make_night(terms)
    night.sign_up(*BARBARISMO)
    night.start()
    night.wait(minutes=5)
    night.out(*BARBARISMO[:1:-1])
    night.wait(minutes=40)
    night.out(BARBARISMO[1])
    floor.finish_open(open=night.open, **night.act)
    blinds = [row[2] for row in rows(page(client, night.open))[1:]]
    assert blinds == ["100 / 200", *["25 / 50"] * 6]


def test_while_it_runs_the_page_follows_the_open(client: Client) -> None:
    night = running()
    html = page(client, night.open)
    assert f'data-live="/live/en/results/{night.open.code}/"' in html
    surface = registry.surface("results")
    assert surface is not None
    assert surface.resolve(night.open.code) == night.open.stream_id
    part = client.get(f"/o/{night.open.code}/results/", headers={"hx-request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="results-report"')
    assert "<html" not in part


def test_before_it_begins_the_page_names_who_signed_up(client: Client, opens: Opens) -> None:
    html = page(client, opens["Otoño"])
    assert "Not started yet." in html
    assert "Canadá, Inglaterra, Letonia, Irán, Lituania, Francia, Kosovo, Tanzania." in html


def test_finished_and_not_posted_is_said_and_shared_all_the_same(client: Client) -> None:
    night = running()
    for name in reversed(BARBARISMO[1:-1]):
        night.wait(minutes=10)
        night.out(name)
    floor.finish_open(open=night.open, **night.act)
    html = page(client, night.open)
    assert "Not posted yet." in html
    assert "results-share" in html
    assert len(rows(html)) == 8


def test_a_tie_shows_the_better_place_and_says_so_RULES_4_1(client: Client) -> None:
    night = make_night(spt_terms(prizes=(2500, 1000, 500)))
    night.sign_up("Ana", "Bea", "Carla", "Diana")
    night.start()
    group = [[night.entries["Carla"], night.entries["Diana"]]]
    floor.record_outs(open=night.open, groups=group, in_order=True, **night.act)
    night.out("Bea")
    floor.finish_open(open=night.open, **night.act)
    shown = rows(page(client, night.open))
    assert [row[:2] for row in shown] == [
        ["1", "Ana"],
        ["2", "Bea"],
        ["3", "Carla tied"],
        ["3", "Diana tied"],
    ]
    assert [row[-2:] for row in shown[2:]] == [["1.5", "2.50 €"], ["1.5", "2.50 €"]]
    assert "3. Carla (tied): 2.50 €" in page(client, night.open, "post/?in=en")


# -- to take along -------------------------------------------------------------------------------------


def test_the_post_is_there_in_both_forms_and_both_languages(client: Client, opens: Opens) -> None:
    english = page(client, opens["Naval"], "post/?in=en")
    assert "Open de Naval\nSomontano Poker Tour · 23 February 2008 · 2nd event of the season" in english
    assert "# Open de Naval" in english
    # Without a wish it speaks the open's own language.
    assert "23 de febrero de 2008" in page(client, opens["Naval"], "post/")
    assert "2nd event" in page(client, opens["Naval"], "post/?in=en", language="es")


def test_the_csv_opens_with_a_double_click_in_either_language(client: Client, opens: Opens) -> None:
    address = f"/o/{opens['Barbarismo'].code}/results/csv/"
    english = client.get(address, headers={"accept-language": "en"})
    assert english["Content-Disposition"] == 'attachment; filename="open-del-barbarismo-2008-01-04.csv"'
    assert english.content.startswith(b"\xef\xbb\xbf")
    table = list(csv.reader(io.StringIO(english.content.decode("utf-8-sig"))))
    assert table[1] == ["1", "Canadá", "", "", "8", "50.00"]
    assert table[5] == ["5", "Lituania", "0.50", "1.00", "4", "0.00"]
    spanish = client.get(address, headers={"accept-language": "es"}).content.decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(spanish), delimiter=";"))[5] == [
        "5", "Lituania", "0,50", "1,00", "4", "0,00",
    ]  # fmt: skip


def test_the_file_needs_nothing_from_elsewhere(client: Client, opens: Opens) -> None:
    html = page(client, opens["Barbarismo"], "file/")
    assert "Open del Barbarismo" in html
    assert len(rows(html)) == 8
    assert re.findall(r"<(?:script|link|img|iframe|base)\b", html) == []
    assert re.findall(r"(?:href|src|srcset|action)=", html) == []
    assert [url for url in re.findall(r"url\(([^)]{0,30})", html) if not url.startswith('"data:')] == []
    assert re.findall(r"https?://|@import", html) == []
    assert html.count("data:font/woff2") == 1


def test_the_picture_is_1080_pixels_wide(client: Client, opens: Opens) -> None:
    answer = client.get(f"/o/{opens['Barbarismo'].code}/results/picture/")
    assert answer["Content-Type"] == "image/png"
    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.width == 1080
        assert 1200 < image.height < 1700


@pytest.mark.parametrize("rest", ["csv/", "file/", "picture/", "post/"])
def test_a_running_open_can_be_taken_along_too(client: Client, rest: str) -> None:
    assert client.get(f"/o/{running().open.code}/results/{rest}").status_code == 200


def test_a_name_in_markup_stays_a_name(client: Client) -> None:
    night = make_night(spt_terms())
    night.sign_up("<b>Ana</b>", "Bea|Eva", "=1+1")
    night.start()
    night.out("=1+1", "Bea|Eva")
    floor.finish_open(open=night.open, overruled=("prizes_do_not_sum", "prize_zero"), **night.act)
    for rest in ("", "file/"):
        html = page(client, night.open, rest)
        assert "<b>Ana</b>" not in html
        assert "&lt;b&gt;Ana&lt;/b&gt;" in html
    assert r"| Bea\\|Eva |".replace("\\\\", "\\") in page(client, night.open, "post/?in=en")
    assert "3,'=1+1," in client.get(f"/o/{night.open.code}/results/csv/").content.decode("utf-8-sig")


# -- addresses -----------------------------------------------------------------------------------------


def test_pages_answer_to_codes_and_never_to_ids(client: Client, opens: Opens) -> None:
    player = Player.objects.get(nickname="Canadá")
    for wrong in (
        f"/o/{opens['Naval'].pk}/results/",
        f"/p/{player.pk}/",
        f"/t/{opens['Naval'].tour_id}/standings/",
    ):
        assert client.get(wrong).status_code == 404


@pytest.mark.parametrize("rest", ["", "post/", "csv/", "file/", "picture/"])
def test_nothing_here_writes(client: Client, opens: Opens, rest: str) -> None:
    assert client.post(f"/o/{opens['Naval'].code}/results/{rest}").status_code == 405


def test_a_note_tells_namesakes_apart_on_the_page(client: Client) -> None:
    night = make_night(replace(spt_terms(), name="Two Anas"))
    night.sign_up("Ana", "Bea")
    door.sign_up(open=night.open, nickname="ana", overruled=("player_already_in",), seed="", **night.act)
    assert "Ana, Bea, ana (2)" in page(client, night.open)


def test_what_of_the_pool_no_place_has_is_said(client: Client) -> None:
    """80 € are in the pool: 50, 20 and 10 share all of it, 50 and 20 leave 10 €."""
    night = running()
    assert "unassigned" not in page(client, night.open)
    assert "Unassigned" not in plain(report(night.open, night.now))
    changed = set_prizes(open=night.open, plan=PrizePlan("amounts", (5000, 2000)), **night.act)
    assert "10 € of the pool is unassigned: no place has it." in page(client, night.open)
    assert "Unassigned: 10 €" in readable(plain(report(night.open, night.now)))
    undo(entry=changed, **night.act)
    assert "unassigned" not in page(client, night.open)
    set_prizes(open=night.open, plan=PrizePlan("amounts", (6000, 3000)), **night.act)
    assert "unassigned" not in page(client, night.open), "10 € more than the pool are not missing"


def test_costs_before_the_prizes_are_said_with_the_pool_VIV_42(client: Client) -> None:
    night = running()
    assert "after costs of" not in page(client, night.open)
    record_expense(open=night.open, fund="prize", amount=1500, **night.act)
    html = page(client, night.open)
    assert "65 €" in html
    assert "The prize pool is what was left after costs of 15 €." in html
    assert "Costs before the prizes: 15 €" in readable(plain(report(night.open, night.now)))
    set_guarantee(open=night.open, amount=10_000, **night.act)
    html = page(client, night.open)
    assert "Costs of 15 € went off the pool, and 35 € was added to reach the guarantee." in html
    assert "what was left after costs" not in html
