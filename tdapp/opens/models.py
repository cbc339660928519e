"""An open and what it is made of: its terms, rounds, tables, entries, outs and stacks."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tdapp.journal.codes import new_code
from tdapp.journal.models import Journaled, LiveManager, Stream
from tdapp.players.models import Player
from tdapp.tours.models import LANGUAGES, Season, Tour

LIVE = models.Q(voided=False)
STANDING = models.Q(voided=False, annulled_at__isnull=True)
IN_PLAY = models.Q(closed_at=None, finished_at=None, annulled_at=None)
"""Tables at which somebody plays or will play."""


class Open(Journaled):
    """One tournament, with its own copy of every setting, so that later edits elsewhere never touch it.

    ``chip_digits`` is how many decimals a chip amount is shown with (SPT's euro chips are
    cents: 2; points: 0); ``chips_are_money`` adds the currency sign.  ``house`` holds the
    settings of RULES 1.5, ``prize_plan`` a ``rules.payouts.PrizePlan``.  ``chips`` is the set played
    with, as {"value", "owned", "each", "colour"} from the smallest chip up; empty where nobody said.
    ``starts_at`` is the announced start: a countdown on the screen, nothing begins by itself.
    ``round_plans`` are ``rules.rounds.RoundPlan`` as dicts, empty for an open of one round; ``room_tables``
    is how many tables the room holds, 0 for no limit.  ``guarantee`` is the pool that is promised whatever
    comes in (minor units, 0 for none); ``bounties`` how heads are paid (``rules.bounties``), empty for none.
    """

    tour = models.ForeignKey(Tour, on_delete=models.PROTECT, related_name="opens")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, null=True, related_name="opens")
    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, related_name="open")
    code = models.CharField(max_length=12, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=80)
    meeting = models.PositiveSmallIntegerField(null=True)
    date = models.DateField()
    currency = models.CharField(max_length=3)
    minor_digits = models.SmallIntegerField()
    time_zone = models.CharField(max_length=60)
    language = models.CharField(max_length=8, choices=LANGUAGES)
    house = models.JSONField()
    chips_are_money = models.BooleanField()
    chip_digits = models.SmallIntegerField()
    starting_stack = models.BigIntegerField()
    smallest_chip = models.BigIntegerField(default=1)
    chips = models.JSONField(default=list)
    prize_plan = models.JSONField()
    round_plans = models.JSONField(default=list)
    room_tables = models.PositiveSmallIntegerField(default=0)
    guarantee = models.BigIntegerField(default=0)
    bounties = models.JSONField(default=dict)
    prizes_locked_at = models.DateTimeField(null=True)
    starts_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    posted_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class ChipSet(Journaled):
    """The chips that a tour owns: {"value", "owned", "each", "colour"} from the smallest chip up.

    ``each`` is how many of them a player gets; values in units of chips with ``chip_digits`` decimals.
    """

    tour = models.ForeignKey(Tour, on_delete=models.PROTECT, related_name="chip_sets")
    name = models.CharField(max_length=60)
    chips = models.JSONField()
    chip_digits = models.SmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tour", "name"],
                condition=LIVE,
                name="one_chip_set_per_name",
                violation_error_code="saved_name_taken",
            )
        ]

    def __str__(self) -> str:
        return self.name


class BuyInOption(Journaled):
    """Something that can be bought, and the chips it brings (units of the open's chips).

    ``retired`` once the price changed after somebody had paid: what was paid keeps its own.  ``name``
    tells variants of one kind apart ("late"); ``limits`` is ``rules.purchases.Limits`` as a dict, empty
    for none; options of a kind are offered by ``position``.
    """

    KINDS = [("buy_in", "buy-in"), ("rebuy", "rebuy"), ("add_on", "add-on"), ("re_entry", "re-entry")]

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="options")
    kind = models.CharField(max_length=10, choices=KINDS)
    name = models.CharField(max_length=40, blank=True, default="")
    chips = models.BigIntegerField()
    limits = models.JSONField(default=dict)
    position = models.PositiveSmallIntegerField(default=0)
    retired = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.kind} of {self.open}"


class Split(Journaled):
    """The part of an option's price that goes to one fund, in minor units.

    ``label`` names a fund of the club's own (``other``: "Dealers").
    """

    FUNDS = [("prize", "prize"), ("house", "house"), ("bounty", "bounty"), ("season", "season"),
             ("other", "another fund")]  # fmt: skip

    option = models.ForeignKey(BuyInOption, on_delete=models.PROTECT, related_name="splits")
    fund = models.CharField(max_length=10, choices=FUNDS)
    label = models.CharField(max_length=30, blank=True, default="")
    amount = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(amount__gte=0),
                name="split_not_negative",
                violation_error_code="money_negative",
            )
        ]

    def __str__(self) -> str:
        return f"{self.amount} to {self.fund}"


class Round(Journaled):
    """One stage of an open with its own tables, schedule and way of ending (DESIGN 8).

    ``plan`` is its own copy of a ``rules.rounds.RoundPlan``, ``plan_index`` where it stands among the
    open's; empty and 0 for an open of one round.  An annulled round (VIV-32) is history: another one
    takes its number.
    """

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(default=1)
    plan = models.JSONField(default=dict)
    plan_index = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    annulled_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["open", "number"], condition=STANDING, name="one_round_per_number"
            )
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.open}"


class Table(Journaled):
    """A table of a round. Button and blinds are seat numbers, never players (RULES 2.4).

    ``name`` is what people call it where that is not its number ("A"); ``blocked`` are seat numbers nobody
    may get; ``break_order`` says which tables break first (the lowest), None where nobody said.  A table
    is closed when it was broken, finished when its result stands, annulled when it is played again
    (VIV-32): ``replay_of`` is the one a table repeats.  ``started_at`` is when its first hand was due.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=20, blank=True, default="")
    seats = models.PositiveSmallIntegerField()
    blocked = models.JSONField(default=list)
    break_order = models.PositiveSmallIntegerField(null=True)
    button = models.PositiveSmallIntegerField(null=True)
    small_blind = models.PositiveSmallIntegerField(null=True)
    big_blind = models.PositiveSmallIntegerField(null=True)
    replay_of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="replays")
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    annulled_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "number"], condition=STANDING, name="one_table_per_number"
            )
        ]

    def __str__(self) -> str:
        return f"table {self.label}"

    @property
    def label(self) -> str:
        """What people call it: "A", else its number."""
        return self.name or str(self.number)

    @property
    def in_play(self) -> bool:
        """Whether it is neither finished nor closed nor annulled."""
        return not (self.voided or self.closed_at or self.finished_at or self.annulled_at)


