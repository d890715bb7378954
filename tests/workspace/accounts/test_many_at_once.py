"""An office comes to work: many sign in at the same moment, by one address."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory

from annotator.workspace.accounts import limits
from annotator.workspace.accounts.limits import Counter, counters_of
from annotator.workspace.accounts.lockout import BUSY, failure_counters
from annotator.workspace.accounts.services import create_user
from tests.at_once import at_once
from tests.factories.corpus import PASSWORD
from tests.size import sized
from tests.workspace.accounts.browser import problems, send

PEOPLE = sized(8, 48)


def in_threads(call: Callable[[int], Any]) -> list[Any]:
    """What each of ``PEOPLE`` calls gave that began together."""
    return at_once([partial(call, number) for number in range(PEOPLE)])


def sign_in(number: int, password: str) -> Any:
    credentials = {"username": f"person-{number}", "password": password}
    return send(Client(), "POST", "auth/login", credentials)


def failures_of(login: str) -> list[int]:
    """How many failures are counted for an account here, for the address of the tests, and for
    the account wherever it is tried.
    """
    counters = failure_counters(RequestFactory().post("/"), login)
    return [len(cache.get(counter.name, [])) for counter in counters]


@pytest.mark.django_db(transaction=True)
def test_everybody_with_the_right_password_gets_in_and_nothing_counts_as_a_failure() -> None:
    for number in range(PEOPLE):
        create_user(username=f"person-{number}", password=PASSWORD)
    statuses = in_threads(lambda number: sign_in(number, PASSWORD).status_code)
    assert statuses == [200] * PEOPLE
    assert failures_of("person-0") == [0, 0, 0]


@pytest.mark.django_db(transaction=True)
def test_of_failures_at_the_same_moment_none_is_lost() -> None:
    statuses = in_threads(lambda number: sign_in(number, "wrong").status_code)
    assert statuses == [400] * PEOPLE
    assert failures_of("person-0") == [1, PEOPLE, 1]


def test_the_cache_gives_a_turn_to_one_caller_only() -> None:
    given = in_threads(lambda number: cache.add("turn", number))
    assert sorted(given) == [False] * (PEOPLE - 1) + [True]


def counter_of_the_address() -> Counter:
    (counter,) = counters_of(RequestFactory().post("/"), "sign_in")
    return counter


@pytest.mark.django_db
def test_whose_turn_to_count_comes_late_gets_in() -> None:
    create_user(username="person-0", password=PASSWORD)
    lock = f"{counter_of_the_address().name}:lock"
    cache.set(lock, "taken")
    release = threading.Timer(0.1, cache.delete, [lock])
    release.start()
    assert sign_in(0, PASSWORD).status_code == 200
    release.join()


@pytest.mark.django_db
def test_whose_turn_never_comes_is_not_told_of_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    create_user(username="person-0", password=PASSWORD)
    monkeypatch.setattr(limits, "WAIT_SECONDS", 0.05)
    cache.set(f"{counter_of_the_address().name}:lock", "taken")
    assert problems(sign_in(0, PASSWORD)) == {"": BUSY}
    assert failures_of("person-0") == [0, 0, 0]
