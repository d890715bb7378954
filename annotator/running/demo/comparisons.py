"""Comparisons of long-form answers in the demo of ASQA: one study under way, one finished.

The answers are the project's own words, and the systems are invented. What an expert says of a
pair follows from the answers by a rule, so that everybody's demo shows the same.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib import resources
from typing import Any

from annotator.material.formats.asqa.system_answers import AnswerFile
from annotator.measures.short_answer_presence import find_short_answer
from annotator.quality.comparisons.comparing import Evaluation, next_comparison, submit_comparison
from annotator.quality.comparisons.kept_results import keep_results
from annotator.quality.comparisons.models import Comparison, ComparisonStudy, Preference
from annotator.quality.comparisons.opening import StudyPlan, open_study
from annotator.quality.comparisons.sources import SystemSource
from annotator.quality.comparisons.studies import finish_study
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role

FINISHED_TITLE, OPEN_TITLE = "Spring: four systems", "Autumn: four systems"
FINISHED_KEYS = ("8001", "8002", "8003", "8004")
OPEN_KEYS = ("8005", "8006", "8007", "8008")
SEED = 11
INSTRUCTIONS = "Read both answers **before** you judge either of them."
MINUTES = 3
"""How long the expert takes for a pair."""


@dataclass(frozen=True, slots=True)
class DemoSystem:
    """A system: its name, how well it writes (the more the better), and its answers by key."""

    name: str
    fluency: int
    answers: dict[str, str]


@cache
def systems() -> tuple[DemoSystem, ...]:
    """The systems whose answers are compared."""
    file = resources.files(__package__) / "compared_answers.json"
    loaded: list[dict[str, Any]] = json.loads(file.read_bytes())
    return tuple(DemoSystem(**each) for each in loaded)


def load_comparisons(*, project: Project, lead: User, at: datetime) -> None:
    """A finished study with its results, and one that is half compared."""
    finished = _open(project, FINISHED_TITLE, FINISHED_KEYS, lead, at)
    _compare(finished, number=finished.pairs.count(), at=at)
    finish_study(study=finished, at=at + timedelta(hours=2), actor=lead)
    keep_results(study=finished, at=at + timedelta(hours=2))
    under_way = _open(project, OPEN_TITLE, OPEN_KEYS, lead, at + timedelta(hours=3))
    _compare(under_way, number=under_way.pairs.count() // 2, at=at + timedelta(hours=3))


def _open(
    project: Project, title: str, keys: Sequence[str], lead: User, at: datetime
) -> ComparisonStudy:
    """A study of all systems' answers to the questions ``keys``, compared by the experts."""
    plan = StudyPlan(
        title=title,
        seed=SEED,
        question_count=len(keys),
        comparers_per_pair=1,
        instructions=INSTRUCTIONS,
        comparers=list(project.memberships.filter(role=Role.EXPERT).order_by("pk")),
        systems=[_source(system, keys) for system in systems()],
    )
    return open_study(project=project, plan=plan, at=at, actor=lead)


def _source(system: DemoSystem, keys: Sequence[str]) -> SystemSource:
    answers = {key: system.answers[key] for key in keys}
    lines = {key: number for number, key in enumerate(keys, start=2)}
    name = f"{system.name.lower().replace(' ', '-')}.json"
    return SystemSource(system.name, AnswerFile(name=name, answers=answers, lines=lines))


def _compare(study: ComparisonStudy, *, number: int, at: datetime) -> None:
    """Let the comparers submit ``number`` comparisons, in turn."""
    made = 0
    while made < number:
        for seat in study.comparers.select_related("study").order_by("number"):
            comparison = next_comparison(seat)
            if comparison is None or made == number:
                continue
            made += 1
            submit_comparison(
                comparison=comparison,
                evaluation=_evaluation(comparison),
                at=at + timedelta(minutes=MINUTES * made),
            )


def _evaluation(comparison: Comparison) -> Evaluation:
    """An answer captures what its text has a short answer of; the rest follows from that and the
    style.
    """
    pair = comparison.pair
    readings = [each.short_answers for each in pair.example.disambiguations.order_by("number")]
    left, right = (
        [any(find_short_answer(text, each) for each in short_answers) for short_answers in readings]
        for text in (pair.left.text, pair.right.text)
    )
    fluency = {system.name: system.fluency for system in systems()}
    styles = (fluency[pair.left.system.name], fluency[pair.right.system.name])
    captured = (sum(left), sum(right))
    return Evaluation(
        left_captures=left,
        right_captures=right,
        ambiguity=_preferred(*captured),
        fluency=_preferred(*styles),
        overall=_preferred((captured[0], styles[0]), (captured[1], styles[1])),
        seconds=MINUTES * 60.0,
    )


def _preferred(left: Any, right: Any) -> str:
    if left == right:
        return Preference.TIE
    return Preference.LEFT if left > right else Preference.RIGHT
