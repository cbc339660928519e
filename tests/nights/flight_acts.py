"""Random acts of a night of several first days: outs, counts, disqualifications, the next day begun."""

from __future__ import annotations

import random
import uuid
from typing import Any

from tdapp.clock.queries import current_round
from tdapp.floor import chip_counts, corrections, replays, rounds
from tdapp.floor import services as floor
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import IN_PLAY, Entry, Out, Table, TableResult
from tdapp.rules.errors import RuleError
from tests.builders import Night


class Days:
    """Does random acts on flights; what a rule refuses is simply not done."""

    def __init__(self, night: Night, seed: int) -> None:
        self.night, self.dice = night, random.Random(seed)

    @property
    def told(self) -> dict[str, Any]:
        return {"actor": self.night.director, "now": self.night.now, "request_id": uuid.uuid4()}

    def act(self) -> JournalEntry | None:
        """One random act, or None if the rules refused it."""
        self.night.wait(minutes=self.dice.randint(1, 30))
        self.night.open.refresh_from_db()
        acts = [self.out, self.end, self.end, self.begin, self.begin, self.reopen]
        acts += [self.disqualify, self.replay, self.count, self.recount, self.back_in, self.other_day]
        try:
            return self.dice.choice(acts)()
        except RuleError:
            return None

    def _one(self, found: list[Any]) -> Any:
        if not found:
            raise RuleError("nobody")
        return self.dice.choice(found)

    def _entry(self, ids: list[int]) -> Entry:
        return Entry.objects.get(pk=self._one(ids))

    def _left(self) -> list[int]:
        return [one.id for one in self.night.field().holding if self.night.field().stacks.get(one.id)]

    def out(self) -> JournalEntry:
        gone = self._entry(self._sitting())
        return floor.record_outs(open=self.night.open, groups=[[gone]], **self.told)

    def _tables(self) -> list[Table]:
        return list(Table.objects.filter(IN_PLAY, round__open=self.night.open).order_by("pk"))

    def _sitting(self) -> list[int]:
        found = []
        for table in self._tables():
            found += self._at(table)
        return found

    def _at(self, table: Table) -> list[int]:
        return sorted(table.seatings.filter(ended_at=None).values_list("entry", flat=True))

    def end(self) -> JournalEntry:
        table = self._one(self._tables())
        counts = {Entry.objects.get(pk=key): self.dice.randint(1, 90) * 100 for key in self._at(table)}
        overruled = ["table_still_plays", "count_differs"]
        return rounds.finish_table(table=table, counts=counts, overruled=overruled, **self.told)

    def begin(self) -> JournalEntry:
        return rounds.begin_round(open=self.night.open, seed=str(self.dice.random()), **self.told)

    def reopen(self) -> JournalEntry:
        results = TableResult.objects.filter(table__round=current_round(self.night.open))
        over = sorted(set(results.values_list("table", flat=True)))
        return rounds.reopen_table(table=Table.objects.get(pk=self._one(over)), **self.told)

    def disqualify(self) -> JournalEntry:
        return self._disqualified(replay=False)

    def replay(self) -> JournalEntry:
        return self._disqualified(replay=True)

    def _disqualified(self, replay: bool) -> JournalEntry:
        cheat = self._entry([one.id for one in self.night.field().playing])
        return replays.disqualify(entry=cheat, seed="lot", replay=replay, **self.told)

    def count(self) -> JournalEntry:
        counts = {self._entry(self._left()): self.dice.randint(1, 9000)}
        return floor.count_chips(open=self.night.open, counts=counts, **self.told)

    def back_in(self) -> JournalEntry:
        outs = list(Out.objects.filter(entry__open=self.night.open).order_by("pk"))
        return corrections.reinstate(out=self._one(outs), seed=str(self.dice.random()), **self.told)

    def recount(self) -> JournalEntry:
        """What was counted at the tables, a little off."""
        found = chip_counts.room_chips(self.night.open, self.night.field(), self.night.now).tables
        off = self.dice.choice([0, 25, -100])
        counts = {Table.objects.get(pk=one.id): max(0, (one.expected or 5000) + off) for one in found}
        return chip_counts.count_tables(open=self.night.open, counts=counts, **self.told)

    def other_day(self) -> JournalEntry:
        entry = self._entry([one.id for one in self.night.field().left])
        return rounds.assign_flight(
            open=self.night.open, entries=[entry], flight=self.dice.randint(1, 3), **self.told
        )
