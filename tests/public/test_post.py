"""The post: laid out as clubs lay it out, in plain text and Markdown; the WhatsApp address; the CSV."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import translation

from tdapp.opens.models import Open
from tdapp.public import post
from tdapp.public.report import Report, report
from tdapp.public.spreadsheet import guarded
from tests.builders import BARBARISMO, make_night, spt_terms
from tests.public.conftest import TONIGHT, readable

PLAIN = """\
Open de Naval
Somontano Poker Tour · 23 February 2008 · 2nd event of the season

Buy-in: 5 €
Players: 6
Prize pool: 30 €
Played: 1 h 58
Prizes: 20 € / 10 €

Final classification
1. Canadá: 20 €
2. Lituania: 10 €
3. Irán
4. Kosovo
5. Letonia
6. Tanzania

Season 2008 after 2 opens
1. Canadá: 14
2. Lituania: 9
2. Irán: 9
4. Letonia: 8
5. Inglaterra: 7
6. Kosovo: 5
7. Francia: 3
8. Israel: 1
8. Tanzania: 1
"""

CLASSIFICATION = """\
## Final classification

| Place | Player | Out at | Points | Prize |
| --- | --- | --- | ---: | ---: |
| 1 | Canadá |  | 6 | 20 € |
| 2 | Lituania | 1 / 2 € | 5 | 10 € |
| 3 | Irán | 0.50 / 1 € | 4 |  |
| 4 | Kosovo | 0.50 / 1 € | 3 |  |
| 5 | Letonia | 0.25 / 0.50 € | 2 |  |
| 6 | Tanzania | 0.25 / 0.50 € | 1 |  |
"""


@pytest.fixture
def naval(opens: dict[str, Open]) -> Report:
    return report(opens["Naval"], TONIGHT)


@pytest.mark.django_db
def test_the_plain_post_is_laid_out_as_clubs_do(naval: Report) -> None:
    assert readable(post.plain(naval)) == PLAIN


@pytest.mark.django_db
def test_the_markdown_post_has_tables(naval: Report) -> None:
    text = readable(post.markdown(naval))
    assert text.startswith("# Open de Naval\n\nSomontano Poker Tour · 23 February 2008")
    assert "**Buy-in:** 5 €  \n**Players:** 6  \n" in text
    assert CLASSIFICATION in text
    assert "| 2 | Irán | 9 |" in text


@pytest.mark.django_db
def test_in_spanish_the_event_is_feminine_and_the_date_is_spanish(opens: dict[str, Open]) -> None:
    with translation.override("es"):
        heading = post.plain(report(opens["Naval"], TONIGHT)).splitlines()[1]
    assert heading.startswith("Somontano Poker Tour · 23 de febrero de 2008 · 2.ª ")


@pytest.mark.django_db
def test_before_the_end_the_post_says_that_it_is_not_final() -> None:
    night = make_night(spt_terms())
    night.sign_up(*BARBARISMO)
    night.start()
    night.out("Israel")
    text = post.plain(report(Open.objects.get(pk=night.open.pk), night.now))
    assert "still playing" in text.splitlines()[1]
    assert "Out so far\n8. Israel\n" in text
    assert "Final classification" not in text


@pytest.mark.django_db
def test_the_whatsapp_address_carries_the_whole_post(naval: Report) -> None:
    address = urlsplit(post.whatsapp(naval))
    assert (address.scheme, address.netloc, address.path) == ("https", "wa.me", "/")
    assert parse_qs(address.query)["text"] == [post.plain(naval)]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a|b", r"a\|b"),
        ("*Ana*", r"\*Ana\*"),
        ("[x](y)", r"\[x\](y)"),
        ("Canadá", "Canadá"),
        ("`c`", r"\`c\`"),
    ],
)
def test_markdown_leaves_names_as_they_are(name: str, shown: str) -> None:
    assert post.escaped(name) == shown


@pytest.mark.parametrize("name", ["=1+1", "+34", "-Ana", "@Ana", "\tAna"])
def test_a_spreadsheet_runs_no_name_as_a_formula(name: str) -> None:
    assert guarded(name) == f"'{name}"


def test_other_names_are_left_alone() -> None:
    assert guarded("Canadá") == "Canadá"
