"""Results of a study: computed by a job, kept, and the same for the same comparisons."""

from typing import Any

import orjson
import pytest

from annotator.exceptions import ConflictError
from annotator.material.corpus.storage import pack
from annotator.quality.comparisons import kept_results
from annotator.quality.comparisons.kept_results import (
    COMPUTE_RESULTS,
    content_of,
    keep_results,
    percentages_of,
    standing_of,
    start_results,
)
from annotator.quality.comparisons.models import Comparison, ComparisonStudy, StudyResults
from annotator.quality.comparisons.results import STEPS, results_of
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import create_job, run_job
from annotator.workspace.projects.models import Role
from tests.factories.asqa import make_asqa_project
from tests.factories.comparisons import complete, make_study
from tests.factories.corpus import AT, make_member
from tests.factories.jobs import run_here

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> ComparisonStudy:
    """Five pairs, of which all but the last are compared."""
    study = make_five_pairs("asqa")
    for comparison in Comparison.objects.filter(pair__study=study).order_by("pk")[:4]:
        complete(comparison)
    return study


def make_five_pairs(slug: str) -> ComparisonStudy:
    project = make_asqa_project(slug)
    experts = [make_member(project, f"{slug}-{n}", Role.EXPERT).user for n in range(2)]
    return make_study(project, experts, questions=5)


def compute(study: ComparisonStudy) -> Job:
    job = start_results(study=study, at=AT, actor=None)
    return run_here(job)


def complete_the_last(study: ComparisonStudy) -> None:
    [last] = Comparison.objects.filter(pair__study=study, submitted_at=None)
    complete(last, overall="right")


def test_a_job_keeps_what_the_comparisons_say(study: ComparisonStudy) -> None:
    job = compute(study)
    assert (job.state, job.message) == (JobState.SUCCEEDED, "Computed from 4 comparisons.")
    assert (job.done, job.total) == (STEPS, STEPS)
    kept = StudyResults.objects.get(study=study)
    assert (kept.comparisons, kept.seed, kept.job_id) == (4, study.seed, job.pk)
    assert kept.parameters == {"confidence": 0.95}
    content, results = content_of(kept), results_of(study)
    for shown, found in zip(content["systems"], results.systems, strict=True):
        assert (shown["name"], shown["answers"]) == (found.name, found.comparisons)
        assert {each: shown[each] for each in found.estimates} == {
            column: estimate._asdict() for column, estimate in found.estimates.items()
        }
    assert percentages_of(kept)["comp"] == {"Retriever": 100.0, "Writer": 0.0}


@pytest.mark.parametrize(
    ("compared", "reason"),
    [
        (1, "No pair has more than one comparer."),
        (2, "No pair has all 3 comparisons yet."),
    ],
)
def test_without_a_whole_pair_it_is_said_whether_somebody_shares_one(
    compared: int, reason: str
) -> None:
    project = make_asqa_project()
    experts = [make_member(project, f"expert-{n}", Role.EXPERT).user for n in range(3)]
    study = make_study(project, experts, questions=1, per_pair=3)
    for comparison in Comparison.objects.filter(pair__study=study).order_by("pk")[:compared]:
        complete(comparison)
    assert {each.reason for each in results_of(study).agreement} == {reason}


def test_nothing_is_computed_again_while_nothing_changes(
    study: ComparisonStudy, monkeypatch: pytest.MonkeyPatch
) -> None:
    compute(study)
    before = StudyResults.objects.values().get()
    with monkeypatch.context() as patched:
        patched.setattr(kept_results, "results_of", None)
        job = compute(study)
    assert job.message == "Nothing has changed since the 4 comparisons were computed."
    assert StudyResults.objects.values().get() == before


def test_a_new_comparison_makes_the_results_old_until_they_are_computed(
    study: ComparisonStudy,
) -> None:
    compute(study)
    assert standing_of(study).is_current
    before = StudyResults.objects.get()
    complete_the_last(study)
    standing = standing_of(study)
    assert standing.results == before
    assert (standing.comparisons_now, standing.is_current) == (5, False)
    compute(study)
    after = StudyResults.objects.get()
    assert after.comparisons == 5
    assert after.fingerprint != before.fingerprint
    assert standing_of(study).is_current


