"""Parts of opening a finished table again: who plays on there, and with which chips."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tdapp.floor.models import Seat
from tdapp.floor.played import handed_out_by
from tdapp.journal.models import RowChange
from tdapp.journal.recorder import Change
from tdapp.opens.models import Open, Out, Ruling, StackChange, Table, TableResult
from tdapp.opens.queries import field


def stay_out(
    change: Change, *, results: Sequence[TableResult], counted: Collection[int]
) -> Mapping[int, Out]:
    """Those of the ``counted`` who do not sit down again, with their outs.

    The count that put somebody out is taken back, a ruling is not: who was disqualified meanwhile (VIV-31),
    or went on and was put out since, stays out.  The ruling is of this table from now on: it cannot be
    undone under a table that plays without him.
    """
    table = results[0].table
    through = {one.entry_id for one in results if one.through}
    gone = {}
    for out in Out.objects.filter(entry__in=counted).order_by("pk"):
        if out.disqualified or out.entry_id in through:
            gone[out.entry_id] = out
        else:
            change.void(out)
    for ruling in Ruling.objects.filter(entry__in=gone, kind="disqualified"):
        change.update(ruling, table=table)
    return gone


def give_chips_back(
    change: Change, *, open: Open, results: Sequence[TableResult], gone: Mapping[int, Out]
) -> None:
    """What was handed in as the table finished is on it again; who is ``gone`` took his out of play as he
    went, as if he had gone from the table (TDA 71).

    Chips handed in at other tables since (one that was annulled, VIV-32) stay handed in.
    """
    act = _finished_by(results[0])
    lines = field(open).ledgers
    entries = [one.entry_id for one in results]
    for back in StackChange.objects.filter(entry__in=entries, source="back", counted=0, order=act):
        ledger = lines[back.entry_id]
        at = next(i for i, line in enumerate(ledger) if line.order == act and line.source == "back")
        held = ledger[at - 1].chips if at else 0
        out = gone.get(back.entry_id)
        if at == len(ledger) - 1:
            change.void(back)
            told = {} if out is None else {"at": out.at, "order": out.hand}
        else:
            _hand_out_again(change, back.entry_id, handed_out_by(ledger[:at]), held)
            told = {"at": change.now, "order": change.entry.pk}
        if out is not None:
            change.create(StackChange, entry_id=back.entry_id, source="back", delta=-held, **told)
            change.update(out, stack_before=held)


def _finished_by(result: TableResult) -> int:
    """The act that finished the table (its journal entry's id): it wrote the result."""
    made = RowChange.objects.filter(model=result._meta.label_lower, row=result.pk).order_by("pk")
    return int(made.values_list("entry", flat=True)[0])


def _hand_out_again(change: Change, entry: int, handed: int, held: int) -> None:
    """The chips of the table once more, for who has had and handed in others since."""
    told = {"entry_id": entry, "at": change.now, "order": change.entry.pk}
    change.create(StackChange, source="round", counted=handed, **told)
    change.create(StackChange, source="count", counted=held, **told)


def sit_down_again(change: Change, *, table: Table, entries: Collection[int]) -> None:
    """They sit in the seats in which they sat last at this table."""
    last: dict[int, Seat] = {}
    for seat in Seat.objects.filter(table=table, entry__in=entries).order_by("pk"):
        last[seat.entry_id] = seat
    change.create_all(
        Seat,
        [
            {"table": table, "number": seat.number, "entry_id": seat.entry_id, "from_at": change.now}
            for seat in last.values()
        ],
    )
