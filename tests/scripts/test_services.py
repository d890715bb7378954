"""Finding PostgreSQL and Redis for the tests."""

import socket

import pytest

from scripts.leftovers import database_prefix
from scripts.services import (
    Services,
    find_services,
    postgres_problem,
    redis_problem,
)


@pytest.fixture
def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def test_missing_services_are_named_with_the_variable_that_sets_them(closed_port: int) -> None:
    found = find_services(
        {
            "DATABASE_URL": f"postgresql://postgres@127.0.0.1:{closed_port}/mine",
            "REDIS_URL": f"redis://127.0.0.1:{closed_port}/3",
        }
    )
    assert found.missing is not None
    postgres, redis = found.missing.split("; ")
    assert postgres.startswith("no PostgreSQL (set DATABASE_URL): ")
    assert redis.startswith("no Redis (set REDIS_URL): ")


def test_named_services_are_used_as_they_are(closed_port: int) -> None:
    environment = {
        "DATABASE_URL": f"postgresql://postgres@127.0.0.1:{closed_port}/mine",
        "REDIS_URL": f"redis://127.0.0.1:{closed_port}/3",
    }
    assert find_services(environment).environment == environment


def test_a_sqlite_url_is_no_postgresql() -> None:
    found = find_services({"DATABASE_URL": "sqlite:///somewhere"})
    assert found.database_url.endswith(f"/{database_prefix()}")


def test_services_switch_both_database_and_broker() -> None:
    services = Services(database_url="postgresql://a/b", redis_url="redis://c", missing=None)
    assert services.environment == {"DATABASE_URL": "postgresql://a/b", "REDIS_URL": "redis://c"}


def test_a_wrong_address_of_redis_is_a_problem_and_no_crash() -> None:
    assert redis_problem("http://127.0.0.1") is not None


def test_a_wrong_address_of_postgresql_is_a_problem_and_no_crash() -> None:
    assert postgres_problem("nonsense") is not None
