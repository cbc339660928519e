"""Setting an open up: its terms as one value, written to the rows that hold them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Unpack

from tdapp.cash.models import Payment
from tdapp.cash.queries import plan_of
from tdapp.clock.queries import current_round, level_of, level_rows
from tdapp.clock.steps import write_levels
from tdapp.floor import bounties
from tdapp.floor.heads import Setting, setting_of
from tdapp.floor.models import Draw
from tdapp.floor.options import check_options, options_of, write_options
from tdapp.floor.queries import tables_of
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, new_stream, once, record
from tdapp.opens import chip_sets
from tdapp.opens.chip_sets import Chip
from tdapp.opens.funds import named, stored
from tdapp.opens.house import house_of
from tdapp.opens.models import BuyInOption, Entry, Open, Round, Split
from tdapp.opens.round_plans import plan_row, plans_of
from tdapp.opens.steps import check_unfinished
from tdapp.rules import bounties as bounty_rules
from tdapp.rules import house as house_rules
from tdapp.rules import levels as level_rules
from tdapp.rules import names
from tdapp.rules.errors import RuleError
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import ByOuts, Level, Schedule, Timed
from tdapp.rules.payouts import PrizePlan
from tdapp.rules.purchases import Offer
from tdapp.rules.rounds import RoundPlan, check_plans
from tdapp.tours.models import Season, Tour

LONGEST_NAME = 80
"""Letters of an open's name."""


@dataclass(frozen=True)
class Terms:
    """What players are told before they pay.

    ``starting_stack``, ``smallest_chip`` and the levels are in the smallest chip unit (cents where
    ``chip_digits`` is 2); ``buy_in`` is (fund, minor units) in the order of the splits.  ``chips`` is
    the set played with, empty where nobody said.  Under blinds that follow the outs (SPT-38) only the
    first level counts.  ``rounds`` are the stages of the open, none where it is played in one round; the
    levels of the first one, where it has its own, go before ``levels``.  ``room_tables`` is how many tables
    the room holds, 0 for no limit.  ``options`` is what can be bought beside the buy-in, as offered.
    ``bounties`` is how heads are paid; where everybody has one its worth is what the price says.
    ``guarantee`` is promised for the prizes whatever comes in (minor units, 0 for nothing).
    """

    name: str
    date: date
    house: HouseRules
    starting_stack: int
    buy_in: tuple[tuple[str, int], ...]
    levels: tuple[Level, ...]
    prizes: PrizePlan
    smallest_chip: int = 1
    chip_digits: int = 0
    chips_are_money: bool = False
    season: int | None = None
    meeting: int | None = None
    chips: tuple[Chip, ...] = ()
    rounds: tuple[RoundPlan, ...] = ()
    room_tables: int = 0
    options: tuple[Offer, ...] = ()
    bounties: bounty_rules.Terms | None = None
    guarantee: int = 0

    @property
    def first_levels(self) -> tuple[Level, ...]:
        """The levels of the first round, those of the stages that carry on in it included (SIS-14)."""
        if not self.rounds or not self.rounds[0].levels:
            return self.levels
        found = self.rounds[0].levels
        for plan in self.rounds[1:]:
            if plan.seating != "carry":
                break
            found += plan.levels
        return found

    @property
    def schedule(self) -> Schedule:
        """The schedule that the first round's levels make under its plan and the house rules."""
        levels = self.first_levels
        trigger = (self.rounds[0].level_trigger if self.rounds else "") or self.house.level_trigger
        if trigger == "outs" and levels:
            first = levels[0]
            return ByOuts(
                first.sb,
                first.bb,
                first.ante,
                every=self.house.outs_per_level,
                factor=self.house.level_factor,
            )
        return Timed(levels)


