"""The rules of the leaderboard of earlier versions become a competition."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tests.earlier_version import migrate_to_latest

BEFORE = [("competitions", None), ("evaluation", "0006_competition_threshold")]
NOW = [("competitions", "0001_initial"), ("evaluation", "0007_competitions")]


def go(targets: list[tuple[str, str | None]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    nodes = [target for target in targets if target[1] is not None]
    for app in ("accounts", "jobs", "projects"):
        nodes += executor.loader.graph.leaf_nodes(app)
    return executor.loader.project_state(nodes).apps


@pytest.fixture
def old() -> Iterator[Any]:
    """The models as they were."""
    try:
        yield go(BEFORE)
    finally:
        migrate_to_latest()


def make_old_scores(old: Any) -> dict[str, Any]:
    """A project whose members submit three times a week, with two submissions of one annotator and
    a system that a steward scored.
    """
    at = timezone.now()
    project = old.get_model("projects", "Project").objects.create(
        slug="p",
        slug_key="p",
        kind="nq",
        title="P",
        overlap=1,
        created_at=at,
        hidden_split="test",
        hidden_since=at,
    )
    old.get_model("evaluation", "Leaderboard").objects.create(
        project=project, submitters="members", uploads_per_week=3, non_null_annotations=1
    )
    users = {}
    for name, is_steward in (("ada", False), ("seb", True)):
        users[name] = old.get_model("accounts", "User").objects.create(
            username=name, username_key=name
        )
        old.get_model("projects", "Membership").objects.create(
            project=project,
            user=users[name],
            role="lead" if is_steward else "annotator",
            is_steward=is_steward,
            joined_at=at,
            pseudonym=f"Annotator {name}",
        )
    gold = old.get_model("evaluation", "Gold").objects.create(
        project=project, split="test", sha256="a", read_at=at, content=b"", people={}
    )
    for name, user in (("One", "ada"), ("Two", "ada"), ("Steward's", "seb")):
        system = old.get_model("evaluation", "System").objects.create(
            project=project, name=name, created_at=at
        )
        old.get_model("evaluation", "Score").objects.create(
            system=system,
            split="test",
            gold=gold,
            examples=1,
            metrics={},
            parameters={},
            code_sha256="",
            receipt=name,
            scored_at=at,
            uploaded_by=users[user],
        )
    old.get_model("jobs", "Job").objects.create(
        kind="score_system",
        project_id=project.pk,
        created_by=users["ada"],
        created_at=at,
        state="succeeded",
        parameters={"name": "One", "split": "test"},
    )
    return users


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_rules_and_submissions_from_before_are_kept_and_it_can_be_undone(old: Any) -> None:
    make_old_scores(old)
    new = go(NOW)
    phase = new.get_model("competitions", "Phase").objects.get()
    assert (phase.starts_at, phase.ends_at, phase.shown_to) == (None, None, "team")
    assert (phase.uploads_per_week, phase.non_null_annotations) == (3, 1)
    submissions = new.get_model("competitions", "Submission").objects.order_by("name")
    assert [(each.name, each.team.name, bool(each.job_id)) for each in submissions] == [
        ("One", "Annotator ada", True),
        ("Two", "Annotator ada", False),
    ]
    members = new.get_model("competitions", "Participant").objects
    assert [each.user.username for each in members.all()] == ["ada"]
    score = new.get_model("evaluation", "Score").objects.filter(receipt="One")
    score.update(replaced_at=timezone.now())
    back = go(BEFORE)
    board = back.get_model("evaluation", "Leaderboard").objects.get()
    assert (board.submitters, board.uploads_per_week) == ("members", 3)
    assert board.non_null_annotations == 1
    receipts = back.get_model("evaluation", "Score").objects.values_list("receipt", flat=True)
    assert set(receipts) == {"Two", "Steward's"}
