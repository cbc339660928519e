"""Every amount that somebody types is read by one parser, in the language of the page."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django import forms

from tdapp.desk.forms.amounts import AmountField
from tests.architecture.packages import TDAPP, imports_of, modules

DOOR = "web/amounts.py"
SURFACES = ("desk", "screen", "public")
PARSERS = {"tdapp.rules.money.parse", "tdapp.rules.money.parse_split"}
MONEY = re.compile(
    r"(?:^|_)(?:amount|price|buy_in|cost|fee|paid|pays|guarantee|bounty|head|prizes?|pool|unit|till|opening|float"
    r"|left_to_play|added|stack|chips?|into|delta|below|smallest_chip|sb|bb|ante|blinds|cash|value)(?:_|$)"
)
"""Names of fields for money or chips."""
NO_AMOUNT = {
    ("setup", "SetUpForm", "chip_unit"),  # a choice
    ("setup", "SetUpForm", "prizes_kind"),
    ("chip_sets", "ChipSetForm", "chip_unit"),
    ("purchases", "VoidForm", "chips_back"),
    ("levels", "LevelRowForm", "ante_form"),
    ("bounties", "BountyForm", "cash"),  # per cent
    ("prizes", "PrizesForm", "paid"),  # places
}
NUMBERS = (forms.IntegerField, forms.DecimalField, forms.FloatField)
NOT_BY_DJANGO = {"DecimalField", "FloatField", "Decimal", "float"}
MINUTES = {"desk/forms/levels.py", "desk/forms/builder.py"}
"""Where float() reads minutes and hours."""


def sources(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """Modules of those packages by their path in tdapp, parsed."""
    for folder in folders:
        for path in modules(TDAPP / folder):
            yield str(path.relative_to(TDAPP)), ast.parse(path.read_text("utf-8"))


def called(tree: ast.AST) -> Iterator[str]:
    """The last names of what is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                yield node.func.attr
            elif isinstance(node.func, ast.Name):
                yield node.func.id


def test_only_one_door_parses_what_is_typed() -> None:
    parsing = []
    for name, tree in sources("web", *SURFACES):
        by_module = {
            f"tdapp.rules.money.{node.attr}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "money"
        }
        if name != DOOR and PARSERS & {*imports_of(tree), *by_module}:
            parsing.append(name)
    assert parsing == []


def test_no_page_reads_a_number_with_decimals_by_itself() -> None:
    found = {
        (name, word)
        for name, tree in sources("desk/forms", "desk/views")
        for word in set(called(tree)) & NOT_BY_DJANGO
        if name not in MINUTES
    }
    assert found == set()


def form_modules() -> list[str]:
    """The modules of forms, as ``tdapp.desk.forms.prices``."""
    return [
        f"tdapp.desk.forms.{path.stem}" for path in modules(TDAPP / "desk/forms") if path.stem != "__init__"
    ]


def declared() -> Iterator[tuple[str, str, str, forms.Field]]:
    """Module, form, name and field of every form as it is declared."""
    for full in form_modules():
        module = importlib.import_module(full)
        for form in vars(module).values():
            if isinstance(form, type) and issubclass(form, forms.Form) and form.__module__ == full:
                for name, field in form.base_fields.items():
                    yield full.rsplit(".", 1)[-1], form.__name__, name, field


def reads_amounts(module: str) -> bool:
    """Whether a module of forms passes texts to the one door."""
    tree = ast.parse((TDAPP / "desk/forms" / f"{module}.py").read_text("utf-8"))
    words = {"tdapp.web.amounts", "tdapp.desk.forms.prices", "tdapp.desk.forms.prizes"}
    return bool(words & {name.removesuffix(".read_price") for name in imports_of(tree)})


def test_every_declared_field_for_money_or_chips_is_read_by_the_one_door() -> None:
    wrong = [
        (module, form, name)
        for module, form, name, field in declared()
        if MONEY.search(name)
        and (module, form, name) not in NO_AMOUNT
        and not isinstance(field, AmountField | forms.ChoiceField | forms.BooleanField)
        and (isinstance(field, NUMBERS) or not reads_amounts(module))
    ]
    assert wrong == []


def added(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Name and class of every field put in as ``self.fields["amount"] = MoneyField(…)``."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
            continue
        for target in node.targets:
            if isinstance(target, ast.Subscript) and ast.unparse(target.value) == "self.fields":
                yield ast.unparse(target.slice).strip("f\"'"), ast.unparse(node.value.func)


def amount_fields() -> set[str]:
    """The names of all fields that read amounts."""
    found = {"AmountField"}
    for full in form_modules():
        for name, one in vars(importlib.import_module(full)).items():
            if isinstance(one, type) and issubclass(one, AmountField):
                found.add(name)
    return found


def test_every_field_for_money_or_chips_that_is_put_in_is_read_by_the_one_door() -> None:
    right = amount_fields()
    wrong = []
    for path in modules(TDAPP / "desk/forms"):
        for name, kind in added(ast.parse(path.read_text("utf-8"))):
            plain = re.sub(r"\{[^}]*\}", "", name)
            by_hand = kind == "forms.CharField" and reads_amounts(path.stem)
            a_choice = "Choice" in kind or "Boolean" in kind
            if MONEY.search(plain) and kind.rsplit(".", 1)[-1] not in right and not by_hand and not a_choice:
                wrong.append((path.stem, name, kind))
    assert wrong == []


def test_no_view_takes_money_or_chips_past_the_one_door() -> None:
    found = []
    for name, tree in sources("desk/views"):
        if "tdapp.web.amounts" in set(imports_of(tree)):
            continue
        for node in ast.walk(tree):
            text = ast.unparse(node) if isinstance(node, ast.Call | ast.Subscript) else ""
            if (asked := re.search(r"\.(?:POST|GET)(?:\.get\(|\[)'(\w+)'", text)) and MONEY.search(asked[1]):
                found.append((name, asked[1]))
    assert set(found) == {("desk/views/bounties.py", "head")}, "whose it is"


@pytest.mark.parametrize(
    "name", ["amount", "buy_in", "stack_", "left_to_play", "options-0-price", "smallest_chip"]
)
def test_these_names_are_known_to_be_amounts(name: str) -> None:
    assert MONEY.search(name.replace("-", "_"))


def test_a_field_of_its_own_would_be_found(tmp_path: Path) -> None:
    tree = ast.parse('self.fields["amount"] = forms.IntegerField()\nself.fields[f"chips_{x}"] = MoneyField()')
    assert list(added(tree)) == [("amount", "forms.IntegerField"), ("chips_{x}", "MoneyField")]
