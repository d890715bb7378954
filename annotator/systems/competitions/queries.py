"""Reading competitions: who sees them, and who has which part in them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, QuerySet

from annotator.material.corpus.models import Example
from annotator.material.corpus.splits import of_splits, scorable_splits
from annotator.systems.competitions.models import (
    Audience,
    Competition,
    Participant,
    Phase,
    PhaseState,
    PublishedFile,
    Submission,
    Team,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Membership, Project
from annotator.workspace.projects.queries import leads_of, role_of, stewards_of

HAS_COMPETITION = Exists(Competition.objects.filter(project=OuterRef("pk")))
"""Of projects: whether there is a competition."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody's part in a competition. ``is_steward``: among its ``organisers_of``; ``is_member``:
    of the project, whose members may take part without an invitation.
    """

    user: User | None
    is_steward: bool = False
    is_member: bool = False
    participant: Participant | None = None

    @property
    def may_take_part(self) -> bool:
        """Whether they may form a team, or join one."""
        return self.is_member or self.participant is not None

    @property
    def team(self) -> Team | None:
        """Their team."""
        return self.participant.team if self.participant else None


def competition_of(project: Project) -> Competition | None:
    """The project's competition."""
    return Competition.objects.filter(project=project).select_related("project").first()


def viewer_of(competition: Competition | None, *, project: Project, user: User | None) -> Viewer:
    """The part of ``user`` in a competition, or in one that the project may open."""
    if user is None:
        return Viewer(None)
    found = Participant.objects.filter(competition=competition, user=user).select_related("team")
    return Viewer(
        user,
        is_steward=organisers_of(competition, project=project).filter(user=user).exists(),
        is_member=role_of(user=user, project=project) is not None,
        participant=found.first() if competition else None,
    )


def organisers_of(competition: Competition | None, *, project: Project) -> "QuerySet[Membership]":
    """The members whose competition it is: stewards of the hidden split. Once its split is shown,
    nothing is left to hide from the project's other leads, and it is theirs.
    """
    if competition is not None and competition.split != project.hidden_split:
        return leads_of(project)
    return stewards_of(project)


def participations_of(user: User) -> "QuerySet[Participant]":
    """The competitions that somebody takes part in, the newest first."""
    own = Participant.objects.filter(user=user).select_related("competition__project", "team")
    return own.order_by("-joined_at", "-pk")


def phases_of(competition: Competition) -> "QuerySet[Phase]":
    """The phases in their order, each with whether it ``is_fixed``: a team has submitted."""
    submitted = Submission.objects.filter(phase=OuterRef("pk"))
    return competition.phases.annotate(is_fixed=Exists(submitted)).order_by("number")


def open_phase(competition: Competition, *, at: datetime) -> Phase | None:
    """The phase that takes submissions at ``at``."""
    phases = competition.phases.all()
    return next((each for each in phases if each.state(at=at) == PhaseState.OPEN), None)


def split_sizes(competition: Competition) -> list[dict[str, object]]:
    """The splits of the project and how many questions each has; the hidden one is last."""
    project = competition.project
    examples = Example.objects.queued().filter(project=project)
    return [
        {
            "name": split,
            "examples": of_splits(examples, [split]).count(),
            "is_hidden": split == project.hidden_split,
        }
        for split in scorable_splits(project)
    ]


def files_for(competition: Competition, viewer: Viewer) -> "QuerySet[PublishedFile]":
    """The files that somebody may download. Stewards and participants have all, others those for
    everybody once the page is published.
    """
    files = competition.files.order_by("split", "format")
    if viewer.is_steward or viewer.may_take_part:
        return files
    if competition.page_published_at is None:
        return files.none()
    return files.filter(audience=Audience.EVERYBODY)


def teams_of(competition: Competition) -> "QuerySet[Team]":
    """The teams by name, each with its number of members (``size``)."""
    return competition.teams.annotate(size=Count("members")).order_by("name_key")


def submitting_teams(competition: Competition) -> int:
    """How many teams have submitted something."""
    return competition.teams.filter(Exists(Submission.objects.filter(team=OuterRef("pk")))).count()


def is_of_own_team(job: Job, user: User) -> bool:
    """Whether a job scores a submission of somebody's team."""
    return Submission.objects.filter(job=job, team__members__user=user).exists()


def all_submissions(competition: Competition) -> "QuerySet[Submission]":
    """The submissions of all teams, the newest first."""
    found = Submission.objects.filter(phase__competition=competition)
    return found.select_related("phase", "team", "system", "submitted_by", "job").order_by(
        "-submitted_at", "-pk"
    )


def submissions_of(team: Team) -> "QuerySet[Submission]":
    """A team's submissions, the newest first."""
    own = Submission.objects.filter(team=team)
    return own.select_related("phase", "system", "submitted_by", "job", "job__created_by").order_by(
        "-submitted_at", "-pk"
    )
