"""What a hand does: pots, stacks, who is out and where. One reckoning for preview and save (DESIGN 7).

Units: chips in their smallest unit; stacks are those before the hand unless a name says otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from tdapp.opens.queries import Field, OutFact, Stack, StackLine
from tdapp.rules import button, pots
from tdapp.rules import hand as hand_rules
from tdapp.rules.button import Button
from tdapp.rules.errors import Remark, RuleError
from tdapp.rules.forced_bets import button_decides
from tdapp.rules.hand import Act, Hand
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level
from tdapp.rules.places import Place, played_out, same_hand_played_out
from tdapp.rules.pots import Contribution, Layout, Settlement
from tdapp.rules.ranking import HandValue


@dataclass(frozen=True)
class Part:
    """One player's part in a hand: ``live`` and ``dead`` chips put in; seat and entry id.

    ``had`` is the stack that the director says he began with; None: what the ledger knows.  ``cards``,
    ``called`` and ``for_him`` are as in ``rules.hand.Part``; ``absent``: dealt in, posted and killed, for
    nobody sat there (RULES 2.11).
    """

    seat: int
    entry: int
    live: int
    dead: int = 0
    folded: bool = False
    all_in: bool = False
    forfeit: bool = False
    had: int | None = None
    cards: tuple[str, ...] = ()
    called: str = ""
    for_him: int = 0
    absent: bool = False

    @property
    def put_in(self) -> int:
        """What lies in the pot for him, whoever paid it."""
        return self.live + self.dead

    @property
    def outlay(self) -> int:
        """What left his own stack."""
        return self.live + self.dead - self.for_him


@dataclass(frozen=True)
class Sheet:
    """A hand as it is entered; ``winners`` are seats per pot, main pot first.

    ``button``, ``small_blind`` and ``big_blind`` are seat numbers, an empty seat's too; without a big
    blind the blinds sit where they do when the dealer was drawn at ``button``.  ``button`` is 0 where nobody
    said who dealt and it decides nothing.  ``board`` are the common
    cards, ``line`` the betting street by street, each where somebody said it; ``penalty``: the dealer had
    not called the ante and paid it for everybody (VIV-15).  ``open_hand`` are the entries of equal ones who
    lost all, best first, as the open hand after it left them, ``shown`` what they held there, by entry
    (VIV-25).
    """

    button: int
    sb: int
    bb: int
    ante: int
    parts: tuple[Part, ...]
    winners: tuple[tuple[int, ...], ...] = ()
    small_blind: int | None = None
    big_blind: int | None = None
    board: tuple[str, ...] = ()
    line: tuple[Act, ...] = ()
    penalty: bool = False
    open_hand: tuple[int, ...] = ()
    shown: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(part.seat for part in self.parts)

    def placed(self, house: HouseRules) -> Button:
        """Button and blinds of this hand. RuleError: those of ``button.first_button``."""
        if not self.button:
            return Button(None, None, None)
        if self.big_blind is not None:
            return Button(self.button, self.small_blind, self.big_blind)
        return button.first_button(self.seats, self.button, house.direction, house.heads_up_button)


@dataclass(frozen=True)
class Pick:
    """The winners of one pot: named by the director, or only proposed (then the cards decide again)."""

    seats: tuple[int, ...]
    named: bool


@dataclass(frozen=True)
class After:
    """One player after the hand; stacks None where unknown, ``gain`` what the hand brought.

    ``seen`` where the stack after the hand is a count, not a sum: all-in, or said by the director.
    """

    seat: int
    entry: int
    before: int | None
    received: int
    gain: int
    after: int | None
    seen: bool
    out: bool
    place: Place | None
    by: int | None


@dataclass(frozen=True)
class Reckoning:
    """The hand worked out. ``settlement`` is None while a pot lacks its winner (``lacking``, from 0).

    ``out_groups`` are entry ids in order of elimination, a group being tied; ``then`` is the whole open
    as it is once the hand is saved (as it is now while a pot lacks its winner).
    """

    layout: Layout[int]
    settlement: Settlement[int] | None
    lacking: tuple[int, ...]
    lines: tuple[After, ...]
    out_groups: tuple[tuple[int, ...], ...]
    then: Field
    questions: tuple[RuleError, ...]
    warnings: tuple[Remark, ...]
    values: Mapping[int, HandValue] = field(default_factory=dict)
    by_cards: tuple[tuple[int, ...] | None, ...] = ()

    @property
    def put_in(self) -> int:
        """All chips put in by everybody."""
        return sum(pot.amount for pot in self.layout.pots) + sum(self.layout.returned.values())


def as_hand(sheet: Sheet, unit: int = 1) -> Hand:
    """The sheet as the rules read it."""
    parts = tuple(
        hand_rules.Part(
            one.seat,
            one.live,
            one.dead,
            folded=one.folded,
            all_in=one.all_in,
            forfeit=one.forfeit,
            cards=one.cards,
            called=one.called,
            for_him=one.for_him,
        )
        for one in sheet.parts
    )
    return Hand(sheet.button, parts, sheet.board, sheet.winners, unit)


def contributions(sheet: Sheet, house: HouseRules) -> tuple[Contribution[int], ...]:
    """The parts in odd-chip order: from the seat after the button in the direction of play."""
    return hand_rules.contributions(as_hand(sheet), house)


def with_winners(
    sheet: Sheet, house: HouseRules, picks: Sequence[Pick], *, drop_folded: bool = False
) -> Sheet:
    """The sheet with the winners that were named, and those that follow from them.

    Where every contender's cards are known they decide; the best hand of a pot also wins each later pot
    that it contests; several best hands share it.  A proposal is dropped where that, or a fold, says
    otherwise.  What was named stays as it is, to be refused if it cannot be; with ``drop_folded`` (while
    the hand is still being typed) it is dropped too.  Worked example: all three in for 100, 500 and 500,
    the second one named for the main pot: the side pot is his too.  RuleError: those of ``pots.build`` and
    ``rules.hand.check_cards``.
    """
    hand = as_hand(sheet)
    layout = pots.build(hand_rules.contributions(hand, house))
    by_cards = hand_rules.by_cards(layout, hand_rules.values(hand, house), hand, house)
    known: list[tuple[int, ...]] = []
    sure: list[tuple[int, ...]] = []
    for number, pot in enumerate(layout.pots):
        pick = picks[number] if number < len(picks) else Pick((), False)
        standing = _standing(pick.seats, pot.contenders)
        follows = next((best for earlier in sure if (best := _standing(earlier, pot.contenders))), ())
        follows = by_cards[number] or follows
        if pick.named and (standing or not pick.seats or not drop_folded):
            sure.append(standing if drop_folded else pick.seats)
            known.append(sure[-1])
        elif follows:
            sure.append(follows)
            known.append(follows)
        else:
            known.append(standing)
    return replace(sheet, winners=tuple(known))


def _standing(seats: Collection[int], contenders: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in contenders if seat in seats)


def reckon(
    sheet: Sheet,
    *,
    house: HouseRules,
    unit: int,
    field: Field,
    stacks: Mapping[int, Stack],
    now: datetime,
    corrects: int | None = None,
    most_out: int | None = None,
    below: int | None = None,
    blinded_off_by: bool = False,
) -> Reckoning:
    """Work a hand out; ``stacks`` are those known before it, ``corrects`` the order of a hand entered before.

    Whoever is left without a chip is out, whatever was tapped.  ``questions`` are refusals that the
    director may overrule (``stack_differs``).  No more than ``most_out`` go out: where the best of them
    go on from their table they stay in, without a chip (VIV-25); ``sheet.open_hand`` parts equal ones.
    ``below`` is the order of the out just above those who go out now: of somebody who had gone on already
    (RULES 4.1).  Nobody puts out who is absent and blinded off, but with ``blinded_off_by`` the winner of
    his last chips (4.6).  RuleError: ``open_hand_needed`` (players, what) where equal ones are on both sides
    of that, or the house has them play one; those of ``pots.build`` and ``pots.settle`` but for
    ``no_winner``, which leaves the settlement None; ``no_contributions`` (nobody put a chip in);
    ``out_already`` (who would be out now went out in another hand); ``button_unknown`` (nobody said who
    dealt, and it decides something).
    """
    if not sheet.button and button_decides(Level(sheet.sb, sheet.bb, sheet.ante), house):
        raise RuleError("button_unknown")
    hand = as_hand(sheet, unit)
    result = hand_rules.settle(hand, house)
    if not any(part.put_in for part in sheet.parts):
        raise RuleError("no_contributions")
    known = {part.seat: _known(part, stacks.get(part.entry), now) for part in sheet.parts}
    questions = tuple(q for part in sheet.parts if (q := _question(part, known[part.seat])))
    done = Reckoning(
        layout=result.layout,
        settlement=result.settlement,
        lacking=result.lacking,
        lines=(),
        out_groups=(),
        then=field,
        questions=(*questions, *(_by_name(one, sheet) for one in result.questions)),
        warnings=result.warnings,
        values=result.values,
        by_cards=result.by_cards,
    )
    if result.settlement is None:
        return done
    given = hand_rules.contributions(hand, house)
    lines = _lines(sheet, known, result.settlement, given, blinded_off_by)
    lost = {line.entry: line.before for line in lines if line.out}
    groups = _no_more_than(most_out, _in_order(lost, house, sheet.open_hand))
    gone = {entry for group in groups for entry in group}
    lines = tuple(
        replace(line, out=line.entry in gone, by=line.by if line.entry in gone else None) for line in lines
    )
    then = _then(field, lines, groups, corrects, below, now)
    back = _bought_back(field, corrects)
    placed = tuple(
        replace(line, place=then.places.get(line.entry)) if line.out and line.entry not in back else line
        for line in lines
    )
    return replace(done, lines=placed, out_groups=groups, then=then)


def _lines(
    sheet: Sheet,
    known: Mapping[int, int | None],
    settlement: Settlement[int],
    given: tuple[Contribution[int], ...],
    blinded_off_by: bool,
) -> tuple[After, ...]:
    """Everybody after the hand; who is absent is put out by nobody, unless the terms say so (RULES 4.6)."""
    lines = tuple(_after(part, known[part.seat], settlement, given, sheet) for part in sheet.parts)
    away = set() if blinded_off_by else {part.entry for part in sheet.parts if part.absent}
    return tuple(replace(line, by=None) if line.entry in away else line for line in lines)


def _in_order(
    lost: Mapping[int, int | None], house: HouseRules, open_hand: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Those who lost all in order of elimination; equal ones as their open hand parted them."""
    groups = same_hand_played_out(lost, house.same_hand_outs, open_hand)
    return tuple(part for group in groups for part in reversed(played_out(group, open_hand)))


