"""The garbage collector while the site serves."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tdapp.web.memory import MIDDLE, OLD, YOUNG, spare_collections


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_what_was_loaded_at_the_start_is_left_out_and_collections_come_less_often():
    gc.unfreeze()
    spare_collections()
    assert gc.get_threshold() == (YOUNG, MIDDLE, OLD)
    assert gc.get_freeze_count() > 10_000
    assert gc.isenabled()
