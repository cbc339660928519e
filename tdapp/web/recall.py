"""What sentences need to know about a night: names, hand numbers, splits, blinds; each looked up once.

Journal entries and refusals hold ids.  A ``Recall`` turns them into words for as many sentences as
are wanted, with a number of queries that does not grow with theirs.  Ids may be of voided rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from tdapp.cash.models import Allocation, Expense, Payment, Purchase, SpecialPrize, TillCount
from tdapp.clock import queries as clock
from tdapp.clock.models import Clock
from tdapp.displays.models import Announcement, Display
from tdapp.floor.models import Draw, Seat
from tdapp.hands.models import Hand
from tdapp.journal.models import JournalEntry, RowChange
from tdapp.opens.models import ChipCorrection, Entry, Open, Out, Round, Ruling, Table
from tdapp.opens.queries import Field, OutFact, field, grouped_outs
from tdapp.players.models import Player, told_apart
from tdapp.rules.levels import ByOuts, Level, Schedule
from tdapp.rules.places import Place
from tdapp.web import figures


@dataclass(frozen=True)
class HandFact:
    """An entered hand: its number at its table, counted over live hands as pages count them."""

    id: int
    table: int
    order: int
    number: int
    voided: bool


def name_of(player: Player | None) -> str:
    """What a player is called; somebody forgotten is just "a player"."""
    return (str(player) if player and player.nickname else "") or _("a player")


class Recall:
    """The facts of one open, fetched when a sentence first asks for them.

    ``acts`` are the journal entries that will be told (and what they undid or redid); what they
    created is fetched for all of them at once.
    """

    def __init__(self, open: Open, acts: Sequence[JournalEntry] = ()) -> None:
        self.open = open
        self.targets = _targets(acts)
        self.acts = (*acts, *self.targets.values())

    # -- people ------------------------------------------------------------------------------------

    @cached_property
    def _names(self) -> dict[int, str]:
        columns = ("pk", "player__nickname", "player__note")
        entries = Entry.everything.filter(open=self.open).values_list(*columns)
        return {pk: told_apart(nickname, note) if nickname else "" for pk, nickname, note in entries}

    def name(self, entry: int | None) -> str:
        """The name behind an entry's id."""
        return self._names.get(entry or 0) or _("a player")

    def names(self, entries: Iterable[int]) -> str:
        """ "Canadá, Kosovo and Irán"."""
        return figures.listed([self.name(entry) for entry in entries])

    # -- the screens -------------------------------------------------------------------------------

    @cached_property
    def displays(self) -> dict[int, str]:
        """What the tour's television sets are called, by id."""
        return {one.pk: str(one) for one in Display.everything.filter(tour=self.open.tour_id)}

    @cached_property
    def announcements(self) -> dict[int, Announcement]:
        """All that was said over the open's screens, by id."""
        return Announcement.everything.filter(open=self.open).select_related("table").in_bulk()

    # -- rulings -----------------------------------------------------------------------------------

    @cached_property
    def ruling_texts(self) -> dict[int, str]:
        """What was written beside each ruling, by its id."""
        return dict(Ruling.everything.filter(open=self.open).values_list("pk", "text"))

    # -- expenses ----------------------------------------------------------------------------------

    @cached_property
    def expense_texts(self) -> dict[int, str]:
        """What each expense was for, by its id."""
        return dict(Expense.everything.filter(open=self.open).values_list("pk", "text"))

    # -- the chips in play ----------------------------------------------------------------------------

    @cached_property
    def correction_texts(self) -> dict[int, str]:
        """Why the chips in play were put right, by the correction's id."""
        return dict(ChipCorrection.everything.filter(open=self.open).values_list("pk", "text"))

    # -- the till ----------------------------------------------------------------------------------

    @cached_property
    def till_counters(self) -> dict[int, str]:
        """Who counted the till, by the count's id."""
        return dict(TillCount.everything.filter(open=self.open).values_list("pk", "text"))

    # -- special prizes ----------------------------------------------------------------------------

    @cached_property
    def special_texts(self) -> dict[int, str]:
        """What each special prize is, by its id."""
        return dict(SpecialPrize.everything.filter(open=self.open).values_list("pk", "text"))

    # -- who is out, and where ---------------------------------------------------------------------

    @cached_property
    def field(self) -> Field:
        """Who is in and out now."""
        return field(self.open)

    def outs_in(self, hand: int) -> list[OutFact]:
        """The live outs of a hand, by the order of that hand (the id of the act that recorded it)."""
        return [out for out in self.field.outs if out.hand == hand]

    def place_in(self, hand: int, entry: int) -> Place | None:
        """The place that an out in that hand has now, or had when it was taken back since."""
        if any(out.entry == entry for out in self.outs_in(hand)):
            return self.field.places.get(entry)
        mine = self._taken_back.get(hand, [])
        gone = {out.entry for out in mine}
        if entry not in gone or not gone <= {entrant.id for entrant in self.field.playing}:
            return None
        earlier = [out for out in self.field.outs if out.hand < hand and out.entry not in gone]
        return self.field.places_with(grouped_outs([*earlier, *mine])).get(entry)

    @cached_property
    def _taken_back(self) -> dict[int, list[OutFact]]:
        undone = [act.pk for act in self.acts if act.undone]
        found: dict[int, list[OutFact]] = {}
        for o in Out.everything.filter(hand__in=undone, entry__open=self.open, voided=True):
            fact = OutFact(o.pk, o.entry_id, o.by_id, o.at, o.order, o.hand, o.level, o.stack_before, False)
            found.setdefault(o.hand, []).append(fact)
        return found

    def winners(self) -> list[int]:
        """Who is first in a finished open."""
        return [key for key, place in self.field.places.items() if place.first == 1]

    # -- levels ------------------------------------------------------------------------------------

    @cached_property
    def _round(self) -> Round:
        return clock.current_round(self.open)

    @cached_property
    def clock(self) -> Clock | None:
        return clock.clock_of(self._round)

    @cached_property
    def schedule(self) -> Schedule | None:
        return clock.schedule_of(self.open, self._round)

    @cached_property
    def _schedules(self) -> dict[int, Schedule | None]:
        """The schedules of the rounds that are over, by their clocks."""
        rows = Clock.everything.filter(round__open=self.open).exclude(round=self._round)
        rows = rows.select_related("round__open")
        return {row.pk: clock.schedule_of(self.open, row.round) for row in rows}

    def level(self, index: int | None, clock: int | None = None) -> tuple[int | None, Level] | None:
        """Number (None for a break) and blinds of line ``index`` of the schedule, or of that of another
        ``clock`` (its id)."""
        schedule = self._schedules.get(clock, self.schedule) if clock is not None else self.schedule
        if index is None or schedule is None:
            return None
        if isinstance(schedule, ByOuts):
            return index + 1, schedule.level(index)
        if index >= len(schedule.levels):
            return None
        return schedule.number(index), schedule.levels[index]

    def raised_to(self, hand: int) -> Level | None:
        """The blinds that the outs of a hand brought, None where they stayed (SPT-38)."""
        outs = [out for out in self.field.busts if out.hand == hand]
        if not outs or not isinstance(self.schedule, ByOuts):
            return None
        shift = self.clock.shift if self.clock else 0
        before = self.field.outs_before_hand(hand)
        old, new = self.schedule.step(before, shift), self.schedule.step(before + len(outs), shift)
        return self.schedule.level(new) if new > old else None

    # -- tables and hands --------------------------------------------------------------------------

    @cached_property
    def _tables(self) -> dict[int, str]:
        return {table.pk: table.label for table in Table.everything.filter(round__open=self.open)}

    def table(self, table: int | None) -> str | None:
        """What people call a table where there are several to tell apart; None where there is one."""
        return self._tables.get(table or 0) if len(self._tables) > 1 else None

    def table_label(self, table: int) -> str:
        """What people call a table, also where there is only one."""
        return self._tables.get(table, "—")

    @cached_property
    def hands(self) -> dict[int, HandFact]:
        """Every entered hand of the open by id."""
        numbers: dict[int, int] = {}
        found: dict[int, HandFact] = {}
        for hand in Hand.everything.filter(table__round__open=self.open).order_by("order", "pk"):
            here = numbers.get(hand.table_id, 0) + 1
            if not hand.voided:
                numbers[hand.table_id] = here
            found[hand.pk] = HandFact(hand.pk, hand.table_id, hand.order, here, hand.voided)
        return found

    def hand_title(self, hand: int) -> str:
        """ "Hand 43", "Hand 42, table 1" where there are several tables."""
        known = self.hands.get(hand)
        if known is None:
            return _("A hand")
        table = self.table(known.table)
        if table is None:
            return _("Hand %(number)s") % {"number": known.number}
        return _("Hand %(number)s, table %(table)s") % {"number": known.number, "table": table}

    # -- what the acts created ---------------------------------------------------------------------

    @cached_property
    def _created(self) -> dict[str, dict[int, list[int]]]:
        """Rows by model and act."""
        made = RowChange.objects.filter(
            entry__in=[act.pk for act in self.acts],
            model__in=["cash.payment", "floor.draw", "floor.seat"],
            field="voided",
            before=True,
        )
        found: dict[str, dict[int, list[int]]] = {"cash.payment": {}, "floor.draw": {}, "floor.seat": {}}
        for act, model, row in made.order_by("pk").values_list("entry", "model", "row"):
            found[model].setdefault(act, []).append(row)
        return found

    def payments_of(self, act: JournalEntry) -> list[int]:
        """The payments that an act took, by id."""
        return self._created["cash.payment"].get(act.pk, [])

    @cached_property
    def live_payments(self) -> frozenset[int]:
        """Those of the payments taken that were not voided since."""
        made = [row for rows in self._created["cash.payment"].values() for row in rows]
        return frozenset(Payment.objects.filter(pk__in=made).values_list("pk", flat=True))

    @cached_property
    def live_purchases(self) -> frozenset[int]:
        """The purchases of the open that were not voided."""
        return frozenset(Purchase.objects.filter(entry__open=self.open).values_list("pk", flat=True))

    @cached_property
    def _paid(self) -> dict[int, tuple[str, list[tuple[str, int]]]]:
        wanted = {row for rows in self._created["cash.payment"].values() for row in rows}
        wanted |= {act.params["payment"] for act in self.acts if "payment" in act.params}
        parts = Allocation.everything.filter(payment__in=wanted).select_related("payment__option")
        found: dict[int, tuple[str, list[tuple[str, int]]]] = {}
        for part in parts.order_by("pk"):
            _kind, splits = found.setdefault(part.payment_id, (part.payment.option.kind, []))
            splits.append((part.fund, part.amount))
        return found

    def bought(self, payment: int) -> str:
        """The kind of option that a payment was for."""
        return self._paid[payment][0] if payment in self._paid else "buy_in"

    def split(self, payment: int) -> str:
        """ "10 € + 2 €"."""
        return figures.split_of(self.open, tuple(self._paid.get(payment, ("", []))[1]))

    @cached_property
    def _seats(self) -> dict[int, Seat]:
        given = self._created["floor.seat"]
        rows = [row for act in self.acts if act.kind == "signed_up" for row in given.get(act.pk, [])]
        return Seat.everything.in_bulk(rows)

    def seat_given(self, act: JournalEntry) -> Seat | None:
        """The seat that a sign-up drew."""
        rows = self._created["floor.seat"].get(act.pk, [])
        return self._seats.get(rows[0]) if rows else None

    @cached_property
    def _dealer_draws(self) -> dict[int, Draw]:
        rows = [row for rows in self._created["floor.draw"].values() for row in rows]
        return {draw.pk: draw for draw in Draw.everything.filter(pk__in=rows, purpose="dealer")}

    def dealer_seats(self, act: JournalEntry) -> list[int]:
        """The seats at which an act drew the first dealers."""
        rows = self._created["floor.draw"].get(act.pk, [])
        return [self._dealer_draws[row].result[0] for row in rows if row in self._dealer_draws]


def _targets(acts: Sequence[JournalEntry]) -> dict[int, JournalEntry]:
    wanted = {act.params.get("entry") for act in acts if act.kind in ("undo", "redo")} - {None}
    return JournalEntry.objects.in_bulk(wanted) if wanted else {}
