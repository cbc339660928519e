"""What the page "Street by street" shows: the seats, the line in words, whose turn it is, what it costs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tdapp.desk.forms.streets import StreetsForm, write_line
from tdapp.desk.settling import Settling
from tdapp.desk.streets import Carried
from tdapp.hands.ante_penalty import may_be_forgotten
from tdapp.opens.models import Open
from tdapp.rules import betting
from tdapp.rules.betting_line import DRAW_GAMES, Done, Play, pot_raise
from tdapp.rules.hand import Act
from tdapp.rules.house import HouseRules
from tdapp.web import figures, messages
from tdapp.web.breach_words import BREACHES


@dataclass(frozen=True)
class SeatView:
    """One seat: chips ``left`` behind (None: unknown) and ``paid`` on this street; ``state`` is "turn", "in",
    "folded", "all_in" or "absent"; ``may_act`` where a tap lets it act out of turn, ``away`` where nobody sat
    there when the table was seen last."""

    seat: int
    entry: int
    name: str
    mark: str
    dealer: bool
    left: int | None
    paid: int
    state: str
    may_act: bool
    away: bool


@dataclass(frozen=True)
class ActView:
    """One act in words, with the rules it broke."""

    name: str
    words: str
    breaches: tuple[str, ...]


@dataclass(frozen=True)
class StreetView:
    """One street: its acts, and the chips in the pot at its end."""

    name: str
    acts: tuple[ActView, ...]
    pot: int


@dataclass(frozen=True)
class Quick:
    """One amount to raise to with a tap; ``part`` is "min", "half" or "pot"."""

    to: int
    part: str


@dataclass(frozen=True)
class ActorView:
    """Who acts next and what it may do; amounts in chips.

    ``behind`` is None where nobody knows the stack; ``all_in`` is what an all-in goes to, None where that
    has to be typed, ``says`` where another amount can be.  ``bets``: nobody has bet on the street yet.
    ``increment``: a figure is what a raise adds (SPT-29).
    """

    seat: int
    name: str
    call: int
    all_in_call: bool
    behind: int | None
    all_in: int | None
    offers_all_in: bool
    quicks: tuple[Quick, ...]
    says: bool
    bets: bool
    increment: bool
    out_of_turn: bool


@dataclass(frozen=True)
class Warning:
    """Why an act waits, rule by rule, and whose it is.

    ``instead`` is the tap that makes of it what the rules say that it is, ``instead_words`` what that is:
    a raise of half the least one or more is completed, a smaller one is a call (RULES 2.6).
    """

    name: str
    words: str
    texts: tuple[str, ...]
    instead: str = ""
    instead_words: str = ""


@dataclass(frozen=True)
class Filled:
    """One field of the hand's form."""

    name: str
    value: str


@dataclass(frozen=True)
class Board:
    """The whole page."""

    seats: tuple[SeatView, ...]
    streets: tuple[StreetView, ...]
    last: ActView | None
    pot: int
    forced: int
    over: bool
    actor: ActorView | None
    warning: Warning | None
    refusal: messages.Refusal | None
    other_stack: tuple[int, str, int] | None
    ending: tuple[str, ...]
    line: str
    pending: str
    had: tuple[tuple[int, str], ...]
    asks_penalty: bool
    empty: tuple[int, ...]
    fields: tuple[Filled, ...]


def street_names(house: HouseRules) -> tuple[str, ...]:
    """The streets of the house's game."""
    if house.game in DRAW_GAMES:
        return (_("Before the draw"), _("After the draw"))
    return (_("Before the flop"), _("Flop"), _("Turn"), _("River"))


