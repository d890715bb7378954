"""Who is signed in: the session and its account, each found by a statement that is built once."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.session_store import SessionStore
from tests.factories.corpus import PASSWORD, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> SessionStore:
    store = SessionStore()
    store["colour"] = "green"
    store.create()
    return store


def test_a_session_says_what_was_written(session: SessionStore) -> None:
    found = SessionStore(session.session_key)
    assert (found["colour"], found.session_key) == ("green", session.session_key)


def test_a_session_that_is_over_is_not_found(session: SessionStore) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    found = SessionStore(session.session_key)
    assert (found.get("colour"), found.session_key) == (None, None)


@pytest.mark.parametrize("key", ["nobody knows this key", "' OR 1=1 --", "k" * 500, "\0aaaaaaaa"])
@pytest.mark.usefixtures("session")
def test_an_unknown_key_opens_nothing_and_is_not_kept(key: str) -> None:
    found = SessionStore(key)
    assert (found.get("colour"), found.session_key) == (None, None)


@pytest.mark.parametrize("key", ["\0aaaaaaaa", "' OR 1=1 --", "é" * 32])
def test_a_key_that_no_session_has_is_not_looked_up(key: str) -> None:
    with CaptureQueriesContext(connection) as statements:
        assert SessionStore(key).get("colour") is None
        SessionStore(key).flush()
    assert len(statements) == 0


def test_a_session_that_was_deleted_stays_deleted(session: SessionStore) -> None:
    opened = SessionStore(session.session_key)
    assert opened["colour"] == "green"
    session.delete()
    assert SessionStore(session.session_key).get("colour") is None


def test_who_is_signed_in_is_found_by_two_statements(client: Client) -> None:
    user = make_user("ada")
    client.force_login(user)
    request = HttpRequest()
    request.session = SessionStore(client.cookies["sessionid"].value)
    with CaptureQueriesContext(connection) as statements:
        assert get_user(request) == user
    assert len(statements) == 2


def test_an_inactive_account_is_signed_in_no_more(client: Client) -> None:
    user = make_user("ada")
    client.force_login(user)
    assert client.get("/api/v1/me/").json()["username"] == "ada"
    User.objects.update(is_active=False)
    assert client.get("/api/v1/me/").status_code in {401, 403}


def test_another_password_ends_a_session(client: Client) -> None:
    user = make_user("ada")
    client.force_login(user)
    user.set_password(PASSWORD)
    user.save()
    assert client.get("/api/v1/me/").status_code in {401, 403}


def test_an_account_is_got_as_of_any_manager() -> None:
    user = make_user("ada")
    assert User.objects.get(pk=user.pk) == User.objects.get(pk=str(user.pk)) == user
    assert User.objects.get(username="ada") == user
    for unknown in (user.pk + 1, 2**70):
        with pytest.raises(User.DoesNotExist):
            User.objects.get(pk=unknown)
    with pytest.raises(ValueError, match="expected a number"):
        User.objects.get(pk="ada")


def test_a_relation_finds_only_the_accounts_that_are_related() -> None:
    member, other = make_user("ada"), make_user("grace")
    group = Group.objects.create(name="experts")
    member.groups.add(group)
    assert group.user_set.get(pk=member.pk) == member
    with pytest.raises(User.DoesNotExist):
        group.user_set.get(pk=other.pk)
