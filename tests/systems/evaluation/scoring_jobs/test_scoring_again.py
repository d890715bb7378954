"""Scoring all systems of a split again, after a correction of the gold."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.exceptions import ConflictError
from annotator.systems.evaluation.models import Gold, Half, HalfScore, Halves, Score, ScoredFile
from annotator.systems.evaluation.records.receipts import verify
from annotator.systems.evaluation.scoring.halves import half_of
from annotator.systems.evaluation.scoring_jobs.scoring_again import request_scoring_again
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import cancel_job, run_job
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.jobs import run_here
from tests.factories.many_annotations import LONG, annotate_at_once
from tests.factories.systems import nothing_predicted, run_scoring, write_predictions
from tests.workspace.jobs.killed_runs import finish, kill_at_save

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

F1 = "long-best-threshold-f1"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Two questions with five equal long answers, one without, and two systems that say nothing."""
    project = make_project("dev", overlap=5)
    annotate_at_once(project, [[LONG] * 5] * 2)
    make_examples(project, 1)
    rows = [nothing_predicted(each) for each in project.examples.all()]
    for name in ("One", "Two"):
        path = write_predictions(tmp_path / f"{name}.json", rows)
        assert run_scoring(project, path, name=name).state == "succeeded"
    return project


def correct_gold(project: Project) -> None:
    """Somebody annotates the third question."""
    annotator = make_member(project, "late").user
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment
    answer = {
        "question_quality": "bad",
        "long_answer": None,
        "short_answers": [],
        "yes_no_answer": "NONE",
    }
    submit_annotation(assignment=assignment, answer=answer, at=AT)


def queue(project: Project) -> Job:
    return request_scoring_again(project=project, split="all", at=AT, actor=None, queue=False)


def golds() -> set[int]:
    return set(Score.objects.values_list("gold", flat=True))


def test_new_scores_take_the_places_of_the_old_ones_which_stay_on_record(
    project: Project,
) -> None:
    old = {score.system_id: score for score in Score.objects.all()}
    correct_gold(project)
    job = run_here(queue(project))
    assert (job.state, job.message) == ("succeeded", "Scored 2 systems again.")
    new = {score.system_id: score for score in Score.objects.all()}
    assert new.keys() == old.keys()
    assert golds() == {Gold.objects.latest("pk").pk} != {each.gold_id for each in old.values()}
    for system, score in old.items():
        score.refresh_from_db(from_queryset=Score.ever.all())
        assert score.replaced_at is not None
        assert new[system].uploaded_by_id == score.uploaded_by_id
        for each in (score, new[system]):
            assert verify(Score.ever.get(pk=each.pk)).differences == []
    assert ScoredFile.objects.count() == 4
    event = Event.objects.get(verb="scored_again")
    receipts = {score.system.name: score.receipt for score in old.values()}
    assert event.details == {"split": "all", "replaced": receipts}


@pytest.mark.parametrize("number", [2, 4])
def test_a_killed_run_is_continued_with_the_same_gold(project: Project, number: int) -> None:
    correct_gold(project)
    job = queue(project)
    assert kill_at_save(number, job)
    assert Score.objects.filter(replaced_at=None).count() == 2
    assert finish(job).state == "succeeded"
    assert (len(golds()), Score.ever.count(), Score.objects.count()) == (1, 4, 2)


def test_cancelling_leaves_every_score_as_it_was(project: Project) -> None:
    before = list(Score.ever.order_by("pk").values_list("receipt", flat=True))
    correct_gold(project)
    job = queue(project)

    def cancel(running: Job) -> None:
        if running.done == 1:
            Job.objects.filter(pk=running.pk).update(cancel_requested=True)

    run_job(job_id=job.pk, observer=cancel)
    job.refresh_from_db()
    assert (job.state, job.message) == ("cancelled", "Cancelled. The scores are as they were.")
    assert list(Score.ever.order_by("pk").values_list("receipt", flat=True)) == before
    assert Gold.objects.count() == 1
    with pytest.raises(ConflictError):
        cancel_job(job=job, at=AT)


def test_a_system_that_does_not_fit_todays_gold_keeps_its_score(
    project: Project, tmp_path: Path
) -> None:
    file = ScoredFile.objects.get(score__system__name="One")
    annotate_at_once(project, [[LONG] * 5])
    job = run_here(queue(project))
    assert job.message == "Scored 0 systems again. 2 keep their scores: see the problems."
    assert job.problems.count() == 2
    problem = job.problems.order_by("pk")[0]
    assert problem.problem.startswith("One keeps its score: 1 problem, such as ")
    assert ScoredFile.objects.get(score__system__name="One").pk == file.pk


def test_only_one_such_job_is_at_work_on_a_split(project: Project) -> None:
    queue(project)
    with pytest.raises(ConflictError, match="scored again already"):
        queue(project)


def test_old_scores_get_halves_that_their_receipts_cover(project: Project) -> None:
    seed = _seed_with_both_halves(project)
    Halves.objects.create(project=project, split="all", seed=seed)
    run_here(queue(project))
    halves = HalfScore.objects.order_by("score", "half")
    assert [(each.half, each.examples) for each in halves] == [("private", 1), ("public", 1)] * 2
    score = Score.objects.first()
    assert score
    assert verify(score).differences == []
    HalfScore.objects.filter(score=score, half=Half.PRIVATE).update(metrics={F1: 1.0})
    assert len(verify(score).differences) == 1


def _seed_with_both_halves(project: Project) -> str:
    """A seed that puts one of the two annotated questions into each half."""
    examples = project.examples.order_by("position")[:2]
    keys = [str(each.example_id) for each in examples]
    seeds = (f"{number:064x}" for number in range(1000))
    return next(seed for seed in seeds if len({half_of(key, seed=seed) for key in keys}) == 2)


def test_the_command_scores_again(project: Project, capsys: Any) -> None:
    call_command("score_again", "dev", split="all", json=True)
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert said["state"] == "succeeded"
    assert Score.ever.exclude(replaced_at=None).count() == 2
