"""Every text for people is there in Spanish too, and what is compiled is what is written."""

from __future__ import annotations

import gettext
import io

from tests import catalogues


def test_every_marked_text_is_translated() -> None:
    gaps = {str(path): catalogues.missing(catalogues.read(path)) for path in catalogues.po_files()}
    assert {path: texts for path, texts in gaps.items() if texts} == {}


def test_the_compiled_catalogues_are_up_to_date() -> None:
    assert [path.parent.parent.name for path in catalogues.po_files()] == ["es"]
    for path in catalogues.po_files():
        fresh = gettext.GNUTranslations(io.BytesIO(catalogues.compiled(catalogues.read(path))))
        with path.with_suffix(".mo").open("rb") as file:
            stored = gettext.GNUTranslations(file)
        assert {k: v for k, v in stored._catalog.items() if k} == {
            k: v for k, v in fresh._catalog.items() if k
        }
