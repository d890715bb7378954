"""The instruments of blind review, for tests of what all of them share."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from annotator.material.formats.asqa.system_answers import read_answers
from annotator.quality.comparisons.models import ComparisonStudy
from annotator.quality.comparisons.opening import StudyPlan, open_study
from annotator.quality.comparisons.sources import SystemSource
from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.judgments.rounds import open_round
from annotator.quality.reviews.models import Review
from annotator.systems.error_analysis.models import ErrorAnalysis
from annotator.systems.error_analysis.opening import open_analysis
from annotator.systems.evaluation.models import Score
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_examples, make_project
from tests.factories.error_analysis import make_answers
from tests.factories.judgments import make_annotations


@dataclass(frozen=True)
class Instrument:
    """How a review is opened for one or two members, and where it is."""

    model: type[Review]
    make: Callable[[], Project]
    open_for: Callable[[Project, Sequence[Membership], User | None], Review]
    listed: str
    address: str


def _round(project: Project, members: Sequence[Membership], actor: User | None) -> Review:
    experts = [member.pk for member in members]
    given = {"title": "Round", "target": "long", "size": 1, "seed": 3, "guidelines": "Be kind."}
    return open_round(project=project, experts=experts, at=AT, actor=actor, **given)


def _make_judged() -> Project:
    project = make_project("project", overlap=2)
    make_annotations(project, 2)
    return project


def _study(project: Project, members: Sequence[Membership], actor: User | None) -> Review:
    keys = [str(each.example_id) for each in project.examples.all()]
    data = json.dumps(dict.fromkeys(keys, "An answer.")).encode()
    systems = [SystemSource(name, read_answers(data, name=f"{name}.json")) for name in "AB"]
    plan = StudyPlan("Study", 3, 1, 1, "Be kind.", members, systems)
    return open_study(project=project, plan=plan, at=AT, actor=actor)


def _make_compared() -> Project:
    project = make_asqa_project("project")
    make_ambiguous_examples(project, 2)
    return project


def _analysis(project: Project, members: Sequence[Membership], actor: User | None) -> Review:
    score = Score.objects.get(system__project=project)
    labellers = [member.pk for member in members]
    return open_analysis(score=score, size=1, seed=3, labellers=labellers, at=AT, actor=actor)


def _make_scored() -> Project:
    project = make_project("project")
    make_examples(project, 2)
    make_answers(project, ["right", "wrong"])
    return project


P = "/api/v1/projects/project/"
ANALYSES = f"{P}error-analyses/"
INSTRUMENTS = {
    "rounds": Instrument(
        JudgmentRound, _make_judged, _round, f"{P}judgment-rounds/", "/api/v1/judgment-rounds/"
    ),
    "studies": Instrument(
        ComparisonStudy,
        _make_compared,
        _study,
        f"{P}comparison-studies/",
        "/api/v1/comparison-studies/",
    ),
    "analyses": Instrument(ErrorAnalysis, _make_scored, _analysis, ANALYSES, ANALYSES),
}
