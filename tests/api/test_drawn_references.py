"""People and systems on one ruler: draws of five references, and all annotations as a switch."""

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from annotator.collecting.annotations.models import Annotation
from annotator.systems.evaluation.models import Score
from annotator.systems.evaluation.records.receipts import verify
from annotator.systems.evaluation.scoring_jobs.scoring_again import request_scoring_again
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.api.clients import browser_of
from tests.factories.corpus import make_project
from tests.factories.many_annotations import LONG, NULL, annotate_at_once, non_null
from tests.factories.systems import nothing_predicted, run_scoring, write_predictions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

BOARD = "/api/v1/projects/dev/leaderboard/"
F1, PRECISION = "long-best-threshold-f1", "long-best-threshold-precision"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Two examples with 25 annotations each, of which 25 and 2 give the same long answer, and a
    system that gives it to both.
    """
    project = make_project("dev", overlap=25)
    annotate_at_once(project, [non_null(25), non_null(2)])
    score(project, tmp_path)
    return project


def score(project: Project, folder: Path, name: str = "Baseline") -> None:
    predicted = []
    for example in project.examples.order_by("position"):
        annotations = Annotation.objects.filter(example=example).order_by("pk")
        first = annotations[0].natural_questions_answer
        span = {"start_byte": first.long_start_byte, "end_byte": first.long_end_byte}
        predicted.append(nothing_predicted(example, 1.0) | {"long_answer": span})
    job = run_scoring(project, write_predictions(folder / "predictions.json", predicted), name=name)
    assert job.state == "succeeded", job.message


def test_systems_face_draws_of_five_or_all_annotations(project: Project) -> None:
    lead = browser_of(project)
    drawn = lead.get(BOARD).json()
    (row,) = drawn["systems"]
    # Two of 25 are both drawn in one of thirty draws of five: 31/30 are right of 2 answers, and as
    # many of 31/30 that are answerable.
    assert row["metrics"][PRECISION] == pytest.approx(31 / 60)
    assert row["metrics"][F1] == pytest.approx(2 * (31 / 30) / (2 + 31 / 30))
    assert row["references"] == {
        "drawn": 5,
        "least": 5,
        "most": 5,
        "answerable": {"long": pytest.approx(31 / 60), "short": 0.0},
    }
    assert (drawn["can_show_all_annotations"], drawn["all_annotations"]) == (True, False)
    everything = lead.get(BOARD, {"all_annotations": "true"}).json()
    (row,) = everything["systems"]
    assert row["metrics"][F1] == 1.0
    assert row["references"] == {
        "drawn": None,
        "least": 25,
        "most": 25,
        "answerable": {"long": 1.0, "short": 0.0},
    }
    assert everything["all_annotations"] is True


def test_people_have_their_references_and_the_intervals_of_the_statistics(
    project: Project,
) -> None:
    lead = browser_of(project)
    rows = {row["who"]: row for row in lead.get(BOARD).json()["people"]}
    single = rows["single_annotator"]
    assert single["references"]["drawn"] == 5
    assert single["references"]["answerable"]["long"] == pytest.approx(31 / 60)
    assert rows["one_against_others"]["references"]["most"] == 4
    # Two examples are too few for an interval.
    assert single["intervals"][F1] is None
    everything = lead.get(BOARD, {"all_annotations": "true"}).json()
    (row,) = everything["people"]
    assert (row["who"], row["references"]["most"]) == ("single_annotator", 24)
    # Of 27 answers 25 meet another; each of the other two has one beside it, which is too few.
    assert row["metrics"][PRECISION] == pytest.approx(25 / 27)
    (missing,) = everything["missing_people"]
    assert missing["who"] == "super_annotator"


def test_with_five_annotations_nothing_is_drawn(tmp_path: Path) -> None:
    project = make_project("dev", overlap=5)
    annotate_at_once(project, [[LONG, LONG, NULL, NULL, NULL]])
    score(project, tmp_path)
    kept = Score.objects.get()
    assert ("references" in kept.parameters, kept.on_all) == (False, {})
    board = browser_of(project).get(BOARD, {"all_annotations": "true"}).json()
    assert (board["can_show_all_annotations"], board["all_annotations"]) == (False, False)
    assert board["systems"][0]["references"]["drawn"] is None


def test_a_receipt_covers_both_and_an_old_score_gets_draws_when_it_is_scored_again(
    project: Project,
) -> None:
    kept = Score.objects.select_related("system__project", "gold").get()
    assert verify(kept).differences == []
    kept.on_all["metrics"][F1] = 0.9
    assert verify(kept).differences == [
        "The receipt does not belong to what is stored beside it.",
    ]
    # As an earlier version kept it: against all annotations, and without saying so.
    old = Score.objects.get()
    old.parameters = {name: old.parameters[name] for name in ("non_null_annotations", "intervals")}
    old.metrics, old.on_all, old.references = old.on_all["metrics"], {}, {}
    old.save()
    lead = browser_of(project)
    (row,) = lead.get(BOARD).json()["systems"]
    unknown = {"drawn": None, "least": None, "most": None, "answerable": None}
    assert (row["metrics"][F1], row["references"]) == (1.0, unknown)
    job = request_scoring_again(
        project=project, split="all", at=timezone.now(), actor=None, queue=False
    )
    run_job(job_id=job.pk)
    (row,) = lead.get(BOARD).json()["systems"]
    assert (row["metrics"][PRECISION], row["references"]["drawn"]) == (pytest.approx(31 / 60), 5)


def test_scores_on_unlike_references_are_not_compared(project: Project, tmp_path: Path) -> None:
    score(project, tmp_path, "Other")
    old = Score.objects.get(system__name="Other")
    Score.objects.filter(pk=old.pk).update(
        parameters={name: old.parameters[name] for name in ("non_null_annotations", "intervals")}
    )
    rows = _compared(project, old.system_id)
    assert rows == {"Baseline": None, "Other": None}


def _compared(project: Project, against: int) -> dict[str, Any]:
    board = browser_of(project).get(BOARD, {"against": against}).json()
    return {row["name"]: row["differences"] for row in board["systems"]}


def test_a_hidden_split_tells_neither_what_is_answerable_nor_scores_on_all(
    project: Project,
) -> None:
    lead = browser_of(project)
    project.hidden_split = "all"
    project.save()
    board = lead.get(BOARD, {"all_annotations": "true", "split": "all"}).json()
    assert (board["can_show_all_annotations"], board["all_annotations"]) == (False, False)
    for row in [*board["systems"], *board["people"]]:
        assert row["references"]["answerable"] is None
        assert row["metrics"][F1] == round(row["metrics"][F1], 3)
        assert set(row["metrics"]) <= {F1, F1.replace("long", "short")}