def act_words(open: Open, house: HouseRules, done: Done) -> str:
    """ "raises to 1 600", "all-in: calls 300"; what a raise adds comes first where the house says it so."""
    to, by = figures.chips(open, done.to), figures.chips(open, done.added)
    words = {
        "fold": _("folds"),
        "check": _("checks"),
        "call": _("calls %(chips)s") % {"chips": by},
        "bet": _("bets %(chips)s") % {"chips": to},
        "raise": _("raises to %(chips)s") % {"chips": to},
    }[done.kind]
    if done.kind == "raise" and house.raise_number == "increment":
        more = {"more": figures.chips(open, done.raised), "chips": to}
        words = _("raises by %(more)s, to %(chips)s") % more
    return _("all-in: %(act)s") % {"act": words} if done.all_in else words


def board_of(settling: Settling, told: Carried, form: StreetsForm) -> Board:
    """The page for a hand as far as it was told."""
    here, open = told.here, settling.open
    return Board(
        seats=tuple(_seat(settling, told, seat) for seat in settling.sheet.seats),
        streets=_streets(settling, here),
        last=_done(settling, here.done[-1]) if here.done else None,
        pot=here.pot,
        forced=sum(one.ante + one.blind + one.dead for one in here.forced.values()),
        over=here.over and not told.asks_dealer,
        actor=_actor(settling, told),
        warning=_warning(settling, told),
        refusal=messages.refusal(told.refusal, open) if told.refusal else None,
        other_stack=_other(settling, told),
        ending=() if told.asks_dealer or not here.over else _ending(settling, here),
        line=write_line(told.acts),
        pending=write_line([told.pending]) if told.pending else "",
        had=tuple((seat, figures.chips_plain(open, chips)) for seat, chips in told.had.items()),
        asks_penalty=may_be_forgotten(settling.blinds, settling.house),
        empty=() if told.acts else form.seats.empty,
        fields=() if told.asks_dealer or not here.over else _fields(settling, told),
    )


def _seat(settling: Settling, told: Carried, seat: int) -> SeatView:
    here = told.here
    one = here.now.player(seat)
    part = next(part for part in settling.sheet.parts if part.seat == seat)
    state = "in"
    if one.folded:
        state = "absent" if seat in here.start.absent else "folded"
    elif one.all_in:
        state = "all_in"
    elif seat == told.actor:
        state = "turn"
    return SeatView(
        seat=seat,
        entry=part.entry,
        name=settling.names[seat],
        mark=settling.marks(told.dealer).get(seat, "").replace("D/", "").replace("D", ""),
        dealer=seat == told.dealer,
        left=one.left,
        paid=one.paid,
        state=state,
        may_act=told.actor is not None and one.can_act and seat != told.actor,
        away=part.absent,
    )


def _streets(settling: Settling, here: Play) -> tuple[StreetView, ...]:
    names = street_names(settling.house)
    forced = sum(one.ante + one.dead for one in here.forced.values())
    found, pot = [], forced
    for number, street in enumerate(here.streets):
        pot += sum(one.paid for one in street.players)
        acts = tuple(_done(settling, done) for done in here.done if done.act.street == number)
        found.append(StreetView(names[number], acts, pot))
    return tuple(found)


def _done(settling: Settling, done: Done) -> ActView:
    broke = tuple(str(BREACHES[breach.code]) for breach in done.breaches)
    return ActView(settling.names[done.act.seat], act_words(settling.open, settling.house, done), broke)


def _actor(settling: Settling, told: Carried) -> ActorView | None:
    may, here = told.options, told.here
    if may is None:
        return None
    one = here.now.player(may.seat)
    able = one.whole is None or one.whole > here.now.highest
    last = one.left is not None and may.call == one.left
    return ActorView(
        seat=may.seat,
        name=settling.names[may.seat],
        call=may.call,
        all_in_call=last,
        behind=one.left,
        all_in=one.whole,
        offers_all_in=one.left is None or (may.least is not None and not last),
        quicks=_quicks(here, may) if may.seat == here.turn else _least_only(may),
        says=able and here.now.rivals(one),
        bets=here.now.highest == 0,
        increment=settling.house.raise_number == "increment" and here.now.highest > 0,
        out_of_turn=may.seat != here.turn,
    )


