"""Connections to PostgreSQL between requests: known to be of use without a question."""

import select
from contextlib import closing, nullcontext
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from annotator.workspace.accounts.models import User

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.only_on("postgresql", reason="SQLite has no server"),
]


def test_a_connection_is_asked_nothing_until_the_server_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bool] = []
    is_usable = connection.is_usable

    def ask() -> bool:
        asked.append(is_usable())
        return asked[-1]

    monkeypatch.setattr(connections[DEFAULT_DB_ALIAS], "is_usable", ask)
    connection.close()
    numbers = [own_number() for _ in range(2)]
    assert (asked, numbers[0]) == ([], numbers[1])
    with closing(connection.copy()) as other, other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [numbers[0]])
    select.select([connection.connection], [], [])
    assert own_number() != numbers[0]
    assert asked == [False]


@pytest.mark.parametrize(
    ("keeps_connections", "within_transaction", "expected"),
    [(True, False, 1), (False, False, 0), (False, True, 1)],
)
def test_behind_a_pooler_only_a_transaction_has_cursors_of_the_server(
    keeps_connections: bool, within_transaction: bool, expected: int, settings: Any
) -> None:
    settings.PREPARED_STATEMENTS = keeps_connections
    names = ["ada", "grace", "lena"]
    User.objects.bulk_create([User(username=name, username_key=name) for name in names])
    with transaction.atomic() if within_transaction else nullcontext():
        found = User.objects.order_by("username").values_list("username", flat=True).iterator(1)
        read = [next(found)]
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_cursors WHERE name LIKE '_django_curs_%%'", [])
            (held,) = cursor.fetchone()
        read.extend(found)
    assert (read, held) == (names, expected)


def own_number() -> int:
    """The server's process for this thread, as a new request finds it."""
    connection.health_check_enabled = True
    connection.close_if_unusable_or_obsolete()
    assert User.objects.count() == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        number: int = cursor.fetchone()[0]
    return number
