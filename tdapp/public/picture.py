"""The results as a picture for a chat group: 1080 pixels wide, drawn without a browser.

Everything is drawn at twice the size and reduced, which smooths its edges.  Lengths below are pixels of
the finished picture.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from PIL import Image, ImageDraw

from tdapp.public import lettering
from tdapp.public.chart import HEIGHT as CHART_HEIGHT
from tdapp.public.chart import WIDTH as CHART_WIDTH
from tdapp.public.lettering import Style
from tdapp.public.post import season_heading
from tdapp.public.report import Line, Report

WIDTH, MARGIN, TWICE = 1080, 64, 2
MOST_LINES = 40
"""A longer classification ends with "and 12 more": a chat shows no picture of five screens."""

GROUND, PANEL, RULE = "#f7f5ef", "#ffffff", "#dfdbd0"
TEXT, QUIET, ACCENT = "#1b211f", "#5c6863", "#0c6b47"
LINES = ("#0c6b47", "#9a6113", "#3a5f9e", "#75716a", "#a33a5c", "#5b4a9c")


def as_png(report: Report) -> bytes:
    """The picture's bytes."""
    sheet = _Sheet()
    sheet.heading(report)
    sheet.facts(report)
    sheet.classification(report)
    sheet.cards(report)
    out = io.BytesIO()
    sheet.finished().save(out, "PNG")
    return out.getvalue()