def _least_only(may: betting.Options) -> tuple[Quick, ...]:
    return () if may.least is None or may.least == may.most else (Quick(may.least, "min"),)


def _quicks(here: Play, may: betting.Options) -> tuple[Quick, ...]:
    """The least raise, half the pot, the pot: each amount once, below the all-in."""
    found: dict[int, str] = {}
    for part, to in (("min", may.least), ("half", pot_raise(here, 1, 2)), ("pot", pot_raise(here, 1, 1))):
        if to is not None and to != may.most:
            found.setdefault(to, part)
    return tuple(Quick(to, part) for to, part in found.items())


def _warning(settling: Settling, told: Carried) -> Warning | None:
    if told.pending is None or not told.breaches:
        return None
    played = told.here.after(told.pending).done[-1]
    said = Warning(
        settling.names[told.pending.seat],
        act_words(settling.open, settling.house, played),
        tuple(messages.refusal(breach, settling.open).text for breach in told.breaches),
    )
    if [breach.code for breach in told.breaches] != ["raise_too_small"]:
        return said
    meant = betting.as_silent(told.here.now, told.pending.to)
    act = Act(told.here.street, meant.seat, meant.kind, meant.to)
    words = act_words(settling.open, settling.house, told.here.after(act).done[-1])
    return replace(said, instead=f"to:{meant.to}" if meant.to else meant.kind, instead_words=words)


def _other(settling: Settling, told: Carried) -> tuple[int, str, int] | None:
    if told.pending is None or told.other_stack is None:
        return None
    return told.pending.seat, settling.names[told.pending.seat], told.other_stack


def _ending(settling: Settling, here: Play) -> tuple[str, ...]:
    """Who shows, in sentences."""
    if len(here.standing) == 1:
        return (_("%(name)s takes the pot and need not show.") % {"name": settling.names[here.standing[0]]},)
    if not here.standing:
        return ()
    said = []
    if here.face_up:
        said.append(_("Somebody is all-in: all hands are shown now."))
    if here.run_out and settling.house.game not in DRAW_GAMES:
        said.append(_("The rest of the board is dealt without a bet."))
    if here.shows_first is not None:
        said.append(_("%(name)s shows first.") % {"name": settling.names[here.shows_first]})
    return tuple(said)


def _fields(settling: Settling, told: Carried) -> tuple[Filled, ...]:
    """The hand's own form, filled: states, amounts, stacks that were said, who sits where."""
    open, found = settling.open, []
    posted = settling.posted(told.dealer, penalty=told.penalty)
    entries = {part.seat: part.entry for part in settling.sheet.parts}
    for part in told.here.parts:
        state = "fold" if part.folded else "all_in" if part.all_in else "in"
        own = state != "fold" or part.live != posted[part.seat].live
        dead = part.dead != posted[part.seat].dead
        found += [
            Filled(f"e{part.seat}", str(entries[part.seat])),
            Filled(f"s{part.seat}", state),
            Filled(f"a{part.seat}", figures.chips_plain(open, part.live) if own else ""),
            Filled(f"d{part.seat}", figures.chips_plain(open, part.dead) if dead else ""),
        ]
    return tuple(found)


@dataclass(frozen=True)
class Reading:
    """What a typed figure would be: a raise ``to`` so much, ``by`` so much above the bet; ``other`` is what
    the other reading comes to (SPT-29), None where that is no raise."""

    to: int
    by: int
    other: int | None


def reading_of(told: Carried, form: StreetsForm) -> Reading | None:
    """The figure in the field as the house reads it; None where it is none, or where it says an all-in."""
    street, number = told.here.now, form.amount
    if number is None or not number or form.is_all_in or told.options is None or not street.highest:
        return None
    rule = told.here.house.raise_number
    to = betting.as_total(street, number, rule)
    other = betting.as_total(street, number, "total" if rule == "increment" else "increment")
    return Reading(to, to - street.highest, other if other > street.highest else None)
