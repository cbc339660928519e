"""What terms come to, before anybody plays: the pool and prizes of so many players, blinds, remarks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.chip_words import ChipsSaid, chips_said, marks_differ, plan_words
from tdapp.desk.forms.prizes import plan_text
from tdapp.desk.forms.rounds import USUAL_FIELD
from tdapp.desk.level_notes import remarks_by_line
from tdapp.floor.set_up import Terms, check_terms
from tdapp.opens.models import Open
from tdapp.rules import house, levels, payouts, prize_plans, prize_pool, round_presets
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.levels import ByOuts, Level, Timed
from tdapp.web import figures, messages
from tdapp.web.round_words import outline_words


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
    chips: ChipsSaid | None = None
    other_stack: str = ""
    colour_ups: tuple[str, ...] = ()
    to_mark: bool = False
    rounds: tuple[str, ...] = ()
    other_tables: tuple[int, ...] = ()


def expected_players(terms: Terms) -> int:
    """The field to reckon with where nobody says: the middle of the advised one, else eight; 16 in rounds."""
    if terms.rounds:
        return USUAL_FIELD
    low, high = terms.house.advised_from, terms.house.advised_to
    return (low + high) // 2 if low and high else 8


def preview(terms: Terms, players: int, currency: str, digits: int, rebuys: int = 0) -> Preview | None:
    """The terms at work with ``players``; None for terms that nobody could play under.

    The remarks of a timed schedule stand beside its rows; here they are only where blinds follow the outs.
    """
    try:
        check_terms(terms)
    except RuleError:
        return None
    pool = prize_pool.payable(dict(terms.buy_in).get("prize", 0) * players, guarantee=terms.guarantee)
    reckoned = prize_plans.reckoned(terms.prizes, pool, players)
    prizes = reckoned.prizes
    missing = payouts.unassigned(pool, prizes)

    def money(units: int) -> str:
        return figures.money(units, currency, digits)

    by_outs = isinstance(terms.schedule, ByOuts)
    said = (
        *house.remarks(terms.house, players),
        *(levels.remarks(terms.schedule, terms.smallest_chip) if by_outs else ()),
        *reckoned.remarks,
        *(one for one in payouts.remarks(pool, prizes, _total(terms)) if one.code == "prize_below_buy_in"),
        *round_remarks(terms, players),
    )
    return Preview(
        players=players,
        buy_in=" + ".join(money(amount) for _fund, amount in terms.buy_in),
        pool=money(pool),
        prizes=tuple(money(amount) for amount in prizes),
        unassigned=money(missing) if missing > 0 else "",
        over=money(-missing) if missing < 0 else "",
        blinds=_by_outs(terms, players) if by_outs else _timed(terms),
        remarks=tuple(_remark(one, terms, currency, digits) for one in said),
        plans=tuple(plan_text(plan, digits) for plan in payouts.common(players)[:4]),
        rounds=outline_words(terms.rounds, players, terms.house.table_seats),
        other_tables=_other_tables(terms, players),
        **_chips(terms, players, rebuys, _written(terms, currency, digits)),
    )


def _chips(terms: Terms, players: int, rebuys: int, written: Open) -> dict[str, Any]:
    """What the chips make and when they may leave, where a set is chosen."""
    if not terms.chips:
        return {}
    timed = terms.schedule if isinstance(terms.schedule, Timed) else None
    said = chips_said(terms.chips, written, players, rebuys, timed)
    differs = said is not None and said.stack != terms.starting_stack
    return {
        "chips": said,
        "other_stack": figures.chips_plain(written, said.stack) if said and differs else "",
        "colour_ups": plan_words(timed, terms.chips, written) if timed else (),
        "to_mark": timed is not None and marks_differ(timed, terms.chips),
    }


def _first_tables(terms: Terms) -> int:
    """The number of Vivaldi's first tables where the rounds are Vivaldi's, else 0."""
    later = terms.rounds[1:]
    seeded = bool(later) and all(plan.level_trigger == "table" for plan in later)
    return terms.rounds[0].tables if seeded else 0


def _other_tables(terms: Terms, players: int) -> tuple[int, ...]:
    """The first-round table counts that may be chosen instead, at the edges of RULES 1.3."""
    here = _first_tables(terms)
    if not here or players < round_presets.FEWEST:
        return ()
    proposed, others = round_presets.first_round_tables(players)
    return tuple(count for count in (proposed, *others) if count != here)


def round_remarks(terms: Terms, players: int) -> tuple[Remark, ...]:
    """What is odd about the first tables of Vivaldi's rounds with so many players (RULES 1.3)."""
    here = _first_tables(terms)
    if not here or players < round_presets.FEWEST:
        return ()
    largest = -(-players // here)
    deck = [one for one in house.remarks(terms.house, players, largest) if one.code == "deck_may_run_out"]
    return (*round_presets.vivaldi_remarks(players, here), *deck)


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
    return messages.remark(said, _written(terms, currency, digits))


def level_remarks(terms: Terms) -> int:
    """How many remarks stand beside the rows."""
    if not isinstance(terms.schedule, Timed):
        return 0
    found = remarks_by_line(terms.schedule, terms.smallest_chip, terms.chips)
    return sum(len(remarks) for remarks in found.values())


def _written(terms: Terms, currency: str, digits: int) -> Open:
    # Not saved: it only says how amounts are written.
    return Open(
        currency=currency,
        minor_digits=digits,
        chip_digits=terms.chip_digits,
        chips_are_money=terms.chips_are_money,
    )
