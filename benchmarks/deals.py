"""ICM for nine stacks and nine prizes, beside pokerkit's in the same run.

    python benchmarks/deals.py [--players 3 6 9] [--runs 5]

Ours is exact (whole numbers over one denominator for each place) and rounded so that it sums; pokerkit's
goes through every order of finish.  Best of so many runs each, taken in turn.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPO))

from pokerkit import calculate_icm  # noqa: E402

from tdapp.rules.deals import icm  # noqa: E402

STACKS = (123_457, 98_765, 87_654, 76_543, 65_432, 54_321, 43_210, 32_109, 21_098)
PRIZES = (5000_00, 3000_00, 2000_00, 1500_00, 1000_00, 800_00, 600_00, 400_00, 300_00)
TARGET_PLAYERS, TARGET_MS = 9, 50.0


def best(runs: int, *works: Callable[[], object]) -> list[float]:
    """The shortest time of each, in ms, the runs taken in turn."""
    found = [float("inf")] * len(works)
    for _ in range(runs):
        for i, work in enumerate(works):
            begun = time.perf_counter()
            work()
            found[i] = min(found[i], (time.perf_counter() - begun) * 1000)
    return found


def main(words: list[str] | None = None) -> int:
    """Measure and print; 1 if the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 6, 9])
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args(words)
    held = True
    print(f"{'players':>8} {'ours ms':>9} {'pokerkit ms':>12} {'ratio':>8} {'largest difference':>20}")
    for players in asked.players:
        stacks, prizes = STACKS[:players], PRIZES[:players]
        ours, theirs = best(
            asked.runs,
            lambda stacks=stacks, prizes=prizes: icm(stacks, prizes),
            lambda stacks=stacks, prizes=prizes: calculate_icm(prizes, stacks),
        )
        mine, other = icm(stacks, prizes), calculate_icm(prizes, stacks)
        apart = max(abs(a - float(b)) for a, b in zip(mine, other, strict=True))
        print(f"{players:>8} {ours:>9.2f} {theirs:>12.2f} {theirs / ours:>8.0f} {apart:>14.2f} cents")
        if players == TARGET_PLAYERS:
            held = ours <= TARGET_MS
    print(f"\ntarget: {TARGET_PLAYERS} players in {TARGET_MS:.0f} ms: {'held' if held else 'MISSED'}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
