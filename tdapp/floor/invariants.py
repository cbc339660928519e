"""What must hold of an open after an act is taken back or put back (DESIGN 3, undo (c))."""

from __future__ import annotations

from django.db.models import F, Q

from tdapp.cash.agreed import deal_of
from tdapp.cash.models import BountyPrize
from tdapp.floor.heads import check_heads, heads_of
from tdapp.floor.models import Seat
from tdapp.floor.played import Played, following, played
from tdapp.journal.models import Stream
from tdapp.opens.models import Open, Out, StackChange, TableResult
from tdapp.opens.queries import Field, field
from tdapp.opens.round_plans import plan_of_round
from tdapp.rules.errors import RuleError

AFTER_THE_END = {
    "open_finished",
    "open_reopened",
    "prize_paid",
    "prize_taken_back",
    "results_posted",
    "results_taken_back",
    "payment_taken",
    "payments_taken",
    "payment_voided",
    "payment_refunded",
    "expense_recorded",
    "expense_voided",
    "guarantee_set",
    "special_prize_given",
    "special_prize_taken_back",
    "till_counted",
    "till_closed",
    "till_reopened",
}
"""What may be taken back while an open is finished (money moves after the end too, and the prizes
are locked); anything else needs it reopened first."""


def check_open(stream: Stream, kind: str) -> None:
    """RuleError: ``finished_already``, ``prizes_not_locked``, ``play_has_gone_on``, ``out_and_seated``,
    ``nobody_left``, ``deal_already`` (its prizes are locked)."""
    open = Open.objects.filter(stream=stream).first()
    if open is None:
        return
    if open.finished_at is not None:
        _check_end(open, kind)
    if open.prizes_locked_at is None and deal_of(open) is not None:
        raise RuleError("deal_already")
    _check_seats(open)
    if open.started_at is None:
        outs = Out.objects.filter(entry__open=open).exists()
        if outs or StackChange.objects.filter(entry__open=open).exists():
            raise RuleError("play_has_gone_on")
        return
    everyone = field(open)
    playing = {entrant.id for entrant in everyone.playing}
    if not everyone.out_ids <= playing:
        raise RuleError("play_has_gone_on")
    if playing and not everyone.left:
        raise RuleError("nobody_left")
    _check_rounds(open, everyone)
    seated = set(Seat.objects.filter(entry__open=open, ended_at=None).values_list("entry", flat=True))
    if both := seated & everyone.out_ids:
        raise RuleError("out_and_seated", entry=min(both))


def _check_seats(open: Open) -> None:
    """Nobody sits at a table that was broken or taken away since, nor in a seat it has no more."""
    sitting = Seat.objects.filter(entry__open=open, ended_at=None)
    gone = Q(table__voided=True) | Q(table__closed_at__isnull=False) | Q(table__annulled_at__isnull=False)
    if sitting.filter(gone | Q(number__gt=F("table__seats"))).exists():
        raise RuleError("play_has_gone_on")


def check_bounties(stream: Stream, kind: str) -> None:
    """Every head is where the outs say, to the cent: laid = paid + in play + to the pool + unclaimed (4.6).

    RuleError: ``bounties_differ`` (entry: whose head the act left elsewhere: later ones stand on it), those
    of ``heads_of``.
    """
    open = Open.objects.filter(stream=stream).first()
    if open is None:
        return
    rows = list(BountyPrize.objects.filter(open=open))
    if open.bounties or rows:
        check_heads(heads_of(open, field(open)), rows)


def _check_rounds(open: Open, everyone: Field) -> None:
    """A round that another one follows is over, and nobody sits at a table whose result stands."""
    if not open.round_plans:
        return
    stored = played(open)
    unfinished = (table for round in stored.standing[:-1] for table in stored.unfinished(round))
    if any(table.started_at is not None and table.replay_of_id is None for table in unfinished):
        raise RuleError("play_has_gone_on")
    over = TableResult.objects.filter(table__round__in=stored.standing, table__annulled_at=None)
    if Seat.objects.filter(table__in=over.values("table"), ended_at=None).exists():
        raise RuleError("play_has_gone_on")
    _check_seats_and_chips(stored, everyone)


def _check_seats_and_chips(stored: Played, everyone: Field) -> None:
    """Whoever is in sits at the table he played last while it plays, and holds chips there; whoever went on
    to a round of fresh stacks has handed his in and got no others yet."""
    open = stored.open
    left = {entrant.id for entrant in everyone.left}
    waiting = {entry for entry in left if everyone.handed_in(entry)}
    sitting = set(Seat.objects.filter(entry__open=open, ended_at=None).values_list("entry", flat=True))
    if sitting & waiting:
        raise RuleError("play_has_gone_on")
    _check_played_again(stored, everyone)
    plays = [
        table.pk
        for round in stored.standing
        for table in stored.tables_of(round)
        if table.started_at is not None and table.finished_at is None
    ]
    if any((left - sitting).intersection(stored.sat.get(table, ())) for table in plays):
        raise RuleError("play_has_gone_on")
    last, coming = stored.standing[-1], following(stored, stored.standing[-1], everyone)
    plan = plan_of_round(last)
    if coming is None or coming[1].stacks != "fresh" or (plan is not None and plan.flight):
        return
    gone_on = {entry for those in stored.through(last) for entry in those}
    if (gone_on & left) - sitting - waiting:
        raise RuleError("play_has_gone_on")


def _check_played_again(stored: Played, everyone: Field) -> None:
    """Nobody who was not disqualified is out by a table that was annulled: he plays again (VIV-32)."""
    sat = {
        entry
        for round in stored.standing
        for table in stored.tables_of(round)
        for entry in stored.sat.get(table.pk, ())
    }
    elsewhere = {out.entry for out in everyone.outs if not out.disqualified} - sat
    annulled = Seat.objects.filter(entry__in=elsewhere, table__annulled_at__isnull=False)
    if elsewhere and annulled.exists():
        raise RuleError("play_has_gone_on")


def _check_end(open: Open, kind: str) -> None:
    """An end put back is still one: prizes locked, one player left or every survivor counted last."""
    if kind not in AFTER_THE_END:
        raise RuleError("finished_already")
    if open.prizes_locked_at is None:
        raise RuleError("prizes_not_locked")
    everyone = field(open)
    last_lines = [everyone.ledgers[entrant.id][-1] for entrant in everyone.left]
    if len(last_lines) > 1 and not all(line.source == "count" for line in last_lines):
        raise RuleError("play_has_gone_on")
