"""A competition in each project, in which every member has a team of one that has submitted."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from annotator.systems.competitions.joining import PURPOSE, renew_link
from annotator.systems.competitions.models import Competition, Participant, Phase, PublishedFile
from annotator.systems.competitions.phases import add_phase
from annotator.systems.competitions.published_files import path_of
from annotator.systems.competitions.teams import PURPOSE as TEAM_PURPOSE
from annotator.systems.competitions.teams import renew_team_link
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.link_secrets import secret_from
from annotator.workspace.projects.models import Membership, Project
from tests.factories.competitions import F1, days, make_submission, make_team
from tests.factories.corpus import AT, make_user


def make_project_competition(project: Project, steward: User) -> Competition:
    """A competition whose first phase is open, with a second one that nobody has used.

    No split is hidden: that would hide examples from everybody else's tests.
    """
    Membership.objects.filter(project=project, user=steward).update(is_steward=True)
    competition = Competition.objects.create(project=project, split="test", created_at=AT)
    end = timezone.now() + timedelta(days=365)
    phases = [
        add_phase(competition=competition, at=AT, actor=None, name=name, **dates)
        for name, dates in (
            ("Open", {"ends_at": end}),
            ("Spare", {"starts_at": end, "ends_at": end + days(1)}),
        )
    ]
    for phase in phases:
        # Numbers count within a competition; here none stands for two phases.
        Phase.objects.filter(pk=phase.pk).update(number=phase.pk)
    return renew_link(competition=competition, days=30, at=timezone.now(), actor=None)


def objects_of_competition(competition: Competition) -> dict[str, Any]:
    """What belongs to a project's competition."""
    phase, spare = competition.phases.order_by("pk")
    file = PublishedFile.objects.create(
        competition=competition,
        split="all",
        format="nq",
        audience="everybody",
        name="x.jsonl",
        size=3,
        sha256="",
        made_by="00000000-0000-0000-0000-00000000000" + str(competition.files.count()),
        published_at=AT,
    )
    path = path_of(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"{}\n")
    return {
        "phase": phase.pk,
        "spare_phase": spare.pk,
        "published_file": file.pk,
        "competition_secret": secret_from(competition.invitation_seed, purpose=PURPOSE),
        "file_part": "predictions",
    }


def objects_of_team(competition: Competition, user: User) -> dict[str, Any]:
    """A member's team with a scored submission, and somebody who asks to join it."""
    project = competition.project
    team = make_team(competition, f"Team of {user.username}", user)
    team = renew_team_link(team=team, at=AT, actor=user)
    phase = competition.phases.order_by("pk")[0]
    submission = make_submission(phase, team, f"{project.slug} {user.username}", {F1: 0.5})
    asker = Participant.objects.create(
        competition=competition,
        user=make_user(f"asks {user.username} in {project.slug}"),
        asks_for=team,
        joined_at=AT,
    )
    assert submission.system
    return {
        "team": team.pk,
        "team_secret": secret_from(team.invitation_seed, purpose=TEAM_PURPOSE),
        "team_receipt": submission.system.scores.get().receipt,
        "own_submission": submission.pk,
        "asker": asker.pk,
    }
