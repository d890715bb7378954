"""A finished competition in the annotated demo: two teams, with the four simulated systems."""

from datetime import datetime, timedelta

from django.db import transaction

from annotator.running.demo.kinds import ANNOTATED_SLUG
from annotator.systems.competitions.models import Competition, Participant, Phase, Submission, Team
from annotator.systems.evaluation.models import Score
from annotator.systems.evaluation.scoring.kinds import scores_of
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project

TEAMS = {
    "Plumb": ("ada", "https://example.org/plumb", 110_000_000, ("90", "50")),
    "Spirit level": ("ben", "https://example.org/level", 7_000_000, ("70", "30")),
}
"""Who submitted for a team, where its code is, its model's parameters, and its systems."""

BEGAN = timedelta(days=28)
ENDED = timedelta(days=7)

TEXTS = {
    "summary": "Find the paragraph of an article that answers a question. All of it is invented:"
    " the articles, the teams, and the annotations that decide.",
    "task": "For each question, name the smallest box of the page with the whole answer, and the"
    " words in it that answer the question alone. Some questions have no answer.",
    "rules": "- Two uploads a week for each team.\n- No answers by hand.",
    "how_to_submit": "Upload a file of predictions in the format of Natural Questions.",
    "licence": "The articles were written for the demo, under the Apache License 2.0.",
    "contact": "Ask Lena, who leads the demo.",
}


@transaction.atomic
def load_competition(*, at: datetime) -> Competition:
    """The competition, over at ``at``: its questions were hidden meanwhile and are no longer.

    The simulated systems have to be scored.
    """
    project = Project.objects.get(slug=ANNOTATED_SLUG)
    scores = Score.objects.filter(system__project=project).select_related("system")
    by_name = {score.system.name: score for score in scores}
    split = next(iter(by_name.values())).split
    competition = Competition.objects.create(
        project=project, split=split, created_at=at - BEGAN, page_published_at=at - BEGAN, **TEXTS
    )
    phase = Phase.objects.create(
        competition=competition,
        number=1,
        name="Test phase",
        starts_at=at - BEGAN,
        ends_at=at - ENDED,
        uploads_per_week=2,
        metric=scores_of(project.kind).RANKING[0],
        results_published_at=at - ENDED,
    )
    for name, (username, code, parameters, systems) in TEAMS.items():
        team = Team.objects.create(
            competition=competition,
            name=name,
            code_url=code,
            model_parameters=parameters,
            created_at=at - BEGAN,
        )
        user = User.objects.get(username=username)
        Participant.objects.create(
            competition=competition, user=user, team=team, joined_at=at - BEGAN
        )
        for number, quality in enumerate(systems, start=1):
            system = by_name[f"Simulated, right on {quality}%"].system
            Submission.objects.create(
                phase=phase,
                team=team,
                name=system.name,
                system=system,
                submitted_by=user,
                submitted_at=at - BEGAN + timedelta(days=number),
            )
    return competition