class _Sheet:
    """A roll of paper written from the top down; ``y`` is where the next thing begins."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH * TWICE, 4000 * TWICE), GROUND)
        self.pen = ImageDraw.Draw(self.image)
        self.y = MARGIN

    def finished(self) -> Image.Image:
        """What was written, cut to its length and reduced."""
        height = self.y + MARGIN
        whole = self.image.crop((0, 0, WIDTH * TWICE, height * TWICE))
        return whole.resize((WIDTH, height), Image.Resampling.LANCZOS)

    # -- strokes, in pixels of the finished picture ---------------------------------------------------

    def write(self, x: float, y: float, text: str, style: Style, *, right: bool = False) -> None:
        put = lettering.write_right if right else lettering.write
        put(self.pen, x * TWICE, y * TWICE, text, _twice(style))

    def box(self, x: float, y: float, width: float, height: float, *, fill: str, radius: float = 0) -> None:
        corners = (x * TWICE, y * TWICE, (x + width) * TWICE - 1, (y + height) * TWICE - 1)
        self.pen.rounded_rectangle(corners, radius * TWICE, fill=fill)

    def card(self, x: float, y: float, width: float, height: float) -> None:
        self.box(x, y, width, height, fill=RULE, radius=20)
        self.box(x + 1.5, y + 1.5, width - 3, height - 3, fill=PANEL, radius=18.5)

    # -- what stands on it ----------------------------------------------------------------------------

    def heading(self, report: Report) -> None:
        room = WIDTH - 2 * MARGIN
        self.box(MARGIN, self.y, 56, 8, fill=ACCENT, radius=4)
        tour = Style(30, 700)
        self.write(MARGIN, self.y + 56, _cut(report.open.tour.name, tour, room), tour)
        self.y += 72
        name = _fitting(report.name, (Style(92, 760, 88), Style(72, 760, 84)), room)
        for line in lettering.wrapped(report.name, _twice(name), room * TWICE, 3):
            self.y += name.size
            self.write(MARGIN, self.y, line, name)
        under_it = report.under_the_name if report.final else report.under_the_name_alone
        under = _fitting(under_it, [Style(size, 450, colour=QUIET) for size in (30, 28, 26)], room)
        for line in lettering.wrapped(under_it, _twice(under), room * TWICE, 2):
            self.y += 46
            self.write(MARGIN, self.y + 10, line, under)
        self.y += 52

    def facts(self, report: Report) -> None:
        label, value = Style(26, 450, colour=QUIET), Style(46, 700)
        x = float(MARGIN)
        for name, figure in report.facts:
            self.write(x, self.y + 22, name, label)
            self.write(x, self.y + 70, figure, value)
            x += max(_width(name, label), _width(figure, value)) + 60
        self.y += 108

    def classification(self, report: Report) -> None:
        columns = _Columns(report)
        head = Style(26, 450, colour=QUIET)
        self.write(columns.name, self.y + 26, _("Player"), head)
        self.write(columns.out, self.y + 26, _("Out at"), head)
        if columns.points:
            self.write(columns.points, self.y + 26, _("Points"), head, right=True)
        self.write(columns.prize, self.y + 26, _("Prize"), head, right=True)
        self.y += 44
        shown = report.lines if len(report.lines) <= MOST_LINES else report.lines[: MOST_LINES - 1]
        for line in shown:
            self._line(line, columns)
        if more := len(report.lines) - len(shown):
            said = ngettext("and %(count)d more player", "and %(count)d more players", more)
            self.y += 50
            self.write(columns.name, self.y - 14, said % {"count": more}, head)
        self.y += 36

    def _line(self, line: Line, columns: _Columns) -> None:
        self.box(MARGIN, self.y, WIDTH - 2 * MARGIN, 1.5, fill=RULE)
        size, weight = (44, 720) if line.won else (34, 480)
        height = 78 if line.won else 60
        base = self.y + height / 2 + size * 0.36
        style = Style(size, weight)
        place = Style(size, weight, colour=ACCENT if line.won else QUIET)
        tied = _("tied") if line.place.tied else ""
        note = Style(24, 450, colour=QUIET)
        end = columns.out if line.out_at else columns.out_ends - 60
        room = end - columns.name - 24 - (_width(tied, note) + 14 if tied else 0)
        named = _fitting(
            line.name, (style, Style(36, weight), Style(30, weight, 92), Style(26, weight, 84)), room
        )
        name = _cut(line.name, named, room)
        self.write(MARGIN, base, str(line.place.number), place)
        self.write(columns.name, base, name, named)
        self.write(columns.name + _width(name, named) + 14, base, tied, note)
        self.write(columns.out, base, line.out_at, Style(30, 450, colour=QUIET))
        if columns.points:
            self.write(columns.points, base, line.points, style, right=True)
        self.write(columns.prize, base, line.prize, style, right=True)
        self.y += height

    def cards(self, report: Report) -> None:
        """The season after this open and the chip counts, side by side; one alone takes the whole width."""
        wide, half, gap = WIDTH - 2 * MARGIN, (WIDTH - 2 * MARGIN - 24) // 2, 24
        both = bool(report.top and report.chart)
        width = half if both else wide
        height = max(84 + 50 * len(report.top), 84 + self._chart_height(half) if report.chart else 0) + 24
        if report.top:
            self._season(report, MARGIN, width, height)
        if report.chart:
            self._chart(report, MARGIN + (half + gap if both else 0), width if both else half, height)
        if report.top or report.chart:
            self.y += height

    def _season(self, report: Report, x: float, width: float, height: float) -> None:
        self.card(x, self.y, width, height)
        inside = width - 64
        text = Style(26, 480)
        self._title(x, width, season_heading(report))
        names = min(inside * 0.42, max(_width(one.name, text) for one in report.top) + 16)
        bars = inside - names - 72
        for row, one in enumerate(report.top):
            base = self.y + 112 + 50 * row
            self.write(x + 32, base, _cut(one.name, text, names - 14), text)
            self.box(x + 32 + names, base - 20, max(4, bars * one.width / 100), 22, fill=ACCENT, radius=6)
            self.write(x + width - 32, base, one.points, Style(26, 650), right=True)

    def _title(self, x: float, width: float, text: str) -> None:
        fits = _fitting(text, [Style(size, 700) for size in (30, 28, 26, 24)], width - 64)
        self.write(x + 32, self.y + 56, _cut(text, fits, width - 64), fits)

    @staticmethod
    def _chart_height(width: float) -> int:
        return round((width - 48) * CHART_HEIGHT / CHART_WIDTH)

    def _chart(self, report: Report, x: float, width: float, height: float) -> None:
        assert report.chart is not None
        self.card(x, self.y, width, height)
        self._title(x, width, _("Chip counts through the night"))
        scale = (width - 48) / CHART_WIDTH
        left, top = x + 28, self.y + 76
        base = top + report.chart.base * scale
        self.box(left, base, report.chart.right * scale, 1.5, fill=RULE)
        for line in reversed(report.chart.lines):
            colour = LINES[line.number - 1]
            points = [
                ((left + int(px) * scale) * TWICE, (top + int(py) * scale) * TWICE)
                for px, py in re.findall(r"(\d+) (\d+)", line.path)
            ]
            self.pen.line(points, fill=colour, width=4 * TWICE, joint="curve")
            self.write(
                left + line.x * scale, top + line.y * scale, line.label, Style(19, 600, 92, colour=colour)
            )
        hour = Style(19, 450, colour=QUIET)
        self.write(left, base + 28, report.chart.begins, hour)
        self.write(left + report.chart.right * scale, base + 28, report.chart.ends, hour, right=True)


class _Columns:
    """Where the columns of the classification begin, or end where they are set to the right."""

    def __init__(self, report: Report) -> None:
        first, text = Style(44, 720), Style(34, 480)
        wide = max((_width(line.prize, first if line.won else text) for line in report.lines), default=0)
        head = Style(26)
        self.name = MARGIN + 28 + _width(str(max(len(report.lines), 1)), first)
        self.prize = WIDTH - MARGIN
        end = self.prize - max(wide, _width(_("Prize"), head)) - 40
        self.points = end if report.has_points else 0
        if report.has_points:
            widest = max(_width(line.points, first if line.won else text) for line in report.lines)
            end -= max(widest, _width(_("Points"), head)) + 40
        out = max((_width(line.out_at, Style(30)) for line in report.lines), default=0)
        self.out_ends = end
        self.out = end - max(out, _width(_("Out at"), head)) - 10


def _twice(style: Style) -> Style:
    return Style(style.size * TWICE, style.weight, style.width, style.colour)


def _width(text: str, style: Style) -> float:
    return lettering.width(text, _twice(style)) / TWICE


def _fitting(text: str, styles: Sequence[Style], room: float) -> Style:
    """The first style in which the text fits, else the last."""
    return next((style for style in styles if _width(text, style) <= room), styles[-1])


def _cut(text: str, style: Style, room: float) -> str:
    return lettering.cut(text, _twice(style), room * TWICE)
