"""Setting an open up: what is typed, the terms it makes, the sentences beside the fields (RULES 1.5)."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from tdapp.accounts.models import User
from tdapp.desk.forms.levels import rows_as_data, rows_from_text, rows_of
from tdapp.desk.forms.prizes import plan_text, read_plan
from tdapp.desk.forms.setup import nearest_preset, typed_terms
from tdapp.floor.set_up import terms_of
from tdapp.opens.models import Open
from tdapp.rules.errors import RuleError
from tdapp.rules.house import CHOICES, LIMITS, PRESETS
from tdapp.rules.levels import Level
from tdapp.rules.payouts import PrizePlan
from tdapp.web.house_words import GROUPS, WORDS
from tests.builders import Night, make_night, make_tour, spt_terms, timed_terms
from tests.desk.clients import client_of, text

pytestmark = pytest.mark.django_db


def typed(night: Night, **changes: str) -> dict[str, str]:
    """The set-up form of a night as it is sent back, with some fields typed anew."""
    fields, rows = typed_terms(terms_of(night.open), night.open.minor_digits)
    sent = {name: "" if value is None else str(value) for name, value in fields.items()}
    return {**sent, **rows_as_data(rows), **changes}


def posted(night: Night, **changes: str) -> Any:
    return client_of(night.director).post(f"/desk/{night.open.code}/setup/", typed(night, **changes))


def terms(night: Night) -> Any:
    return terms_of(Open.objects.get(pk=night.open.pk))


# -- a new open ----------------------------------------------------------------------------------------


def test_a_new_open_starts_from_the_sheet_of_SPT_and_is_created_with_one_name():
    tour, director = make_tour()
    client = client_of(director)
    page = text(client.get(f"/desk/tour/{tour.code}/new/"))
    assert 'value="0.25 / 0.50"' in page
    data = {
        **first_page(tour.minor_digits),
        "name": "Open del Barbarismo",
        "date": "2008-01-04",
        "buy_in": "10 € + 2 €",
        "prizes_kind": "amounts",
        "prizes": "50/20/10",
    }
    answer = client.post(f"/desk/tour/{tour.code}/new/", data)
    open = Open.objects.get()
    assert answer["Location"] == f"/desk/{open.code}/door/"
    made = terms_of(open)
    assert made.buy_in == (("prize", 1000), ("house", 200))
    assert (made.starting_stack, made.smallest_chip, made.chip_digits, made.chips_are_money) == (
        2000,
        25,
        2,
        True,
    )
    assert made.levels == (Level(25, 50),)
    assert made.prizes == PrizePlan("amounts", (5000, 2000, 1000))
    assert made.house == PRESETS["spt"]


def first_page(digits: int) -> dict[str, str]:
    from tdapp.desk.forms.sheets import sheet

    return {**sheet("spt", digits), "preset": "spt", "drawn_for": "spt", "levels-TOTAL_FORMS": "0",
            "levels-INITIAL_FORMS": "0", "season": "", "meeting": ""}  # fmt: skip


def test_the_button_of_a_new_open_tapped_twice_leads_to_the_same_door():
    night = make_night()
    client, address = client_of(night.director), f"/desk/tour/{night.tour.code}/new/"
    sent = {**typed(night, name="Open de Naval"), "request_id": str(uuid.uuid4())}
    first, second = (client.post(address, sent) for _tap in range(2))
    assert (
        first["Location"]
        == second["Location"]
        == f"/desk/{Open.objects.get(name='Open de Naval').code}/door/"
    )


def test_the_next_number_in_the_season_is_proposed():
    night = make_night(spt_terms())
    assert posted(night, meeting="4").status_code == 302
    page = text(client_of(night.director).get(f"/desk/tour/{night.tour.code}/new/"))
    assert 'name="meeting" value="5"' in page


def test_an_earlier_open_is_copied_with_todays_date():
    night = make_night(timed_terms())
    page = text(client_of(night.director).get(f"/desk/tour/{night.tour.code}/new/?copy={night.open.code}"))
    assert 'value="Open de Otoño"' in page
    assert 'value="800"' in page
    assert 'value="2008-01-04"' not in page


def test_nobody_copies_the_open_of_another_tour():
    night = make_night(timed_terms())
    other, director = make_tour(User.objects.create(name="Otra"))
    page = text(client_of(director).get(f"/desk/tour/{other.code}/new/?copy={night.open.code}"))
    assert "Open de Otoño" not in page


# -- terms that come back as they went -----------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    "make",
    [
        lambda: spt_terms(house=200),
        lambda: timed_terms(),
        lambda: spt_terms(prizes=()),
    ],
)
def test_a_page_sent_back_untouched_changes_nothing(make, language: str):
    from django.utils import translation

    night = make_night(make())
    before = terms(night)
    client = client_of(night.director)
    client.cookies["tapete_language"] = language
    with translation.override(language):
        data = typed(night)
    assert client.post(f"/desk/{night.open.code}/setup/", data).status_code == 302
    assert terms(night) == before


def test_every_setting_of_the_house_has_words_and_a_place():
    placed = {name for _title, names in GROUPS for name in names}
    outside = {"level_trigger", "outs_per_level", "level_factor", "end_mode"}
    assert placed | outside == {*CHOICES, *LIMITS}
    assert set(WORDS) == {*CHOICES, *LIMITS}
    for setting, choices in CHOICES.items():
        assert set(WORDS[setting].choices) == set(choices), setting


def test_each_preset_is_the_nearest_to_itself():
    assert {code: nearest_preset(rules) for code, rules in PRESETS.items()} == {
        code: code for code in PRESETS
    }


def test_one_setting_is_changed_and_the_rest_of_the_sheet_stays():
    night = make_night(spt_terms())
    assert posted(night, house_heads_up_button="big_blind").status_code == 302
    assert terms(night).house.heads_up_button == "big_blind"
    assert terms(night).house.direction == "anticlockwise"
    page = text(client_of(night.director).get(f"/desk/{night.open.code}/setup/"))
    assert "1 differs from the sheet" in page


def test_without_scripts_another_preset_brings_its_rules_and_keeps_what_was_changed_by_hand():
    night = make_night(spt_terms())
    chips = {"chip_unit": "points", "stack": "5000", "smallest_chip": "25"}
    rows = rows_as_data(rows_of((Level.of_minutes(25, 50, 20),), 0))
    answer = posted(night, preset="tda", house_max_table_gap="2", **rows, **chips)
    assert answer.status_code == 302
    assert terms(night).house.direction == "clockwise"
    assert terms(night).house.max_table_gap == 2
    assert terms(night).levels == (Level.of_minutes(25, 50, 20),)


def test_choosing_another_preset_redraws_the_page_and_keeps_what_was_typed():
    night = make_night(spt_terms())
    client = client_of(night.director)
    data = typed(night, preset="sistema", redraw="preset", name="Open de Prueba", stack="2000")
    page = text(client.post(f"/desk/{night.open.code}/setup/", data, headers={"HX-Request": "true"}))
    assert 'value="Open de Prueba"' in page
    assert 'value="2000"' in page
    assert 'value="6000"' not in page or "12 000" in page
    assert "18 levels" in page
    assert "cannot be paid" not in page  # the 25s that leave in the second break pay 125 (SIS-26)
    assert terms(night).house == PRESETS["spt"]


# -- money as people write it (done when 12) -----------------------------------------------------------


@pytest.mark.parametrize(
    ("buy_in", "split"),
    [
        ("10+2", (("prize", 1000), ("house", 200))),
        ("10 € + 2 €", (("prize", 1000), ("house", 200))),
        ("10", (("prize", 1000),)),
        ("12,50 + 2,50", (("prize", 1250), ("house", 250))),
        ("10 + 0", (("prize", 1000),)),
        ("0 + 2", (("prize", 0), ("house", 200))),
    ],
)
def test_buy_ins_are_read_as_people_write_them(buy_in: str, split: tuple[tuple[str, int], ...]):
    night = make_night(spt_terms())
    assert posted(night, buy_in=buy_in).status_code == 302
    assert terms(night).buy_in == split


@pytest.mark.parametrize(
    ("field", "wrong", "words"),
    [
        ("buy_in", "10+", "10+"),
        ("buy_in", "-10", "negative"),
        ("buy_in", "10,5555", "10,5555"),
        ("buy_in", "diez", "diez"),
        ("buy_in", "10+2+1", "Part 3 needs a word: what is it for?"),
        ("stack", "-20", "negative"),
        ("stack", "0", "starting"),
        ("smallest_chip", "0,005", "0,005"),
        ("blinds", "0.25", "Write small and big blind with a slash, for example 0.25/0.50."),
        ("blinds", "0.50/0.25", "small blind"),
        ("prizes", "50/-20/10", "negative"),
        ("prizes", "cincuenta", "cincuenta"),
        ("prize_unit", "0", "1 or more"),
        ("guarantee", "-5", "negative"),
        ("guarantee", "mucho", "mucho"),
    ],
)
def test_wrong_amounts_are_refused_beside_their_field_and_nothing_typed_is_lost(
    field: str, wrong: str, words: str
):
    night = make_night(spt_terms())
    before = terms(night)
    answer = posted(night, **{field: wrong, "name": "Open nuevo"})
    page = text(answer)
    assert answer.status_code == 422
    assert f'value="{wrong}"' in page
    assert 'value="Open nuevo"' in page
    sentence = page.split(f'id="id_{field}_error">')[1].split("</p>")[0]
    assert words.casefold() in sentence.casefold()
    assert terms(night) == before


# -- levels --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("25/50 20", ("25", "50", "", "20", "")),
        ("25 / 50   20 min", ("25", "50", "", "20", "")),
        ("3. 100/200 20", ("100", "200", "", "20", "")),
        ("L4 100/200/25 20", ("100", "200", "25", "20", "")),
        ("550/1100 ante 100 20", ("550", "1100", "100", "20", "")),
        ("1000\t2000\t150\t20", ("1000", "2000", "150", "20", "")),
        ("0,25/0,50 15'", ("0,25", "0,50", "", "15", "")),
        ("break 10", ("", "", "", "10", "on")),
        ("Descanso de 15 minutos", ("", "", "", "15", "on")),
    ],
)
def test_pasted_lines_are_read_as_levels(line: str, row: tuple[str, ...]):
    rows, strange = rows_from_text(line)
    assert strange == []
    assert [tuple(one.values()) for one in rows] == [row]


def test_minutes_of_pasted_lines_carry_on_and_a_strange_line_is_named():
    rows, strange = rows_from_text("25/50 20\n50/100\nbreak\n\n75/150\ncena\n")
    assert [one["minutes"] for one in rows] == ["20", "20", "10", "20"]
    assert strange == ["cena"]


def test_pasted_levels_are_saved_and_rows_with_them():
    night = make_night(timed_terms())
    assert posted(night, paste="25/50 15\n50/100 15\ndescanso 10\n100/200/25 15").status_code == 302
    assert terms(night).levels == (
        Level.of_minutes(25, 50, 15),
        Level.of_minutes(50, 100, 15),
        Level.break_of(10),
        Level.of_minutes(100, 200, 15, 25),
    )


def test_a_pasted_line_that_says_no_level_is_refused_and_the_list_stays():
    night = make_night(timed_terms())
    answer = posted(night, paste="25/50 15\ncena a las diez")
    assert answer.status_code == 422
    assert "“cena a las diez” says no level. Write 25/50 20, or break 10." in text(answer)
    assert "cena a las diez</textarea>" in text(answer)


def test_a_level_that_cannot_be_played_is_said_below_its_row():
    night = make_night(timed_terms())
    answer = posted(night, **{"levels-1-sb": "300", "levels-2-minutes": "veinte"})
    assert answer.status_code == 422
    assert "Write minutes as a number, for example 20." in text(answer)
    answer = posted(night, **{"levels-1-sb": "300"})
    assert answer.status_code == 422
    assert 'value="300"' in text(answer)
    assert text(answer).count("levels__error") == 1
    answer = posted(night, **{"levels-1-minutes": ""})
    assert text(answer).count("levels__error") == 1
    assert terms(night) == terms_of(night.open)


def test_a_timed_open_without_levels_is_refused():
    night = make_night(timed_terms())
    answer = posted(night, **{"levels-TOTAL_FORMS": "0"})
    assert answer.status_code == 422
    assert "levels" in text(answer)


def test_remarks_are_shown_and_block_nothing():
    night = make_night(timed_terms())
    client = client_of(night.director)
    answer = client.post(
        f"/desk/{night.open.code}/setup/",
        typed(night, **{"levels-1-bb": "300", "levels-1-sb": "150"}),
        follow=True,
    )
    assert answer.status_code == 200
    assert terms(night).levels[1].bb == 300
    assert "message--warning" in text(answer)


# -- prizes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "written", "plan"),
    [
        ("amounts", "50/20/10", PrizePlan("amounts", (5000, 2000, 1000))),
        ("amounts", "50 € 20 € 10 €", PrizePlan("amounts", (5000, 2000, 1000))),
        ("amounts", "1 000 / 500", PrizePlan("amounts", (100000, 50000))),
        ("percent", "50/30/20", PrizePlan("percent", ("50", "30", "20"), 100)),
        ("amounts", "50 30 20 %", PrizePlan("percent", ("50", "30", "20"), 100)),
        ("percent", "62,5 % / 25 % / 12,5 %", PrizePlan("percent", ("62.5", "25", "12.5"), 100)),
        ("winner", "whatever", PrizePlan("winner")),
        ("amounts", "", PrizePlan("amounts")),
    ],
)
def test_prizes_are_read_as_people_write_them(kind: str, written: str, plan: PrizePlan):
    assert read_plan(kind, written, 2, 100) == plan
    assert read_plan(plan.kind, plan_text(plan, 2), 2, plan.unit) == plan


def test_prizes_that_are_none_are_refused():
    for wrong in ("50/-20", "50/x20", "50/veinte/10"):
        with pytest.raises(RuleError):
            read_plan("amounts", wrong, 2)


def test_what_is_unassigned_is_said_before_anybody_plays():
    night = make_night(spt_terms(prizes=(5000, 2000)))
    page = text(posted(night, redraw="preview", players="8"))
    assert "With 8 players" in page
    assert "80 €" in page
    assert "10 € unassigned: nobody gets it yet." in page
    assert "50 / 30 / 20 %" in page
    assert page.lstrip().startswith('<section class="card" id="setup-preview"')


@pytest.mark.parametrize(
    ("name", "wrong", "words"),
    [
        ("buy_in", "diez", "“diez” is no amount"),
        ("buy_in", "-5", "negative"),
        ("guarantee", "mucho", "“mucho”"),
    ],
)
def test_an_amount_that_cannot_be_read_is_said_while_typing(name: str, wrong: str, words: str):
    night = make_night(spt_terms())
    page = text(posted(night, redraw="preview", **{name: wrong}))
    assert page.count(words) == 1
    assert "With 8 players" not in page


def test_what_is_still_empty_is_not_held_against_the_terms_while_typing():
    night = make_night(spt_terms())
    page = text(posted(night, redraw="preview", buy_in=""))
    assert "field__error" not in page


def test_the_blinds_of_SPT_are_shown_by_players_left_SPT_38():
    night = make_night(spt_terms())
    page = text(client_of(night.director).get(f"/desk/{night.open.code}/setup/"))
    for left, blinds in (("8–7 left", "0.25 / 0.50"), ("6–5 left", "0.50 / 1"), ("4–3 left", "1 / 2")):
        assert f"<dt>{left}</dt><dd>{blinds}</dd>" in page
    assert "<dt>2 left</dt><dd>2 / 4</dd>" in page


# -- once it has begun ---------------------------------------------------------------------------------


def test_once_play_has_begun_chips_and_levels_stay_and_the_name_still_changes():
    night = make_night(spt_terms())
    night.sign_up("Canadá", "Irán")
    night.start()
    before = terms(night)
    assert posted(night, name="Open de Enero", stack="50", blinds="1/2", buy_in="20").status_code == 302
    after = terms(night)
    assert (after.name, after.buy_in) == ("Open de Enero", (("prize", 2000),))
    assert (after.starting_stack, after.levels) == (before.starting_stack, before.levels)


def test_an_open_that_nobody_signed_up_for_is_discarded_and_another_is_not():
    night = make_night(spt_terms())
    client = client_of(night.director)
    night.sign_up("Canadá")
    assert "Discard this open" not in text(client.get(f"/desk/{night.open.code}/setup/"))
    assert client.post(f"/desk/{night.open.code}/discard/")["Location"] == f"/desk/{night.open.code}/setup/"
    assert Open.objects.count() == 1
    empty = make_night(spt_terms("Open vacío"), tour=night.tour, director=night.director)
    assert "Discard this open" in text(client.get(f"/desk/{empty.open.code}/setup/"))
    assert client.post(f"/desk/{empty.open.code}/discard/")["Location"] == "/desk/"
    assert list(Open.objects.all()) == [night.open]
