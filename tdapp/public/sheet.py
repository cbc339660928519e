"""The rule sheet of an open in words: what players are told before they pay, on one page.

Every setting is said as it was decided, those the club's own sheet leaves open included (RULES 1.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.cash.queries import pool, prizes
from tdapp.floor.set_up import Terms, terms_of
from tdapp.opens.models import Open
from tdapp.opens.queries import field
from tdapp.public.posted import long_date
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import ByOuts, Level, Timed
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.purchases import Offer
from tdapp.rules.ranking import CATEGORIES
from tdapp.web import figures, house_words, prize_words
from tdapp.web.bounty_words import how_words
from tdapp.web.hand_names import category_name
from tdapp.web.money_refusals import KINDS

STEPS = 5
"""So many steps of blinds that follow the outs are written down; then they go on doubling."""
MANY_TABLES = ("h4h_ties", "h4h_minutes")
BALANCING = (
    *("max_table_gap", "balance_who", "balance_from", "wait_hands"),
    *("halt_short", "break_tables", "final_table_at"),
)
"""What decides only where players move from table to table."""
UNSAID = (
    *("advised_from", "advised_to", "table_seats", "prizes", "deal_points"),
    *("hand_names", "hand_order", "wheel", "suits"),
)
"""Settings that no player needs as a line: advice, what the sheet says elsewhere in full, what deals ask."""


@dataclass(frozen=True)
class LevelLine:
    """One line of the table of blinds; ``marks`` is what else begins or ends with it."""

    name: str
    blinds: str
    ante: str
    from_when: str
    is_break: bool = False
    marks: str = ""


@dataclass(frozen=True)
class Part:
    """A part of the sheet: sentences, terms with their meaning, and a list in order."""

    title: str
    sentences: tuple[str, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    ranked: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """The whole rule sheet."""

    open: Open
    date: str
    money: Part
    blinds: Part
    levels: tuple[LevelLine, ...]
    has_ante: bool
    parts: tuple[Part, ...]


def rule_sheet(open: Open) -> Sheet:
    """The sheet of an open as its settings are now."""
    terms = terms_of(open)
    levels = _levels(open, terms)
    return Sheet(
        open=open,
        date=long_date(open.date),
        money=Part(_("Buy-in and prizes"), terms=tuple(_money(open, terms))),
        blinds=Part(_("Blinds"), sentences=tuple(_blinds(open, terms))),
        levels=levels,
        has_ante=any(line.ante for line in levels),
        parts=(
            Part(_("How it ends"), sentences=tuple(_ending(terms.house))),
            *_table_rules(terms.house),
            Part(_("Order of hands"), sentences=tuple(_ties(terms.house)), ranked=_hands(terms.house)),
        ),
    )


# -- money -----------------------------------------------------------------------------------------


def _money(open: Open, terms: Terms) -> Iterator[tuple[str, str]]:
    funds = {
        "prize": _("to the prizes"),
        "house": _("to the organiser's costs"),
        "bounty": _("to the bounty"),
        "season": _("to the season"),
    }
    yield _("Buy-in"), figures.split_of(open, terms.buy_in)
    if len(terms.buy_in) > 1:
        to = {fund: funds.get(fund) or _("to “%(fund)s”") % {"fund": fund} for fund, _part in terms.buy_in}
        parts = [f"{figures.money_of(open, amount)} {to[fund]}" for fund, amount in terms.buy_in]
        yield _("Of which"), figures.listed(parts)
    yield _("Starting chips"), figures.chips(open, terms.starting_stack)
    yield _("Smallest chip"), figures.chips(open, terms.smallest_chip)
    if any(chip.each for chip in terms.chips):
        yield _("In chips"), _in_chips(open, terms)
    if open.chips_are_money:
        yield _("A chip is worth"), chip_worth(open, terms)
    if not any(offer.kind == "rebuy" for offer in terms.options):
        yield _("Rebuys"), rebuys(terms.house)
    yield from (_sold(open, offer) for offer in terms.options)
    if terms.bounties is not None:
        yield _("Bounties"), how_words(open, terms.bounties)
    yield _("Prizes"), _prizes(open, terms.prizes)
    if terms.guarantee:
        yield _("Guarantee"), figures.money_of(open, terms.guarantee)


def _sold(open: Open, offer: Offer) -> tuple[str, str]:
    """What can be bought, for how much, for how many chips, and when: "15 €, 50 in chips, 1 per player"."""
    title = str(KINDS[offer.kind])
    if offer.key != offer.kind:
        title = f"{title}, {offer.key}"
    parts = [figures.split_of(open, offer.splits)]
    if offer.chips:
        parts.append(_("%(chips)s in chips") % {"chips": figures.chips(open, offer.chips)})
    return title, ", ".join([*parts, *_limits(offer)])


def _limits(offer: Offer) -> Iterator[str]:
    limits = offer.limits
    if limits.when == "out":
        yield _("for who is out")
    if limits.per_player:
        yield _("%(count)d per player") % {"count": limits.per_player}
    if limits.from_level:
        yield _("from level %(level)d") % {"level": limits.from_level}
    if limits.until_level:
        yield _("until level %(level)d") % {"level": limits.until_level}
    if limits.until_minute:
        yield _("in the first %(minutes)d minutes of play") % {"minutes": limits.until_minute}
    if limits.before_start:
        yield _("before the start")
    if limits.in_break:
        yield _("in the break")
    if limits.agreed:
        yield _("agreed before the start")


def _in_chips(open: Open, terms: Terms) -> str:
    """What a starting stack is laid out in: "12 × 25 (green), 12 × 100 (black)"."""
    parts = []
    for chip in terms.chips:
        if chip.each:
            colour = f" ({chip.colour})" if chip.colour else ""
            parts.append(f"{chip.each} × {figures.chips_plain(open, chip.value)}{colour}")
    return ", ".join(parts)


def chip_worth(open: Open, terms: Terms) -> str:
    """What a chip of one unit really stands for (SPT-36): its face × the prize part / the starting stack.

    A stack of 20 € for 10 € makes the 1 € chip worth 0.50 €.
    """
    prize = dict(terms.buy_in).get("prize", 0)
    face = 10**open.chip_digits
    worth = Fraction(face * prize, terms.starting_stack)
    amount = figures.money_of(open, round(worth))
    about = amount if worth.denominator == 1 else _("about %(amount)s") % {"amount": amount}
    said = {"chip": figures.chips(open, face), "worth": about}
    return _("a chip of %(chip)s stands for %(worth)s of the prizes") % said


def rebuys(house: HouseRules) -> str:
    """Who may buy again, how often, until when, at what price (SA-23)."""
    if house.rebuys == "none":
        return _("not possible")
    words = house_words.WORDS
    parts = [str(words["rebuy_when"].choices[house.rebuy_when])]
    if house.rebuys == "limited":
        parts.insert(0, _("%(count)d per player") % {"count": house.rebuys_per_player})
    if house.rebuy_minutes:
        parts.append(_("in the first %(minutes)d minutes of play") % {"minutes": house.rebuy_minutes})
    if house.rebuy_surcharge:
        fund = words["rebuy_surcharge_to"].choices[house.rebuy_surcharge_to]
        more = {"percent": house.rebuy_surcharge, "fund": fund}
        parts.append(_("for %(percent)d %% more, which goes to %(fund)s") % more)
    return ", ".join(parts)


def _prizes(open: Open, plan: PrizePlan) -> str:
    if plan.kind == "winner":
        return _("everything to the winner")
    if plan.kind == "field" and open.prizes_locked_at is None:
        return prize_words.by_field(plan)
    if plan.kind == "percent" and open.prizes_locked_at is None:
        shares = [f"{value}".replace(".", figures.decimal_mark()) for value in plan.values]
        return _("%(shares)s %% of the pool") % {"shares": " / ".join(shares)}
    amounts = prizes(open, pool(open, field(open))).amounts
    return " / ".join(figures.money_of(open, amount) for amount in amounts) or _("not decided yet")


# -- blinds ----------------------------------------------------------------------------------------


def _blinds(open: Open, terms: Terms) -> Iterator[str]:
    schedule = terms.schedule
    if isinstance(schedule, ByOuts):
        first = schedule.level(0)
        said = {
            "blinds": figures.blinds(open, first.sb, first.bb),
            "factor": schedule.factor,
            "count": schedule.every,
        }
        if schedule.factor == 2:
            sentence = ngettext(
                "They begin at %(blinds)s and double after each out.",
                "They begin at %(blinds)s and double each time %(count)d players are out.",
                schedule.every,
            )
        else:
            sentence = ngettext(
                "They begin at %(blinds)s and go up %(factor)d times after each out.",
                "They begin at %(blinds)s and go up %(factor)d times each time %(count)d players are out.",
                schedule.every,
            )
        yield sentence % said
        yield _("The new blinds hold from the next hand on.")
        yield _("There is no clock.")
        return
    if terms.house.level_trigger == "table":
        yield _("At each table they rise when somebody leaves it.")
        return
    begins = house_words.WORDS["hand_starts_at"].choices[terms.house.hand_starts_at]
    yield _("They rise with the clock; a hand is played at the level at which it begins: %(when)s.") % {
        "when": begins
    }
    yield _("After the last level they stay.")


def _levels(open: Open, terms: Terms) -> tuple[LevelLine, ...]:
    schedule = terms.schedule
    if isinstance(schedule, ByOuts):
        return tuple(
            _level_line(open, str(step + 1), schedule.level(step), _after_outs(step * schedule.every))
            for step in range(STEPS)
        )
    return tuple(_timed(open, schedule))


def _timed(open: Open, schedule: Timed) -> Iterator[LevelLine]:
    for index, (level, start) in enumerate(zip(schedule.levels, schedule.starts(), strict=True)):
        when = _hours(start) if start is not None else ""
        if level.is_break:
            minutes = {"minutes": level.minutes}
            name = _("Break, %(minutes)s minutes") % minutes
            yield LevelLine(name, "", "", when, is_break=True, marks=_marks(open, level, None))
        else:
            before = next((one for one in reversed(schedule.levels[:index]) if not one.is_break), None)
            yield _level_line(open, str(schedule.number(index)), level, when, _marks(open, level, before))


def _level_line(open: Open, name: str, level: Level, when: str, marks: str = "") -> LevelLine:
    ante = figures.chips_plain(open, level.ante) if level.ante else ""
    blinds = figures.blinds(open, level.sb, level.bb) if level.bb else "–"
    return LevelLine(name, blinds, ante, when, marks=marks)


def _marks(open: Open, level: Level, before: Level | None) -> str:
    """The game and who pays the ante where they change, chips that leave, what ends, the note."""
    said = []
    if level.game and (before is None or before.game != level.game):
        said.append(level.game)
    if level.ante_form and (before is None or before.ante_form != level.ante_form):
        words = {"per_player": _("each player pays the ante"), "big_blind": _("the big blind pays the ante")}
        said.append(words[level.ante_form])
    if level.colour_up:
        chips = figures.listed([figures.chips(open, chip) for chip in level.colour_up])
        said.append(_("chips of %(chips)s leave") % {"chips": chips})
    if level.rebuys_end:
        said.append(_("last rebuys"))
    if level.entry_ends:
        said.append(_("last late entry"))
    return " · ".join([*said, *([level.note] if level.note else [])])


def _after_outs(outs: int) -> str:
    if not outs:
        return _("at the start")
    return ngettext("after %(count)d out", "after %(count)d outs", outs) % {"count": outs}


def _hours(start: timedelta) -> str:
    minutes = int(start.total_seconds()) // 60
    return f"{minutes // 60}:{minutes % 60:02d}"


# -- the end, the table, the hands -----------------------------------------------------------------


def _ending(house: HouseRules) -> Iterator[str]:
    words = house_words.WORDS
    ends = {
        "last_player": _("It is played until one player has all the chips."),
        "paid_places_count": _(
            "It ends when as many are left as are paid. Their chips are counted: most chips is first, and so "
            "on; equal counts share the money of their places."
        ),
        "two_left_count": _("It ends with two players left. Their chips are counted; more chips wins."),
    }
    yield ends[house.end_mode]
    same = {
        "stack_before_share": _(
            "Two out in the same hand: who had more chips before it is placed better; with as many, they "
            "share the money of their places."
        ),
        "stack_before_open_hand": _(
            "Two out in the same hand: who had more chips before it is placed better; with as many, one open "
            "hand decides."
        ),
        "share": _("Two out in the same hand share the money of their places."),
    }
    yield same[house.same_hand_outs]
    if house.seat_changes != "never":
        yield f"{words['h4h_ties'].label}: {words['h4h_ties'].choices[house.h4h_ties]}."


def _table_rules(house: HouseRules) -> Iterator[Part]:
    """The other settings, each with its choice, in the groups of the set-up."""
    for title, settings in house_words.GROUPS:
        terms = [
            (str(house_words.WORDS[setting].label), _choice(house, setting))
            for setting in settings
            if _said(house, setting)
        ]
        if terms:
            yield Part(str(title), terms=tuple(terms))


def _choice(house: HouseRules, setting: str) -> str:
    value, word = getattr(house, setting), house_words.WORDS[setting]
    if value == 0 and word.zero:
        return str(word.zero)
    return str(word.choices[value]) if word.choices else str(value)


def _said(house: HouseRules, setting: str) -> bool:
    """Whether a setting decides anything under these rules and is not said in another part."""
    if setting in UNSAID or setting in MANY_TABLES or setting.startswith("rebuy"):
        return False
    if setting in BALANCING:
        return house.seat_changes == "balance"
    if setting == "same_hand_outs":
        return False
    depends = {
        "draw_cards": house.game == "five_card_draw",
        "bb_ante_order": house.ante == "big_blind",
        "ante_penalty": house.ante == "per_player",
        "colour_up": house.level_trigger == "time",
        "race_fraction": house.level_trigger == "time" and house.colour_up == "race",
        "bet_step": house.bet_step != "none",
        "hand_starts_at": house.level_trigger != "time",
    }
    return depends.get(setting, True)


def _hands(house: HouseRules) -> tuple[str, ...]:
    """The hands by their house's names, best first."""
    order = list(reversed(CATEGORIES))
    if house.hand_order == "flush_above_full":
        full, flush = order.index("full_house"), order.index("flush")
        order[full], order[flush] = order[flush], order[full]
    return tuple(category_name(one, house) for one in order)


def _ties(house: HouseRules) -> Iterator[str]:
    if house.wheel == "yes":
        yield _("The ace also begins the lowest straight, A-2-3-4-5.")
    else:
        yield _("A-2-3-4-5 is no straight.")
    if house.suits == "never":
        yield _("The best five cards decide, card by card; suits never do. Equal hands share the pot.")
    else:
        order = house_words.WORDS["suits"].choices[house.suits]
        yield _("Suits break ties, in this order: %(suits)s.") % {"suits": order}
