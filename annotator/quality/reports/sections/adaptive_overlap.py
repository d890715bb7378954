"""What adaptive overlap asks for, what it saves, and what it would cost by simulation."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.adaptive_overlap import Rule
from annotator.measures.intervals import Clusters, clustered_proportion
from annotator.measures.overlap_simulation import Cost, compare_rules, draw_world
from annotator.quality.reports.adaptive import adaptation_of
from annotator.quality.reports.adaptive_plan import (
    ENOUGH,
    Adaptation,
    AdaptivePlan,
    plan_further,
    prior_of,
)
from annotator.quality.reports.context import ExampleColumns, Parameters, ReportContext
from annotator.quality.reports.estimates import first_without, share_figure, share_point
from annotator.quality.reports.figures import Drill, Figure, Missing, Plot, Point, Section
from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns
from annotator.workspace.projects.models import Project

NAME = "adaptive_overlap"
FIXED = (1, 3, 5)
CONFIDENCES = (0.8, 0.9, 0.95)
USUAL_CAP = 9
"""The simulation's, if the project has chosen none."""

SIMULATED = 4000
THRESHOLD = 0.4

NOTHING = Missing("Nobody has submitted an annotation yet.", "One annotation.", 0, 1)
DECISIONS = ("null_long", "which_long", "null_short", "which_short")
"""The bits of ``AdaptivePlan.unsettled``, in their order."""


def inputs(project: Project, _parameters: Parameters) -> Mapping[str, Any]:
    """The project's choice: ``cap`` (null if it is off), ``step``, ``confidence`` and
    ``sample_share``.
    """
    adaptation = adaptation_of(project)
    if adaptation is None:
        return {"cap": None}
    return {
        "cap": adaptation.cap,
        "step": adaptation.step,
        "confidence": adaptation.confidence,
        "sample_share": adaptation.sample_share,
    }


def compute(context: ReportContext) -> Section:
    """The section *adaptive_overlap*; where it is off, its simulation alone."""
    adaptation = _adaptation(context)
    simulated = _simulation_plot(context, adaptation)
    if adaptation is None:
        return Section(NAME, plots=[simulated], notes=["adaptive_off"])
    plan = plan_further(context.annotations, context.examples, adaptation)
    units = context.units.of(plan.example)
    return Section(
        NAME,
        figures=[
            *_figures(plan, units, adaptation),
            *_sample_figures(plan, context.examples, adaptation.cap),
        ],
        plots=[
            _share_bars("adaptive_standing", _standings(plan), units, ""),
            _share_bars("unsettled_decisions", _decisions(plan), units, "unsettled_"),
            simulated,
        ],
    )


def _adaptation(context: ReportContext) -> Adaptation | None:
    chosen = context.inputs
    if chosen.get("cap") is None:
        return None
    return Adaptation(chosen["cap"], chosen["step"], chosen["confidence"], chosen["sample_share"])


def saved_annotations(plan: AdaptivePlan, adaptation: Adaptation) -> int:
    """How many fewer annotations settled examples are to have than if all had the cap."""
    spared = np.maximum(adaptation.cap - plan.wanted, 0)
    return int(spared[plan.unsettled == 0].sum())


def _figures(plan: AdaptivePlan, units: Clusters, adaptation: Adaptation) -> list[Figure]:
    total = len(plan.example)
    if not total:
        names = ("settled", "annotations_wanted", "annotations_saved")
        return [
            Figure("settled", "share", missing=NOTHING),
            *(Figure(name, "count", missing=NOTHING) for name in names[1:]),
        ]
    settled = clustered_proportion(plan.unsettled == 0, units)
    return [
        share_figure("settled", settled),
        Figure("annotations_wanted", "count", float(plan.wanted.mean()), count=total),
        Figure(
            "annotations_saved",
            "count",
            saved_annotations(plan, adaptation),
            count=settled.count,
        ),
    ]