def _no_more_than(most: int | None, groups: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The first so many of those out, in order of elimination."""
    if most is None:
        return groups
    found: list[tuple[int, ...]] = []
    for group in groups:
        if not most:
            break
        if len(group) > most:
            raise RuleError("open_hand_needed", players=group, what="out")
        found.append(group)
        most -= len(group)
    return tuple(found)


def _known(part: Part, stack: Stack | None, now: datetime) -> int | None:
    if part.had is not None:
        return part.had
    return stack.chips if stack is not None and stack.sure(now) else None


def _question(part: Part, known: int | None) -> RuleError | None:
    """More put in than the known stack, or an all-in that is not the known stack: which is right?"""
    if known is None:
        return None
    wrong = part.outlay != known if part.all_in else part.outlay > known
    if not wrong:
        return None
    return RuleError(
        "stack_differs", overrule=True, entry=part.entry, seat=part.seat, known=known, put_in=part.outlay
    )


def _by_name(question: RuleError, sheet: Sheet) -> RuleError:
    """A question about seats, with the entries of who sits in them."""
    seats = question.params.get("seats")
    if not isinstance(seats, tuple):
        return question
    sitting = {part.seat: part.entry for part in sheet.parts}
    return question.with_params(entries=tuple(sitting[seat] for seat in seats))


def _then(
    field: Field,
    lines: Sequence[After],
    groups: tuple[tuple[int, ...], ...],
    corrects: int | None,
    below: int | None,
    now: datetime,
) -> Field:
    """Everybody as they are once the hand is saved: places, present stacks, who is left.

    A corrected hand's outs stand where they stood, bought back where they were (RULES 4.1); later gains and
    losses move along with the stacks, later counts stand.
    """
    order = corrects if corrects is not None else 1 + max((fact.hand for fact in field.busts), default=0)
    base = _where(field, corrects, below)
    line_of = {line.entry: line for line in lines}
    back = _bought_back(field, corrects)
    _check_in(field, [key for group in groups for key in group if key not in back], corrects)
    fresh = [
        OutFact(0, entry, line_of[entry].by, now, base + place, order, None, line_of[entry].before, True)
        for place, group in enumerate(groups)
        for entry in group
    ]
    outs = [*_others(field.outs, corrects), *(fact for fact in fresh if fact.entry not in back)]
    gone = [*_others(field.bought_back, corrects), *(fact for fact in fresh if fact.entry in back)]
    ledgers = {
        entry: _ledger(ledger, line_of[entry], corrects, now) if entry in line_of else ledger
        for entry, ledger in field.ledgers.items()
    }
    return replace(
        field,
        outs=tuple(sorted(outs, key=lambda fact: fact.order)),
        bought_back=tuple(gone),
        ledgers=ledgers,
    )


def _others(facts: Sequence[OutFact], corrects: int | None) -> list[OutFact]:
    """The outs of other hands, with room between them."""
    return [replace(fact, order=fact.order * ROOM) for fact in facts if fact.hand != corrects]


def _bought_back(field: Field, hand: int | None) -> frozenset[int]:
    """Whoever went out in that hand and bought himself back in since: it happened, and decides no place."""
    return frozenset(fact.entry for fact in field.bought_back if fact.hand == hand)


def without(field: Field, hand: int) -> Field:
    """Everybody as they would be if the hand with that order had never been entered."""
    outs, back = (
        tuple(fact for fact in facts if fact.hand != hand) for facts in (field.outs, field.bought_back)
    )
    ledgers = {entry: _moved_along(ledger, hand, None) for entry, ledger in field.ledgers.items()}
    return replace(field, outs=outs, bought_back=back, ledgers=ledgers)


def _check_in(field: Field, entries: Iterable[int], corrects: int | None) -> None:
    elsewhere = {fact.entry for fact in field.outs if fact.hand != corrects}
    if corrects is not None:  # who went out later and bought himself back was still in
        elsewhere |= {fact.entry for fact in field.bought_back if fact.hand > corrects}
    for entry in entries:
        if entry in elsewhere:
            raise RuleError("out_already", entry=entry)


ROOM = 4096
"""Between two orders of outs, for those of the hand being reckoned."""


def _where(field: Field, corrects: int | None, below: int | None) -> int:
    """The order, in steps of ``ROOM``, of a hand's first out: as ``opens.steps.orders_in_hand`` writes it for
    a corrected hand, ``floor.round_steps.first_order`` for a new one."""
    if corrects is not None:
        own = [fact.order for fact in field.busts if fact.hand == corrects]
        if own:
            return min(own) * ROOM
        later = [fact.order for fact in field.busts if fact.hand > corrects]
        below = min([*later, *([] if below is None else [below])], default=None)
    if below is not None:
        return below * ROOM - ROOM // 2
    return (1 + max((fact.order for fact in field.busts), default=0)) * ROOM


def _ledger(
    ledger: tuple[StackLine, ...], line: After, corrects: int | None, now: datetime
) -> tuple[StackLine, ...]:
    order = corrects if corrects is not None else 1 + max(one.order for one in ledger)
    if not line.seen and not line.gain:
        return _moved_along(ledger, order, None)
    held = next((one.chips for one in reversed(ledger) if one.order < order), 0)
    chips = line.after if line.seen and line.after is not None else held + line.gain
    return _moved_along(ledger, order, StackLine(now, order, "hand", chips, line.seen))


def _moved_along(
    ledger: tuple[StackLine, ...], order: int, instead: StackLine | None
) -> tuple[StackLine, ...]:
    """The ledger with another line, or none, of that order; what came later keeps its gains and counts."""
    found = [one for one in ledger if one.order < order] + ([instead] if instead else [])
    chips = found[-1].chips if found else 0
    was = next((one.chips for one in reversed(ledger) if one.order <= order), 0)
    for later in (one for one in ledger if one.order > order):
        chips = later.chips if later.counted else chips + later.chips - was
        was = later.chips
        found.append(replace(later, chips=chips))
    return tuple(found)


def _after(
    part: Part,
    known: int | None,
    settlement: Settlement[int],
    given: tuple[Contribution[int], ...],
    sheet: Sheet,
) -> After:
    received = settlement.received.get(part.seat, 0)
    before = part.outlay if part.all_in else None if known is None else max(known, part.outlay)
    after = None if before is None else before - part.outlay + received
    out = after == 0 and part.outlay > 0
    asked = known is not None and part.outlay > known
    return After(
        seat=part.seat,
        entry=part.entry,
        before=before,
        received=received,
        gain=received - part.outlay,
        after=after,
        seen=part.all_in or asked or part.had is not None or out,
        out=out,
        place=None,
        by=_knocker(part.seat, settlement, given, sheet) if out else None,
    )


def _knocker(
    seat: int, settlement: Settlement[int], given: tuple[Contribution[int], ...], sheet: Sheet
) -> int | None:
    """Who won the pot with his last chips (RULES 4.6), by entry id; None where several share it."""
    pot = pots.last_chips_pot(settlement, given, seat)
    winners = settlement.pots[pot].winners if pot is not None else ()
    if len(winners) != 1:
        return None
    return next(part.entry for part in sheet.parts if part.seat == winners[0])
