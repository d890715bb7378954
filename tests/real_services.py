"""An empty PostgreSQL database and an empty Redis one, for programs that tests start."""

import contextlib
import os
import uuid
from collections.abc import Iterator

import psycopg2
import pytest
import redis

from scripts.services import Services, find_services

REDIS_DATABASES = range(9, 16)
_CLAIM = "claimed-by-a-test"
_CLAIM_SECONDS = 1800


@contextlib.contextmanager
def empty_services() -> Iterator[Services]:
    """Addresses of both; gone afterwards.

    Skips the calling test where a service is missing; with ``CI=true`` that is a failure.
    """
    found = find_services(os.environ)
    if found.missing:
        if os.environ.get("CI") == "true":
            pytest.fail(found.missing)
        pytest.skip(found.missing)
    server, _, _ = found.database_url.rpartition("/")
    name = f"plumbline_test_{uuid.uuid4().hex[:8]}"
    with (
        _claimed_redis(found.redis_url) as broker,
        contextlib.closing(psycopg2.connect(f"{server}/postgres")) as connection,
    ):
        connection.autocommit = True
        connection.cursor().execute(f'CREATE DATABASE "{name}"')
        try:
            yield Services(database_url=f"{server}/{name}", redis_url=broker, missing=None)
        finally:
            connection.cursor().execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextlib.contextmanager
def _claimed_redis(address: str) -> Iterator[str]:
    """The address of a Redis database that no other test has at the same time."""
    server = address.rpartition("/")[0]
    for number in REDIS_DATABASES:
        broker = f"{server}/{number}"
        with redis.Redis.from_url(broker) as client:
            if client.dbsize() == 0 and client.set(_CLAIM, 1, nx=True, ex=_CLAIM_SECONDS):
                try:
                    yield broker
                finally:
                    client.flushdb()
                return
    pytest.fail(f"no empty Redis database among {list(REDIS_DATABASES)}: flush one")
