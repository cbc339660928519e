"""Who cannot pay the ante of his table's next hand, where that puts him out (VIV-22)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tdapp.desk.rounds import Board
from tdapp.floor.queries import TableView
from tdapp.rules.draw_poker import lack_ante
from tdapp.rules.errors import Remark
from tdapp.rules.forced_bets import ante_form
from tdapp.rules.house import HouseRules
from tdapp.rules.levels import Level


def levels(board: Board | None, played: Mapping[int, Level | None]) -> Mapping[int, Level | None]:
    """Table id → the level of its next hand: of its own in rounds (VIV-17), None where it plays no more."""
    if board is None:
        return played
    return {
        table.id: table.level if table.state == "playing" else None
        for round in board.rounds
        for table in round.tables
    }


def suggestions(
    tables: Iterable[TableView], levels: Mapping[int, Level | None], house: HouseRules
) -> Iterable[Remark]:
    """``ante_lacked`` (table, entries, ante) for each table; nobody whose stack is not known now."""
    for table in tables:
        level = levels.get(table.id)
        if level is None or ante_form(level, house) != "per_player":
            continue
        known = {
            seat.entrant.id: seat.chips if seat.sure else None
            for seat in table.seats
            if seat.entrant and not seat.waits
        }
        short = lack_ante(known, level.ante, house)
        if short and len(short) < len(known):
            yield Remark("ante_lacked", {"table": table.id, "entries": short, "ante": level.ante})
