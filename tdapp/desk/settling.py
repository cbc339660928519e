"""A hand on the desk: a new one of a table or one entered before, and what it would do as it is typed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as field_of
from datetime import datetime, timedelta
from functools import cached_property

from django.utils.translation import gettext as _

from tdapp.clock.queries import ClockFace, clock_face
from tdapp.desk import hand_button
from tdapp.desk.absence import Away, away_at
from tdapp.desk.card_words import NO_CARDS, CardWords, card_words
from tdapp.desk.hand_effects import Corrected, Effect, effects, in_the_way, prizes_of
from tdapp.floor.queries import marks_of, posts_blinds, seat_map
from tdapp.floor.table_faces import clock_at
from tdapp.hands import queries
from tdapp.hands.ante_penalty import paid_by_dealer
from tdapp.hands.filling import State, posting
from tdapp.hands.models import Hand
from tdapp.hands.reckoning import Part, Pick, Reckoning, Sheet, with_winners
from tdapp.opens.house import house_of
from tdapp.opens.models import Open, Table
from tdapp.opens.queries import Entrant, Field, Stack, field
from tdapp.rules.button import Button
from tdapp.rules.errors import RuleError
from tdapp.rules.forced_bets import price
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level
from tdapp.rules.pots import Pot
from tdapp.web import figures, messages

YOUNG = timedelta(minutes=10)
"""How long after a level began a hand may still be one of the level before."""


@dataclass(frozen=True)
class PotView:
    """One pot: ``given`` is what its winners were proposed from, "named" where somebody tapped them."""

    number: int
    amount: int
    contenders: tuple[tuple[int, str, bool], ...]
    shares: tuple[tuple[str, int], ...]
    given: str
    asks: bool

    @property
    def won(self) -> tuple[int, ...]:
        """The seats of its winners."""
        return tuple(seat for seat, _name, won in self.contenders if won)

    @property
    def alone(self) -> str:
        """The only contender's name, if there is only one: nothing to choose."""
        return self.contenders[0][1] if len(self.contenders) == 1 else ""


@dataclass(frozen=True)
class LineView:
    """A player after the hand: ``after`` None where unknown; ``place`` in words, if any, with its prize."""

    name: str
    after: int | None
    gain: int
    out: bool
    place: str
    prize: int


@dataclass(frozen=True)
class Preview:
    """What the hand would do. ``problem`` says why nothing can be reckoned yet; ``decisions`` against
    the cards are to be passed with one tap."""

    pots: tuple[PotView, ...] = ()
    returned: tuple[tuple[str, int], ...] = ()
    lines: tuple[LineView, ...] = ()
    before: int | None = None
    after: int | None = None
    warnings: tuple[str, ...] = ()
    rise: str = ""
    effects: tuple[Effect, ...] = ()
    cards: CardWords = NO_CARDS
    questions: Mapping[int, RuleError] | None = None
    decisions: tuple[messages.Refusal, ...] = ()
    problem: str = ""
    settled: bool = False

    @property
    def complete(self) -> bool:
        """Whether Enter saves it."""
        return self.settled and not self.questions and not self.decisions and not self.problem

    def passing(self, codes: Collection[str]) -> Preview:
        """The same where the director has passed these."""
        return replace(self, decisions=tuple(one for one in self.decisions if one.code not in codes))


