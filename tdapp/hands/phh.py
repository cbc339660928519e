"""Entered hands as Poker Hand History files, for programs that replay and analyse hands.

Chips are in the open's units; a file writes them with the open's decimals.  A voided hand is not written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from tdapp.hands.reckoning import as_hand
from tdapp.hands.story import HandTold, Told
from tdapp.rules import phh_write
from tdapp.rules.errors import RuleError
from tdapp.rules.phh import About
from tdapp.rules.phh_write import Written


@dataclass(frozen=True)
class NightFile:
    """All hands of an open in one text; ``left_out`` are those that no file can tell, and why."""

    text: str
    hands: int
    left_out: tuple[tuple[HandTold, RuleError], ...]


class Files:
    """The files of an open's hands."""

    def __init__(self, told: Told) -> None:
        self.told = told

    def of(self, hand: HandTold) -> Written:
        """One hand. RuleError: those of ``phh_write.write``."""
        open, sheet = self.told.open, hand.sheet
        return phh_write.write(
            phh_write.Told(
                button=sheet.placed(self.told.house),
                parts=as_hand(sheet, 1).parts,
                stacks={part.seat: part.before for part in hand.parts},
                received={part.seat: part.received for part in hand.parts},
                names={part.seat: part.name for part in hand.parts},
                sb=sheet.sb,
                bb=sheet.bb,
                ante=sheet.ante if (hand.ante_form or self.told.house.ante) == "per_player" else 0,
                board=sheet.board,
                acts=sheet.line,
                direction=self.told.house.direction,
                game=self.told.house.game,
                digits=open.chip_digits,
                seat_count=max(hand.table.seats, *sheet.seats),
                about=self._about(hand),
            )
        )

    def night(self) -> NightFile:
        """Every hand that stands, in the order they were entered."""
        texts, left_out = [], []
        for hand in self._standing():
            try:
                texts.append(self.of(hand).text)
            except RuleError as error:
                left_out.append((hand, error))
        return NightFile(phh_write.write_all(texts), len(texts), tuple(left_out))

    def _standing(self) -> Iterator[HandTold]:
        pages = self.told.page().pages
        for page in range(pages, 0, -1):
            yield from (hand for hand in reversed(self.told.page(page=page).hands) if not hand.voided)

    def _about(self, hand: HandTold) -> About:
        open = self.told.open
        at = hand.at.astimezone(ZoneInfo(open.time_zone))
        return About(
            event=open.name,
            venue=open.tour.name,
            table=hand.table.label,
            hand=str(hand.number),
            date=(at.year, at.month, at.day),
            time=f"{at:%H:%M:%S}",
            time_zone=open.time_zone,
            level=hand.level,
        )
