"""An empty PostgreSQL database and an empty Redis one, for programs that tests start."""

import contextlib
import os
import uuid
from collections.abc import Iterator

import psycopg2
import pytest

from scripts.leftovers import database_prefix
from scripts.redis_claims import claimed_database
from scripts.services import Services, find_services


@contextlib.contextmanager
def empty_services() -> Iterator[Services]:
    """Addresses of both; gone afterwards.

    Skips the calling test where a service is missing; with ``CI=true`` that is a failure.
    """
    found = services_or_skip()
    server, _, _ = found.database_url.rpartition("/")
    name = f"{database_prefix()}_{uuid.uuid4().hex[:8]}"
    with (
        claimed_database(found.redis_url) as broker,
        contextlib.closing(psycopg2.connect(f"{server}/postgres")) as connection,
    ):
        connection.autocommit = True
        connection.cursor().execute(f'CREATE DATABASE "{name}"')
        try:
            yield Services(database_url=f"{server}/{name}", redis_url=broker, missing=None)
        finally:
            connection.cursor().execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def services_or_skip() -> Services:
    """Where the services are. Skips the calling test, or fails it with ``CI=true``, without one."""
    found = find_services(os.environ)
    if found.missing:
        if os.environ.get("CI") == "true":
            pytest.fail(found.missing)
        pytest.skip(found.missing)
    return found
