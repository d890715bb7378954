"""Databases of Redis that one run of the checks has to itself.

Redis has sixteen databases without names. Who takes one writes the run's name into database 0;
a claim whose run is no more is taken over, and the database emptied.
"""

import contextlib
from collections.abc import Iterator

import redis

from scripts.leftovers import is_alive, own_name

NUMBERS = range(1, 16)
DAY = 24 * 60 * 60
_CLAIM = "plumbline-checks-claim-{}"


class NoDatabaseLeftError(Exception):
    """All databases of the Redis are taken by runs that still go on, or hold something."""


@contextlib.contextmanager
def claimed_database(address: str) -> Iterator[str]:
    """The address of an empty database of the server at ``address``; emptied afterwards.

    Raises NoDatabaseLeftError where none is free.
    """
    server = address.rpartition("/")[0]
    number = claim(server)
    try:
        yield f"{server}/{number}"
    finally:
        give_back(server, number)


def claim(server: str) -> int:
    """Take a database, such as 3 of ``redis://127.0.0.1:6379``; its number."""
    for number in NUMBERS:
        if _takes(server, number):
            return number
    raise NoDatabaseLeftError(f"no empty Redis database among 1 to {NUMBERS[-1]} at {server}")


def give_back(server: str, number: int) -> None:
    """Empty a database and let others have it."""
    with redis.Redis.from_url(f"{server}/{number}") as own:
        own.flushdb()
    with redis.Redis.from_url(f"{server}/0") as claims:
        claims.delete(_CLAIM.format(number))


def _takes(server: str, number: int) -> bool:
    """Whether a database could be had. A dead run's is emptied, what others keep stays."""
    with redis.Redis.from_url(f"{server}/0", decode_responses=True) as claims:
        key = _CLAIM.format(number)
        if not claims.set(key, own_name(), nx=True):
            holder = str(claims.get(key) or "")
            # Several may find a dead run's claim, and only one of them may follow it.
            if is_alive(holder) or not claims.set(f"{key}-after-{holder}", "", nx=True, ex=DAY):
                return False
            claims.set(key, own_name())
            with redis.Redis.from_url(f"{server}/{number}") as left:
                left.flushdb()
        with redis.Redis.from_url(f"{server}/{number}") as own:
            if own.dbsize() == 0:
                return True
        claims.delete(key)
    return False