def check_terms(terms: Terms) -> None:
    """Refuse terms nobody could play under.

    RuleError: ``name_missing``, ``name_too_long``, ``stack_not_positive``, ``smallest_chip_not_positive``,
    ``money_negative``, ``pool_negative`` (a guarantee), ``room_tables_negative``, and those of
    ``chip_sets.set_of``, ``levels.check_schedule``, ``house.check_house``, ``rounds.check_plans``,
    ``options.check_options`` and ``bounties.check_terms``.
    """
    names.kept(terms.name, LONGEST_NAME)
    if terms.starting_stack <= 0:
        raise RuleError("stack_not_positive")
    if terms.smallest_chip <= 0:
        raise RuleError("smallest_chip_not_positive")
    if any(amount < 0 for _, amount in terms.buy_in):
        raise RuleError("money_negative")
    if terms.guarantee < 0:
        raise RuleError("pool_negative")
    if terms.room_tables < 0:
        raise RuleError("room_tables_negative")
    chip_sets.set_of(terms.chips)
    check_plans(terms.rounds)
    check_options(terms.options)
    bounties.check_terms(terms.bounties, dict(terms.buy_in))
    house_rules.check_house(terms.house)
    level_rules.check_schedule(terms.schedule)


def terms_of(open: Open) -> Terms:
    """The terms an open has now: to change them, to print them, or to copy them to another open."""
    option = _usual_buy_in(open)
    splits = option.splits.order_by("pk") if option else []
    rows = level_rows(first_round(open))
    return Terms(
        name=open.name,
        date=open.date,
        house=house_of(open),
        starting_stack=open.starting_stack,
        buy_in=tuple((named(split.fund, split.label), split.amount) for split in splits),
        levels=tuple(level_of(row) for row in rows),
        prizes=plan_of(open),
        smallest_chip=open.smallest_chip,
        chip_digits=open.chip_digits,
        chips_are_money=open.chips_are_money,
        season=open.season_id,
        meeting=open.meeting,
        chips=chip_sets.chips_of(open.chips),
        rounds=plans_of(open),
        room_tables=open.room_tables,
        options=options_of(open),
        bounties=bounty_rules.terms_of(open.bounties),
        guarantee=open.guarantee,
    )


def _usual_buy_in(open: Open) -> BuyInOption | None:
    """The buy-in without a name: the others are for who comes early or late."""
    return BuyInOption.objects.filter(open=open, kind="buy_in", name="", retired=False).first()


def first_round(open: Open) -> Round:
    """The round in which the open begins: the levels of its terms are those of this one."""
    return Round.objects.filter(open=open, annulled_at=None).order_by("number")[0]


def _columns(terms: Terms, before: Setting | None = None) -> dict[str, Any]:
    return {
        "name": names.kept(terms.name, LONGEST_NAME),
        "date": terms.date,
        "house": house_rules.as_dict(terms.house),
        "chips_are_money": terms.chips_are_money,
        "chip_digits": terms.chip_digits,
        "starting_stack": terms.starting_stack,
        "smallest_chip": terms.smallest_chip,
        "chips": chip_sets.rows_of(terms.chips),
        "prize_plan": terms.prizes.to_dict(),
        "season_id": terms.season,
        "meeting": terms.meeting,
        "round_plans": [plan_row(plan) for plan in terms.rounds],
        "room_tables": terms.room_tables,
        "guarantee": terms.guarantee,
        "bounties": bounties.row_of(terms.bounties, dict(terms.buy_in), before),
    }


@once
def create_open(*, tour: Tour, terms: Terms, **act: Unpack[Act]) -> JournalEntry:
    """Make an open with its own copy of the tour's currency, zone and language (DESIGN 3).

    RuleError: those of ``check_terms``.
    """
    check_terms(terms)
    with new_stream("open") as stream, record(stream, "open_created", **act) as change:
        open = change.create(
            Open,
            tour=tour,
            stream=stream,
            currency=tour.currency,
            minor_digits=tour.minor_digits,
            time_zone=tour.time_zone,
            language=tour.language,
            **_columns(terms),
        )
        round = change.create(Round, open=open, plan=_first_plan(terms))
        write_levels(change, round=round, levels=terms.first_levels)
        _write_buy_in(change, open, terms)
        write_options(change, open=open, offers=terms.options)
        change.note(open=open.pk)
    return change.entry


