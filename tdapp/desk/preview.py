"""What terms come to, before anybody plays: the pool and prizes of so many players, blinds, remarks."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.forms.prizes import plan_text
from tdapp.floor.set_up import Terms, check_terms
from tdapp.opens.models import Open
from tdapp.rules import house, levels, payouts
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.levels import ByOuts, Level
from tdapp.web import figures, messages


@dataclass(frozen=True)
class Preview:
    """Texts for the side of the set-up page."""

    players: int
    buy_in: str
    pool: str
    prizes: tuple[str, ...]
    unassigned: str
    over: str
    blinds: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]
    plans: tuple[str, ...]


def expected_players(terms: Terms) -> int:
    """The field to reckon with where nobody says: the middle of the advised one, else eight."""
    low, high = terms.house.advised_from, terms.house.advised_to
    return (low + high) // 2 if low and high else 8


def preview(terms: Terms, players: int, currency: str, digits: int) -> Preview | None:
    """The terms at work with ``players``; None for terms that nobody could play under."""
    try:
        check_terms(terms)
    except RuleError:
        return None
    pool = dict(terms.buy_in).get("prize", 0) * players
    prizes = payouts.amounts(pool, terms.prizes)
    missing = payouts.unassigned(pool, prizes)

    def money(units: int) -> str:
        return figures.money(units, currency, digits)

    said = (
        *house.remarks(terms.house, players),
        *levels.remarks(terms.schedule, terms.smallest_chip),
        *(one for one in payouts.remarks(pool, prizes, _total(terms)) if one.code == "prize_below_buy_in"),
    )
    return Preview(
        players=players,
        buy_in=" + ".join(money(amount) for _fund, amount in terms.buy_in),
        pool=money(pool),
        prizes=tuple(money(amount) for amount in prizes),
        unassigned=money(missing) if missing > 0 else "",
        over=money(-missing) if missing < 0 else "",
        blinds=_by_outs(terms, players) if isinstance(terms.schedule, ByOuts) else _timed(terms),
        remarks=tuple(_remark(one, terms, currency, digits) for one in said),
        plans=tuple(plan_text(plan, digits) for plan in payouts.common(players)[:4]),
    )


def _total(terms: Terms) -> int:
    return sum(amount for _fund, amount in terms.buy_in)


def pair(terms: Terms, level: Level) -> str:
    """A level's blinds with its ante."""
    text = " / ".join(figures.amount(units, terms.chip_digits) for units in (level.sb, level.bb))
    if not level.bb:
        return _("ante %(ante)s") % {"ante": figures.amount(level.ante, terms.chip_digits)}
    ante = figures.amount(level.ante, terms.chip_digits)
    return _("%(blinds)s, ante %(ante)s") % {"blinds": text, "ante": ante} if level.ante else text


def _by_outs(terms: Terms, players: int) -> tuple[tuple[str, str], ...]:
    """Which blinds are played with how many left: SPT-38's table."""
    schedule = terms.schedule
    assert isinstance(schedule, ByOuts), "asked for blinds that follow the outs"
    lines = []
    for step in range(max(0, (players - 2) // schedule.every) + 1):
        high = players - step * schedule.every
        low = max(2, high - schedule.every + 1)
        left = f"{high}–{low}" if high > low else str(high)
        lines.append((_("%(left)s left") % {"left": left}, pair(terms, schedule.level(step))))
    return tuple(lines)


def _timed(terms: Terms) -> tuple[tuple[str, str], ...]:
    playing = [level for level in terms.levels if not level.is_break]
    length = sum(level.seconds or 0 for level in terms.levels) // 60
    count = ngettext("%(count)s level", "%(count)s levels", len(playing)) % {"count": len(playing)}
    return (
        (count, f"{length // 60} h {length % 60:02d} min"),
        (_("first"), pair(terms, playing[0])),
        (_("last"), pair(terms, playing[-1])),
    )


def _remark(said: Remark, terms: Terms, currency: str, digits: int) -> str:
    # Not saved: it only says how amounts are written.
    written = Open(
        currency=currency,
        minor_digits=digits,
        chip_digits=terms.chip_digits,
        chips_are_money=terms.chips_are_money,
    )
    return messages.remark(said, written)
