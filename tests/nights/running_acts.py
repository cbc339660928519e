"""Random acts on the running night: the start put off, the time, the levels to come, hand for hand, chips."""

from __future__ import annotations

import random
import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

from tdapp.clock import services as clock
from tdapp.clock.queries import current_round, lines_of
from tdapp.floor import chip_counts, colour_ups, hand_for_hand
from tdapp.floor import services as floor
from tdapp.floor.deals import agree_deal
from tdapp.floor.queries import seatings, tables_of
from tdapp.journal.models import JournalEntry
from tdapp.opens.models import Entry, Table
from tdapp.opens.queries import field
from tdapp.rules.levels import Level
from tests.builders import Night


class RunningActs:
    """Parts of a ``Director``."""

    night: Night
    random: random.Random

    @property
    def told(self) -> dict[str, Any]:
        return {"actor": self.night.director, "now": self.night.now, "request_id": uuid.uuid4()}

    def _later(self) -> Any:
        return self.night.now + timedelta(seconds=self.random.randint(30, 400))

    def start_later(self) -> JournalEntry:
        return floor.start_play(open=self.night.open, seed="later", at=self._later(), **self.told)

    def announce(self) -> JournalEntry:
        at = self.random.choice([None, self._later()])
        return clock.announce_start(open=self.night.open, at=at, **self.told)

    def move_start(self) -> JournalEntry:
        at = self.random.choice([self.night.now, self._later()])
        return clock.move_start(open=self.night.open, at=at, **self.told)

    def set_time(self) -> JournalEntry:
        seconds = self.random.randint(1, 1500)
        return clock.set_time(open=self.night.open, seconds=seconds, **self.told)

    def go_to_level(self) -> JournalEntry:
        return clock.go_to_level(open=self.night.open, index=self.random.randint(0, 4), **self.told)

    def change_levels(self) -> JournalEntry:
        levels = list(lines_of(current_round(self.night.open)))
        at = self.random.randrange(len(levels) + 1)
        more = self.random.choice([Level.break_of(5), Level.of_minutes(100, 200, 7)])
        kept = levels[at:]
        if kept and self.random.random() < 0.5:
            kept = [replace(kept[0], note=str(self.random.random())[:8]), *kept[1:]]
        if self.random.random() < 0.3:
            kept = kept[1:]
        changed = (*levels[:at], more, *kept)
        return clock.change_levels(open=self.night.open, levels=changed, **self.told)

    def hand_for_hand(self) -> JournalEntry:
        service = self.random.choice([hand_for_hand.begin_hand_for_hand, hand_for_hand.end_hand_for_hand])
        return service(open=self.night.open, **self.told)

    def tick(self) -> JournalEntry:
        tables = tables_of(current_round(self.night.open))
        return hand_for_hand.tick_table(table=self.random.choice(tables), **self.told)

    def next_hand(self) -> JournalEntry:
        overruled = ["tables_still_play"]
        return hand_for_hand.next_hand(open=self.night.open, overruled=overruled, **self.told)

    def bubble(self) -> JournalEntry:
        return hand_for_hand.confirm_bubble(open=self.night.open, **self.told)

    def colour_up(self) -> JournalEntry:
        open = self.night.open
        chip = colour_ups.chips_in_play(open, field(open))[0]
        odd = []
        if self.random.random() < 0.6:
            for table in tables_of(current_round(open)):
                here = [seat for seat in seatings(table.round) if seat.table_id == table.pk]
                counts = {seat.number: self.random.randint(0, 7) for seat in here}
                odd.append(colour_ups.OddChips(table.pk, counts))
        delta = self.random.choice([0, chip, -chip])
        return colour_ups.colour_up(
            open=open, chip=chip, into=4 * chip, delta=delta, tables=odd, seed="race", **self.told
        )

    def count_tables(self) -> JournalEntry:
        """What was counted at some of the tables, right or a little off."""
        open = self.night.open
        found = chip_counts.room_chips(open, field(open), self.night.now).tables
        counts = {
            table.id: max(0, (table.expected or 5000) + self.random.choice([0, 0, 25, -100]))
            for table in found
            if self.random.random() < 0.8
        }
        rows = Table.objects.in_bulk(list(counts))
        return chip_counts.count_tables(
            open=open, counts={rows[pk]: chips for pk, chips in counts.items()}, **self.told
        )

    def use_counted(self) -> JournalEntry:
        return chip_counts.use_counted(open=self.night.open, reason="counted", **self.told)

    def deal(self) -> JournalEntry:
        """All of those left agree to a deal, by stacks that somebody counted or without any."""
        left = list(Entry.objects.filter(pk__in=[one.id for one in field(self.night.open).left]))
        method = self.random.choice(["icm", "chip_chop", "even"])
        counted = method != "even" or self.random.random() < 0.5
        return agree_deal(
            open=self.night.open,
            method=method,
            agreed=left,
            stacks={entry: self.random.randint(1, 5000) for entry in left} if counted else None,
            left_to_play=self.random.choice([0, 0, 500]),
            unit=self.random.choice([1, 100]),
            overruled=["prizes_do_not_sum"],
            **self.told,
        )
