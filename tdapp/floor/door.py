"""The door: who signs up, by list or one by one, and who takes it back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Unpack

from django.db.models import Q

from tdapp.cash import steps as cash_steps
from tdapp.cash.dues import buy_in_now
from tdapp.cash.models import Payment, SpecialPrize
from tdapp.clock.queries import clock_face, current_round, entry_closes, played_levels
from tdapp.floor import steps
from tdapp.floor.draws import Pairs
from tdapp.floor.models import Move, Seat
from tdapp.journal.models import Journaled, JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.models import BuyInOption, Entry, KeptApart, KeptSeat, Open, Out, Ruling, StackChange
from tdapp.opens.queries import field
from tdapp.opens.round_plans import plan_of_round
from tdapp.opens.steps import add_entry, check_unfinished
from tdapp.players.models import Player
from tdapp.players.names import same
from tdapp.players.queries import namesakes
from tdapp.players.steps import make_player
from tdapp.rules.errors import RuleError
from tdapp.rules.names import seen


@once
def sign_up(
    *,
    open: Open,
    seed: str,
    nickname: str = "",
    player: Player | None = None,
    guest: bool = False,
    new: bool = False,
    pay: bool = False,
    method: str = "cash",
    seat: bool = False,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Enter a player: an existing one, or one by nickname; with ``pay`` (by that ``method``) and ``seat`` all
    at once.  In a room that is full he waits for a seat.

    A nickname spelled like a known player's, whatever its case, means that player; ``new`` says that it
    is somebody else of the same name, told apart by a number.  RuleError: ``name_missing``,
    ``name_too_long``, ``finished_already``; ``player_already_in`` (by name, also by one that reads the
    same but for accents, it may be overruled: somebody else); ``late_entry_closed`` (level,
    closed_after) may be overruled; ``entry_rounds_over`` (number).
    """
    with record(open.stream, "signed_up", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        late = _check_late_entry(open, change.now, overruled)
        if player is None:
            another = new or "player_already_in" in overruled
            player = _player_called(change, open, nickname, guest=guest, new=new, another=another)
        entry = _enter(change, open, player, pay=pay, method=method)
        drawn: Pairs = ()
        if seat:
            before_play = open.started_at is None
            drawn = steps.draw_seats(change, open=open, entries=[entry], seed=seed, arriving=before_play)
        change.note(entry=entry.pk, player=player.pk, paid=pay, seated=bool(drawn), late=late)
        if pay:
            change.note(method=method)
        if seat and not drawn:
            change.note(waits=True)
    return change.entry


def _check_late_entry(open: Open, now: datetime, overruled: Collection[str]) -> bool:
    """Whether somebody enters although late entry is over.

    RuleError: ``late_entry_closed``; ``entry_rounds_over`` (number).
    """
    if open.started_at is None:
        return False
    check_rounds(open)
    face = clock_face(open, now, field(open))
    closing = entry_closes(face)
    late = closing is not None and closing.over
    if closing is not None and late and "late_entry_closed" not in overruled:
        reached, after = played_levels(face), played_levels(face, closing.index)
        raise RuleError("late_entry_closed", overrule=True, level=reached, closed_after=after)
    return late


def check_rounds(open: Open) -> None:
    """Nobody enters once it is decided who goes on: in a later round, or while tables end by themselves
    and somebody is out. RuleError: ``entry_rounds_over`` (number)."""
    round = current_round(open)
    plan = plan_of_round(round)
    if plan is None or plan.flight:
        return
    by_table = plan.ends == "table" and Out.objects.filter(entry__open=open, entry__voided=False).exists()
    if round.number > 1 or by_table:
        raise RuleError("entry_rounds_over", number=round.number)


@once
def sign_up_list(
    *,
    open: Open,
    nicknames: Sequence[str],
    pay: bool = False,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Enter a pasted list of names; blank lines and those already in are passed over and reported.

    RuleError: ``name_missing`` or ``player_already_in`` when nobody is left to enter, ``name_too_long``,
    ``finished_already``, ``entry_rounds_over``; ``late_entry_closed`` may be overruled.
    """
    with record(open.stream, "list_signed_up", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        late = _check_late_entry(open, change.now, overruled)
        entered, already = [], []
        for nickname in (name for name in nicknames if seen(name)):
            try:
                player = _player_called(change, open, nickname)
            except RuleError as error:
                if error.code != "player_already_in":
                    raise
                already.append(error.params["player"])
                continue
            entered.append(_enter(change, open, player, pay=pay))
        if not entered:
            raise RuleError("player_already_in", player=already[0]) if already else RuleError("name_missing")
        change.note(entries=[entry.pk for entry in entered], already=already, paid=pay, late=late)
    return change.entry


def _player_called(
    change: Change,
    open: Open,
    nickname: str,
    *,
    guest: bool = False,
    new: bool = False,
    another: bool = False,
) -> Player:
    """The player meant by a name: one who spells it so and is not in yet, else a new one.

    ``another`` passes that somebody of that name is in, ``new`` takes none of the known ones.
    """
    alike = namesakes(nickname)
    inside = set(Entry.objects.filter(open=open, player__in=alike).values_list("player", flat=True))
    spelled = [player for player in alike if same(player.nickname, nickname)]
    free = [player for player in spelled if player.pk not in inside]
    if free and not new:
        return free[0]
    if inside and not another:
        raise RuleError("player_already_in", overrule=True, player=min(inside))
    return make_player(change, nickname=nickname, note=_number_apart(spelled), guest=guest)


def _number_apart(namesakes: Sequence[Player]) -> str:
    """The number that tells one more of the same name apart; none for the first."""
    notes = {player.note for player in namesakes}
    free = (str(n) for n in range(2, len(notes) + 3) if str(n) not in notes)
    return next(free) if namesakes else ""


def _flight(open: Open) -> int:
    """Who enters while a flight is played begins in it; before the start nobody has said."""
    round = current_round(open)
    plan = plan_of_round(round)
    return round.number if plan is not None and plan.flight and open.started_at is not None else 0


def _variant(open: Open, now: datetime) -> int | None:
    """The early bird or late entry that somebody who enters now gets; None for the usual buy-in."""
    if not BuyInOption.objects.filter(open=open, kind="buy_in", retired=False).exclude(name="").exists():
        return None
    price = buy_in_now(open, field(open), now)
    return price.option if price is not None and price.name else None


def _enter(change: Change, open: Open, player: Player, *, pay: bool, method: str = "cash") -> Entry:
    variant = _variant(open, change.now)
    entry = add_entry(change, open=open, player=player, flight=_flight(open), buy_in=variant)
    if pay:
        cash_steps.take(change, entry=entry, method=method)
    return entry


@once
def withdraw(*, entry: Entry, **act: Unpack[Act]) -> JournalEntry:
    """Take back a sign-up: seat freed, payments voided and handed back.

    RuleError: ``has_played``, ``entry_withdrawn``, ``finished_already``; ``has_special_prize`` and
    ``has_ruling`` (entry): what says more about him than that he is here is taken back first.
    """
    open = entry.open
    with record(open.stream, "withdrawn", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        if not Entry.objects.filter(pk=entry.pk).exists():
            raise RuleError("entry_withdrawn", entry=entry.pk)
        if StackChange.objects.filter(entry=entry).exists():
            raise RuleError("has_played", entry=entry.pk)
        if SpecialPrize.objects.filter(entry=entry).exists():
            raise RuleError("has_special_prize", entry=entry.pk)
        if Ruling.objects.filter(entry=entry).exists():
            raise RuleError("has_ruling", entry=entry.pk)
        for row in _places_of(entry):
            change.void(row)
        back = 0
        for payment in Payment.objects.filter(entry=entry):
            back += payment.amount
            cash_steps.void_payment(change, payment)
        entry.refresh_from_db()
        change.void(entry)
        change.note(entry=entry.pk, player=entry.player_id, amount=back)
    return change.entry


def _places_of(entry: Entry) -> list[Journaled]:
    """Everything about where the entry sits, moved, or should sit."""
    return [
        *Move.objects.filter(entry=entry),
        *Seat.objects.filter(entry=entry),
        *KeptSeat.objects.filter(entry=entry),
        *KeptApart.objects.filter(Q(one=entry) | Q(other=entry)),
    ]