@dataclass(frozen=True)
class Settling:
    """A hand to be typed: ``sheet`` is what it starts from, ``stacks`` what was known before it, by entry;
    ``absent`` wait for the button (T-2.1b) and are not in it; ``away`` by entry: dealt a dead hand."""

    open: Open
    table: Table
    hand: Hand | None
    number: int
    sheet: Sheet
    level: int | None
    levels: tuple[tuple[int, Level], ...]
    field: Field
    face: ClockFace
    stacks: Mapping[int, Stack]
    at: datetime
    absent: tuple[Entrant, ...] = ()
    taken: frozenset[int] = frozenset()
    away: Mapping[int, Away] = field_of(default_factory=dict)

    @cached_property
    def house(self) -> HouseRules:
        return house_of(self.open)

    @property
    def blinds(self) -> Level:
        # The level says itself who pays its ante, where it is known (RULES 2.10).
        played = dict(self.levels).get(self.level) if self.level is not None else None
        return played or Level(self.sheet.sb, self.sheet.bb, self.sheet.ante)

    @property
    def other_level(self) -> tuple[int, Level] | None:
        """The level offered instead, while the one in force is young enough to be the wrong one."""
        here = self.face.position
        young = here is not None and (here.is_break or here.elapsed_in_level <= YOUNG)
        others = [one for one in self.levels if one[0] != self.level]
        chosen = bool(self.levels) and self.level != self.levels[0][0]
        return others[0] if others and (young or chosen) else None

    @property
    def row(self) -> Table | Hand:
        """The row whose stamp says whether somebody else was faster."""
        return self.hand or self.table

    def name(self, entry: int) -> str:
        return self.field.by_id[entry].name

    @cached_property
    def names(self) -> dict[int, str]:
        """Seat → name."""
        return {part.seat: self.name(part.entry) for part in self.sheet.parts}

    @cached_property
    def known(self) -> dict[int, int | None]:
        """Seat → stack before the hand; None where nobody can be sure."""
        found: dict[int, int | None] = {}
        for part in self.sheet.parts:
            stack = self.stacks.get(part.entry)
            found[part.seat] = stack.chips if stack is not None and stack.sure(self.at) else None
        return found

    def placed(self, seat: int) -> Button:
        """Button and blinds with the dealer at ``seat``, an empty one too. RuleError: ``seat_empty``."""
        return hand_button.placed(self.sheet, seat, self.house)

    def price(self, seat: int) -> int:
        """What it costs to be in, with the dealer at ``seat`` (S11, S12)."""
        return price(self.placed(seat), self.blinds, self.house)

    def marks(self, seat: int) -> dict[int, str]:
        """Seat → SB, BB or D/SB with the dealer at ``seat``; the dealer alone where no blinds are posted."""
        return marks_of(self.placed(seat), blinds=posts_blinds(self.blinds))

    def posted(self, seat: int, *, penalty: bool = False) -> dict[int, Part]:
        """Seat → what everybody posts with the dealer at ``seat``, or he for all of them (VIV-15)."""
        here = self.placed(seat)
        found = {
            part.seat: posting(
                part.seat,
                part.entry,
                self.known[part.seat],
                here,
                self.blinds,
                self.house,
                absent=part.absent,
            )
            for part in self.sheet.parts
        }
        return paid_by_dealer(found, self.known, here, self.blinds, self.house) if penalty else found

    def change(self, sheet: Sheet, done: Reckoning) -> Corrected | None:
        """What correcting an earlier hand so would change; None for a new one."""
        if self.hand is None:
            return None
        return Corrected(self.open, self.hand, self.field, done.then, sheet, done)

    def reckon(self, sheet: Sheet) -> Reckoning:
        """RuleError: those of ``hands.reckoning.reckon``."""
        if self.hand is not None:
            return queries.reckon_again(self.hand, self.field, sheet)
        return queries.reckon_fresh(self.open, self.field, sheet, self.at, self.table)

    def reckon_tied(self, sheet: Sheet) -> tuple[Reckoning, tuple[RuleError, ...]]:
        """The same while equal ones have not played their open hand yet (VIV-25): as if they had, in any
        order, and what is to be asked of them."""
        tied: list[RuleError] = []
        while True:
            try:
                return self.reckon(sheet), tuple(tied)
            except RuleError as error:
                players = error.params.get("players")
                if error.code != "open_hand_needed" or not isinstance(players, tuple):
                    raise
                tied.append(error)
                sheet = replace(sheet, open_hand=(*sheet.open_hand, *players))


def new_hand(open: Open, table: Table, now: datetime, level: int | None = None) -> Settling:
    """The table's next hand, begun at line ``level`` of the schedule if that is one of the last two played.

    RuleError: ``too_few_players``, ``button_unknown`` (and no level either).
    """
    everyone = field(open)
    face = clock_at(open, table, everyone, clock_face(open, now, everyone, table.round))
    view = next(one for one in seat_map(open, everyone, face, now, table.round) if one.id == table.pk)
    levels = queries.levels_played(open, face)
    index, played = next((one for one in levels if one[0] == level), levels[0] if levels else (None, None))
    sheet = queries.fresh_sheet(open, view, face, played)
    if len(view.dealt) < 2:
        raise RuleError("too_few_players", players=len(view.dealt))
    if sheet is None:
        raise RuleError("button_unknown")
    return Settling(
        open=open,
        table=table,
        hand=None,
        number=queries.next_number(view),
        sheet=sheet,
        level=index,
        levels=levels,
        field=everyone,
        face=face,
        stacks=everyone.stacks,
        at=now,
        absent=tuple(seat.entrant for seat in view.seats if seat.entrant and seat.waits),
        taken=frozenset(view.occupied),
        away=away_at(open, [view], {view.id: played}, house_of(open)),
    )


def old_hand(open: Open, hand: Hand, now: datetime) -> Settling:
    """A hand entered before, to be corrected."""
    everyone = field(open)
    sheet = queries.sheet_of(hand)
    return Settling(
        open=open,
        table=hand.table,
        hand=hand,
        number=queries.number_of(hand),
        sheet=sheet,
        level=None,
        levels=(),
        field=everyone,
        face=clock_face(open, now, everyone),
        stacks=everyone.stacks_before(hand.order),
        at=hand.at,
        taken=frozenset(sheet.seats),
        away={part.entry: Away("absent") for part in sheet.parts if part.absent},
    )


