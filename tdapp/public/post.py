"""The post about an open, ready to copy: as clubs lay it out, in plain text and in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.public.report import Line, Report

SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def plain(report: Report) -> str:
    """The post as plain text: name, date, entry, players, prizes, final classification, season table."""
    parts = [
        [report.name, _heading(report)],
        [f"{label}: {value}" for label, value in _facts(report)],
        [report.table_name, *(_plain_line(line) for line in report.lines)],
    ]
    if report.season:
        ranked = [f"{one.rank}. {one.name}: {one.points}" for one in report.season]
        parts.append([season_heading(report), *ranked])
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


def markdown(report: Report) -> str:
    """The same in Markdown, with tables."""
    facts = "  \n".join(f"**{escaped(label)}:** {escaped(value)}" for label, value in _facts(report))
    parts = [
        f"# {escaped(report.name)}",
        escaped(_heading(report)),
        facts,
        f"## {report.table_name}",
        _classification(report),
    ]
    if report.season:
        rows = [(str(one.rank), one.name, one.points) for one in report.season]
        parts += [
            f"## {escaped(season_heading(report))}",
            _table((_("Rank"), _("Player"), _("Points")), rows, right=(2,)),
        ]
    return "\n\n".join(parts) + "\n"


def whatsapp(report: Report) -> str:
    """The address that opens WhatsApp with the post typed in; nothing is sent before the reader does."""
    return "https://wa.me/?" + urlencode({"text": plain(report)})


def season_heading(report: Report) -> str:
    """ "Season 2008 after 2 opens"."""
    season = report.open.season
    said = {"season": season.name if season else "", "count": report.after}
    return (
        ngettext(
            "Season %(season)s after %(count)d open", "Season %(season)s after %(count)d opens", report.after
        )
        % said
    )


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return SPECIAL.sub(r"\\\1", text)


def _heading(report: Report) -> str:
    return f"{report.open.tour.name} · {report.under_the_name_alone}"


def _facts(report: Report) -> Sequence[tuple[str, str]]:
    deal = ((_("Deal"), report.deal),) if report.deal else ()
    costs = ((_("Costs before the prizes"), report.costs),) if report.costs else ()
    special = ((_("Special prizes"), "; ".join(report.special)),) if report.special else ()
    won = ((_("Bounties"), ", ".join(report.bounties)),) if report.bounties else ()
    rest = ((_("Unassigned"), report.unassigned),) if report.unassigned else ()
    return (*report.facts, *costs, (_("Prizes"), " / ".join(report.prizes)), *rest, *special, *won, *deal)


def _plain_line(line: Line) -> str:
    tied = f" ({_('tied')})" if line.place.tied else ""
    prize = f": {line.prize}" if line.prize else ""
    return f"{line.place.number}. {line.name}{tied}{prize}"


def _classification(report: Report) -> str:
    heads = [_("Place"), _("Player"), _("Out at"), *([_("Points")] if report.has_points else []), _("Prize")]
    rows = []
    for line in report.lines:
        place = f"{line.place.number} ({_('tied')})" if line.place.tied else str(line.place.number)
        points = [line.points] if report.has_points else []
        rows.append((place, line.name, line.out_at, *points, line.prize))
    return _table(heads, rows, right=range(3, len(heads)))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int]) -> str:
    ends = set(right)
    rule = ["---:" if place in ends else "---" for place in range(len(heads))]
    cells = [list(map(escaped, heads)), rule, *([escaped(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)
