"""How often Python looks for garbage while the site serves."""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 20_000, 20, 50
"""Objects made, and younger collections done, before each generation is looked through."""


def spare_collections() -> None:
    """Leave what was loaded at the start out of every later collection, and collect less often.

    An act among a thousand entries makes and drops many thousand small objects; with Python's own
    thresholds one answer in ten waited 60 ms for a collection that found nothing (``benchmarks/outs.py``).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
