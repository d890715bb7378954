"""Databases of Redis that one run of the checks has to itself."""

import os
from collections.abc import Iterator

import pytest
import redis

from scripts import redis_claims
from scripts.leftovers import VARIABLE, own_name
from scripts.redis_claims import NoDatabaseLeftError, claim, claimed_database, give_back
from tests.real_services import services_or_skip

DEAD = "4194304999-17"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A Redis of which two databases may be claimed: those that this test has already."""
    # As this process, whose claims no other one takes for its own.
    monkeypatch.delenv(VARIABLE, raising=False)
    redis_url = services_or_skip().redis_url
    address = redis_url.rpartition("/")[0]
    with redis.Redis.from_url(f"{address}/0", decode_responses=True) as claims:
        with claimed_database(redis_url) as one, claimed_database(redis_url) as two:
            numbers = [int(each.rpartition("/")[2]) for each in (one, two)]
            # Claims of their own, beside those that protect the two from other runs. These end
            # first, so that the two are given back by the names that they were taken under.
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(redis_claims, "NUMBERS", numbers)
                patch.setattr(redis_claims, "_CLAIM", f"test-{os.getpid()}-{{}}")
                yield address
            for key in claims.scan_iter(f"test-{os.getpid()}-*"):
                claims.delete(key)
        holders = claims.mget(map(redis_claims._CLAIM.format, numbers))
    assert own_name() not in holders


def test_nobody_gets_a_database_that_somebody_has(server: str) -> None:
    taken = [claim(server), claim(server)]
    assert taken == list(redis_claims.NUMBERS)
    with pytest.raises(NoDatabaseLeftError):
        claim(server)
    give_back(server, taken[1])
    assert claim(server) == taken[1]


def test_a_database_is_empty_afterwards(server: str) -> None:
    with claimed_database(f"{server}/9") as address, redis.Redis.from_url(address) as own:
        own.set("left", "behind")
    with redis.Redis.from_url(address) as own:
        assert own.dbsize() == 0


def test_a_dead_runs_database_is_emptied_and_taken_over_once(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, DEAD)
    number = claim(server)
    with redis.Redis.from_url(f"{server}/{number}") as own:
        own.set("left", "behind")
    monkeypatch.delenv(VARIABLE)
    with redis.Redis.from_url(f"{server}/{number}") as own:
        assert (claim(server), own.dbsize()) == (number, 0)
    assert claim(server) != number


def test_what_somebody_keeps_in_a_database_stays(server: str) -> None:
    first, second = redis_claims.NUMBERS
    with redis.Redis.from_url(f"{server}/{first}") as kept:
        kept.set("kept", "1")
        assert claim(server) == second
        assert kept.get("kept") == b"1"
