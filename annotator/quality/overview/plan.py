"""How many annotations each example should have: what each number would give, take and cost."""

from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from django.db.models import Count

from annotator.collecting.assignments.models import Slot
from annotator.collecting.assignments.queries import FILLED
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.measures.adaptive_overlap import BetaPrior
from annotator.measures.overlap_plan import FEWEST, NUMBERS, expect, people_needed, recommend
from annotator.measures.overlap_simulation import PUBLISHED_MU, draw_world
from annotator.quality.judgments.models import Target
from annotator.quality.judgments.sampling import HAS_ANSWER, counted_annotations
from annotator.quality.overview.hours import cost_of, pay_of
from annotator.quality.overview.targets import sections_of
from annotator.quality.reports.adaptive_plan import ENOUGH, prior_of
from annotator.quality.reports.models import Pay
from annotator.quality.reports.published import SECONDS_PER_ANNOTATION
from annotator.quality.reports.services import latest_report
from annotator.workspace.projects.kinds import Ability, can
from annotator.workspace.projects.models import Project

SIMULATED = 2000
"""Examples; a share of them is known to about two points."""

THRESHOLD = 0.4
"""The share of annotators that makes an answer (section 4.4, footnote 9)."""

HOUR = 3600


@dataclass(frozen=True, slots=True)
class Option:
    """So many annotations of each example. ``agreement`` on the long answer has an interval as wide
    as ``width``, both None for one annotation; ``correct`` is the share of right consensus answers.
    ``hours`` of active time take so many ``people``, and cost so much, if the project has a rate.
    """

    number: int
    agreement: float | None
    width: float | None
    correct: float
    annotations: int
    hours: float
    people: int
    cost: Decimal | None


@dataclass(frozen=True, slots=True)
class Plan:
    """``answers_from`` and ``seconds_from`` say whose rates these are: "project", "papers" or,
    of ``seconds`` of an annotation, "given".
    """

    examples: int
    answers_from: str
    seconds: float
    seconds_from: str
    pay: Pay | None
    recommended: int
    options: list[Option]


def plan_of(
    *,
    project: Project,
    hours_a_week: float,
    weeks: float,
    examples: int | None = None,
    seconds: float | None = None,
) -> Plan:
    """The plan for ``examples``, or the project's own if that is None.

    The same project, numbers and seed give the same plan. Raises ``ConflictError`` for a project of
    another kind than NQ and ``InvalidInputError`` for fewer than two examples.
    """
    if not can(project.kind, Ability.ADAPTIVE_OVERLAP):
        raise ConflictError(
            "not_planned",
            "Answers of this kind can't be simulated: no two long-form answers are equal.",
        )
    number = project.examples.of_main_task().count() if examples is None else examples
    if number < FEWEST:
        raise InvalidInputError(
            "too_few_examples",
            f"The project has {number} examples, and agreement takes two.",
            fields={"examples": "Say how many there will be."},
        )
    prior, answers_from = _prior(project)
    taken, seconds_from = (seconds, "given") if seconds else _seconds(project)
    pay = pay_of(project)
    world = draw_world(
        prior, examples=SIMULATED, cap=max(NUMBERS), threshold=THRESHOLD, seed=project.seed
    )
    found = expect(world, examples=number)
    options = []
    for each in found:
        total = taken * number * each.number
        options.append(
            Option(
                number=each.number,
                agreement=each.agreement,
                width=each.width,
                correct=each.correct.value,
                annotations=number * each.number,
                hours=total / HOUR,
                people=people_needed(
                    total, hours_a_week=hours_a_week, weeks=weeks, number=each.number
                ),
                cost=cost_of(total, pay),
            )
        )
    return Plan(number, answers_from, taken, seconds_from, pay, recommend(found), options)


def _prior(project: Project) -> tuple[BetaPrior, str]:
    """How examples differ, by the project's own annotations once enough have two of them."""
    # Examples with fewer say nothing about it. The index of the filled slots knows which have more.
    filled = Slot.objects.filter(FILLED, project=project).values("example")
    several = filled.annotate(number=Count("*")).filter(number__gt=1).values("example")
    found = Count("pk", filter=HAS_ANSWER[Target.LONG])
    by_example = counted_annotations(project).filter(example__in=several).values("example")
    counts = by_example.annotate(size=Count("pk"), found=found).values_list("size", "found")
    sizes, answered = np.array(counts, dtype=np.int64).reshape(-1, 2).T
    if (sizes > 1).sum() < ENOUGH:
        return PUBLISHED_MU, "papers"
    return prior_of(sizes - answered, sizes), "project"


def _seconds(project: Project) -> tuple[float, str]:
    """The mean time of an annotation, by the newest statistics if they have one."""
    for section in sections_of(latest_report(project)):
        for figure in section.get("figures", ()) if section["name"] == "process" else ():
            if figure["name"] == "seconds_mean" and figure["value"]:
                return float(figure["value"]), "project"
    return SECONDS_PER_ANNOTATION, "papers"
