"""The Spanish catalogue, kept without gettext's programs: ``.venv/bin/python -m tests.catalogues``.

Collects every text that templates and code mark for translation, brings each django.po up to date
(new texts empty, vanished ones gone) and compiles the .mo beside it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

REPO = Path(__file__).resolve().parent.parent
LOCALE = REPO / "tdapp" / "locale"

KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


def sources() -> Iterator[tuple[str, bytes]]:
    """Name and text, as Python, of everything that may hold texts for people."""
    from django.utils.translation.template import templatize

    for path in sorted([*REPO.glob("tdapp/**/*.py"), *REPO.glob("t*/**/*.html"), *REPO.glob("t*/**/*.txt")]):
        name = str(path.relative_to(REPO))
        if name.startswith("tests") or "migrations" in path.parts:
            continue
        text = path.read_text("utf-8")
        if path.suffix != ".py":
            # What is left of a template is no Python that could be read with its indentation.
            text = "\n".join(line.strip() for line in templatize(text).splitlines())
        yield name, text.encode()


def collect() -> Catalog:
    """A catalogue of every marked text, with the files that hold it."""
    catalogue = Catalog(project="Tapete", charset="utf-8")
    for name, text in sources():
        for found in extract("python", io.BytesIO(text), KEYWORDS, ("Translators:",)):
            _line, message, comments, context = found
            catalogue.add(message, locations=[(name, 0)], auto_comments=comments, context=context)
    return catalogue


def po_files() -> list[Path]:
    """The catalogues there are, one per language but English."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))


def read(path: Path) -> Catalog:
    """A catalogue as it is in its file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, charset="utf-8")


def compiled(catalogue: Catalog) -> bytes:
    """What belongs into the .mo file; the same texts always give the same bytes."""
    out = io.BytesIO()
    catalogue.creation_date = catalogue.revision_date = datetime(2008, 1, 4, tzinfo=UTC)
    write_mo(out, catalogue)
    return out.getvalue()


def missing(catalogue: Catalog) -> list[str]:
    """Texts that are marked and have no translation, or an uncertain one."""
    gaps = []
    for message in collect():
        known = catalogue.get(message.id, context=message.context) if message.id else None
        if message.id and (known is None or known.fuzzy or not known.string or not all(parts(known.string))):
            gaps.append(f"{message.locations[0][0]}: {message.id!r}")
    return gaps


def parts(string: str | tuple[str, ...] | list[str]) -> list[str]:
    """The forms of a text: one, or one for each number."""
    return [string] if isinstance(string, str) else list(string)


def update() -> None:
    """Bring every catalogue and what is compiled from it up to date, and say what is to be translated."""
    template = collect()
    for path in po_files():
        catalogue = read(path)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        header = path.read_bytes().split(b"\n\n")[0]
        with path.open("wb") as file:
            file.write(header + b"\n\n")
            write_po(file, catalogue, width=110, omit_header=True, sort_by_file=True, include_lineno=False)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        for gap in missing(catalogue):
            print(f"{path.relative_to(REPO)} lacks {gap}")


if __name__ == "__main__":
    from django.conf import settings

    settings.configure()
    update()
