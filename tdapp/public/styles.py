"""The style sheets and typeface of the posted pages, for a page that must stand alone in one file."""

from __future__ import annotations

import base64
import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings

SHEETS = ("tokens", "base", "parts", "public")
STATIC: Path = settings.BASE_DIR / "static"
FONT_FILE = re.compile(r'url\("\.\./fonts/([\w.-]+)"\)')
FURTHER_LATIN = re.compile(r"[\u0100-\u02ff\u1e00-\u1eff]")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
FACE = re.compile(r"@font-face \{[^}]*\}\n?")


def sheet(text: str) -> str:
    """Everything a page with this ``text`` needs to look as it does here, with nothing left to load.

    The file with the further letters of Latin goes in only where the text has such letters.
    """
    css = "\n".join(_css(name) for name in SHEETS)
    css += f"\n@media print {{\n{_css('print')}\n}}"
    faces = FACE.findall(css)
    if not FURTHER_LATIN.search(text):
        css = css.replace(next(face for face in faces if "latin-ext" in face), "")
    return FONT_FILE.sub(lambda found: f'url("data:font/woff2;base64,{_font(found[1])}")', css)


def _css(name: str) -> str:
    return COMMENT.sub("", (STATIC / "css" / f"{name}.css").read_text("utf-8"))


@lru_cache(maxsize=4)
def _font(file: str) -> str:
    return base64.b64encode((STATIC / "fonts" / file).read_bytes()).decode("ascii")
