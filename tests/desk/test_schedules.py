"""Schedules at the desk: presets, the builder, kept and imported ones, levels changed while play runs."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tdapp.accounts.models import User
from tdapp.clock.models import SavedSchedule
from tdapp.clock.queries import clock_face
from tdapp.clock.schedules import levels_in, save_schedule
from tdapp.desk.forms.chip_sets import chip_data
from tdapp.desk.forms.levels import COLUMNS, rows_as_data, rows_of
from tdapp.desk.forms.schedules import LARGEST_FILE, Unreadable, decoded, digits_of, read
from tdapp.desk.forms.schedules import levels_in as levels_read
from tdapp.desk.forms.setup import typed_terms
from tdapp.desk.reading import reading
from tdapp.floor.set_up import terms_of
from tdapp.opens.models import Open
from tdapp.rules.levels import Level
from tdapp.rules.presets import san_antonio, sistema
from tests.builders import Night, make_night, make_tour, timed_terms
from tests.desk.clients import client_of, text

pytestmark = pytest.mark.django_db

T5000 = [("25", "12", "300"), ("100", "12", "300"), ("500", "5", "150"), ("1000", "1", "100")]


def chips(*lines: tuple[str, str, str]) -> dict[str, str]:
    """Chips as the form sends them: value, each, owned."""
    return chip_data([{"value": value, "each": each, "owned": owned} for value, each, owned in lines])


def typed(night: Night, **changes: str) -> dict[str, str]:
    fields, rows = typed_terms(terms_of(night.open), night.open.minor_digits)
    sent = {name: "" if value is None else str(value) for name, value in fields.items()}
    return {**sent, **rows_as_data(rows), **changes}


def redrawn(night: Night, wish: str, **changes: str) -> str:
    """The page after a button that fills something in; the open is not touched."""
    before = terms_of(night.open)
    data = typed(night, redraw=wish, **changes)
    answer = client_of(night.director).post(f"/desk/{night.open.code}/setup/", data)
    assert answer.status_code == 200
    assert terms_of(Open.objects.get(pk=night.open.pk)) == before
    return text(answer)


def column(page: str, name: str) -> list[str]:
    """What stands in a column of the rows, the empty rows at the end left out."""
    cells = re.findall(rf'name="levels-\d+-{name}"[^>]*?>', page)
    values = [found.group(1) if (found := re.search(r'value="([^"]*)"', cell)) else "" for cell in cells]
    while values and not values[-1]:
        values.pop()
    return values


@pytest.fixture
def night() -> Night:
    return make_night(timed_terms())


# -- the sheets' schedules -----------------------------------------------------------------------------


def test_San_Antonio_is_scaled_to_the_stack_and_smallest_chip_5_4(night: Night):
    page = redrawn(night, "san-antonio", stack="1500", smallest_chip="25")
    assert column(page, "sb") == ["25", "50", "100", "125", "175", "250", "300", "600", "900", "2 400"]
    assert "Level 3: 100 is 11" not in page
    assert "is 17 % below the exact blind" in page  # level 1: 25 for 30
    assert "Level 10: from 1 800 to 4 800 is more than double. Check it." in page


def test_the_sheets_own_example_of_1000_in_fives_is_exact_SA_25(night: Night):
    page = redrawn(night, "san-antonio", stack="1000", smallest_chip="5")
    assert column(page, "sb") == ["20", "40", "60", "80", "120", "160", "200", "400", "600", "1 600"]
    assert "exact blind" not in page


def test_the_Sistema_fills_its_18_levels_with_both_breaks_and_their_starts_SIS_23(night: Night):
    page = redrawn(night, "load:sistema", stack="1500", smallest_chip="10")
    assert len(column(page, "bb")) == 20
    starts = re.findall(r"data-start>([\d:]*)<", page)
    assert starts[6:8] == ["2:00", "2:10"]  # the break after 6, level 7
    assert starts[19] == "6:00"  # level 18
    assert "data-total>6:20<" in page


# -- colour-ups ----------------------------------------------------------------------------------------


SISTEMA_CHIPS = chips(*((value, "1", "") for value in ("10", "25", "50", "100", "500")))


def test_the_planner_looks_ahead_at_every_remaining_level_SIS_26(night: Night):
    page = redrawn(night, "load:sistema", stack="1500", smallest_chip="10", **SISTEMA_CHIPS)
    assert "10: needed up to level 7; can leave at the break after level 12, into 50." in page
    assert "25: needed up to level 11; can leave at the break after level 12, into 50." in page
    assert "50: stays to the end." in page


def test_the_ones_become_twos_at_1_20_and_not_fives_SA_08(night: Night):
    ones = chips(("1", "20", ""), ("2", "5", ""), ("5", "4", ""))
    page = redrawn(night, "san-antonio", stack="50", smallest_chip="1", **ones)
    assert column(page, "colour_up") == ["", "", "", "", "1"]  # level 5 begins at 1:20
    fives = chips(("1", "20", ""), ("5", "6", ""))
    page = redrawn(night, "san-antonio", stack="50", smallest_chip="1", **fives)
    assert "1: needed up to level 6; can leave when level 7 begins, into 5." in page  # at 2:00


def test_one_tap_marks_the_colour_ups_in_the_rows(night: Night):
    levels = (*(Level.of_minutes(sb, 2 * sb, 20) for sb in (25, 50, 75, 100, 150)), Level.break_of(10),
              *(Level.of_minutes(sb, 2 * sb, 20) for sb in (200, 300, 500)))  # fmt: skip
    page = redrawn(night, "marks", **rows_as_data(rows_of(levels, 0)), **chips(*T5000))
    assert column(page, "colour_up") == ["", "", "", "", "", "25"]
    assert "Mark them in the rows" not in page


def test_a_colour_up_too_early_is_said_beside_its_own_row(night: Night):
    levels = (Level.of_minutes(25, 50, 20), Level(0, 0, 0, 600, is_break=True, colour_up=(25,)),
              Level.of_minutes(75, 150, 20), Level.of_minutes(100, 200, 20))  # fmt: skip
    page = redrawn(night, "preview", **rows_as_data(rows_of(levels, 0)), **chips(*T5000))
    notes = page.split('id="setup-notes"')[1].split("<div data-start")
    assert "Level 2 still needs chips of 25 to pay 75: let them leave later." in notes[2]
    assert "Level 2: 75 cannot be paid with chips of 100" in notes[3]
    assert "<p>" not in notes[1] + notes[4]


# -- the builder (RULES 5.3) ---------------------------------------------------------------------------


def wish(**changes: str) -> dict[str, str]:
    start = {"players": "9", "length": "3:30", "level_minutes": "20", "breaks": "1", "break_minutes": "10",
             "ante": "none", "rebuys": "", "add_ons": "", "chips": "", "begins": "21:15"}  # fmt: skip
    return {f"build-{name}": value for name, value in {**start, **changes}.items()}


def test_worked_example_A_is_proposed_and_put_into_the_rows(night: Night):
    given = {**wish(), **chips(*T5000), "stack": "5000", "smallest_chip": "25"}
    page = redrawn(night, "build", **given)
    assert "The night will end in level 10, which begins at 00:25 (3 h 10)." in page
    assert "45 000 chips in play." in page
    assert column(page, "sb")[:2] == ["25", "50"]
    assert len(column(page, "sb")) == 6  # nothing is in the rows yet
    page = redrawn(night, "use-build", **given)
    sbs = column(page, "sb")
    assert sbs[:11] == ["25", "50", "75", "100", "150", "", "200", "300", "500", "800", "1 200"]
    assert column(page, "colour_up") == ["", "", "", "", "", "25"]


def test_worked_example_B_brings_the_big_blind_ante_after_a_third(night: Night):
    ten_thousand = chips(("25", "12", ""), ("100", "12", ""), ("500", "5", ""), ("1000", "6", ""))
    given = {
        **wish(players="24", rebuys="8", length="4 h 30", breaks="2", break_minutes="15", ante="big_blind"),
        **ten_thousand,
        "stack": "10000",
        "smallest_chip": "25",
    }
    page = redrawn(night, "build", **given)
    assert "The night will end in level 12, which begins at 01:25 (4 h 10)." in page
    page = redrawn(night, "use-build", **given)
    sbs = column(page, "sb")
    assert sbs[:14] == ["50", "75", "125", "200", "", "300", "500", "800", "1 200", "", "2 000", "3 000",
                        "5 000", "8 000"]  # fmt: skip
    assert column(page, "ante")[5] == "600"
    assert column(page, "colour_up")[4] == "25"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": ""}, "This field is required."),
        ({"length": "a while"}, "Write hours and minutes, for example 3:30."),
        ({"length": "0:20"}, "20 minutes hold less than two levels of 20: plan more time."),
        ({"chips": "1000"}, "cannot be made of these chips"),
    ],
)
def test_a_wish_that_nothing_meets_is_refused_beside_its_field(
    night: Night, changes: dict[str, str], words: str
):
    page = redrawn(night, "build", stack="5500", smallest_chip="25", **wish(**changes))
    assert words in page
    assert "Use these levels" not in page


# -- kept schedules ------------------------------------------------------------------------------------


def kept(night: Night, name: str = "Viernes") -> SavedSchedule:
    entry = save_schedule(
        tour=night.tour, name=name, levels=sistema().levels, stack=1500, smallest_chip=10, **night.act
    )
    return SavedSchedule.objects.get(pk=entry.params["schedule"])


def test_the_rows_are_kept_under_a_name_and_loaded_again(night: Night):
    page = redrawn(night, "keep", keep_as="Corto")
    assert "Kept: Corto." in page
    saved = SavedSchedule.objects.get()
    assert (levels_in(saved), saved.stack) == (terms_of(night.open).levels, 5000)
    assert "That name is taken" in redrawn(night, "keep", keep_as="Corto")
    page = redrawn(night, f"load:{kept(night).pk}")
    assert column(page, "ante")[-1] == "1 250"
    assert "It was made for 1 500 starting chips." in page
    page = redrawn(night, "with:sistema")
    assert 'name="stack" value="1 500"' in page
    assert 'name="smallest_chip" value="10"' in page


def test_a_loaded_schedule_is_scaled_to_the_chips_of_the_open(night: Night):
    page = redrawn(night, f"scale:{kept(night).pk}", stack="15000", smallest_chip="100")
    assert column(page, "sb")[:3] == ["100", "200", "400"]
    assert column(page, "ante")[8] == "1 000"  # level 8


def test_nobody_loads_the_schedule_of_another_tour(night: Night):
    foreign, _director = make_tour(User.objects.create(name="Otra"))
    entry = save_schedule(
        tour=foreign, name="Otro", levels=sistema().levels, stack=1500, actor=None, now=night.now
    )
    page = redrawn(night, f"load:{entry.params['schedule']}")
    assert len(column(page, "sb")) == 6


def test_a_kept_schedule_is_renamed_deleted_and_starts_a_new_open(night: Night):
    saved, client = kept(night), client_of(night.director)
    kept(night, "Otro")
    base = f"/desk/tour/{night.tour.code}/schedules/"
    assert "18 levels · 6:20 · 1 500" in text(client.get(base))
    answer = client.post(f"{base}{saved.pk}/rename/", {"name": "Otro"})
    assert answer.status_code == 422
    assert "That name is taken" in text(answer)
    assert client.post(f"{base}{saved.pk}/rename/", {"name": "Largo"}).status_code == 302
    page = text(client.get(f"/desk/tour/{night.tour.code}/new/?schedule={saved.pk}"))
    assert 'value="6 000"' in page
    assert client.post(f"{base}{saved.pk}/delete/").status_code == 302
    assert [one.name for one in SavedSchedule.objects.all()] == ["Otro"]
    for words, names in (
        ("Schedule deleted: Largo", ["Largo", "Otro"]),
        ("Schedule renamed: Viernes", ["Otro", "Viernes"]),
    ):
        page = text(client.get(base))
        named = re.search(r'name="entry" value="(\d+)".*?Undo: ([^<]*)<', page)
        assert named is not None
        assert client.post(f"/desk/tour/{night.tour.code}/kept/undo/", {"entry": named[1]}).status_code == 302
        assert sorted(one.name for one in SavedSchedule.objects.all()) == names, words


# -- import --------------------------------------------------------------------------------------------

THREE = (Level.of_minutes(25, 50, 20), Level.break_of(10), Level.of_minutes(50, 100, 20, 25))


def amounts(levels: Any) -> list[tuple[int, int, int, int | None, bool]]:
    return [(one.sb, one.bb, one.ante, one.minutes, one.is_break) for one in levels]


@pytest.mark.parametrize(
    "written",
    [
        "level,sb,bb,ante,minutes\n1,25,50,0,20\nbreak,,,,10\n2,50,100,25,20",
        "Nivel;Ciega pequeña;Ciega grande;Ante;Minutos;Nota\n1;25;50;;20;\n;;;;10;Descanso\n2;50;100;25;20;",
        "Nivel\tCiegas\tAnte\tMin\n1\t25/50\t\t20\nDescanso\t\t\t10\n2\t50/100\t25\t20",
        "1;25;50;0;20\nDescanso;;;;10\n2;50;100;25;20",
        "25/50\t0\t20\nbreak 10\t\t\n50/100\t25\t20",
        "sb,bb,ante,minutes,break\n25,50,0,20,\n,,,10,x\n50,100,25,20,",
        "25/50 20\nbreak 10\n50/100/25 20",
        '[{"sb":25,"bb":50,"minutes":20},{"break":true,"minutes":10},{"sb":50,"bb":100,"ante":25,"minutes":20}]',
        '{"name":"Uno","levels":[{"sb":25,"bb":50,"ante":0,"minutes":20},{"break":true,"minutes":10},'
        '{"sb":"50","bb":"100","ante":25,"minutes":20}]}',
    ],
)
def test_a_schedule_is_read_however_it_is_written(written: str):
    (found,) = read(written)
    levels, wrong = levels_read(found, 0)
    assert (amounts(levels), wrong, found.strange) == (amounts(THREE), [], ())


def test_marks_are_read_from_columns_and_from_notes():
    (found,) = read(
        "sb;bb;minutes;break;note;game;ante;ante type;colour up;rebuys end\n"
        "25;50;20;;;Omaha;5;each;;\n;;10;1;End of Rebuy Period. Remove T25 & T100 chips;;;;;\n"
        "100;200;20;;;;200;BB;500;x"
    )
    first, pause, last = levels_read(found, 0)[0]
    assert (first.game, first.ante_form) == ("Omaha", "per_player")
    assert (pause.colour_up, pause.rebuys_end, pause.is_break) == ((25, 100), True, True)
    assert (last.ante_form, last.colour_up, last.rebuys_end) == ("big_blind", (500,), True)


def test_euro_blinds_are_read_with_their_cents_and_an_old_windows_file_with_its_accents():
    data = "Ciega pequeña;Ciega grande;Minutos;Nota\n0,25;0,50;15;Otoño".encode("cp1252")
    (found,) = read(decoded(data))
    assert digits_of(found, 2) == 2
    assert [(one.sb, one.bb, one.note) for one in levels_read(found, 2)[0]] == [(25, 50, "Otoño")]
    assert decoded(b"\xef\xbb\xbfsb;bb") == "sb;bb"
    assert decoded("sb;bb".encode("utf-16")) == "sb;bb"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04zip", "save it as CSV"),
        (b"\x00\x01\x02sb", "no text file"),
        (b'[{"levels": [', "cut off or damaged"),
        (b'{"a": 1}', "no levels in this JSON"),
        (b"[1, 2]", "no levels in this JSON"),
        (b"[" * 100_000, "cut off or damaged"),
        (b"hello world", "No level was found"),
        (b"", "No level was found"),
        (b'sb,bb,minutes,note\n1,2,20,"' + b"x" * 140_000 + b'"\n', "No level was found"),
        (b"25/50/" + b"9" * 5000, "No level was found"),
        (b"25/50 20\n" * 30_000, "larger than 256 KB"),
        (b'{"name": "\\ud800", "levels": [{"sb": 1, "bb": 2}]}', "cut off or damaged"),
        (b'[{"sb": 1, "bb": 2, "note": "\\udfff"}]', "cut off or damaged"),
    ],
)
def test_what_is_no_schedule_is_refused_with_a_sentence(data: bytes, words: str):
    with pytest.raises(Unreadable) as refused:
        read(decoded(data))
    assert words in str(refused.value)


def test_the_longest_schedule_is_set_up_and_changed_while_play_runs(night: Night):
    lines = tuple(Level(n, 2 * n, 1, 60, note="n", game="g", ante_form="per_player") for n in range(1, 201))
    fields, _rows = typed_terms(terms_of(night.open), night.open.minor_digits)
    sent = {name: "" if value is None else str(value) for name, value in fields.items()}
    client, code = client_of(night.director), night.open.code

    def rows(levels: tuple[Level, ...]) -> dict[str, str]:
        # As a browser sends them: empty fields too, and the empty rows at the end.
        every = {f"levels-{row}-{name}": "" for row in range(len(levels) + 2) for name in COLUMNS[:4]}
        return {**every, **rows_as_data(rows_of(levels, 0)), "levels-TOTAL_FORMS": str(len(levels) + 2)}

    assert client.post(f"/desk/{code}/setup/", {**sent, **rows(lines)}).status_code == 302
    assert terms_of(Open.objects.get(pk=night.open.pk)).levels == lines
    night.sign_up("Ana", "Bea")
    night.now = datetime.now(UTC)
    night.start()
    later = (*lines[1:-1], replace(lines[-1], note="the end"))
    assert client.post(f"/desk/{code}/levels/", rows(later)).status_code == 302
    assert terms_of(Open.objects.get(pk=night.open.pk)).levels == (lines[0], *later)
    answer = client.post(f"/desk/{code}/levels/", rows((*later, Level.of_minutes(201, 402, 20))))
    assert answer.status_code == 422
    assert "The schedule is too long: keep at most 200 lines." in text(answer)


@pytest.mark.parametrize("line", ["25/50 20\n", "cena\n", '{"sb": 25, "bb": 50, "minutes": 20},'])
def test_more_pasted_lines_than_a_schedule_has_are_refused_with_a_sentence(night: Night, line: str):
    many = f"[{(line * 5000).rstrip(',')}]" if line.startswith("{") else "25/50 20\n" + line * 5000
    started = perf_counter()
    page = redrawn(night, "paste", paste=many)
    assert "The schedule is too long: 200 lines at most." in page
    assert column(page, "sb")[:2] == ["25", "50"]  # the rows stay as they were
    assert perf_counter() - started < 5


def test_long_runs_of_spaces_are_read_at_once_as_one():
    started = perf_counter()
    for line in ("25/50" + " " * 120_000 + "20", "25" + " " * 60_000 + "/" + " " * 60_000 + "50 20"):
        (row,) = read(line)[0].rows
        assert (row["sb"], row["bb"], row["minutes"]) == ("25", "50", "20")
    with pytest.raises(Unreadable, match="No level was found"):
        read("ante" + " " * 120_000 + "x")
    assert perf_counter() - started < 2


def test_chips_in_json_that_are_no_chips_are_passed_over():
    chips = ["9" * 5000, -1, 0, None, {"a": 1}, 25, "100"]
    (found,) = read(json.dumps({"levels": [{"sb": 25, "bb": 50}], "chips": chips}))
    assert found.chips == (25, 100)


def test_marks_that_nobody_sees_leave_notes_and_games():
    line = {"sb": 25, "bb": 50, "minutes": 20, "note": "\u202eSopa\u200b", "game": "\u200bOmaha"}
    (level,), wrong = levels_read(read(json.dumps([line]))[0], 0)
    assert (level.note, level.game, wrong) == ("Sopa", "Omaha", [])


def test_a_file_is_looked_at_before_it_is_kept_and_what_was_not_understood_is_said(night: Night):
    client, address = client_of(night.director), f"/desk/tour/{night.tour.code}/schedules/import/"
    csv = "Nivel;CP;CG;Ante;Minutos;Mesa\n1;25;50;0;20;3\nDescanso;;;;;\ncena;;;;;\n2;100;250;0;20;3\n"
    page = text(client.post(address, {"file": SimpleUploadedFile("s.csv", csv.encode("utf-8-sig"))}))
    for words in (
        "Breaks without minutes: 10 were taken.",
        "The column “Mesa” was passed over.",
        '<p class="setup__said">cena</p>',
        "Level 2: the small blind 100 is not half of the big blind 250. Check them.",
        "Level 2: from 50 to 250 is more than double. Check it.",
    ):
        assert words in page
    assert not SavedSchedule.objects.exists()
    keep = {"text": csv, "which": "0", "keep": "1", "name": "", "stack": "5000", "smallest_chip": "25"}
    assert client.post(address, keep).status_code == 422
    assert client.post(address, {**keep, "name": "Liga"}).status_code == 302
    assert amounts(levels_in(SavedSchedule.objects.get())) == [
        (25, 50, 0, 20, False), (0, 0, 0, 10, True), (100, 250, 0, 20, False),
    ]  # fmt: skip


def test_one_of_several_is_chosen_and_a_large_file_is_refused(night: Night):
    client, address = client_of(night.director), f"/desk/tour/{night.tour.code}/schedules/import/"
    two = json.dumps([{"name": n, "levels": [{"sb": 5, "bb": 10, "minutes": 9}]} for n in ("Uno", "Dos")])
    page = text(client.post(address, {"text": two}))
    assert "Which of them?" in page
    assert 'value="Dos"' in text(client.post(address, {"text": two, "which": "1"}))
    large = SimpleUploadedFile("s.csv", b"1;2\n" * (LARGEST_FILE // 4 + 1))
    answer = client.post(address, {"file": large})
    assert answer.status_code == 422
    assert "The file is larger than 256 KB" in text(answer)
    assert client.post(address, {}).status_code == 422


def test_every_real_structure_lists_its_oddities(shared_cases: Path, night: Night):
    written = (shared_cases / "structures" / "structures.json").read_text("utf-8")
    for found, real in zip(read(written), json.loads(written), strict=True):
        seen = reading(found, night.tour)
        assert (len(seen.levels), seen.strange, seen.wrong) == (len(real["levels"]), (), ()), real["id"]
        odd = "\n".join(seen.odd)
        for oddity in real["oddities"]:
            (number,) = re.findall(r"level (\d+)", oddity)
            assert f"Level {number}" in odd, (real["id"], oddity)


# -- while play runs -----------------------------------------------------------------------------------


def playing(night: Night) -> Night:
    """Three players in, in the second level of six."""
    night.now = datetime.now(UTC) - timedelta(minutes=25)
    night.sign_up("Canadá", "Irán", "Kosovo")
    night.start()
    return night


def test_levels_that_have_not_begun_are_changed_and_the_clock_stands_where_it_stood(night: Night):
    playing(night)
    client, address = client_of(night.director), f"/desk/{night.open.code}/levels/"
    page = text(client.get(address))
    assert "50 / 100" in page  # in force: as text
    assert column(page, "sb") == ["100", "200", "400", "800"]
    later = (
        Level.break_of(10),
        Level.of_minutes(75, 150, 20),
        Level(100, 200, 200, 900, ante_form="big_blind"),
    )
    assert client.post(address, rows_as_data(rows_of(later, 0))).status_code == 302
    night.open.refresh_from_db()
    assert terms_of(night.open).levels[2:] == later
    night.wait(minutes=25)
    assert clock_face(night.open, night.now, night.field()).position.index == 1
    setup = text(client.get(f"/desk/{night.open.code}/setup/"))
    assert "Change the levels" in setup


def test_a_refused_level_stays_typed_with_its_sentence_below(night: Night):
    playing(night)
    client, address = client_of(night.director), f"/desk/{night.open.code}/levels/"
    wrong = rows_as_data(rows_of((Level.of_minutes(300, 150, 20),), 0))
    answer = client.post(address, wrong)
    assert answer.status_code == 422
    assert 'value="300"' in text(answer)
    assert text(answer).count("levels__error") == 1
    assert len(terms_of(night.open).levels) == 6


def test_before_play_the_levels_are_those_of_the_set_up(night: Night):
    answer = client_of(night.director).get(f"/desk/{night.open.code}/levels/")
    assert answer["Location"] == f"/desk/{night.open.code}/setup/"


def test_san_antonio_and_sistema_come_back_from_the_page_as_they_went(night: Night):
    for levels in (san_antonio(1000, 5, (5, 25, 100)).schedule.levels, sistema().levels):
        data = typed(night, **{k: "" for k in typed(night) if k.startswith("levels-")})
        answer = client_of(night.director).post(
            f"/desk/{night.open.code}/setup/", {**data, **rows_as_data(rows_of(levels, 0))}
        )
        assert answer.status_code == 302
        assert terms_of(Open.objects.get(pk=night.open.pk)).levels == levels