def test_results_of_older_code_are_old(
    study: ComparisonStudy, monkeypatch: pytest.MonkeyPatch
) -> None:
    compute(study)
    before = StudyResults.objects.get()
    monkeypatch.setattr(kept_results, "code_version", lambda: "next version")
    assert not standing_of(study).is_current
    compute(study)
    after = StudyResults.objects.get()
    assert (after.code_version, after.fingerprint == before.fingerprint) == ("next version", False)
    assert after.content_sha256 == before.content_sha256


def test_the_same_comparisons_give_the_same_bytes_wherever_they_are(
    study: ComparisonStudy,
) -> None:
    complete_the_last(study)
    copy = make_five_pairs("copy")
    for comparison in Comparison.objects.filter(pair__study=copy).order_by("-pk"):
        is_last = comparison.pair.number == 5
        complete(comparison, overall="right" if is_last else "left")
    (ours, _), (theirs, _) = (keep_results(study=each, at=AT) for each in (study, copy))
    assert ours.fingerprint == theirs.fingerprint
    assert bytes(ours.content) == bytes(theirs.content)


@pytest.mark.parametrize(
    "changes",
    [
        {"overall": "tie"},
        {"fluency": "right"},
        {"right_captured": 1},
        {"left_captures": [False, True]},
    ],
)
def test_every_answer_is_part_of_the_fingerprint(
    study: ComparisonStudy, changes: dict[str, Any]
) -> None:
    before, _ = keep_results(study=study, at=AT)
    one = Comparison.objects.filter(pair__study=study, submitted_at__isnull=False)[:1]
    Comparison.objects.filter(pk__in=[each.pk for each in one]).update(**changes)
    after, is_new = keep_results(study=study, at=AT)
    assert is_new
    assert after.fingerprint != before.fingerprint


def test_a_job_that_is_under_way_is_not_started_twice(study: ComparisonStudy) -> None:
    first = start_results(study=study, at=AT, actor=None)
    assert start_results(study=study, at=AT, actor=None) == first
    other = make_five_pairs("other")
    with pytest.raises(ConflictError, match="Nobody has compared"):
        start_results(study=other, at=AT, actor=None)
    assert standing_of(other).job is None
    assert standing_of(study).job == first


def test_a_cancelled_job_leaves_the_results_as_they_were(study: ComparisonStudy) -> None:
    compute(study)
    before = StudyResults.objects.values().get()
    complete_the_last(study)
    job = start_results(study=study, at=AT, actor=None)

    def cancel_half_way(running: Job) -> None:
        if running.done == STEPS // 2 - 1:
            Job.objects.filter(pk=job.pk).update(cancel_requested=True)

    run_job(job_id=job.pk, observer=cancel_half_way)
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert job.message == "Cancelled. The last results stay as they were."
    assert StudyResults.objects.values().get() == before


def test_the_job_of_a_study_that_is_gone_fails_with_a_sentence() -> None:
    job = create_job(kind=COMPUTE_RESULTS, parameters={"study": 1}, at=AT, created_by=None)
    run_here(job)
    assert (job.state, job.message) == (JobState.FAILED, "The study no longer exists.")


def test_strengths_of_results_that_were_kept_before_they_had_intervals(
    study: ComparisonStudy,
) -> None:
    kept, _ = keep_results(study=study, at=AT)
    content = content_of(kept)
    content["systems"][0]["strength"] = {"ambiguity": None, "fluency": 0.5, "overall": None}
    kept.content = pack(orjson.dumps(content))
    assert content_of(kept)["systems"][0]["strength"] == {
        "ambiguity": None,
        "fluency": {"value": 0.5, "low": None, "high": None, "no_interval": ""},
        "overall": None,
    }
