"""Error analyses for the annotated demo: one that two people have finished, and one to label.

Nobody has read these answers: labels are drawn from what the scores say of each answer, so that
shares and agreement have something to show.
"""

from datetime import datetime
from typing import Final

import numpy as np

from annotator.running.demo.kinds import ANNOTATED_SLUG
from annotator.systems.error_analysis.labelling import finish_labelling, save_labels
from annotator.systems.error_analysis.models import ErrorAnalysis
from annotator.systems.error_analysis.opening import open_analysis
from annotator.systems.evaluation.models import Result, Score
from annotator.workspace.accounts.demo_accounts import ACCOUNTS
from annotator.workspace.projects.models import Project, Role

FINISHED_SIZE, OPEN_SIZE = 20, 10
SEED = 5

CORRECT, HALLUCINATION, MISUNDERSTANDING, OTHER = 0, 1, 2, 4
"""Places in the list of labels that every project begins with."""

SAYS_SO_TOO: Final = 0.8
"""How often the second person gives the label that the first one gave."""

_NOTE = "Invented: drawn at random for the demo."


def label_simulated_systems(*, at: datetime) -> None:
    """Open analyses of the second and third of the scored systems, and finish the first of them."""
    project = Project.objects.get(slug=ANNOTATED_SLUG)
    _, second, third, *_ = Score.objects.filter(system__project=project).order_by("pk")
    lead, expert = (_seat(project, role) for role in (Role.LEAD, Role.EXPERT))
    _label(_open(second, FINISHED_SIZE, [lead, expert], at), second, at)
    _open(third, OPEN_SIZE, [expert], at)


def _seat(project: Project, role: Role) -> int:
    """The key of the membership of the demo's first account with a role."""
    name = next(each.username for each in ACCOUNTS if each.role == role)
    return project.memberships.get(user__username=name).pk


def _open(score: Score, size: int, labellers: list[int], at: datetime) -> ErrorAnalysis:
    return open_analysis(score=score, size=size, seed=SEED, labellers=labellers, at=at, actor=None)


def _label(analysis: ErrorAnalysis, score: Score, at: datetime) -> None:
    draw = np.random.default_rng(SEED)
    rows = score.scored_examples.values_list("example_id", "long_result", "short_result")
    results = {example: {long, short} for example, long, short in rows}
    labellers = list(analysis.labellers.order_by("number"))
    for answer in analysis.answers.order_by("number"):
        label = _drawn(results[answer.example_id], draw)
        for labeller in labellers:
            is_other = labeller is not labellers[0] and draw.random() >= SAYS_SO_TOO
            save_labels(
                answer=answer,
                labeller=labeller,
                labels=[OTHER if is_other else label],
                note=_NOTE if is_other else "",
                at=at,
            )
    for labeller in labellers:
        finish_labelling(labeller=labeller, at=at)


def _drawn(results: set[str], draw: np.random.Generator) -> int:
    """Correct where nothing is wrong with an answer, and one of two mistakes elsewhere."""
    if not results & {Result.WRONG, Result.NEEDLESS}:
        return CORRECT
    return int(draw.choice([HALLUCINATION, MISUNDERSTANDING]))
