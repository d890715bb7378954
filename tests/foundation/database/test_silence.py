"""A PostgreSQL that takes every byte and says nothing."""

from collections.abc import Iterator
from contextlib import closing
from types import SimpleNamespace

import psycopg2
import pytest
from psycopg2.extensions import POLL_OK, POLL_READ, STATUS_READY, set_wait_callback

from annotator.foundation.database.postgresql import silence
from tests.real_services import services_or_skip
from tests.relay import Relay, relay_to


@pytest.fixture
def frozen_soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Relay, str]]:
    """A relay in front of PostgreSQL, and the address through it, for clients that wait briefly."""
    monkeypatch.setattr(silence, "SILENCE_SECONDS", 2)
    monkeypatch.setattr(silence, "CONNECT_SECONDS", 1)
    server, _, _ = services_or_skip().database_url.rpartition("/")
    with relay_to(f"{server}/postgres") as relay:
        silence.bound_silence()
        yield relay
        set_wait_callback(None)
        silence.Silence.lasts = False


def test_a_statement_and_a_connection_that_nobody_answers_are_given_up(
    frozen_soon: tuple[Relay, str],
) -> None:
    relay, url = frozen_soon
    with closing(psycopg2.connect(url)) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT %s", ["ü" * 1_000_000])
        assert cursor.fetchone() == ("ü" * 1_000_000,)
        relay.flows.clear()
        with pytest.raises(psycopg2.OperationalError, match=r"said nothing for 2 seconds"):
            cursor.execute("SELECT 1")
        assert connection.closed
    with pytest.raises(psycopg2.OperationalError, match=r"said nothing for 1 seconds"):
        psycopg2.connect(url)
    relay.flows.set()
    with closing(psycopg2.connect(url)) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_a_statement_that_the_server_refuses_leaves_its_connection_open(
    frozen_soon: tuple[Relay, str],
) -> None:
    with closing(psycopg2.connect(frozen_soon[1])) as connection, connection.cursor() as cursor:
        with pytest.raises(psycopg2.errors.DivisionByZero):
            cursor.execute("SELECT 1 / 0")
        connection.rollback()
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_after_a_silence_all_wait_briefly_until_something_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[int] = []

    def ask(*, is_answered: bool) -> None:
        def watch(milliseconds: int) -> list[int]:
            waited.append(milliseconds)
            return [1] if is_answered else []

        watcher = SimpleNamespace(register=lambda *_: None, poll=watch)
        kernel = SimpleNamespace(poll=lambda: watcher, POLLIN=1, POLLOUT=4)
        monkeypatch.setattr(silence, "select", kernel)
        states = iter([POLL_READ, POLL_OK])
        silence.wait(
            SimpleNamespace(poll=lambda: next(states), status=STATUS_READY, fileno=lambda: 0)
        )

    for _ in range(2):
        with pytest.raises(psycopg2.OperationalError, match="said nothing"):
            ask(is_answered=False)
    for _ in range(2):
        ask(is_answered=True)
    assert waited == [40_000, 2_000, 2_000, 40_000]
