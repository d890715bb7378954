"""How much a team may upload: files that are scored, and files that are refused."""

from typing import Any

import pytest

from annotator.exceptions import ConflictError, TooManyAttemptsError
from annotator.systems.competitions.limits import WEEK, Standing, check_limits, standing_of
from annotator.systems.competitions.outcomes import Outcome, outcome_of
from annotator.workspace.jobs.models import JobState
from tests.factories.competitions import (
    F1,
    days,
    make_competition,
    make_phase,
    make_submission,
    make_team,
)
from tests.factories.corpus import AT

pytestmark = pytest.mark.django_db

REFUSED: dict[str, Any] = {"state": JobState.FAILED, "problem_total": 2}


@pytest.mark.parametrize(
    ("job", "outcome"),
    [
        ({"state": JobState.QUEUED}, Outcome.WAITING),
        ({"state": JobState.RUNNING}, Outcome.WAITING),
        (REFUSED, Outcome.REFUSED),
        # The disk was full, or the worker died: nothing was told.
        ({"state": JobState.FAILED}, Outcome.FAILED),
        ({"state": JobState.CANCELLED}, Outcome.CANCELLED),
        # A worker had begun: the team may know that the file was accepted.
        ({"state": JobState.CANCELLED, "started_at": AT}, Outcome.REFUSED),
        ({"state": JobState.SUCCEEDED}, Outcome.DELETED),
    ],
)
def test_a_job_says_what_came_of_a_submission(job: dict[str, Any], outcome: Outcome) -> None:
    phase = make_phase(make_competition())
    team = make_team(phase.competition, "Ada's")
    assert outcome_of(make_submission(phase, team, "Mine", job=job)) == outcome


def test_uploads_of_the_last_seven_days_count_for_the_team() -> None:
    phase = make_phase(make_competition(), uploads_per_week=2)
    ours, others = (make_team(phase.competition, name) for name in ("Ours", "Others"))
    for number in range(2):
        make_submission(phase, ours, f"S{number}", {F1: 0.5}, at=AT + days(number))
    at = AT + days(2)
    assert standing_of(ours, phase, at=at) == Standing(0, None, 5, AT + WEEK)
    assert standing_of(others, phase, at=at) == Standing(2, None, 5, None)
    with pytest.raises(TooManyAttemptsError) as refused:
        check_limits(ours, phase, at=at)
    assert str(refused.value) == (
        "Your team has used all 2 of its submissions for the last seven days. "
        f"Submit again on {AT + WEEK:%Y-%m-%d %H:%M} UTC."
    )
    # The first one is exactly a week old: it no longer counts.
    assert standing_of(ours, phase, at=AT + WEEK) == Standing(1, None, 5, None)


def test_all_uploads_of_a_phase_are_limited_too() -> None:
    phase = make_phase(make_competition(), uploads_per_week=5, uploads_total=2)
    team = make_team(phase.competition, "Ours")
    for number in range(2):
        make_submission(phase, team, f"S{number}", {F1: 0.5}, at=AT + days(number))
    assert standing_of(team, phase, at=AT + days(60)) == Standing(0, 0, 5, None)
    with pytest.raises(ConflictError, match="all 2 uploads of Submissions"):
        check_limits(team, phase, at=AT + days(60))


def test_refused_files_have_a_limit_of_their_own_and_count_as_no_upload() -> None:
    phase = make_phase(make_competition(), uploads_per_week=1, refused_per_week=2)
    team = make_team(phase.competition, "Ours")
    make_submission(phase, team, "First", at=AT, job=REFUSED)
    assert standing_of(team, phase, at=AT + days(1)) == Standing(1, None, 1, None)
    make_submission(phase, team, "Second", at=AT + days(1), job=REFUSED)
    assert standing_of(team, phase, at=AT + days(2)) == Standing(0, None, 0, AT + WEEK)
    with pytest.raises(TooManyAttemptsError, match="2 files of your team were refused"):
        check_limits(team, phase, at=AT + days(2))
    check_limits(team, phase, at=AT + WEEK)


def test_a_file_that_may_still_be_refused_counts_for_both_limits() -> None:
    phase = make_phase(make_competition(), uploads_per_week=9, refused_per_week=1)
    team = make_team(phase.competition, "Ours")
    make_submission(phase, team, "Waiting")
    assert standing_of(team, phase, at=AT + days(1)) == Standing(0, None, 0, AT + WEEK)