class Entry(Journaled):
    """One player in one open; one final place whatever they buy. ``order`` is that of sign-up.

    ``flight`` is the number of the round in which the entry begins, where the open starts in flights
    (Day 1A, 1B); 0 elsewhere.  ``buy_in`` is what it signed up for where that was not the usual one: an
    early bird, a late entry.  ``absent_at`` is since when nobody sits behind the chips (RULES 2.11), None
    for who is there.
    """

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    order = models.BigIntegerField()
    flight = models.PositiveSmallIntegerField(default=0)
    buy_in = models.ForeignKey(BuyInOption, on_delete=models.PROTECT, null=True, related_name="entries")
    absent_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["open", "player"],
                condition=LIVE,
                name="one_entry_per_player",
                violation_error_code="player_already_in",
            )
        ]

    def __str__(self) -> str:
        return str(self.player)


class StandingOuts(LiveManager["Out"]):
    """Outs that decide a place: live, and not bought back."""

    def get_queryset(self) -> models.QuerySet[Out]:
        return super().get_queryset().filter(bought_back=False)


class Out(Journaled):
    """An entry's elimination, with its own order and moment.

    Outs are placed by ``order``: lower is earlier and so a lower place; equal orders are tied.
    ``hand`` groups those out in one hand, ``level`` is the index of the level running then (timed
    schedules only), ``stack_before`` the chips held before that hand where known.  Who is
    ``disqualified`` (VIV-31) is paid nothing, and the paid places move up.  An out that is
    ``bought_back`` (a rebuy, a re-entry) decides no place any more (RULES 4.1.6) but happened all the
    same: hands and bounties go on referring to it, and ``objects`` passes it over.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="outs")
    by = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="knocked_out")
    at = models.DateTimeField()
    order = models.BigIntegerField()
    hand = models.BigIntegerField()
    level = models.PositiveSmallIntegerField(null=True)
    stack_before = models.BigIntegerField(null=True)
    disqualified = models.BooleanField(default=False)
    bought_back = models.BooleanField(default=False)

    objects: ClassVar[LiveManager[Out]] = StandingOuts()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=models.Q(voided=False, bought_back=False),
                name="one_out_per_entry",
                violation_error_code="out_already",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry} out"


class StackChange(Journaled):
    """One line of an entry's stack ledger: chips gained or lost, or a count. Ordered by ``order``.

    ``round`` is the fresh stack of a later round or of a table played again, ``back`` that the chips were
    handed in (a table finished in a round of fresh stacks, or annulled): 0, also for who went out there.
    Both are written as counts; ``back`` as a loss is what a disqualified player took out of play (TDA 71).
    """

    SOURCES = [("start", "start"), ("hand", "hand"), ("count", "count"), ("rebuy", "rebuy"),
               ("colour_up", "colour-up"), ("round", "round"), ("back", "handed in"),
               ("add_on", "add-on"), ("forfeit", "forfeited"), ("correction", "corrected"),
               ("re_entry", "re-entry")]  # fmt: skip

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stack_changes")
    source = models.CharField(max_length=10, choices=SOURCES)
    delta = models.BigIntegerField(null=True)
    counted = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    order = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(delta__isnull=True) ^ models.Q(counted__isnull=True),
                name="stack_change_is_delta_or_count",
            ),
            models.CheckConstraint(
                condition=models.Q(counted__isnull=True) | models.Q(counted__gte=0),
                name="stack_count_not_negative",
                violation_error_code="chips_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.source}"


class ColourUp(Journaled):
    """A chip that left play (RULES 2.8), and by how much the chips in play changed through it.

    ``chip`` went, ``into`` is what was given for it; ``delta`` is the sum over all players.  Single
    players' gains and losses, where they were said, are lines of their stacks.
    """

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="colour_ups")
    chip = models.BigIntegerField()
    into = models.BigIntegerField()
    delta = models.BigIntegerField(default=0)
    at = models.DateTimeField()
    order = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["open", "chip"],
                condition=LIVE,
                name="one_colour_up_per_chip",
                violation_error_code="coloured_up_already",
            )
        ]

    def __str__(self) -> str:
        return f"{self.chip} into {self.into}"


class ChipCount(Journaled):
    """All chips of one table, counted at ``order`` (RULES 2.8, TDA 71).

    ``expected`` is what should have been there, None where nobody could know it: players were moved and
    their stacks were not counted.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="chip_counts")
    chips = models.BigIntegerField()
    expected = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    order = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(chips__gte=0),
                name="chip_count_not_negative",
                violation_error_code="negative_chips",
            )
        ]

    def __str__(self) -> str:
        return f"{self.chips} at {self.table}"