def _sample_figures(plan: AdaptivePlan, examples: ExampleColumns, cap: int) -> list[Figure]:
    """How large the agreement sample is, and what it costs: the annotations that it is to have
    beyond what the rule asks for elsewhere.
    """
    number = int(examples.sampled.sum())
    if not number:
        return []
    others = plan.wanted[~plan.sampled]
    missing = None if len(others) else NOTHING
    wanted = int(np.maximum(examples.overlap[examples.sampled], cap).sum())
    more = None if missing else max(0, round(wanted - number * float(others.mean())))
    return [
        Figure("sample_examples", "count", number, count=len(examples)),
        Figure("sample_annotations", "count", more, count=number, missing=missing),
    ]


def _standings(plan: AdaptivePlan) -> dict[str, NDArray[np.bool_]]:
    """The state of each example; each is in exactly one."""
    is_open = plan.unsettled > 0
    waits = plan.annotations < plan.overlap
    return {
        "settled_examples": ~is_open,
        "awaiting_annotations": is_open & waits,
        "asked_for_more": plan.asks,
        "unsettled_at_cap": is_open & ~waits & ~plan.asks,
    }


def _decisions(plan: AdaptivePlan) -> dict[str, NDArray[np.bool_]]:
    return {name: (plan.unsettled >> bit & 1) > 0 for bit, name in enumerate(DECISIONS)}


def _share_bars(
    name: str, masks: Mapping[str, NDArray[np.bool_]], units: Clusters, prefix: str
) -> Plot:
    if not all(len(mask) for mask in masks.values()):
        return Plot(name, "share", "bars", missing=NOTHING)
    shares = {key: clustered_proportion(mask, units) for key, mask in masks.items()}
    points = [
        share_point(key, share, Drill(f"{prefix}{key}", 1, 1)) for key, share in shares.items()
    ]
    return Plot(name, "share", "bars", points=points, no_interval=first_without(shares.values()))


def _simulation_plot(context: ReportContext, adaptation: Adaptation | None) -> Plot:
    """Right consensus against annotations of an example, on examples drawn as the project's are."""
    given: NaturalQuestionsColumns = context.annotations
    _, places = np.unique(given.example, return_inverse=True)
    sizes = np.bincount(places)
    several = int((sizes > 1).sum())
    if several < ENOUGH:
        missing = Missing(
            f"How much examples differ is known once {ENOUGH} of them have two annotations.",
            f"{ENOUGH} examples with two annotations.",
            several,
            ENOUGH,
        )
        return Plot("cost_and_accuracy", "share", "points", "number", missing=missing)
    cap = max(adaptation.cap if adaptation else USUAL_CAP, *FIXED)
    nulls = np.bincount(places, weights=given.long == 0).astype(np.int64)
    world = draw_world(
        prior_of(nulls, sizes),
        examples=SIMULATED,
        cap=cap,
        threshold=THRESHOLD,
        seed=context.seed,
    )
    confidences = sorted({*CONFIDENCES, *([adaptation.confidence] if adaptation else [])})
    at_most = adaptation.cap if adaptation else USUAL_CAP
    rules = [Rule(confidence, cap=at_most) for confidence in confidences]
    costs = compare_rules(world, rules, fixed=FIXED)
    fixed = [
        _cost_point("fixed", str(number), cost) for number, cost in zip(FIXED, costs, strict=False)
    ]
    adaptive = [
        _cost_point("adaptive", f"{confidence:g}", cost)
        for confidence, cost in zip(confidences, costs[len(FIXED) :], strict=True)
    ]
    return Plot(
        "cost_and_accuracy",
        "share",
        "points",
        "number",
        series=("fixed", "adaptive"),
        points=[*fixed, *adaptive],
    )


def _cost_point(series: str, key: str, cost: Cost) -> Point:
    right = cost.correct
    return Point(
        key=key,
        value=right.value,
        series=series,
        x=cost.mean_annotations,
        low=right.low,
        high=right.high,
        count=right.count,
        total=right.total,
    )


def example_columns(context: ReportContext) -> dict[str, NDArray[np.float32]]:
    """1 where an example is in a bar; none where adaptive overlap is off."""
    adaptation = _adaptation(context)
    if adaptation is None:
        return {}
    plan = plan_further(context.annotations, context.examples, adaptation)
    masks = _standings(plan) | {
        f"unsettled_{name}": mask for name, mask in _decisions(plan).items()
    }
    return {name: mask.astype(np.float32) for name, mask in masks.items()}
