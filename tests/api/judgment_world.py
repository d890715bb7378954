"""Rounds of judgments in each phase, in the world of the table of permissions."""

from collections.abc import Sequence
from typing import Any

from annotator.collecting.annotations.models import Annotation
from annotator.quality.judgments.models import JudgmentRound, RoundExpert, VariabilityRound
from annotator.quality.judgments.verdicts import record_context
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT
from tests.factories.judgments import (
    answers_of,
    close_all,
    finish,
    make_annotations,
    make_experts,
    make_round,
    seats_of,
    vote_all,
)


def make_project_rounds(project: Project, expert: User) -> dict[str, Any]:
    """A round in each phase, over the same answer, whose second expert is ``expert``."""
    annotations = make_annotations(project, 1)
    judging = _make_round(project, expert, annotations, "C", "W")
    for seat in seats_of(judging):
        record_context(answer=answers_of(judging)[0], seat=seat, at=AT)
    meeting, settled, finished = (
        close_all(_make_round(project, expert, annotations, *votes))
        for votes in (("C", "C_d"), ("W", "W"), ("C", "C"))
    )
    finish(finished)
    for asked in (meeting, finished):
        VariabilityRound.objects.create(round=asked, annotations=2, requested_at=AT)
    return {
        "judging_round": judging.pk,
        "meeting": meeting.pk,
        "settled_meeting": settled.pk,
        "finished_round": finished.pk,
        "judged_answer": 0,
        "round_seat": 1,
        "project_expert": make_experts(project, 1)[0].pk,
        "spare_expert": make_experts(project, 2)[1].pk,
    }


def _make_round(
    project: Project, expert: User, annotations: Sequence[Annotation], *votes: str
) -> JudgmentRound:
    round_ = make_round(project, annotations=annotations, experts=1)
    RoundExpert.objects.create(round=round_, user=expert, number=2)
    vote_all(round_, [votes])
    return round_
