from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from annotator.exceptions import InvalidInputError
from annotator.workspace.accounts.models import ApiToken
from annotator.workspace.accounts.tokens import create_token, find_token, note_use, revoke_tokens
from tests.factories.corpus import AT, make_user

pytestmark = pytest.mark.django_db


def test_a_key_opens_its_token_and_is_stored_nowhere() -> None:
    token, key = create_token(user=make_user("ada"), name=" nightly export ", at=AT)
    assert find_token(key=key, at=AT) == token
    assert (token.name, token.created, token.expiry) == ("nightly export", AT, None)
    assert len(key) == 64
    stored = ApiToken.objects.values().get()
    assert key not in str(stored)


def test_a_key_with_another_ending_opens_nothing() -> None:
    _, key = create_token(user=make_user("ada"), name="script", at=AT)
    for wrong in (key[:-1], key + "0", key[:15] + "0" * 49, "", "\0", "é" * 64):
        assert find_token(key=wrong, at=AT) is None


def test_a_token_works_until_its_end() -> None:
    end = AT + timedelta(days=30)
    _, key = create_token(user=make_user("ada"), name="script", at=AT, expires_at=end)
    assert find_token(key=key, at=end - timedelta(microseconds=1))
    assert find_token(key=key, at=end) is None


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": "tpircs\u202e"}, "name"),
        ({"name": "script", "expires_at": AT}, "expires_at"),
    ],
)
def test_a_token_without_a_name_or_a_future_is_refused(values: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        create_token(user=make_user("ada"), at=AT, **values)
    assert list(refused.value.fields) == [field]
    assert not ApiToken.objects.exists()


def test_the_tokens_of_a_deactivated_person_stop_working() -> None:
    ada = make_user("ada")
    _, key = create_token(user=ada, name="script", at=AT)
    ada.is_active = False
    ada.save(update_fields=["is_active"])
    assert find_token(key=key, at=AT) is None


def test_the_last_use_is_noted_every_ten_minutes() -> None:
    token, _ = create_token(user=make_user("ada"), name="script", at=AT)
    noted = []
    for minutes in (0, 9, 10, 11, 25):
        note_use(token=token, at=AT + timedelta(minutes=minutes))
        token.refresh_from_db()
        assert token.last_used_at
        noted.append((token.last_used_at - AT) // timedelta(minutes=1))
    assert noted == [0, 0, 10, 10, 25]


def test_revoking_ends_one_token_or_all_and_nobody_elses() -> None:
    ada, bob = make_user("ada"), make_user("bob")
    first, second, third = (create_token(user=ada, name=name, at=AT)[0] for name in "abc")
    kept, _ = create_token(user=bob, name="kept", at=AT)
    assert revoke_tokens(user=ada, token_id=kept.pk) == 0
    assert revoke_tokens(user=ada, token_id=second.pk) == 1
    assert set(ApiToken.objects.all()) == {first, third, kept}
    assert revoke_tokens(user=ada) == 2
    assert list(ApiToken.objects.all()) == [kept]


@pytest.mark.django_db(transaction=True)
def test_tokens_of_the_earlier_table_move_over_and_back() -> None:
    """The model of Knox's own table is swapped out, so the migration is called with its rows."""
    migration = import_module("annotator.workspace.accounts.migrations.0002_api_tokens")
    historical = MigrationLoader(connection).project_state(("accounts", "0002_api_tokens")).apps
    knox = historical.get_model("knox", "AuthToken")
    ada = make_user("ada")
    token, key = create_token(user=ada, name="script", at=AT - timedelta(days=9, microseconds=1))
    row = ApiToken.objects.values("digest", "token_key", "user_id", "created", "expiry")
    before = row.get()
    with connection.schema_editor(atomic=True) as editor:
        migration.give_back(historical, editor)
    assert not ApiToken.objects.exists()
    assert knox.objects.values(*before).get() == before
    with connection.schema_editor(atomic=True) as editor:
        migration.take_over(historical, editor)
    assert row.get() == before
    assert find_token(key=key, at=AT) != token
    assert ApiToken.objects.get().name == "script"
    assert "knox_authtoken" not in connection.introspection.table_names()
