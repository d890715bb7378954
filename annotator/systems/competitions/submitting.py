"""Submitting predictions, and choosing the submission that counts."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import transaction

from annotator.exceptions import ConflictError, NotAllowedError
from annotator.systems.competitions.limits import check_limits
from annotator.systems.competitions.models import Competition, Participant, Phase, Submission, Team
from annotator.systems.competitions.opening import lock_competition, record
from annotator.systems.competitions.queries import open_phase
from annotator.systems.evaluation.models import Part
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import create_job

SCORE_SUBMISSION = "score_submission"


def check_submission(*, competition: Competition, user: User, at: datetime) -> tuple[Team, Phase]:
    """Whose submission it would be, and in which phase.

    Raises ``NotAllowedError`` for people without a team, ``ConflictError`` where no phase takes
    submissions, and what ``check_limits`` raises.
    """
    participant = Participant.objects.filter(competition=competition, user=user).first()
    if participant is None or participant.team is None:
        raise NotAllowedError("no_team", "Form a team first, or join one: teams submit.")
    if competition.project.hidden_split != competition.split:
        raise ConflictError(
            "nothing_hidden",
            f"The split {competition.split} is no longer hidden: nobody can submit to it.",
        )
    phase = open_phase(competition, at=at)
    if phase is None:
        raise ConflictError("no_open_phase", "No phase takes submissions now. See its dates.")
    check_limits(participant.team, phase, at=at)
    return participant.team, phase


@transaction.atomic
def submit(
    *,
    competition: Competition,
    files: Mapping[Part, Path],
    name: str,
    notes: str,
    passages: int,
    job_id: uuid.UUID,
    at: datetime,
    actor: User,
) -> Job:
    """Queue the job that scores a team's files, which are where the worker finds them.

    Raises what ``check_submission`` raises.
    """
    # Two at a time must not both be the last one of the week.
    competition = lock_competition(competition)
    team, phase = check_submission(competition=competition, user=actor, at=at)
    job = create_job(
        job_id=job_id,
        kind=SCORE_SUBMISSION,
        parameters={
            "name": name,
            "notes": notes,
            "split": competition.split,
            "passages": passages,
            "non_null_annotations": phase.non_null_annotations,
            "paths": {part: str(path) for part, path in files.items()},
        },
        project_id=competition.pk,
        at=at,
        created_by=actor,
        filename=files[Part.PREDICTIONS].name,
    )
    submission = Submission.objects.create(
        phase=phase, team=team, name=name, submitted_by=actor, submitted_at=at, job=job
    )
    told = {**_about(submission), "team": team.name, "name": name}
    record(competition, "submitted", at=at, actor=actor, **told)
    return job


@transaction.atomic
def choose_final(
    *, submission: Submission, is_final: bool, at: datetime, actor: User | None
) -> Submission:
    """Make a submission the one that counts for its team in its phase, instead of any other.

    Raises ``ConflictError`` for one without a score, and once the results are published.
    """
    competition = lock_competition(submission.phase.competition)
    submission = Submission.objects.select_related("phase", "team", "system").get(pk=submission.pk)
    if submission.is_final == is_final:
        return submission
    if submission.phase.results_published_at is not None:
        raise ConflictError("results_published", "The results of this phase are published.")
    if is_final and submission.scored_system is None:
        raise ConflictError("not_scored", "Choose a submission that has a score.")
    if is_final:
        chosen = Submission.objects.filter(phase=submission.phase, team=submission.team)
        chosen.filter(is_final=True).update(is_final=False)
    submission.is_final = is_final
    submission.save(update_fields=["is_final"])
    verb = "chosen" if is_final else "unchosen"
    record(competition, verb, at=at, actor=actor, **_about(submission), name=submission.name)
    return submission


def _about(submission: Submission) -> dict[str, Any]:
    return {"subject": "submission", "subject_id": submission.pk}
