"""Connections to PostgreSQL between requests: known to be of use without a question."""

import select
from contextlib import closing

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections

from annotator.accounts.models import User


@pytest.mark.django_db(transaction=True)
def test_a_connection_is_asked_nothing_until_the_server_ends_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no server")
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


def own_number() -> int:
    """The server's process for this thread, as a new request finds it."""
    connection.health_check_enabled = True
    connection.close_if_unusable_or_obsolete()
    assert User.objects.count() == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        number: int = cursor.fetchone()[0]
    return number
