"""Baselines that run as a job: what they predict from a split, and how they are kept."""

from typing import Any

import orjson
import pytest

from annotator.material.corpus.models import Disambiguation, Example
from annotator.systems.evaluation.baselines.baseline_run import Plan, predictions_file
from annotator.systems.evaluation.job_handlers import SCORE_BASELINE
from annotator.systems.evaluation.models import Score, System
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project
from tests.factories.asqa import QUESTION, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import make_project
from tests.factories.jobs import make_job, run_here
from tests.factories.many_annotations import LONG, NULL, annotate_at_once
from tests.factories.systems import make_score

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    """Two questions about one page: three of three give its first box in train, two of three in
    dev.
    """
    project = make_project("rivers", overlap=5)
    annotate_at_once(project, [[LONG] * 3, [LONG, LONG, NULL]])
    for example, split in zip(project.examples.order_by("pk"), ("train", "dev"), strict=True):
        Example.objects.filter(pk=example.pk).update(split=split)
    return project


def run(project: Project, baseline: str, **more: Any) -> Job:
    parameters = {"name": "Copied", "split": "dev", "non_null_annotations": 2, **more}
    return run_here(make_job(SCORE_BASELINE, {**parameters, "baseline": baseline}, project=project))


def test_the_most_frequent_answer_of_another_split_is_copied_and_scored(project: Project) -> None:
    train = {"train_project": "rivers", "train_split": "train"}
    job = run(project, "most-frequent", **train)
    assert (job.state, job.message) == ("succeeded", "Scored Copied on 1 example.")
    system = System.objects.get()
    assert (system.baseline, system.notes) == ("most-frequent", "Copies answers of rivers, train.")
    score = Score.objects.get()
    # Its only answer is that of two people, at the share of three of three.
    assert score.metrics["long-best-threshold-f1"] == 1
    assert score.metrics["long-best-threshold"] == 1


@pytest.mark.parametrize("baseline", ["first-paragraph", "closest-question"])
def test_the_other_baselines_predict_every_example_of_the_split(
    project: Project, baseline: str
) -> None:
    train: dict[str, Any] = (
        {} if baseline == "first-paragraph" else {"train_project": project, "train_split": "train"}
    )
    done: list[int] = []
    found = orjson.loads(predictions_file(Plan(project, "dev", baseline, **train), done.append))
    ids = [each["example_id"] for each in found["predictions"]]
    assert ids == list(project.examples.filter(split="dev").values_list("example_id", flat=True))


def test_nothing_is_copied_from_a_split_that_was_hidden_since(project: Project) -> None:
    Project.objects.filter(pk=project.pk).update(hidden_split="train")
    job = run(project, "most-frequent", train_project="rivers", train_split="train")
    assert job.state == "failed"
    assert job.message == (
        "train of rivers is hidden: nothing is copied from it. Choose another split."
    )
    assert not System.objects.exists()


def test_a_baseline_does_not_take_the_name_of_an_uploaded_system(project: Project) -> None:
    make_score(project, "Copied", split="train")
    job = run(project, "first-paragraph")
    assert (job.state, job.message) == ("failed", "Copied is already another system.")


def test_a_split_that_is_not_there_is_said(project: Project) -> None:
    job = run(project, "first-paragraph", split="test")
    assert (job.state, job.message[:37]) == ("failed", "The project has no split named test. ")


def test_the_question_is_repeated_eight_times() -> None:
    project = make_asqa_project()
    (example,) = make_ambiguous_examples(project, 1)
    found = orjson.loads(predictions_file(Plan(project, "dev", "question-repeated"), print))
    asked = f"{QUESTION} ({example.example_id})"
    assert found == {str(example.example_id): " ".join([asked] * 8)}


def test_random_retrieval_answers_with_a_passage_of_another_question() -> None:
    project = make_asqa_project()
    (example,) = make_ambiguous_examples(project, 1)
    plan = Plan(project, "dev", "random-retrieval", project, "train", seed=3)
    (other,) = make_ambiguous_examples(project, 1, split="train")
    # As it stands, the other question has the same passage, which is the question's own.
    with pytest.raises(JobFailedError, match="too few passages: 0 passages of other questions"):
        predictions_file(plan, print)
    Disambiguation.objects.filter(example=other, number=0).update(context="Rivers bend.")
    assert orjson.loads(predictions_file(plan, print)) == {str(example.example_id): "Rivers bend."}
    assert plan.sentence == "A passage of another question of asqa, train, drawn with seed 3."
