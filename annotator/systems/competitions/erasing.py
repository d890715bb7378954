"""What becomes of a person's part in competitions when they are erased."""

from annotator.systems.competitions.models import Participant, Team
from annotator.systems.competitions.opening import lock_competition
from annotator.workspace.accounts.models import User


def forget_participation_of(user: User) -> None:
    """Take somebody out of their competitions. A team that has nobody left keeps its submissions,
    under a number and without links: its name may be the person's.
    """
    own = Participant.objects.filter(user=user).select_related("competition", "team")
    for participant in own.order_by("competition_id"):
        lock_competition(participant.competition)
        team = participant.team
        participant.delete()
        if team is not None and not team.members.exists():
            _make_nameless(team)


def _make_nameless(team: Team) -> None:
    if not team.submissions.exists():
        team.delete()
        return
    team.name = f"Former team {team.pk}"
    team.paper_url = team.code_url = team.model_url = ""
    team.invitation_seed, team.invitation_sha256 = "", None
    team.save()
