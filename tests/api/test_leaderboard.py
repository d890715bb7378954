"""The leaderboard: what leads, experts and everybody else read of it, and its uploads."""

from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.models import Example
from annotator.systems.evaluation.models import Gold, Score, System
from annotator.systems.evaluation.records.services import change_system, publish_leaderboard
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Regime, Role
from annotator.workspace.projects.services import update_project
from tests.api.clients import browser_of
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_examples, make_member, make_project, make_user
from tests.factories.long_form import make_long_form_annotation
from tests.factories.many_annotations import LONG, annotate_at_once
from tests.factories.systems import make_score, nothing_predicted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

BOARD = "/api/v1/projects/dev/leaderboard/"
SYSTEMS = "/api/v1/projects/dev/systems/"
F1 = "long-best-threshold-f1"


@pytest.fixture
def project() -> Project:
    """An annotated example."""
    project = make_project("dev", overlap=5)
    annotate_at_once(project, [[LONG] * 5])
    return project


def predictions(project: Project) -> SimpleUploadedFile:
    content = {"predictions": [nothing_predicted(each) for each in project.examples.all()]}
    return SimpleUploadedFile("predictions.json", orjson.dumps(content))


def names(board: Any) -> list[str]:
    return [row["name"] for row in board.json()["systems"]]


def test_an_upload_is_scored_and_stands_on_the_leaderboard(project: Project) -> None:
    lead = browser_of(project)
    file = predictions(project)
    form = {"file": file, "name": "Nothing", "notes": "says nothing", "split": "all"}
    answer = lead.post(SYSTEMS, form)
    assert answer.status_code == 202, answer.content
    run_job(job_id=UUID(answer.json()["job"]))
    board = lead.get(BOARD).json()
    (row,) = board["systems"]
    assert (row["name"], row["notes"], row["uploaded_by"]) == (
        "Nothing",
        "says nothing",
        "the lead",
    )
    assert (row["examples"], row["metrics"][F1]) == (1, 0.0)
    assert (board["split"], board["splits"], board["available_splits"]) == ("all", ["all"], ["all"])
    assert [each["who"] for each in board["people"]] == ["one_against_others"]
    assert board["job"]["state"] == "succeeded"
    (uploaded,) = row["files"]
    downloaded = lead.get(uploaded["url"])
    file.seek(0)
    assert downloaded.content == file.read()
    assert downloaded["Content-Disposition"] == 'attachment; filename="predictions.json"'


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (None, ["Good", "Middling", "Poor", "Without"]),
        (F1, ["Good", "Middling", "Poor", "Without"]),
        (f"-{F1}", ["Poor", "Middling", "Good", "Without"]),
    ],
)
def test_the_order_is_that_of_a_metric(
    project: Project, order: str | None, expected: list[str]
) -> None:
    for name, value in (("Poor", 0.1), ("Good", 0.9), ("Middling", 0.5)):
        make_score(project, name, metrics={F1: value})
    make_score(project, "Without")
    lead = browser_of(project)
    assert names(lead.get(BOARD, {"order": order} if order else {})) == expected


def test_an_unknown_metric_is_refused(project: Project) -> None:
    answer = browser_of(project).get(BOARD, {"order": "beauty"})
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_metric")


def test_a_published_leaderboard_is_for_everybody(project: Project) -> None:
    actor = make_member(project, "ada", Role.LEAD).user
    make_score(project, "Shown", metrics={F1: 0.5}, actor=actor)
    hidden = make_score(project, "Hidden").system
    change_system(system=hidden, is_published=False, at=AT, actor=None)
    stranger = Client()
    stranger.force_login(make_user("stranger"))
    readers = (Client(), stranger, browser_of(project, Role.ANNOTATOR))
    assert [each.get(BOARD).status_code for each in readers] == [401, 404, 403]
    publish_leaderboard(project=project, is_published=True, at=AT, actor=None)
    assert [names(each.get(BOARD)) for each in readers] == [["Shown"]] * 3
    assert sorted(names(browser_of(project, Role.EXPERT).get(BOARD))) == ["Hidden", "Shown"]
    publish_leaderboard(project=project, is_published=False, at=AT, actor=None)
    assert [each.get(BOARD).status_code for each in readers] == [401, 404, 403]