def preview(settling: Settling, sheet: Sheet, picks: list[Pick], now: datetime) -> tuple[Sheet, Preview]:
    """The sheet with the winners that are known, and what it would do."""
    try:
        sheet = with_winners(sheet, settling.house, picks, drop_folded=True)
        done, tied = settling.reckon_tied(sheet)
    except RuleError as error:
        return sheet, Preview(problem=_problem(settling, error))
    questions = {int(str(q.params["seat"])): q for q in done.questions if "seat" in q.params}
    shown = Preview(
        pots=_pots(settling, done, sheet, picks),
        returned=tuple((settling.names[seat], chips) for seat, chips in done.layout.returned.items()),
        cards=card_words(done, sheet, settling.house),
        questions=questions,
        decisions=tuple(_decisions(settling, done)),
        warnings=(*_asked(settling, tied), *_warnings(settling, sheet, done)),
    )
    if done.settlement is None:
        return sheet, shown
    prizes = prizes_of(settling.open, done.then)
    change = settling.change(sheet, done)
    totals = [(line.before, line.after) for line in done.lines]
    known = all(before is not None for before, _after in totals)
    return sheet, replace(
        shown,
        settled=True,
        lines=_lines(settling, sheet, done, prizes),
        before=sum(before or 0 for before, _after in totals) if known else None,
        after=sum(after or 0 for _before, after in totals) if known else None,
        rise=_rise(settling, done.then, now),
        effects=effects(change, now) if change is not None else (),
        warnings=(*(in_the_way(change) if change is not None else ()), *shown.warnings),
    )


def _asked(settling: Settling, tied: Sequence[RuleError]) -> Iterable[str]:
    """What is asked about equal ones when the hand is saved."""
    for error in tied:
        yield messages.refusal(error, settling.open).text


def _decisions(settling: Settling, done: Reckoning) -> Iterable[messages.Refusal]:
    """Pots that the director gave otherwise than the cards: one sentence for each thing to be passed."""
    for error in done.questions:
        if "seat" not in error.params:
            yield messages.refusal(error, settling.open)


def _problem(settling: Settling, error: RuleError) -> str:
    """Why there is nothing to reckon; a hand in which nobody is in yet only waits."""
    if error.code in ("nobody_left", "no_contributions"):
        return _("Say who is in, or all-in.")
    return messages.refusal(error, settling.open).text


def _pots(settling: Settling, done: Reckoning, sheet: Sheet, picks: list[Pick]) -> tuple[PotView, ...]:
    settled = done.settlement.pots if done.settlement else done.layout.pots
    return tuple(_pot(settling, number, pot, sheet, picks, done) for number, pot in enumerate(settled))


def _pot(
    settling: Settling, number: int, pot: Pot[int], sheet: Sheet, picks: list[Pick], done: Reckoning
) -> PotView:
    won = sheet.winners[number] if number < len(sheet.winners) else ()
    named = number < len(picks) and picks[number].named
    return PotView(
        number=number,
        amount=pot.amount,
        contenders=tuple((seat, settling.names[seat], seat in won) for seat in sorted(pot.contenders)),
        shares=tuple((settling.names[seat], chips) for seat, chips in pot.shares) if len(won) > 1 else (),
        given="named" if named else ",".join(str(seat) for seat in sorted(won)),
        asks=number in done.lacking,
    )


def _warnings(settling: Settling, sheet: Sheet, done: Reckoning) -> Iterable[str]:
    for said in done.warnings:
        yield messages.remark(said, settling.open)
    highest = max(part.live for part in sheet.parts)
    for part in sheet.parts:
        whole = settling.known[part.seat] if part.had is None else part.had
        if part.folded or part.all_in or part.live >= highest or part.put_in == whole:
            continue
        words = {"name": settling.names[part.seat], "chips": figures.chips(settling.open, highest)}
        yield _("%(name)s is in for less than the highest bet, %(chips)s, and not all-in.") % words


def _lines(
    settling: Settling, sheet: Sheet, done: Reckoning, prizes: Mapping[int, int]
) -> tuple[LineView, ...]:
    folded = {part.seat for part in sheet.parts if part.folded}
    found = []
    for line in done.lines:
        place = done.then.places.get(line.entry)
        if line.seat in folded and not line.received and place is None:
            continue
        name, words = settling.names[line.seat], figures.place(place) if place else ""
        found.append(
            LineView(name, line.after, line.gain, line.out, words, prizes.get(line.entry, 0) if place else 0)
        )
    return tuple(found)


def _rise(settling: Settling, then: Field, now: datetime) -> str:
    """The blinds of the next hand where the outs of this one raise them (SPT-38)."""
    if not settling.face.by_outs or len(then.outs) == len(settling.field.outs):
        return ""
    before, after = settling.face.position, clock_face(settling.open, now, then).position
    if before is None or after is None or after.level == before.level or len(then.left) < 2:
        return ""
    return figures.blinds(settling.open, after.level.sb, after.level.bb)


def state_of(part: Part) -> State:
    """Fold, in or all-in."""
    return "fold" if part.folded else "all_in" if part.all_in else "in"
