"""Competitions with teams, and submissions that are scored without a worker."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from annotator.material.corpus.models import Example
from annotator.quality.reports.hidden_split import hide_split
from annotator.systems.competitions.models import Competition, Participant, Phase, Submission, Team
from annotator.systems.competitions.opening import write_competition
from annotator.systems.competitions.phases import add_phase
from annotator.systems.competitions.submitting import SCORE_SUBMISSION
from annotator.systems.competitions.teams import form_team
from annotator.systems.evaluation.models import Half, HalfScore
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project, Role
from tests.factories.corpus import AT, make_member, make_project, make_user
from tests.factories.jobs import make_job
from tests.factories.many_annotations import LONG, annotate_at_once
from tests.factories.systems import make_score

F1 = "long-best-threshold-f1"


def make_hidden_project(slug: str = "dev", examples: int = 1) -> Project:
    """A project whose examples are all of the hidden split; ``steward`` is its steward."""
    project = make_project(slug, overlap=5)
    annotate_at_once(project, [[LONG] * 5] * examples)
    Example.objects.filter(project=project).update(split="test")
    steward = make_member(project, "steward", Role.LEAD).user
    hide_split(project=project, split="test", steward=steward, at=AT)
    project.refresh_from_db()
    return project


def make_competition(project: Project | None = None, **texts: str) -> Competition:
    """A competition without phases."""
    return write_competition(project=project or make_hidden_project(), at=AT, actor=None, **texts)


def make_phase(competition: Competition, **rules: Any) -> Phase:
    """A phase that is always open unless it has dates."""
    return add_phase(competition=competition, at=AT, actor=None, **{"name": "Submissions", **rules})


def make_team(competition: Competition, name: str, user: User | None = None) -> Team:
    """A team of one person, who signs up for it."""
    user = user or make_user(f"{name} member")
    Participant.objects.get_or_create(
        competition=competition, user=user, defaults={"joined_at": AT}
    )
    return form_team(competition=competition, user=user, name=name, at=AT)


def member_of(team: Team) -> User:
    """The first member of a team."""
    return team.members.select_related("user").order_by("pk")[0].user


def make_submission(
    phase: Phase,
    team: Team,
    name: str,
    metrics: Mapping[str, float] | None = None,
    *,
    halves: Mapping[Half, Mapping[str, float]] | None = None,
    at: datetime = AT,
    job: Mapping[str, Any] | None = None,
) -> Submission:
    """A submission with a score of the test's choice; without ``metrics`` its job has no result.

    ``job`` are fields of its job.
    """
    project, user = phase.competition.project, member_of(team)
    made = make_job(SCORE_SUBMISSION, {"name": name}, project=project, created_by=user)
    fields = {"state": JobState.SUCCEEDED if metrics else JobState.QUEUED, **(job or {})}
    Job.objects.filter(pk=made.pk).update(**fields)
    made.refresh_from_db()
    submission = Submission.objects.create(
        phase=phase, team=team, name=name, submitted_by=user, submitted_at=at, job=made
    )
    if metrics is not None:
        score = make_score(
            project, name, split=phase.competition.split, metrics=metrics, actor=user, at=at
        )
        HalfScore.objects.bulk_create(
            HalfScore(score=score, half=half, examples=1, metrics=dict(found))
            for half, found in (halves or {}).items()
        )
        submission.system = score.system
        submission.save(update_fields=["system"])
        score.system.is_withheld = True
        score.system.save(update_fields=["is_withheld"])
    return submission


def days(number: float) -> timedelta:
    """So many days."""
    return timedelta(days=number)
