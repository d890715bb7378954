from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.workspace.accounts import sessions
from annotator.workspace.accounts.models import ApiToken, User
from annotator.workspace.accounts.services import create_user
from annotator.workspace.accounts.tasks import clear_sessions_task
from tests.factories.corpus import PASSWORD
from tests.workspace.accounts.browser import FIREFOX, is_signed_in, send, sign_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ada() -> User:
    return create_user(username="ada", password=PASSWORD)


def devices(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = send(client, "GET", "auth/sessions").json()["data"]
    return found


def test_each_device_is_listed_with_browser_address_and_which_is_this_one(ada: User) -> None:
    sign_in("ada", PASSWORD, REMOTE_ADDR="203.0.113.9")
    here = sign_in("ada", PASSWORD)
    shown = [
        {name: row[name] for name in ("user_agent", "ip", "is_current")} for row in devices(here)
    ]
    assert shown == [
        {"user_agent": FIREFOX, "ip": "203.0.113.9", "is_current": False},
        {"user_agent": FIREFOX, "ip": "127.0.0.1", "is_current": True},
    ]


def test_one_device_can_be_signed_out(ada: User) -> None:
    elsewhere, here = sign_in("ada", PASSWORD), sign_in("ada", PASSWORD)
    (other,) = [row["id"] for row in devices(here) if not row["is_current"]]
    assert send(here, "DELETE", "auth/sessions", {"sessions": [other]}).status_code == 200
    assert [is_signed_in(here), is_signed_in(elsewhere)] == [True, False]
    assert len(devices(here)) == 1


def test_nobody_sees_or_ends_the_devices_of_others(ada: User) -> None:
    create_user(username="ben", password=PASSWORD)
    of_ada, of_ben = sign_in("ada", PASSWORD), sign_in("ben", PASSWORD)
    (row,) = devices(of_ada)
    assert row["id"] not in [each["id"] for each in devices(of_ben)]
    assert send(of_ben, "DELETE", "auth/sessions", {"sessions": [row["id"]]}).status_code == 400
    assert is_signed_in(of_ada)


def test_nobody_who_is_not_signed_in_sees_devices() -> None:
    assert send(Client(), "GET", "auth/sessions").status_code == 401
    assert Client().delete("/api/v1/me/sessions/").status_code == 401


def test_signing_out_everywhere_ends_every_session_and_no_token(ada: User) -> None:
    here, elsewhere = sign_in("ada", PASSWORD), sign_in("ada", PASSWORD)
    unlisted = Client()
    unlisted.force_login(ada)
    credentials = {"username": "ada", "password": PASSWORD}
    key = send(Client(), "POST", "/api/v1/auth/token/", credentials).json()["token"]
    assert here.delete("/api/v1/me/sessions/").status_code == 204
    assert [is_signed_in(each) for each in (here, elsewhere, unlisted)] == [False] * 3
    assert UserSession.objects.count() == 0
    assert is_signed_in(Client(headers={"Authorization": f"Token {key}"}))
    assert is_signed_in(sign_in("ada", PASSWORD))


def test_signing_out_everywhere_leaves_others_alone(ada: User) -> None:
    create_user(username="ben", password=PASSWORD)
    of_ben = sign_in("ben", PASSWORD)
    sign_in("ada", PASSWORD).delete("/api/v1/me/sessions/")
    assert is_signed_in(of_ben)
    assert Session.objects.count() == 1


def test_an_administrator_ends_all_sessions_of_a_person(ada: User) -> None:
    client = sign_in("ada", PASSWORD)
    out = StringIO()
    call_command("end_sessions", "ada", stdout=out)
    assert out.getvalue() == "ada is signed out on all devices.\n"
    assert not is_signed_in(client)


def test_an_administrator_revokes_the_tokens_as_well_when_told_to(ada: User) -> None:
    credentials = {"username": "ada", "password": PASSWORD}
    send(Client(), "POST", "/api/v1/auth/token/", credentials)
    out = StringIO()
    call_command("end_sessions", "ada", "--tokens", "--json", stdout=out)
    assert out.getvalue().splitlines()[-1] == '{"username":"ada","sessions":0,"tokens":1}'
    assert ApiToken.objects.count() == 0


def test_ending_sessions_of_nobody_exits_with_1() -> None:
    with pytest.raises(SystemExit) as end:
        call_command("end_sessions", "nobody", stderr=StringIO())
    assert end.value.code == 1


def test_when_a_device_was_seen_is_noted_every_few_minutes(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = sign_in("ada", PASSWORD)
    (before,) = devices(client)
    is_signed_in(client)
    assert devices(client) == [before]
    monkeypatch.setattr(sessions, "SEEN_EVERY_SECONDS", 0)
    client.get("/api/v1/me/", REMOTE_ADDR="203.0.113.9")
    (after,) = devices(client)
    assert (after["ip"], after["last_seen_at"] >= before["created_at"] - 1) == ("203.0.113.9", True)


def test_the_list_of_devices_costs_most_requests_nothing(
    ada: User, django_assert_num_queries: Any
) -> None:
    unlisted, listed = Client(), sign_in("ada", PASSWORD)
    unlisted.force_login(ada)
    with CaptureQueriesContext(connection) as without:
        is_signed_in(unlisted)
    with django_assert_num_queries(len(without)):
        is_signed_in(listed)


def test_what_is_left_of_expired_sessions_is_cleared_and_the_others_stay(ada: User) -> None:
    gone, stays = sign_in("ada", PASSWORD), sign_in("ada", PASSWORD)
    key = gone.cookies["sessionid"].value
    Session.objects.filter(session_key=key).update(expire_date=timezone.now() - timedelta(hours=1))
    clear_sessions_task()
    kept = {stays.cookies["sessionid"].value}
    assert set(Session.objects.values_list("session_key", flat=True)) == kept
    assert set(UserSession.objects.values_list("session_key", flat=True)) == kept
    assert is_signed_in(stays)
