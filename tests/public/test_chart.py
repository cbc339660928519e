"""The chart of chip counts: what is drawn, where the names stand, and the same as a table."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.floor import services as floor
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.public import chart
from tdapp.public.chart import ChipChart, chip_chart
from tests.builders import make_night, spt_terms
from tests.public.conftest import TONIGHT


def drawn(open: Open) -> ChipChart:
    found = chip_chart(open, field(open), TONIGHT)
    assert found is not None
    return found


@pytest.mark.django_db
def test_the_winner_ends_at_the_top_and_the_others_at_the_bottom(opens: dict[str, Open]) -> None:
    shown = drawn(opens["Barbarismo"])
    assert [line.name for line in shown.lines] == ["Canadá", "Inglaterra", "Letonia", "Irán"]
    ends = [tuple(map(int, re.findall(r"\d+", line.path)[-2:])) for line in shown.lines]
    assert ends[0] == (shown.right, chart.TOP)
    assert {y for _, y in ends[1:]} == {shown.base}
    assert (shown.begins, shown.ends) == ("21:30", "00:42")


@pytest.mark.django_db
def test_the_table_has_a_row_per_count_and_nothing_for_those_out(opens: dict[str, Open]) -> None:
    shown = drawn(opens["Naval"])
    assert shown.names == ("Canadá", "Lituania", "Irán", "Kosovo", "Letonia", "Tanzania")
    assert [row.hour for row in shown.rows] == ["22:00", "22:25", "22:52", "23:20", "23:45", "23:58"]
    assert shown.rows[2].cells == ("14", "28", "9", "9", "", "")
    assert shown.rows[-1].cells == ("60", "", "", "", "", "")


@pytest.mark.django_db
def test_halfway_through_the_night_half_of_the_highest_stack_is_in_the_middle() -> None:
    night = make_night(spt_terms(prizes=(2000,)))
    night.sign_up("Ana", "Bea")
    night.start()
    night.wait(minutes=30)
    counts = {night.entries["Ana"]: 2000, night.entries["Bea"]: 2000}
    floor.count_chips(open=night.open, counts=counts, **night.act)
    night.wait(minutes=30)
    night.out("Bea", by="Ana")
    floor.finish_open(open=night.open, **night.act)
    night.open.refresh_from_db()
    shown = drawn(night.open)
    middle = (chart.LEFT + shown.right) // 2, (chart.TOP + shown.base) // 2
    assert f"L{middle[0]} {middle[1]} " in shown.lines[0].path


@pytest.mark.django_db
def test_one_figure_is_no_chart() -> None:
    night = make_night(spt_terms())
    night.sign_up("Ana", "Bea")
    assert chip_chart(night.open, night.field(), TONIGHT) is None
    night.start()
    night.open.refresh_from_db()
    floor.count_chips(open=night.open, counts={night.entries["Ana"]: 2100}, **night.act)
    assert chip_chart(night.open, night.field(), night.now) is None


lines = st.lists(
    st.tuples(
        st.text("Canadá Ñx", min_size=1, max_size=60),
        st.lists(st.integers(0, 16000), min_size=2, max_size=8),
    ),
    min_size=1,
    max_size=4,
)


@given(lines)
def test_names_stay_inside_the_drawing_and_off_each_other(
    given_lines: list[tuple[str, list[int]]],
) -> None:
    curves = [
        (name, tuple((TONIGHT + timedelta(minutes=20 * i), chips) for i, chips in enumerate(stacks)))
        for name, stacks in given_lines
    ]
    scale = chart._Scale(TONIGHT, TONIGHT + timedelta(minutes=160), 16000)
    found = chart._lines(scale, curves)
    assert [line.number for line in found] == list(range(1, len(curves) + 1))
    for line in found:
        assert line.x >= 0
        assert line.x + len(line.label) * chart.LETTER <= chart.WIDTH + 1
        assert 0 < line.y < chart.HEIGHT - chart.BOTTOM
    for one, other in combinations(found, 2):
        wide = [len(line.label) * chart.LETTER for line in (one, other)]
        beside = one.x >= other.x + wide[1] - 1 or other.x >= one.x + wide[0] - 1
        assert beside or abs(one.y - other.y) >= chart.HIGH
