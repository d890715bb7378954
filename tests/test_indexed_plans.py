"""What PostgreSQL reads for requests: along an index, whatever the size of a table."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.backends.signals import connection_created

from annotator.accounts.models import User
from annotator.indexed_plans import plan_along_indexes
from annotator.snapshot import snapshot

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def as_web_process() -> Iterator[None]:
    """This test's connection is one of a web process."""
    connection.close()
    connection_created.connect(plan_along_indexes)
    yield
    connection_created.disconnect(plan_along_indexes)
    connection.close()


@pytest.fixture
def on_postgresql() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no such settings")


def shown(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])


def plan_of_one_user() -> str:
    """Of a table that fits into one page, and is known to."""
    User.objects.create(username="ada")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_user")
        return User.objects.filter(pk=1).explain()


@pytest.mark.usefixtures("on_postgresql")
def test_a_small_table_is_read_from_end_to_end_otherwise() -> None:
    assert plan_of_one_user().startswith("Seq Scan")


@pytest.mark.usefixtures("on_postgresql", "as_web_process")
def test_a_request_reads_along_an_index() -> None:
    assert plan_of_one_user().startswith("Index Scan using accounts_user_pkey")
    assert (shown("enable_seqscan"), shown("jit")) == ("off", "off")


@pytest.mark.usefixtures("on_postgresql", "as_web_process")
def test_a_snapshot_is_planned_as_ever_and_nothing_after_it() -> None:
    with snapshot():
        assert User.objects.count() == 0
        assert shown("enable_seqscan") == "on"
    assert shown("enable_seqscan") == "off"


@pytest.mark.usefixtures("on_postgresql")
def test_a_connection_that_a_pooler_shares_keeps_no_settings(
    settings: Any, request: pytest.FixtureRequest
) -> None:
    settings.PREPARED_STATEMENTS = False
    request.getfixturevalue("as_web_process")
    assert shown("enable_seqscan") == "on"


@pytest.mark.usefixtures("as_web_process")
def test_requests_are_answered_on_either_database() -> None:
    User.objects.create(username="ada")
    assert User.objects.get(username="ada").pk


def test_web_processes_do_so_and_others_do_not(tmp_path: Path) -> None:
    # Without a database: what a start asks of it is left out.
    code = (
        "import django; django.setup()\n"
        "from annotator import checks\n"
        "from annotator.accounts import first_account\n"
        "checks.refuse_unsafe_start = first_account.log_how_to_begin = lambda: None\n"
        "from django.db.backends.signals import connection_created as created\n"
        "before = len(created.receivers)\n"
        "import annotator.wsgi\n"
        "print(len(created.receivers) - before)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={
            "DJANGO_SETTINGS_MODULE": "annotator.settings",
            "DATA_DIR": str(tmp_path),
            "PATH": "",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    # Plans along indexes, and bounds for every wait.
    assert told.stdout == "2\n"
