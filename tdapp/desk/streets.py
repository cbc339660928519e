"""A hand street by street on the desk: what the page carries, and what a tap makes of it.

Nothing is saved here: the acts travel in the page until the hand's own form saves them with the winners.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tdapp.desk.forms.streets import StreetsForm
from tdapp.desk.hand_button import UNKNOWN, valid
from tdapp.desk.settling import Settling
from tdapp.hands.ante_penalty import may_be_forgotten
from tdapp.hands.reckoning import Sheet
from tdapp.opens.queries import smallest_chip
from tdapp.rules import betting
from tdapp.rules.betting import Options
from tdapp.rules.betting_line import Play, Start, begin, play
from tdapp.rules.button import Button
from tdapp.rules.draw_poker import antes
from tdapp.rules.errors import RuleError
from tdapp.rules.hand import Act

WRONG_STACK = frozenset({"bet_above_stack", "all_in_below_stack"})


@dataclass(frozen=True)
class Carried:
    """A hand as far as it was told.

    ``pending`` is an act that waits, for ``breaches`` (to be passed with one tap), or for its stack, which
    is ``other_stack`` if the act is right.  ``penalty``: the dealer pays the ante for all (VIV-15),
    ``back``: dealt in after all.  ``at`` acts out of turn; ``all_in`` where the next amount says
    for how much; ``refusal`` is why the last tap could not be done.
    """

    here: Play
    had: Mapping[int, int]
    dealer: int
    penalty: bool = False
    back: frozenset[int] = frozenset()
    at: int | None = None
    pending: Act | None = None
    breaches: tuple[RuleError, ...] = ()
    other_stack: int | None = None
    all_in: bool = False
    refusal: RuleError | None = None

    @property
    def acts(self) -> tuple[Act, ...]:
        return self.here.acts

    @property
    def asks_dealer(self) -> bool:
        """Whether somebody has to say first who deals: the order follows from it."""
        return self.dealer == UNKNOWN

    @property
    def actor(self) -> int | None:
        """The seat that acts next: whose turn it is, or who was tapped."""
        if self.here.over or self.asks_dealer:
            return None
        return self.here.turn if self.at is None else self.at

    @property
    def options(self) -> Options | None:
        return None if self.actor is None else betting.options(self.here.now, self.actor)


def start_of(
    settling: Settling,
    dealer: int,
    had: Mapping[int, int],
    *,
    penalty: bool = False,
    back: Collection[int] = (),
) -> Start:
    """The hand before its first act with the dealer at that seat, ``UNKNOWN`` for nobody yet.

    ``had`` are stacks that were said, ``back`` who was dealt in after all.
    """
    sheet, house = settling.sheet, settling.house
    stacks = {seat: had.get(seat, settling.known[seat]) for seat in sheet.seats}
    pays = penalty and dealer in stacks and may_be_forgotten(settling.blinds, house)
    paid = antes(dealer, stacks, settling.blinds.ante, house.direction, called=False) if pays else {}
    here = Button(sheet.seats[0], None, None) if dealer == UNKNOWN else settling.placed(dealer)
    return Start(
        sheet.seats,
        stacks,
        here,
        settling.blinds,
        absent=frozenset(part.seat for part in sheet.parts if part.absent and part.seat not in back),
        for_him={seat: one.for_him for seat, one in paid.items()},
        chip=smallest_chip(settling.open, settling.field.colour_ups),
    )


def as_told(settling: Settling, sheet: Sheet, acts: Sequence[Act]) -> tuple[Act, ...]:
    """The line, each act with the rules it broke, if it comes to what the sheet says that everybody put in;
    else nothing."""
    had = {part.seat: part.had for part in sheet.parts if part.had is not None}
    back = [part.seat for part in sheet.parts if not part.absent]
    try:
        begun = start_of(settling, sheet.button, had, penalty=sheet.penalty, back=back)
        here = play(begun, acts, settling.house)
    except RuleError:
        return ()
    told = {part.seat: (part.live, part.dead, part.folded) for part in here.parts}
    if told != {part.seat: (part.live, part.dead, part.folded) for part in sheet.parts}:
        return ()
    return tuple(
        replace(done.act, overruled=tuple(breach.code for breach in done.breaches)) for done in here.done
    )


def carried(settling: Settling, form: StreetsForm) -> Carried:
    """What the page carries after the tap; what cannot be done leaves it as it was, with a refusal."""
    told = _so_far(settling, form, form.seats.button, form.had, form.penalty, form.back)
    word, numbers = form.tapped
    if word in ("dealer", "penalty", "back"):
        return told if told.acts else _begun(settling, form, told)
    if told.asks_dealer:
        return told
    if word == "undo":
        return replace(told, at=None) if form.pending else _replayed(settling, told, told.acts[:-1])
    if word == "at":
        return _turned_to(told, numbers)
    if word == "had" and len(numbers) == 2:
        return _with_stack(settling, form, told, *numbers)
    if word == "pass" and form.pending:
        return _passed(told, form.pending)
    act = _act(form, told)
    return told if act is None else _tried(told, act)


def _so_far(
    settling: Settling,
    form: StreetsForm,
    dealer: int,
    had: Mapping[int, int],
    penalty: bool,
    back: frozenset[int],
) -> Carried:
    """The line as far as it can be played; the refusal says why it ends where it cannot."""
    here = begin(start_of(settling, dealer, had, penalty=penalty, back=back), settling.house)
    refusal = None
    try:
        for act in form.acts:
            here = here.after(act)
    except RuleError as error:
        refusal = error
    return Carried(here, had, dealer, penalty, back, at=form.at, refusal=refusal)


def _begun(settling: Settling, form: StreetsForm, told: Carried) -> Carried:
    """The hand begun otherwise: another dealer, an ante that he pays for all, somebody dealt in after all."""
    word, numbers = form.tapped
    dealer, penalty, back = told.dealer, told.penalty, told.back
    if word == "dealer" and numbers and valid(settling.sheet, numbers[0], form.seats.empty, settling.house):
        dealer = numbers[0]
    elif word == "penalty":
        penalty = not penalty
    elif word == "back" and numbers:
        back = back ^ {numbers[0]}
    return _so_far(settling, form, dealer, told.had, penalty, back)


def _replayed(settling: Settling, told: Carried, acts: Sequence[Act]) -> Carried:
    return _at_rest(told, play(told.here.start, acts, settling.house))


def _at_rest(told: Carried, here: Play) -> Carried:
    """The same hand further on, with nothing waiting."""
    return Carried(here, told.had, told.dealer, told.penalty, told.back)


def _turned_to(told: Carried, numbers: tuple[int, ...]) -> Carried:
    """The seat that was tapped acts next, if it can."""
    seat = numbers[0] if numbers else None
    able = seat in {one.seat for one in told.here.now.players if one.can_act}
    return replace(told, at=seat if able and seat != told.here.turn else None)


def _with_stack(settling: Settling, form: StreetsForm, told: Carried, seat: int, chips: int) -> Carried:
    """The stack that a pending act asked for, and then the act."""
    told = _so_far(settling, form, told.dealer, {**told.had, seat: chips}, told.penalty, told.back)
    return told if told.refusal or form.pending is None else _tried(told, form.pending)


def _passed(told: Carried, act: Act) -> Carried:
    """The pending act, played so: what it broke is kept with it."""
    try:
        codes = tuple(breach.code for breach in told.here.breaches(act))
        return _at_rest(told, told.here.after(replace(act, overruled=codes)))
    except RuleError as error:
        return replace(told, refusal=error)


def _tried(told: Carried, act: Act) -> Carried:
    """The act played if nothing is against it; else it waits."""
    try:
        found = told.here.breaches(act)
        if found:
            return replace(told, pending=act, breaches=found)
        return _at_rest(told, told.here.after(act))
    except RuleError as error:
        if error.code == "all_in_without_amount":
            return replace(told, all_in=True, refusal=error)
        stack = _other_stack(told, act) if error.code in WRONG_STACK else None
        return replace(told, refusal=error, pending=act if stack is not None else None, other_stack=stack)


def _other_stack(told: Carried, act: Act) -> int | None:
    """The stack before the hand that the act would be right with."""
    before, whole = told.here.start.stacks.get(act.seat), told.here.now.player(act.seat).whole
    return None if before is None or whole is None else before + act.to - whole


def _act(form: StreetsForm, told: Carried) -> Act | None:
    """The act that a button or the typed amount means; None where nothing was tapped."""
    word, numbers = form.tapped
    may = told.options
    if may is None or told.actor is None or form.problem:
        return None
    kind, to = word, 0
    if word == "to" and numbers:
        kind, to = _raise(told), numbers[0]
    elif word == "say" and form.is_all_in:
        kind, to = "all_in", form.amount or 0
    elif word == "say" and form.amount is not None:
        kind, to = _raise(told), betting.as_total(told.here.now, form.amount, told.here.house.raise_number)
    elif word == "all_in":
        kind, to = _all_in(told, form.amount)
    elif word not in ("fold", "check", "call"):
        return None
    return _with_last_chips(told, Act(told.here.street, told.actor, kind, to))


def _with_last_chips(told: Carried, act: Act) -> Act:
    """A call or raise that takes the whole stack is kept as the all-in it is, with what it goes to: the line
    is read again one day without knowing the stacks."""
    one = told.here.now.player(act.seat)
    if one.left is None or one.whole is None:
        return act
    calls = act.kind == "call" and one.left <= told.here.now.price(one)
    if calls or (act.kind in ("bet", "raise") and act.to == one.whole):
        return replace(act, kind="all_in", to=one.whole)
    return act


def _raise(told: Carried) -> str:
    return "raise" if told.here.now.highest else "bet"


def _all_in(told: Carried, amount: int | None) -> tuple[str, int]:
    """All-in for what there is; a call where nobody could answer more."""
    one = told.here.now.player(told.actor or 0)
    if one.whole is None:
        return "all_in", amount or 0
    if one.whole > told.here.now.highest and not told.here.now.rivals(one):
        return "call", 0
    return "all_in", one.whole
