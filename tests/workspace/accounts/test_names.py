"""A name is one account's however it is written, on every database, wherever it is looked for."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, transaction
from django.test import Client

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.accounts.email_addresses import give_address
from annotator.workspace.accounts.lockout import lockout_key
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import change_profile, create_user, free_username
from annotator.workspace.projects.models import Membership, Role
from annotator.workspace.projects.services import add_member_by_name
from tests.earlier_version import earlier_version, migrate_as_before
from tests.factories.corpus import AT, PASSWORD, make_project, make_user
from tests.workspace.accounts.browser import send, sign_in

pytestmark = pytest.mark.django_db
WRITTEN = ["Zoë", "ZOË", "zoe\u0308", "ｚｏë"]
ADDRESSES = ["zoe@bücher.example", "ZOE@BÜCHER.EXAMPLE", "zoe@bu\u0308cher.example"]


@pytest.fixture
def zoe() -> User:
    return create_user(
        username="Zoë", password=PASSWORD, email="Zoe@Bücher.example", email_is_confirmed=True
    )


@pytest.mark.parametrize("name", [*WRITTEN, *ADDRESSES])
def test_one_signs_in_however_one_writes_the_name(name: str, zoe: User) -> None:
    assert sign_in(name, PASSWORD).get("/api/v1/me/").json()["username"] == "Zoë"


@pytest.mark.parametrize("address", ADDRESSES)
def test_one_signs_in_however_one_writes_the_address(address: str, zoe: User) -> None:
    answer = send(Client(), "POST", "auth/login", {"email": address, "password": PASSWORD})
    assert answer.status_code == 200


@pytest.mark.parametrize("name", WRITTEN)
def test_a_script_gets_its_token_however_it_writes_the_name(name: str, zoe: User) -> None:
    body = {"username": name, "password": PASSWORD}
    assert send(Client(), "POST", "/api/v1/auth/token/", body).status_code == 200


@pytest.mark.parametrize("name", ["Zoë", "ZOË", "ｚｏë"])
def test_nobody_else_gets_the_name(name: str, zoe: User) -> None:
    with pytest.raises(ConflictError, match="There is already an account named Zoë"):
        create_user(username=name, password=PASSWORD)
    with pytest.raises(IntegrityError), transaction.atomic():
        make_user(name)


@pytest.mark.parametrize("name", WRITTEN)
def test_members_and_commands_find_the_account(name: str, zoe: User) -> None:
    project = make_project()
    member = add_member_by_name(
        project=project, username=name, role=Role.LEAD, at=AT, actor=None, password=PASSWORD
    )
    call_command("create_user", name, password="x", project="PROJECT", role="lead")
    call_command("end_sessions", name, stdout=io.StringIO())
    assert member.user == zoe
    assert Membership.objects.get() == member
    assert User.objects.count() == 1


def test_a_name_from_a_provider_gets_a_number_where_somebody_has_it(zoe: User) -> None:
    assert [free_username(wish=wish) for wish in ("ZOË", "ZO Ë", "zoe")] == ["ZOË2", "ZOË2", "zoe"]


def test_failures_count_for_the_account_by_whichever_name_it_is_called(zoe: User) -> None:
    assert {lockout_key(f" {name} ") for name in [*WRITTEN, *ADDRESSES]} == {f"account:{zoe.pk}"}
    assert lockout_key("NÖ") == lockout_key("no\u0308") == "login:nö"


def test_the_key_goes_with_a_new_name(zoe: User) -> None:
    zoe.username = "Élise"
    zoe.save()
    assert (User.objects.named("ZOË"), User.objects.named("élise")) == (None, zoe)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_confirmed_address_is_one_account_s_however_it_is_written(
    address: str, zoe: User
) -> None:
    with pytest.raises(ConflictError):
        create_user(username="ada", password=PASSWORD, email=address)
    assert not User.objects.filter(username="ada").exists()


def test_a_reset_mail_goes_to_the_account_s_address_and_to_no_lookalike(
    with_mail: None, django_capture_on_commit_callbacks: Any
) -> None:
    create_user(
        username="mike", password=PASSWORD, email="mike@example.org", email_is_confirmed=True
    )
    with django_capture_on_commit_callbacks(execute=True):
        send(Client(), "POST", "auth/password/request", {"email": "MI\u212aE@example.org"})
    assert [sent.to for sent in mail.outbox] == [["mike@example.org"]]


@pytest.mark.parametrize("name", ["\u3164", "\u200b", " ", "\0", "a\0"])
def test_a_name_that_nobody_can_see_is_none(name: str, zoe: User) -> None:
    with pytest.raises(InvalidInputError):
        create_user(username=name, password=PASSWORD)
    with pytest.raises(InvalidInputError):
        create_user(username="ada", password=PASSWORD, display_name=name)
    if name.strip():
        with pytest.raises(InvalidInputError):
            change_profile(user=zoe, display_name=name)


def test_a_command_says_so_of_a_name_that_nobody_can_see() -> None:
    err = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("create_user", "\u3164", password=PASSWORD, stderr=err)
    assert err.getvalue() == (
        "username: This name can't be shown. Write at least one character that people can see.\n"
    )


BEFORE = {"accounts": "0004_people", "projects": "0010_revision_minutes"}
AFTER = {"accounts": "0005_names_compared_alike", "projects": "0011_slugs_compared_alike"}


@pytest.fixture
def before() -> Iterator[Any]:
    """The models as they were before names had keys."""
    with earlier_version():
        yield migrate_as_before(BEFORE)
        # What is left has to get through, whatever the test made.
        old = migrate_as_before(BEFORE)
        EmailAddress.objects.all().delete()
        for app, model, name in (("accounts", "User", "username"), ("projects", "Project", "slug")):
            for row in old.get_model(app, model).objects.all():
                setattr(row, name, f"number-{row.pk}")
                row.save()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_migration_fills_the_keys_and_can_be_undone(before: Any) -> None:
    people, projects = before.get_model("accounts", "User"), before.get_model("projects", "Project")
    mike = people.objects.create(username="Mike", email="mi\u212ae@example.org")
    EmailAddress.objects.create(user_id=mike.pk, email=mike.email, verified=True)
    projects.objects.create(slug="Study", kind="nq", title="Study", overlap=1, created_at=AT)
    after = migrate_as_before(AFTER)
    (user,) = after.get_model("accounts", "User").objects.all()
    (project,) = after.get_model("projects", "Project").objects.all()
    assert (user.username, user.username_key) == ("Mike", "mike")
    assert user.email == EmailAddress.objects.get().email == "mike@example.org"
    assert (project.slug, project.slug_key) == ("Study", "study")
    (user,) = migrate_as_before(BEFORE).get_model("accounts", "User").objects.all()
    assert user.username == "Mike"


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_migration_lists_what_collides_and_changes_nothing(before: Any) -> None:
    people, projects = before.get_model("accounts", "User"), before.get_model("projects", "Project")
    zoe, other = [people.objects.create(username=name) for name in ("Zoë", "ZOË")]
    stays = "differ only in how they are written. Nothing was changed. Choose which one stays;"

    def refused() -> str:
        with pytest.raises(CommandError) as error:
            migrate_as_before(AFTER)
        return str(error.value)

    assert refused() == (
        f"Zoë (id {zoe.pk}) and ZOË (id {other.pk}) {stays} in the database write another username "
        "into accounts_user for the others. Then migrate again."
    )
    people.objects.filter(pk=other.pk).update(username="zoe")
    one, two = [
        EmailAddress.objects.create(user_id=user.pk, email=email, verified=True)
        for user, email in ((zoe, "mike@example.org"), (other, "mi\u212ae@example.org"))
    ]
    assert refused() == (
        f"mike@example.org of Zoë (id {one.pk}) and mi\u212ae@example.org of zoe (id {two.pk}) "
        f"{stays} in the database delete the row of account_emailaddress for the others. "
        "Then migrate again."
    )
    EmailAddress.objects.filter(pk=two.pk).update(verified=False)
    slugs = [
        projects.objects.create(slug=slug, kind="nq", title=slug, overlap=1, created_at=AT).pk
        for slug in ("nq", "NQ")
    ]
    assert refused() == (
        f"nq (id {slugs[0]}) and NQ (id {slugs[1]}) {stays} in the database write another slug "
        "into projects_project for the others. Then migrate again."
    )
    assert set(people.objects.values_list("username", flat=True)) == {"Zoë", "zoe"}


def test_an_address_is_kept_as_it_is_compared(zoe: User) -> None:
    give_address(user=zoe, email="zoe@bücher.example", is_confirmed=True)
    assert EmailAddress.objects.get().email == zoe.email == "zoe@bücher.example"
