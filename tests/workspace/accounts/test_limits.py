"""How often somebody may call, and what happens when the place where that is counted is away."""

import socket
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from django.core.cache import cache
from django.test import Client

from annotator.foundation.caches.redis_cache import ForgivingRedisCache
from annotator.workspace.accounts.services import create_user
from api.access import throttles
from api.access.throttles import CallerThrottle
from tests.api.clients import client_of
from tests.factories.corpus import PASSWORD, make_user
from tests.workspace.accounts.browser import is_signed_in, send, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def without_redis(settings: Any) -> None:
    """A cache whose server is gone."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"redis://127.0.0.1:{probe.getsockname()[1]}/0"
    backend = "annotator.foundation.caches.redis_cache.ForgivingRedisCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": address}}


def test_a_script_that_runs_wild_is_told_to_wait(settings: Any) -> None:
    settings.API_RATE_PER_MINUTE = 3
    ada, ben = client_of(make_user("ada")), client_of(make_user("ben"))
    answers = [ada.get("/api/v1/me/") for _ in range(8)]
    # Eight in a row reach into two minutes at most.
    refused = [answer for answer in answers if answer.status_code == 429]
    assert 2 <= len(refused) <= 5
    assert set(refused[0].json()) == {"code", "detail", "fields"}
    assert 1 <= int(refused[0].headers["Retry-After"]) <= 61
    assert ben.get("/api/v1/me/").status_code == 200


def test_processes_add_up_what_each_has_counted(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_RATE_PER_MINUTE = 300
    monkeypatch.setattr(throttles, "time", SimpleNamespace(time=lambda: 60.0))

    class Elsewhere(CallerThrottle):
        _counts: ClassVar[dict[Any, Any]] = {}

    request: Any = SimpleNamespace(user=make_user("ada"))
    processes: list[Any] = [CallerThrottle(), Elsewhere()]
    passed = sum(processes[turn % 2].allow_request(request, None) for turn in range(400))
    # Each knows of a hundredth less of the other's, at the most.
    assert 300 <= passed <= 306


def test_the_limit_can_be_lifted(settings: Any) -> None:
    settings.API_RATE_PER_MINUTE = 0
    client = client_of(make_user("ada"))
    assert {client.get("/api/v1/me/").status_code for _ in range(5)} == {200}


@pytest.mark.usefixtures("without_redis")
def test_without_redis_everybody_goes_on_working_and_signs_in(settings: Any) -> None:
    settings.API_RATE_PER_MINUTE = 1
    create_user(username="ada", password=PASSWORD)
    client = sign_in("ada", PASSWORD)
    assert [is_signed_in(client) for _ in range(3)] == [True] * 3
    credentials = {"username": "ada", "password": "wrong"}
    assert send(Client(), "POST", "auth/login", credentials).status_code == 400
    credentials = {"username": "ada", "password": PASSWORD}
    assert send(Client(), "POST", "/api/v1/auth/token/", credentials).status_code == 200


@pytest.mark.usefixtures("without_redis")
def test_without_redis_the_cache_holds_nothing_and_fails_nobody() -> None:
    cache.set("key", 1)
    found = (cache.get("key"), cache.get("key", 7), cache.add("key", 1), cache.delete("key"))
    assert found == (None, 7, True, False)


@pytest.mark.usefixtures("without_redis")
def test_redis_is_left_alone_for_a_while_after_it_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    ForgivingRedisCache._left_alone_until.clear()
    assert cache.get("key") is None
    asked: list[object] = []
    monkeypatch.setattr(ForgivingRedisCache.__base__, "get", lambda *values: asked.append(values))
    assert cache.get("key") is None
    assert asked == []
