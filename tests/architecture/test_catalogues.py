"""Every text for people is there in Spanish too, and what is compiled is what is written."""

from __future__ import annotations

import gettext
import io
import re

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


PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
# Offered beside the English one: a Spanish event is feminine ("2.ª prueba").
INSTEAD = {"%(ordinal)s event": {"%(number)s"}}


def test_a_translation_keeps_every_placeholder() -> None:
    lost = []
    for path in catalogues.po_files():
        for message in catalogues.read(path):
            ids, strings = catalogues.parts(message.id), catalogues.parts(message.string)
            wanted = set(PLACEHOLDER.findall(ids[-1]))
            # A plural form may leave its number away ("un jugador"), never name anything else.
            optional = wanted if len(ids) > 1 or ids[0] in INSTEAD else set()
            offered = wanted | INSTEAD.get(ids[0], set())
            for string in filter(None, strings):
                found = set(PLACEHOLDER.findall(string))
                if found - offered or wanted - found - optional:
                    lost.append((message.id, string))
    assert lost == []
