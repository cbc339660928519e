"""What every test may ask for: the database, the site served for real, a browser, the real cases."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from pytest_django.fixtures import Settings

from tests import programs
from tests.programs import LiveSite

REPO = Path(__file__).resolve().parent.parent


def pytest_configure(config: pytest.Config) -> None:
    # Tests write no log into the data folder, and sign in without counting on slow password hashing.
    import logging

    logging.getLogger().handlers = [
        handler for handler in logging.getLogger().handlers if not isinstance(handler, logging.FileHandler)
    ]
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the browser tests, and run them last: a browser's event loop stays in the process."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(autouse=True)
def language_of_the_site() -> None:
    """A page asked for in Spanish leaves its language on the thread: no test hears another's."""
    translation.activate(settings.LANGUAGE_CODE)


# -- databases -----------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data folder of this test run; nothing is written into the one of the night."""
    folder = tmp_path_factory.mktemp("data")
    before, settings.DATA_DIR = settings.DATA_DIR, folder
    yield folder
    settings.DATA_DIR = before


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, data_folder: Path
) -> None:
    """SQLite in a file, as in the night, so that threads and other processes see the same data."""
    database: dict[str, Any] = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(data_folder / "tests.sqlite3")
        # Losing power during a test loses nothing that anybody wants.
        options = database["OPTIONS"]
        options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")


@pytest.fixture
def other_process(transactional_db: None, data_folder: Path) -> dict[str, str]:
    """The environment in which another process works on this test's database."""
    return {**os.environ, "DATABASE_URL": programs.test_database_url(), "TAPETE_DATA": str(data_folder)}


# -- the site, served for real -------------------------------------------------------------------------


@pytest.fixture
def live_site(transactional_db: None, data_folder: Path) -> Iterator[LiveSite]:
    """The whole site on a real port: ``live_site.url`` is like http://localhost:40123 (no slash)."""
    with programs.serve_in_thread() as site:
        yield site


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A redis-server of this test run's own; the test is skipped where none is installed."""
    program = programs.find_program("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    with programs.redis_server(program, tmp_path_factory.mktemp("redis")) as url:
        yield url


@contextmanager
def broker(url: str) -> Iterator[None]:
    """Have this process queue its tasks in the Redis at ``url``, or in its own memory where that is ""."""
    from tdapp import celery

    app, there = celery.app, celery.broker(url)
    before = {name: app.conf[name] for name in there}
    app.conf.update(there)
    app._after_fork()  # forget connections that are open
    with app.connection_for_write() as connection, connection.channel() as channel:
        app.amqp.queues["tapete"](channel).declare()
        channel.queue_purge("tapete")
    try:
        yield
    finally:
        app.conf.update(before)
        app._after_fork()


IN_PROCESS, WITH_REDIS = "in process", "with Redis"


@pytest.fixture(params=[IN_PROCESS, pytest.param(WITH_REDIS, marks=pytest.mark.redis)])
def mode(request: pytest.FixtureRequest, settings: Settings) -> Iterator[str]:
    """Both ways to run a night: tasks and changes stay in this process, or travel through a real Redis."""
    settings.REDIS_URL = request.getfixturevalue("redis_url") if request.param == WITH_REDIS else ""
    with broker(settings.REDIS_URL):
        yield request.param


# -- the browser ---------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The installed Chromium; browser tests are skipped where there is none."""
    program = programs.find_chromium()
    if program is None:
        pytest.skip("Chromium is not installed")
    # Playwright keeps an event loop in the thread in which the tests use the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    return {**browser_type_launch_args, "executable_path": program, "args": programs.CHROMIUM_ARGUMENTS}


# -- cases ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def shared_cases() -> Path:
    """The folder of real inputs with right answers, beside the repository; skipped where it is absent."""
    folder = REPO.parent / "shared" / "cases"
    if not folder.is_dir():
        pytest.skip("the cases are not beside the repository")
    return folder
