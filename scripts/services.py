"""Find the PostgreSQL and the Redis that the tests may use."""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scripts.leftovers import database_prefix, renamed
from scripts.redis_claims import NoDatabaseLeftError, claimed_database

DEFAULT_POSTGRES = "postgresql://postgres@127.0.0.1:5432/"
DEFAULT_REDIS = "redis://127.0.0.1:6379/1"
PATIENCE_SECONDS = 3


@dataclass(frozen=True, kw_only=True)
class Services:
    """Addresses for the tests, and what is missing where there is no such service."""

    database_url: str
    redis_url: str
    missing: str | None

    @property
    def environment(self) -> dict[str, str]:
        """What switches the platform to these services."""
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


def find_services(environment: Mapping[str, str]) -> Services:
    """Try what DATABASE_URL and REDIS_URL name, else the usual local addresses."""
    database_url = environment.get("DATABASE_URL", "")
    if not database_url.startswith(("postgres:", "postgresql:")):
        database_url = DEFAULT_POSTGRES + database_prefix()
    redis_url = environment.get("REDIS_URL") or DEFAULT_REDIS
    problems = [
        problem for problem in (postgres_problem(database_url), redis_problem(redis_url)) if problem
    ]
    missing = "; ".join(problems) or None
    return Services(database_url=database_url, redis_url=redis_url, missing=missing)


@contextlib.contextmanager
def own_services(environment: Mapping[str, str]) -> Iterator[Services]:
    """The services with databases that no other run uses, so that two can go on side by side.

    What ``environment`` names is used as it is.
    """
    found = find_services(environment)
    if found.missing or environment.get("REDIS_URL"):
        yield found
        return
    try:
        with claimed_database(found.redis_url) as broker:
            yield replace(found, redis_url=broker)
    except NoDatabaseLeftError as error:
        yield replace(found, missing=str(error))


def postgres_problem(url: str) -> str | None:
    """Why no test database can be made on the server of `url`; None when one can."""
    import psycopg2

    try:
        psycopg2.connect(renamed(url, "postgres"), connect_timeout=PATIENCE_SECONDS).close()
    except psycopg2.Error as error:
        return f"no PostgreSQL (set DATABASE_URL): {first_line(error)}"
    return None


def redis_problem(url: str) -> str | None:
    """Why Redis can't be used at `url`; None when it can."""
    import redis

    try:
        with redis.Redis.from_url(url, socket_connect_timeout=PATIENCE_SECONDS) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        return f"no Redis (set REDIS_URL): {first_line(error)}"
    return None


def first_line(error: Exception) -> str:
    """The first line of what an error says."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
