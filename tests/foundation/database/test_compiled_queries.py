"""Queries whose SQL is built once: they give what their querysets give."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from pytest_django import DjangoAssertNumQueries

from annotator.collecting.assignments.models import Slot, SlotState
from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership
from tests.factories.corpus import AT, make_annotators, make_examples, make_project

MEMBERS = CompiledQuery(
    "test_members",
    lambda: (
        Membership.objects.filter(project=Parameter("project"), joined_at__lte=Parameter("at"))
        .select_related("user", "queue_place")
        .order_by("pk")
    ),
)
FREE = CompiledQuery(
    "test_free_slots",
    lambda: (
        Slot.objects.filter(state=SlotState.FREE, example=Parameter("example"))
        .order_by("number")
        .select_for_update(of=("self",))
    ),
)


@pytest.mark.django_db
def test_a_compiled_query_gives_objects_with_what_they_are_related_to(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    project = make_project()
    users = make_annotators(project, 2)
    for _ in range(2):
        with django_assert_num_queries(1):
            found = MEMBERS.all(project=project.pk, at=AT + timedelta(days=9999))
            assert [each.user for each in found] == users
            assert [getattr(each, "queue_place", None) for each in found] == [None, None]
    assert found == list(Membership.objects.order_by("pk"))
    assert MEMBERS.first(project=project.pk, at=AT - timedelta(days=9999)) is None


@pytest.mark.django_db
def test_a_number_that_no_column_holds_finds_nothing() -> None:
    assert MEMBERS.first(project=2**64, at=AT) is None


@pytest.mark.django_db(transaction=True)
def test_a_compiled_query_locks_inside_a_transaction_alone() -> None:
    project = make_project(overlap=2)
    (example,) = make_examples(project, 1)
    with transaction.atomic():
        assert [slot.number for slot in FREE.all(example=example.pk)] == [0, 1]
    with pytest.raises(TransactionManagementError):
        FREE.all(example=example.pk)


@pytest.mark.django_db(transaction=True)
def test_rows_of_several_models_are_locked_one_after_the_other() -> None:
    project = make_project()
    make_examples(project, 1)
    both = CompiledQuery(
        "test_locks",
        lambda: Slot.objects.filter(project=Parameter("project")).select_related("example"),
        locks=(Example, Slot),
    )
    with pytest.raises(TransactionManagementError):
        both.first(project=project.pk)
    with transaction.atomic():
        assert both.first(project=project.pk) == Slot.objects.get()
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT statement FROM pg_prepared_statements WHERE name = 'test_locks'"
                )
                (statement,) = cursor.fetchone()
            assert statement.endswith('FOR UPDATE OF "corpus_example", "assignments_slot"')


@pytest.mark.django_db
def test_another_connection_prepares_for_itself() -> None:
    make_annotators(make_project(), 1)
    users = CompiledQuery("test_users", lambda: User.objects.filter(pk=Parameter("pk")))
    wanted = User.objects.get()
    assert users.first(pk=wanted.pk) == wanted
    if connection.vendor == "postgresql":
        driver = connection.connection
        with driver.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name = 'test_users'")
            assert cursor.fetchone() == (1,)


@pytest.mark.django_db
def test_what_was_planned_for_few_rows_is_planned_anew() -> None:
    make_annotators(make_project(), 1)
    users = CompiledQuery("test_planned", lambda: User.objects.filter(pk=Parameter("pk")))
    wanted = User.objects.get()
    assert {users.first(pk=wanted.pk) for _ in range(1_001)} == {wanted}
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM pg_prepared_statements WHERE name ~ '^test_planned'")
            assert cursor.fetchall() == [("test_planned_1000",)]