class ChipCorrection(Journaled):
    """The chips in play put right by a count of the room: by how much, and why (``text``)."""

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="chip_corrections")
    delta = models.BigIntegerField()
    text = models.CharField(max_length=120, blank=True, default="")
    at = models.DateTimeField()
    order = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.delta} chips in play"


class TableResult(Journaled):
    """How a table of a round ended for one of its players: what a director confirmed (VIV-08, VIV-26).

    ``place`` counts from 1 among those who sat there; ``chips`` is the count, None for who went out or
    was not counted; ``through`` says who goes on.  Results of annulled tables stay, as history.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="results")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="table_results")
    place = models.PositiveSmallIntegerField()
    chips = models.BigIntegerField(null=True)
    through = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "entry"],
                condition=LIVE,
                name="one_result_per_table_and_entry",
                violation_error_code="table_finished_already",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.place} of {self.table}"


class Ruling(Journaled):
    """A director's ruling: what was decided, about whom, with the figures that belong to it.

    ``vote`` keeps totals only (VIV-33: {"for", "against"}, and the side that won the "open_hand" of a
    tie); ``open_hand`` the order of the tied ({"order": entry ids, best first}); ``penalty`` the hands to
    sit out ({"rounds", "players", "hands"}, RULES 2.11) and whether they are "over".
    """

    KINDS = [("disqualified", "disqualified"), ("penalty", "penalty"), ("misdeal", "misdeal"),
             ("vote", "vote"), ("open_hand", "open hand"), ("note", "note")]  # fmt: skip

    open = models.ForeignKey(Open, on_delete=models.PROTECT, related_name="rulings")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="rulings")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="rulings")
    kind = models.CharField(max_length=12, choices=KINDS)
    text = models.CharField(max_length=200, blank=True, default="")
    figures = models.JSONField(default=dict)
    at = models.DateTimeField()
    order = models.BigIntegerField()

    def __str__(self) -> str:
        return self.kind


class KeptSeat(Journaled):
    """A player who stays where he sits: a wheelchair, a dealer's chair, a reserved place.

    With ``table`` number and ``seat`` number he is drawn there and the seat is nobody else's; with None
    he is drawn like everybody and then not moved.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="kept_seats")
    table = models.PositiveSmallIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=LIVE,
                name="one_kept_seat_per_entry",
                violation_error_code="seat_kept_already",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry} stays"


class KeptApart(Journaled):
    """Two players who are not drawn to one table while that can be helped (a couple, a family)."""

    one = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["one", "other"],
                condition=LIVE,
                name="kept_apart_once",
                violation_error_code="kept_apart_already",
            )
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other} apart"
