"""Mixing by lot: qualifiers of several tables spread over groups as evenly as their numbers allow.

Decides the rule outside the sheet of RULES 1.3: firsts and seconds mixed evenly, nobody with a player of his
previous table while it can be avoided, groups within one player of each other.

All three always hold together.  A qualifier is an edge between his table and his place; colouring the edges
with as many colours as there are groups, so that none meets its like at a table or at a place, spreads both
(a bipartite graph of degree k needs k colours: König), and exchanging two colours along a path that has one
more of the first evens out their numbers without undoing it.  A table with more qualifiers than there are
groups counts as several tables of that many, and a place likewise.

Worked example: three tables of two over two groups are three and three, and no group has both of a table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import TypeVar

from tdapp.rules.draw import shuffled

K = TypeVar("K", bound=Hashable)
# ("table" or "place", its number, which part of it)
Vertex = tuple[str, int, int]
Edge = tuple[Vertex, Vertex]


def mixed(came: Sequence[Sequence[K]], groups: int, seed: str) -> tuple[tuple[K, ...], ...]:
    """``came`` are the qualifiers of each table, best first; ``groups`` is how many groups to make.

    The same seed and tables always give the same groups.  In each, players stand in the order of their
    tables, by place where a table has two; the groups stand in the order of their first players.
    """
    spots = [(table, place) for table, players in enumerate(came) for place in range(len(players))]
    drawn = shuffled(spots, seed, "round")
    colouring = _Colouring(_edges(drawn, groups), groups)
    colouring.even_out()
    found: list[list[tuple[int, int]]] = [[] for _ in range(groups)]
    for spot, colour in zip(drawn, colouring.colours, strict=True):
        found[colour].append(spot)
    ordered = sorted(_in_order(group) for group in found if group)
    return tuple(tuple(came[table][place] for table, place in group) for group in ordered)


def _in_order(group: list[tuple[int, int]]) -> list[tuple[int, int]]:
    if len({table for table, _ in group}) == len(group):
        return sorted(group)
    return sorted(group, key=lambda spot: (spot[1], spot[0]))


def _edges(spots: Sequence[tuple[int, int]], groups: int) -> list[Edge]:
    """Each spot joins a part of its table with a part of its place; no part has more spots than groups."""
    seen: dict[tuple[str, int], int] = defaultdict(int)
    edges = []
    for table, place in spots:
        ends = []
        for kind, number in (("table", table), ("place", place)):
            ends.append((kind, number, seen[kind, number] // groups))
            seen[kind, number] += 1
        edges.append((ends[0], ends[1]))
    return edges


class _Colouring:
    """Edges coloured so that no two of one colour meet; ``at`` says which edge of a colour a vertex has."""

    def __init__(self, edges: Sequence[Edge], count: int) -> None:
        self.edges = edges
        self.colours = [-1] * len(edges)
        self.at: dict[Vertex, dict[int, int]] = defaultdict(dict)
        self.sizes = [0] * count
        for number, (one, other) in enumerate(edges):
            colour = self._free(number % count, one, other)
            if colour is None:
                colour = self._make_free(number % count, one, other)
            self._paint(number, colour)

    def even_out(self) -> None:
        """Make the numbers of edges of any two colours differ by one at most."""
        while max(self.sizes) - min(self.sizes) > 1:
            most, least = self.sizes.index(max(self.sizes)), self.sizes.index(min(self.sizes))
            starts = [vertex for vertex, has in self.at.items() if most in has and least not in has]
            paths = (self._path(vertex, most, least) for vertex in starts)
            # More edges of the one colour than of the other: some path has one more, its number is odd.
            self._exchange(next(path for path in paths if len(path) % 2), most, least)

    def _free(self, first: int, *ends: Vertex) -> int | None:
        """A colour that none of the vertices has, looked for from ``first`` on."""
        count = len(self.sizes)
        turns = ((first + step) % count for step in range(count))
        return next((colour for colour in turns if all(colour not in self.at[end] for end in ends)), None)

    def _make_free(self, first: int, one: Vertex, other: Vertex) -> int:
        """Exchange two colours along a path from ``other``, so that one free here is free there too."""
        colour, instead = self._free(first, one), self._free(first, other)
        # No vertex has more edges than there are colours, and this edge has none yet.
        assert colour is not None
        assert instead is not None
        self._exchange(self._path(other, colour, instead), colour, instead)
        return colour

    def _path(self, start: Vertex, first: int, second: int) -> list[int]:
        """The edges from a vertex on that are by turns of the first and the second colour."""
        path = []
        here, colour, other = start, first, second
        while colour in self.at[here]:
            path.append(self.at[here][colour])
            one, two = self.edges[path[-1]]
            here = two if here == one else one
            colour, other = other, colour
        return path

    def _exchange(self, path: Sequence[int], first: int, second: int) -> None:
        painted = [(number, second if self.colours[number] == first else first) for number in path]
        for number, _ in painted:
            self._wipe(number)
        for number, colour in painted:
            self._paint(number, colour)

    def _wipe(self, number: int) -> None:
        colour = self.colours[number]
        self.sizes[colour] -= 1
        for vertex in self.edges[number]:
            del self.at[vertex][colour]

    def _paint(self, number: int, colour: int) -> None:
        self.colours[number] = colour
        self.sizes[colour] += 1
        for vertex in self.edges[number]:
            self.at[vertex][colour] = number
