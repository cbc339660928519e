"""The import contracts of pyproject.toml speak of every package there is."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.architecture.packages import LOWEST_FIRST, REPO, TDAPP

INSIDE = ["models", "queries", "steps", "services", "tasks"]


@pytest.fixture(scope="module")
def contracts() -> list[dict[str, Any]]:
    settings = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))
    found: list[dict[str, Any]] = settings["tool"]["importlinter"]["contracts"]
    return found


def test_every_package_of_tdapp_is_known_to_the_contracts() -> None:
    packages = {path.parent.name for path in TDAPP.glob("*/__init__.py")}
    assert packages == set(LOWEST_FIRST)


def test_the_layers_are_those_of_the_design_from_the_urls_down_to_the_rules(
    contracts: list[dict[str, Any]],
) -> None:
    layers = contracts[0]["layers"]
    assert layers[:2] == ["tdapp.urls", "tdapp.desk | tdapp.screen | tdapp.public"]
    assert layers[2:] == [f"tdapp.{name}" for name in reversed(LOWEST_FIRST[:-3])]


def test_every_app_with_models_keeps_the_order_inside(contracts: list[dict[str, Any]]) -> None:
    with_models = {f"tdapp.{path.parent.name}" for path in TDAPP.glob("*/models.py")}
    assert with_models <= set(contracts[1]["containers"])
    assert contracts[1]["layers"] == [f"({name})" for name in reversed(INSIDE)]


def test_the_contract_for_the_rules_forbids_frameworks_clocks_and_chance(
    contracts: list[dict[str, Any]],
) -> None:
    assert contracts[2]["source_modules"] == ["tdapp.rules"]
    assert {"django", "celery", "time", "random", "secrets"} <= set(contracts[2]["forbidden_modules"])