@once
def change_terms(*, open: Open, terms: Terms, **act: Unpack[Act]) -> JournalEntry:
    """Change an open's terms. Once play has begun, stacks and levels stay as they are, and so do the
    stages that have begun.

    RuleError: those of ``check_terms``, ``started_already`` (stack, levels, or chips changed after
    the start), ``stage_began`` (number), ``prizes_locked`` (prizes or guarantee changed while locked),
    ``bounties_begun`` (a head has fallen), ``finished_already``.
    """
    check_terms(terms)
    with record(open.stream, "terms_changed", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        before = terms_of(open)
        if open.started_at is not None and _frozen(before) != _frozen(terms):
            raise RuleError("started_already")
        if open.prizes_locked_at is not None and _promised(before) != _promised(terms):
            raise RuleError("prizes_locked")
        if before.rounds != terms.rounds:
            _check_stages(open, before.rounds, terms.rounds)
        columns = _columns(terms, setting_of(open))
        bounties.check_change(open, columns["bounties"])
        change.update(open, **columns)
        _write_first_round(change, open, terms)
        if before.buy_in != terms.buy_in or before.starting_stack != terms.starting_stack:
            _write_buy_in(change, open, terms)
        if before.options != terms.options:
            write_options(change, open=open, offers=terms.options)
        bounties.follow(change, open=open)
    return change.entry


def _promised(terms: Terms) -> tuple[object, ...]:
    return terms.prizes, terms.guarantee


def _frozen(terms: Terms) -> tuple[object, ...]:
    return (
        terms.starting_stack,
        terms.levels,
        terms.chip_digits,
        terms.chips_are_money,
        terms.house.level_trigger,
        terms.house.outs_per_level,
        terms.house.level_factor,
        terms.house.direction,
    )


def _first_plan(terms: Terms) -> dict[str, Any]:
    return plan_row(terms.rounds[0]) if terms.rounds else {}


def begun_stages(open: Open) -> int:
    """How many of the open's stages have begun, those that carry on in the same round included."""
    if open.started_at is None:
        return 0
    plans = plans_of(open)
    begun = min(current_round(open).plan_index + 1, len(plans))
    while begun < len(plans) and plans[begun].seating == "carry":
        begun += 1
    return begun


def _check_stages(open: Open, before: tuple[RoundPlan, ...], after: tuple[RoundPlan, ...]) -> None:
    """A stage that has begun stays as it is, and so do those before it; later ones may still change."""
    for index in range(begun_stages(open)):
        if before[index : index + 1] != after[index : index + 1]:
            raise RuleError("stage_began", number=index + 1)


def _write_first_round(change: Change, open: Open, terms: Terms) -> None:
    """The first round's copy of its plan and levels, while it has not begun."""
    if open.started_at is not None:
        return
    round = first_round(open)
    change.update(round, plan=_first_plan(terms))
    if tuple(level_of(row) for row in level_rows(round)) != terms.first_levels:
        write_levels(change, round=round, levels=terms.first_levels)


def _write_buy_in(change: Change, open: Open, terms: Terms) -> None:
    option = _usual_buy_in(open)
    if option is None:
        option = change.create(BuyInOption, open=open, kind="buy_in", chips=terms.starting_stack)
    elif Payment.everything.filter(option=option).exists():
        # What was paid keeps its own price: a new one is a new option for those who come.
        change.update(option, retired=True)
        option = change.create(BuyInOption, open=open, kind="buy_in", chips=terms.starting_stack)
    else:
        change.update(option, chips=terms.starting_stack)
        for split in Split.objects.filter(option=option):
            change.void(split)
    for fund, amount in terms.buy_in:
        change.create(Split, option=option, amount=amount, **stored(fund))


@once
def discard_open(*, open: Open, **act: Unpack[Act]) -> JournalEntry:
    """Take an open that nobody signed up for off the list. RuleError: ``open_has_entries``."""
    with record(open.stream, "open_discarded", **act) as change:
        if Entry.objects.filter(open=open).exists():
            raise RuleError("open_has_entries")
        for round in Round.objects.filter(open=open):
            for row in (*level_rows(round), *Draw.objects.filter(round=round), *tables_of(round)):
                change.void(row)
            change.void(round)
        for option in BuyInOption.objects.filter(open=open):
            for split in Split.objects.filter(option=option):
                change.void(split)
            change.void(option)
        open.refresh_from_db()
        change.void(open)
    return change.entry


def seasons_of(tour: Tour) -> list[Season]:
    """The tour's seasons, the latest first."""
    return list(Season.objects.filter(tour=tour).order_by("-pk"))
