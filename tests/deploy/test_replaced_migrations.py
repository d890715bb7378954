"""Databases that the migrations of before made become those that the ones of today make."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.storage import pack
from annotator.running.operations.tables import applied_migrations
from annotator.workspace.accounts.models import ApiToken, User
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Membership, Project
from tests.earlier_version import (
    FIRST,
    LAST,
    EarlierLoader,
    earlier_version,
    empty_database,
    migrate_as_before,
)
from tests.factories.corpus import AT, make_project
from tests.schema import schema

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.long
def test_both_ways_lead_to_the_same_tables() -> None:
    made, applied = schema(), applied_migrations()
    with empty_database():
        migrate_as_before(LAST)
    assert schema() == made
    assert applied_migrations() == applied


@pytest.mark.long
def test_data_of_the_first_version_are_upgraded() -> None:
    made = schema()
    with empty_database():
        write_as_first_version(migrate_as_before(FIRST))
        call_command("migrate", verbosity=0)
        assert schema() == made
        user = User.objects.get(username="Ada")
        assert (user.username_key, user.email) == ("ada", "ada@example.org")
        project = Project.objects.get()
        assert (project.slug_key, project.title) == ("dev", "Dev")
        assert Membership.objects.get().pseudonym.startswith("Annotator ")
        assert Job.objects.get().problem_total == 1
        token = ApiToken.objects.get()
        assert (token.user, token.name, token.digest) == (user, "script", "d" * 128)
        first, second = Annotation.objects.order_by("id")
        assert (first.project, second.project) == (project, project)
        assert (first.revised_by, second.revised_by, second.revision_of) == (None, user, first)
        levels = [each.natural_questions_answer.long_answer_top_level for each in (first, second)]
        assert levels == [True, False]


def write_as_first_version(models: Any) -> None:
    """One row of nearly everything."""

    def make(label: str, **fields: Any) -> Any:
        return models.get_model(label).objects.create(**fields)

    ada = make("accounts.User", username="Ada", email="Ada@Example.org")
    make("knox.AuthToken", digest="d" * 128, token_key="k" * 15, user=ada, expiry=AT + timedelta(1))
    job = make("jobs.Job", kind="import_nq", created_at=AT)
    make("jobs.JobProblem", job=job, problem="No field document_url")
    make("history.Event", at=AT, verb="project_created", subject="project", subject_id="1")
    project = make("projects.Project", slug="Dev", kind="nq", title="Dev", overlap=1, created_at=AT)
    make("projects.Membership", project=project, user=ada, role="annotator", joined_at=AT)
    counts = {"byte_count": 9, "token_count": 3, "candidate_count": 2}
    page = make("corpus.Page", fingerprint="f", sha256="s", title="Plumb bob", **counts)
    make(
        "corpus.PageContent",
        page=page,
        html=b"",
        tokens=b"",
        candidates=pack(b'[[0,9,0,3,true,"P"],[1,8,1,2,false,"P"]]'),
        rendering=b"",
        rendering_version=1,
    )
    question = make("corpus.Question", text="what is a plumb bob")
    of_project = {"project": project, "rank": 1}
    example = make(
        "corpus.Example",
        example_id=1,
        position=1,
        overlap=1,
        created_at=AT,
        page=page,
        question=question,
        is_published=True,
        **of_project,
    )
    slot = make("assignments.Slot", example=example, number=0, state="filled", **of_project)
    whose = {"example": example, "annotator": ada}
    assignment = make(
        "assignments.Assignment",
        project=project,
        slot=slot,
        state="submitted",
        created_at=AT,
        **whose,
    )
    before = None
    for index, (start, end) in enumerate([(0, 9), (1, 8)]):
        before = make(
            "annotations.Annotation",
            annotation_id=str(index),
            created_at=AT,
            assignment=assignment,
            revision_of=before,
            **whose,
        )
        make(
            "annotations.NaturalQuestionsAnswer",
            annotation=before,
            question_quality="good",
            candidate_index=index,
            long_start_byte=start,
            long_end_byte=end,
            long_start_token=0,
            long_end_token=1,
        )


@pytest.mark.long
def test_data_of_the_version_before_the_replacement_stay_as_they_are() -> None:
    project = make_project()
    with earlier_version():
        # Later migrations have added columns.
        names = column_names(Project)
        rows = list(Project.objects.values(*names))
        call_command("migrate", verbosity=0)
        assert list(Project.objects.values(*names)) == rows
        assert [row["id"] for row in rows] == [project.pk]
        executor = MigrationExecutor(connection)
        assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


def column_names(model: type[Model]) -> list[str]:
    """The columns that a model's table has now."""
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, model._meta.db_table)
    return [each.name for each in described]


def missing_after(applied: list[tuple[str, str]]) -> set[tuple[str, str]]:
    """What ``migrate`` would still apply, each replacement as those that it replaces.

    Raises where the history does not fit together.
    """
    recorder = MigrationRecorder(connection)
    with transaction.atomic():
        recorder.migration_qs.all().delete()
        for app, name in applied:
            recorder.record_applied(app, name)
        executor = MigrationExecutor(connection)
        executor.loader.check_consistent_history(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        transaction.set_rollback(True)
    return {
        key
        for migration, _ in plan
        for key in migration.replaces or [(migration.app_label, migration.name)]
    }


def earlier_history() -> list[tuple[str, str]]:
    """The earlier migrations in the order in which they were applied."""
    graph = EarlierLoader(None).graph
    plans = map(graph.forwards_plan, graph.leaf_nodes())
    return list(dict.fromkeys(key for plan in plans for key in plan))


def all_single_migrations() -> set[tuple[str, str]]:
    return {key for key, each in MigrationLoader(None).disk_migrations.items() if not each.replaces}


@pytest.mark.parametrize(
    "share", [0.5, *(pytest.param(i / 20, marks=pytest.mark.long) for i in range(21) if i != 10)]
)
def test_a_database_that_has_a_part_of_the_replaced_migrations_gets_the_others(
    share: float,
) -> None:
    history = earlier_history()
    applied = history[: round(share * len(history))]
    assert missing_after(applied) == all_single_migrations() - set(applied)
