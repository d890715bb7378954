"""What holds for every test."""

import contextlib
import gc
import os
import re
import sys
import uuid
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.db import connection
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from annotator.foundation.database.notes import Notes
from tests.emptying import empty_quickly
from tests.migrated import begin_with_copy
from tests.size import VARIABLE, is_long

# Playwright runs an event loop in the test's thread, which Django would otherwise refuse.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# Machines differ in speed, so no example has a deadline; CI tries the same examples every time.
UNHURRIED = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("default", deadline=None, suppress_health_check=UNHURRIED)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
COMMITTING_FIXTURES = {"transactional_db", "live_server"}
DATABASE_FIXTURES = {"db", *COMMITTING_FIXTURES}
ALL_LONG = re.compile(r"^pytestmark = .*pytest\.mark\.long\b", re.MULTILINE)
ALL_ABOVE_DATABASE = re.compile(r"^pytestmark = .*pytest\.mark\.above_database\b", re.MULTILINE)
NAMES_DATABASE = re.compile(rf"\b(django_db|only_on|TestCase|{'|'.join(DATABASE_FIXTURES)})\b")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--long`, `--only-database` and `--take-turns`."""
    parser.addoption("--long", action="store_true", help="full sizes, and what takes minutes")
    parser.addoption(
        "--only-database", action="store_true", help="leave out what uses no database fixture"
    )
    parser.addoption(
        "--take-turns",
        action="store_true",
        help="leave a part of what commits nothing to the other database's run",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Set the sizes before any test is read."""
    if config.getoption("--long"):
        os.environ[VARIABLE] = "long"
    is_ci = os.environ.get("CI") == "true"
    settings.register_profile(
        "sized",
        settings.get_profile("ci" if is_ci else "default"),
        max_examples=100 if is_long() else 10,
    )
    settings.load_profile("sized")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Let the garbage collector look at what tests make, and rarely.

    Looking through all that was read for them takes an eighth of their time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 1000)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Don't even read a module all of whose tests belong to the long run, or to the other one."""
    if is_long() or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text(encoding="utf-8")
    is_others = (
        config.getoption("--take-turns")
        and collection_path.name.startswith("test_")
        and is_dealt_whole(text)
        and not is_turn_of(collection_path.parent.relative_to(config.rootpath).as_posix())
    )
    return bool(ALL_LONG.search(text)) or is_others or None


def is_dealt_whole(text: str) -> bool:
    """Whether all tests of a module that reads ``text`` run on the same database, by its folder."""
    return bool(ALL_ABOVE_DATABASE.search(text)) or not NAMES_DATABASE.search(text)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to the long run, and what would only be tried a second time."""
    leaves_pure_ones = config.getoption("--only-database")
    takes_turns = config.getoption("--take-turns")
    if takes_turns and not is_long():
        refuse_hidden_use_of_the_database(items)
    left = [
        item
        for item in items
        if (not is_long() and item.get_closest_marker("long"))
        or (leaves_pure_ones and not uses_database(item))
        or (takes_turns and not is_its_turn(item))
    ]
    config.hook.pytest_deselected(items=left)
    gone = set(left)
    items[:] = [item for item in items if item not in gone]


def is_its_turn(item: pytest.Item) -> bool:
    """Whether a test belongs to the run on this database, where another one runs beside it.

    What commits meets locks, and these differ most: it runs on both. The rest takes turns by name,
    so that each part of the platform is tried on both by some of its tests; what can't turn out
    otherwise on the other database is dealt out by the name of its folder, whose fixtures it
    shares. What can be tried on one database alone belongs to its run.
    """
    if marker := item.get_closest_marker("only_on"):
        return marker.args == (connection.vendor,)
    if not uses_database(item):
        return is_turn_of(item.nodeid.partition("::")[0].rpartition("/")[0])
    return commits(item) or is_turn_of(item.nodeid.partition("[")[0])


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what its mark allows on the other database only."""
    marker = item.get_closest_marker("only_on")
    if marker and marker.args != (connection.vendor,):
        pytest.skip(marker.kwargs["reason"])


def is_turn_of(name: str) -> bool:
    """Whether what is dealt out by ``name`` falls to this database.

    Both runs shall end together. A few names stand for much of the work, so the divisor was chosen
    by measuring.
    """
    return (zlib.crc32(name.encode()) % 16 >= 8) == (connection.vendor == "postgresql")


def refuse_hidden_use_of_the_database(items: list[pytest.Item]) -> None:
    """Raise ``UsageError`` if the other run leaves a module unread that uses the database."""
    for path in {item.path for item in items if uses_database(item)}:
        if is_dealt_whole(path.read_text(encoding="utf-8")):
            raise pytest.UsageError(
                f"{path} uses the database by a fixture of another module: mark it django_db"
            )


def commits(item: pytest.Item) -> bool:
    """Whether a test's changes are really written, rather than taken back with its transaction."""
    used = set(getattr(item, "fixturenames", ()))
    marker = item.get_closest_marker("django_db")
    return bool(COMMITTING_FIXTURES & used or (marker and marker.kwargs.get("transaction")))


def uses_database(item: pytest.Item) -> bool:
    """Whether a test can turn out otherwise on another database."""
    if not is_long() and item.get_closest_marker("above_database"):
        return False
    used = getattr(item, "fixturenames", ())
    return bool(item.get_closest_marker("django_db") or DATABASE_FIXTURES.intersection(used))


def pytest_unconfigure() -> None:
    """Remove the data folder of this process; xdist's workers would leave theirs."""
    if test_settings := sys.modules.get("tests.settings"):
        test_settings.DATA_FOLDER.cleanup()


@pytest.fixture
def empty_cache(settings: Any) -> None:
    """A cache in which nothing is kept yet, while other tests go on with theirs."""
    name = uuid.uuid4().hex
    cache = {**settings.CACHES["default"], "KEY_PREFIX": name}
    if isinstance(cache["LOCATION"], Path):
        # A cache in files counts all that are there whenever it keeps another one.
        cache["LOCATION"] /= name
    settings.CACHES = {"default": cache}


@pytest.fixture
def notes() -> Iterator[None]:
    """Notes are tried again, before and after a test in which one can't be written."""
    Notes.left_alone_until = 0.0
    yield
    Notes.left_alone_until = 0.0


@pytest.fixture
def training_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """All packages seem to be there: queueing needs none of them."""
    monkeypatch.setattr("annotator.systems.readers.requirement.missing_packages", list)


@pytest.fixture
def without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Releases as on a server that writes no Parquet; test_parquet.py has pyarrow."""
    monkeypatch.setattr("annotator.publishing.releases.parquet.unavailable", lambda: "No pyarrow.")


@pytest.fixture
def hand_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queries are tagged as by hand, without spaCy."""
    from tests.exchange.intake.hand_tags import HandTagger

    monkeypatch.setattr("annotator.exchange.intake.deciding.Tagger", HandTagger)


@pytest.fixture
def folders(settings: Any, tmp_path: Path) -> None:
    """Uploads and results go where the test can look."""
    settings.UPLOAD_DIR, settings.RESULT_DIR = tmp_path / "uploads", tmp_path / "results"


@pytest.fixture(params=["embedded", "services"])
def platform(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """A platform of its own: on SQLite with files as the broker, and on PostgreSQL and Redis."""
    from tests.real_services import empty_services
    from tests.workspace.jobs.real_worker import Platform

    with contextlib.ExitStack() as stack:
        services = (
            stack.enter_context(empty_services()).environment if request.param == "services" else {}
        )
        made = Platform(tmp_path, services)
        stack.callback(made.close)
        yield made


@pytest.fixture(scope="session")
def celery_with_tasks() -> Celery:
    """The Celery app with all its tasks, read once: each time, all of Django's checks run."""
    from annotator.celery import app

    app.loader.import_default_modules()
    return app


@pytest.fixture
def worker_at_hand(celery_with_tasks: Celery) -> Iterator[None]:
    """Tasks run where they are queued."""
    celery_with_tasks.conf.task_always_eager = True
    yield
    celery_with_tasks.conf.task_always_eager = False


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> Iterator[None]:
    """The test database is a copy of what the run has migrated, if it has."""
    with pytest.MonkeyPatch.context() as patch:
        begin_with_copy(connection, patch)
        yield


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """The test database, and a quick way to empty it."""
    with pytest.MonkeyPatch.context() as patch:
        with django_db_blocker.unblock():
            empty_quickly(connection, patch)
        yield