def test_the_public_learns_neither_names_nor_files_nor_jobs(project: Project) -> None:
    lead = make_member(project, "ada lovelace", Role.LEAD)
    make_score(project, metrics={F1: 0.5}, actor=lead.user)
    publish_leaderboard(project=project, is_published=True, at=AT, actor=lead.user)
    answer = Client().get(BOARD)
    board = answer.json()
    (row,) = board["systems"]
    assert row["uploaded_by"] == lead.pseudonym
    assert [each["url"] for each in row["files"]] == [None]
    assert (board["available_splits"], board["job"]) == ([], None)
    assert "ada lovelace" not in answer.content.decode()


def test_an_expert_downloads_what_they_uploaded_and_nothing_else(project: Project) -> None:
    client = browser_of(project, Role.EXPERT)
    expert = project.memberships.get(role=Role.EXPERT).user
    own = make_score(project, "Own", actor=expert).files.get()
    foreign = make_score(project, "Foreign").files.get()
    address = "/api/v1/projects/dev/scored-files"
    assert client.get(f"{address}/{own.pk}/").content == b"{}"
    assert client.get(f"{address}/{foreign.pk}/").status_code == 403


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"split": "test"}, "split"),
        ({"name": ""}, "name"),
        ({"non_null_annotations": "0"}, "non_null_annotations"),
        ({"found": SimpleUploadedFile("found.json", b"{}")}, "found"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_cannot_be_scored_is_refused_at_once(
    project: Project, tmp_path: Path, change: dict[str, Any], field: str
) -> None:
    form = {"file": predictions(project), "name": "x", "split": "all"} | change
    answer = browser_of(project).post(SYSTEMS, form)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert not (tmp_path / "uploads").exists()


def test_a_name_that_has_a_score_is_refused_at_once(project: Project) -> None:
    make_score(project, "x")
    form = {"file": predictions(project), "name": "x", "split": "all"}
    answer = browser_of(project).post(SYSTEMS, form)
    assert (answer.status_code, answer.json()["code"]) == (409, "already_scored")


def test_a_lead_hides_and_deletes_a_system(project: Project) -> None:
    system = make_score(project).system
    lead = browser_of(project)
    address = f"{SYSTEMS}{system.pk}/"
    changed = lead.patch(address, {"is_published": False}, content_type="application/json")
    system.refresh_from_db()
    assert (changed.status_code, system.is_published) == (204, False)
    assert lead.delete(address).status_code == 204
    assert not System.objects.exists()
    assert not Score.objects.exists()


def test_an_empty_leaderboard_has_no_split() -> None:
    project = make_asqa_project("dev")
    board = browser_of(project).get(BOARD).json()
    assert (board["split"], board["systems"], board["people"]) == (None, [], [])
    assert board["order"] == "ovscore"


def test_a_table_has_the_columns_in_which_a_row_has_a_value() -> None:
    """Without a reader, nobody has a DR to be ordered by."""
    project = make_asqa_project("dev")
    make_score(project, metrics={"rougeLsum": 30.0, "str_em": 20.0, "length": 127.0})
    board = browser_of(project).get(BOARD, {"order": "ovscore"}).json()
    assert (board["order"], board["metrics"]) == ("rougeLsum", ["rougeLsum", "str_em", "length"])


def test_people_who_saw_the_question_alone_stand_beside_the_systems() -> None:
    """ASQA, table 3, human performance without context: first answers against both references."""
    project = make_asqa_project("dev", overlap=2)
    alone = make_project("alone", kind="asqa", overlap=2)
    update_project(project=alone, at=AT, actor=None, regime=Regime.NO_CONTEXT)
    lead = browser_of(project)
    people = [make_member(project, name).user for name in ("ann", "ben")]
    for example in make_ambiguous_examples(project, 2, split=""):
        for person in people:
            make_long_form_annotation(example, person, text=COMPLETE)
    form = {"split": "all", "without_context": "alone"}
    refused = lead.post(SYSTEMS, {**form, "name": "A", "file": answers("")})
    assert list(refused.json()["fields"]) == ["without_context"]
    make_member(alone, "the lead", Role.LEAD)
    run(lead.post(SYSTEMS, {**form, "name": "A", "file": answers("")}))
    assert [row["who"] for row in lead.get(BOARD).json()["missing_people"]] == [
        "annotators_without_context"
    ]
    [answered, _] = make_ambiguous_examples(alone, 2)
    for person, text in zip(people, ("Masons.", COMPLETE), strict=True):
        make_long_form_annotation(answered, person, text=text)
    run(lead.post(SYSTEMS, {**form, "name": "B", "file": answers("")}))
    run(lead.post(SYSTEMS, {"split": "all", "name": "C", "file": answers("")}))
    board = lead.get(BOARD).json()
    [row] = [row for row in board["people"] if row["who"] == "annotators_without_context"]
    assert (row["examples"], row["metrics"]["str_em"], row["metrics"]["length"]) == (1, 50, 1)
    assert board["missing_people"] == []
    assert len(board["people"]) == 3


def answers(text: str) -> SimpleUploadedFile:
    """The same answer to each of the two questions of ASQA."""
    found = {
        each.ambiguous_question.key: text for each in Example.objects.filter(project__slug="dev")
    }
    return SimpleUploadedFile("answers.json", orjson.dumps(found))


def run(answer: Any) -> None:
    assert answer.status_code == 202, answer.content
    run_job(job_id=UUID(answer.json()["job"]))


def test_reading_a_leaderboard_takes_as_many_queries_for_many_systems(
    project: Project, django_assert_max_num_queries: Any
) -> None:
    make_examples(project, 1)
    lead = browser_of(project)
    actor = project.memberships.get(role=Role.LEAD).user
    for number in range(5):
        make_score(project, f"System {number}", metrics={F1: number / 5}, actor=actor)
    lead.get(BOARD)
    with django_assert_max_num_queries(14):
        assert len(names(lead.get(BOARD))) == 5


def test_the_board_says_what_changed_since(project: Project) -> None:
    score = make_score(project)
    lead = browser_of(project)
    (row,) = lead.get(BOARD).json()["systems"]
    # The annotation was made a second after the score, by the test's clock.
    made = Annotation.objects.filter(created_at__gt=score.gold.read_at).count()
    assert (row["annotations_since"], row["is_code_changed"]) == (made, False)
    Gold.objects.update(read_at=AT - timedelta(days=1))
    Score.objects.update(code_sha256="0" * 64)
    (row,) = lead.get(BOARD).json()["systems"]
    assert (row["annotations_since"], row["is_code_changed"]) == (5, True)


def test_each_system_says_whether_it_was_scored_against_simulated_annotations(
    project: Project,
) -> None:
    make_score(project, "Early", metrics={F1: 0.9}, gold=b"simulated", is_simulated=True)
    lead = browser_of(project)
    assert lead.get(BOARD).json()["is_simulated"]
    make_score(project, "Late", metrics={F1: 0.5}, gold=b"people", at=AT + timedelta(days=1))
    board = lead.get(BOARD).json()
    said = {row["name"]: row["is_simulated"] for row in board["systems"]}
    assert (said, board["is_simulated"]) == ({"Early": True, "Late": False}, False)


def test_people_are_those_of_the_newest_gold_that_a_system_shown_was_scored_on(
    project: Project,
) -> None:
    early = {"single_annotator": {F1: 0.7}}
    make_score(project, "Shown", people=early, gold=b"early", is_simulated=True)
    late = {"single_annotator": {F1: 0.8}}
    at = AT + timedelta(days=1)
    hidden = make_score(project, "Hidden", people=late, gold=b"late", at=at).system
    change_system(system=hidden, is_published=False, at=AT, actor=None)
    publish_leaderboard(project=project, is_published=True, at=AT, actor=None)
    everybody, lead = Client().get(BOARD).json(), browser_of(project).get(BOARD).json()
    assert [row["metrics"] for row in everybody["people"]] == [{F1: 0.7}]
    assert everybody["is_simulated"]
    assert [row["metrics"] for row in lead["people"]] == [{F1: 0.8}]
