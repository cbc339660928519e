"""The director's rulings: notes, penalties, misdeals, votes (RULES 2.11, VIV-29, VIV-33).

A disqualification has a module of its own (``floor.replays``).  A vote keeps totals only: nobody can
ever find out who voted what, not even who played the open hand of a tie for which side.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Unpack

from tdapp.floor.models import Seat
from tdapp.journal.models import JournalEntry
from tdapp.journal.recorder import Act, Change, once, record
from tdapp.opens.house import house_of
from tdapp.opens.models import Entry, Open, Ruling, Table
from tdapp.opens.queries import Entrant, Field, field
from tdapp.opens.steps import check_running, check_unfinished
from tdapp.rules import draw_poker
from tdapp.rules.cards import cards
from tdapp.rules.errors import RuleError
from tdapp.rules.rulings import SIDES, outcome, penalty_hands

LONGEST = 200
"""Characters of a ruling's text."""


@dataclass(frozen=True)
class RulingView:
    """One ruling as pages show it; ``table`` is its label, "" where none; figures as ``Ruling`` keeps them.

    ``act`` is the id of the journal entry that made it; ``open_hand`` those who tied, as their open hand
    ended, with what they showed where it is known ("AhKd…"); ``refunds`` the bets that a misdeal gave back.
    """

    id: int
    kind: str
    at: datetime
    entrant: Entrant | None
    table: str
    text: str
    figures: Mapping[str, Any]
    act: int
    open_hand: tuple[tuple[Entrant, str], ...] = ()
    refunds: tuple[tuple[Entrant, int], ...] = ()

    @property
    def hands(self) -> int:
        """Hands to sit out, 0 where it is no penalty."""
        return int(self.figures.get("hands", 0))

    @property
    def over(self) -> bool:
        """Whether a penalty was sat out."""
        return bool(self.figures.get("over"))

    @property
    def outcome(self) -> str:
        """What a vote decided: for, against, or open_hand while its tie was not played out; else ""."""
        if self.kind != "vote":
            return ""
        side = self.figures.get("open_hand", "")
        return str(side) or outcome(self.figures["for"], self.figures["against"])

    @property
    def tied(self) -> bool:
        """Whether a vote was a tie, played out or not."""
        return self.kind == "vote" and bool(self.figures["for"] == self.figures["against"])


def rulings(open: Open, field: Field) -> tuple[RulingView, ...]:
    """Every ruling of the open, the latest first."""
    rows = Ruling.objects.filter(open=open).select_related("table").order_by("-order", "-pk")
    return tuple(
        RulingView(
            row.pk,
            row.kind,
            row.at,
            field.by_id.get(row.entry_id or 0),
            row.table.label if row.table else "",
            row.text,
            row.figures,
            row.order,
            tuple(
                (field.by_id[key], row.figures.get("cards", {}).get(str(key), ""))
                for key in row.figures.get("order", ())
                if key in field.by_id
            ),
            tuple(
                (field.by_id[int(key)], chips)
                for key, chips in row.figures.get("refunds", {}).items()
                if int(key) in field.by_id
            ),
        )
        for row in rows
    )


def write_ruling(
    change: Change,
    *,
    open: Open,
    kind: str,
    text: str = "",
    entry: Entry | None = None,
    table: Table | None = None,
    figures: Mapping[str, Any] | None = None,
) -> Ruling:
    """Write a ruling down as a part of an act. RuleError: ``ruling_too_long`` (longest)."""
    text = " ".join(text.split())
    if len(text) > LONGEST:
        raise RuleError("ruling_too_long", longest=LONGEST)
    if kind == "note" and not text:
        raise RuleError("ruling_without_words")
    return change.create(
        Ruling, open=open, kind=kind, text=text, entry=entry, table=table, figures=dict(figures or {}),
        at=change.now, order=change.entry.pk,
    )  # fmt: skip


