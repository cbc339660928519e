"""A table drawn from above: where each seat, its cards and chips lie, for a wide page and for a phone.

Seat 1 is at the bottom left and the seats go round clockwise, as they are numbered, whatever way play goes.
Whole units of the drawing, y downwards.  Worked example: of ten seats, 5 and 6 are at the top.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from tdapp.hands.replay import Frame, SeatNow
from tdapp.hands.story import HandTold
from tdapp.rules.hand import HELD
from tdapp.web.hand_names import SIGNS

RED = "dh"


@dataclass(frozen=True)
class Layout:
    """The measures of one drawing: where the seats' ellipse lies, and how big everything is.

    ``bulge`` below 1 pushes the seats outwards to the sides, as a narrow drawing needs.
    """

    name: str
    width: int
    height: int
    middle: tuple[int, int]
    radius: tuple[int, int]
    bulge: float
    box: tuple[int, int]
    card: tuple[int, int]
    board: tuple[int, int]
    line: int
    letters: int

    @property
    def viewbox(self) -> str:
        return f"0 0 {self.width} {self.height}"


WIDE = Layout("wide", 960, 556, (480, 294), (392, 206), 1.0, (156, 60), (28, 38), (46, 62), 22, 15)
NARROW = Layout("narrow", 390, 556, (195, 300), (138, 212), 0.5, (106, 54), (18, 26), (26, 36), 16, 13)


@dataclass(frozen=True)
class Card:
    """A card with its left upper corner; without ``rank`` its back."""

    x: int
    y: int
    width: int
    height: int
    rank: str = ""
    sign: str = ""
    red: bool = False

    @property
    def middle(self) -> int:
        return self.x + self.width // 2

    @property
    def lines(self) -> tuple[int, int]:
        """Where rank and suit are written, one above the other."""
        return self.y + self.height * 44 // 100, self.y + self.height * 88 // 100


@dataclass(frozen=True)
class Place:
    """A seat: the middle of its box, who sits there (None: nobody), where his bet and his cards lie; the
    button and the ``mark`` of a blind stand at its outer corner, ``corner`` being -1 on the left, 1 on the
    right."""

    number: int
    x: int
    y: int
    left: int
    top: int
    now: SeatNow | None
    label: str
    button: bool
    mark: str
    corner: int
    bet: tuple[int, int]
    cards: tuple[Card, ...]
    half: int

    @property
    def button_x(self) -> int:
        """The middle of the button; beside an empty seat it lies there."""
        return self.x + self.corner * (self.half - 8) if self.now is not None else self.x + 26

    @property
    def mark_x(self) -> int:
        """Where SB or BB ends that is nearer to the edge of the table."""
        return self.x + self.corner * (self.half - (22 if self.button else 4))


@dataclass(frozen=True)
class Drawing:
    """One step on the table, drawn in one layout; ``pots`` are (x, y, number, amount) of what lies there."""

    layout: Layout
    places: tuple[Place, ...]
    board: tuple[Card, ...]
    empty_board: tuple[Card, ...]
    pots: tuple[tuple[int, int, int, int], ...]


def drawing(layout: Layout, hand: HandTold, frame: Frame, marks: Mapping[int, str], game: str) -> Drawing:
    """The table after a step; ``marks`` are D, SB and BB by seat."""
    seats = max([hand.table.seats, hand.sheet.button, *(one.seat for one in frame.seats)])
    here = {one.seat: one for one in frame.seats}
    places = tuple(
        _place(layout, number, seats, here.get(number), marks.get(number, ""), HELD.get(game, 0))
        for number in range(1, seats + 1)
    )
    board = tuple(_board(layout, frame.board))
    wanted = 5 if hand.sheet.board else 0
    empty = tuple(_board(layout, ("",) * wanted))[len(board) :]
    return Drawing(layout, places, board, empty, tuple(_pots(layout, frame.pots, wanted > 0)))


def _place(layout: Layout, number: int, seats: int, now: SeatNow | None, mark: str, held: int) -> Place:
    x, y = _at(layout, number, seats)
    width, height = layout.box
    (cx, cy), other = layout.middle, mark.replace("D", "").strip("/")
    corner = -1 if x <= cx else 1
    name = now.name if now is not None else ""
    label = name if len(name) <= layout.letters else name[: layout.letters - 1].rstrip() + "…"
    return Place(
        number,
        x,
        y,
        x - width // 2,
        y - height // 2,
        now,
        label,
        "D" in mark,
        other,
        corner,
        (round(x + (cx - x) * 0.37), round(y + (cy - y) * 0.43)),
        tuple(_held(layout, x, y, now, held, corner)) if now is not None else (),
        width // 2,
    )


def _at(layout: Layout, number: int, seats: int) -> tuple[int, int]:
    """The middle of a seat's box: clockwise from the bottom, where the first and the last sit."""
    angle = (number - 0.5) / seats * 2 * pi
    across, down = sin(angle), cos(angle)
    pushed = abs(across) ** layout.bulge * (1 if across > 0 else -1)
    (cx, cy), (rx, ry) = layout.middle, layout.radius
    return round(cx - rx * pushed), round(cy + ry * down)


def _held(layout: Layout, x: int, y: int, now: SeatNow, held: int, corner: int) -> Iterator[Card]:
    """His cards on the box, at its inner corner; backs where nobody said them."""
    if now.folded and not now.cards:
        return
    shown: Collection[str] = now.cards or ("",) * held
    height, step = layout.card[1], layout.card[0] + 2
    top, inner = y - layout.box[1] // 2 - height + 3, layout.box[0] // 2 - 6
    left = x + inner - step * len(shown) + 2 if corner < 0 else x - inner
    for number, card in enumerate(shown):
        yield _card(left + number * step, top, layout.card, card)


def _board(layout: Layout, cards: Collection[str]) -> Iterator[Card]:
    """The common cards in the middle; room for five."""
    (cx, cy), (width, height) = layout.middle, layout.board
    left = cx - (5 * width + 4 * 4) // 2
    for number, card in enumerate(cards):
        yield _card(left + number * (width + 4), cy - height - 6, layout.board, card)


def _card(x: int, y: int, size: tuple[int, int], card: str) -> Card:
    if not card:
        return Card(x, y, *size)
    return Card(x, y, *size, card[0].replace("T", "10"), SIGNS[card[1]], card[1] in RED)


def _pots(layout: Layout, amounts: tuple[int, ...], board: bool) -> Iterator[tuple[int, int, int, int]]:
    """Each pot on a line of its own, below the board or around the middle."""
    (cx, cy), line = layout.middle, layout.line
    top = cy + line if board else cy - line * (len(amounts) - 1) // 2
    for number, amount in enumerate(amounts):
        if amount:
            yield cx, top + number * line, number, amount