@once
def note(
    *,
    open: Open,
    text: str,
    entry: Entry | None = None,
    table: Table | None = None,
    **act: Unpack[Act],
) -> JournalEntry:
    """Write down what happened, about a player, a table, or neither.

    RuleError: ``ruling_without_words``, ``ruling_too_long`` (longest), ``finished_already``.
    """
    with record(open.stream, "noted", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        made = write_ruling(change, open=open, kind="note", text=text, entry=entry, table=table)
        change.note(ruling=made.pk, **_about(entry, table))
    return change.entry


@once
def penalty(*, entry: Entry, rounds: int, text: str = "", **act: Unpack[Act]) -> JournalEntry:
    """Have a player sit out so many rounds: hands by the players at his table now (T-2.11a).

    RuleError: ``not_playing``, ``not_seated``, ``penalty_rounds`` (most), ``too_few_players``,
    ``ruling_too_long``, ``not_started``, ``finished_already``.
    """
    open = entry.open
    with record(open.stream, "penalty_given", **act) as change:
        open.refresh_from_db()
        check_running(open)
        if entry.pk not in {entrant.id for entrant in field(open).left}:
            raise RuleError("not_playing", entry=entry.pk)
        seat = Seat.objects.filter(entry=entry, ended_at=None).select_related("table").first()
        if seat is None:
            raise RuleError("not_seated", entry=entry.pk)
        players = Seat.objects.filter(table=seat.table_id, ended_at=None).count()
        figures = {"rounds": rounds, "players": players, "hands": penalty_hands(players, rounds)}
        made = write_ruling(
            change, open=open, kind="penalty", text=text, entry=entry, table=seat.table, figures=figures
        )
        change.note(ruling=made.pk, entry=entry.pk, **figures)
    return change.entry


@once
def penalty_over(*, ruling: Ruling, **act: Unpack[Act]) -> JournalEntry:
    """The hands were sat out. RuleError: ``penalty_over_already``, ``finished_already``."""
    open = ruling.open
    with record(open.stream, "penalty_over", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        ruling.refresh_from_db()
        if ruling.voided or ruling.kind != "penalty" or ruling.figures.get("over"):
            raise RuleError("penalty_over_already")
        change.update(ruling, figures={**ruling.figures, "over": True})
        change.note(ruling=ruling.pk, entry=ruling.entry_id)
    return change.entry


@once
def misdeal(
    *,
    table: Table,
    text: str = "",
    pot: int = 0,
    refunds: Mapping[int, int] | None = None,
    **act: Unpack[Act],
) -> JournalEntry:
    """An irreparable misdeal: the cards are dealt again, without a new ante, bets go back (VIV-29).

    It and its redeal are one hand (RULES 2.11), so no stack moves.  ``pot`` are the antes that stay,
    ``refunds`` the bets that went back, by entry id, in chips, where somebody said them.
    RuleError: ``ruling_too_long``, ``not_started``, ``finished_already``.
    """
    open = table.round.open
    with record(open.stream, "misdeal_recorded", **act) as change:
        open.refresh_from_db()
        check_running(open)
        back = {str(key): chips for key, chips in (refunds or {}).items()}
        figures = {"pot": pot, "refunds": back} if pot or back else {}
        made = write_ruling(change, open=open, kind="misdeal", text=text, table=table, figures=figures)
        change.note(ruling=made.pk, table=table.pk)
    return change.entry


@once
def vote(
    *,
    open: Open,
    votes_for: int,
    votes_against: int,
    text: str = "",
    table: Table | None = None,
    overruled: Collection[str] = (),
    **act: Unpack[Act],
) -> JournalEntry:
    """Keep the totals of a secret vote among those registered and present (VIV-33).

    RuleError: ``nobody_voted``, ``votes_negative``, ``ruling_too_long``, ``finished_already``;
    ``votes_above_players`` (votes, players) may be overruled.
    """
    with record(open.stream, "vote_counted", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        decided = outcome(votes_for, votes_against)
        votes, players = votes_for + votes_against, len(field(open).entrants)
        if votes > players and "votes_above_players" not in overruled:
            raise RuleError("votes_above_players", overrule=True, votes=votes, players=players)
        figures = {"for": votes_for, "against": votes_against}
        made = write_ruling(change, open=open, kind="vote", text=text, table=table, figures=figures)
        change.note(ruling=made.pk, outcome=decided, **figures, **_about(None, table))
    return change.entry


@once
def decide_vote(
    *, ruling: Ruling, side: str = "", shown: Mapping[str, str] | None = None, **act: Unpack[Act]
) -> JournalEntry:
    """Which ``side`` ("for", "against") won the open hand of a tied vote; never who played it (VIV-33).

    ``shown`` are the cards of each side, which name the winner where no ``side`` is said.
    RuleError: ``vote_not_tied``, ``vote_decided_already``, ``finished_already``, those of
    ``draw_poker.open_hand``.
    """
    open = ruling.open
    with record(open.stream, "vote_decided", **act) as change:
        open.refresh_from_db()
        check_unfinished(open)
        ruling.refresh_from_db()
        figures = ruling.figures
        if ruling.voided or ruling.kind != "vote" or figures["for"] != figures["against"]:
            raise RuleError("vote_not_tied")
        held = {one: text for one, text in (shown or {}).items() if one in SIDES}
        if not side and len(held) == len(SIDES):
            side = next(iter(draw_poker.open_hand(held, house_of(open))))
            figures = {**figures, "cards": {one: "".join(cards(text)) for one, text in held.items()}}
        if "open_hand" in figures or side not in SIDES:
            raise RuleError("vote_decided_already")
        change.update(ruling, figures={**figures, "open_hand": side})
        change.note(ruling=ruling.pk, side=side)
    return change.entry


def _about(entry: Entry | None, table: Table | None) -> dict[str, int]:
    """Whom and which table a ruling is about, for the story."""
    found = {} if entry is None else {"entry": entry.pk}
    return found if table is None else {**found, "table": table.pk}
