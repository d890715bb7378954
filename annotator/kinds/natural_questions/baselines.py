"""The three baselines, which give long answers (NQ paper, section 6.1): see ``Baselines``."""

from collections.abc import Callable

import orjson
from django.conf import settings

from annotator.systems.evaluation.baselines.baseline_run import Plan
from annotator.systems.evaluation.baselines.baselines import (
    Baseline,
    ClosestQuestion,
    FirstParagraph,
    MostFrequent,
    predictions,
)
from annotator.systems.evaluation.baselines.boxed_project import boxed_examples
from annotator.systems.evaluation.gold.gold_file import is_simulated
from annotator.systems.evaluation.models import BaselineKind


def predictions_file(plan: Plan, on_predicted: Callable[[int], None]) -> bytes:
    """JSON of predictions."""
    simulated = is_simulated(plan.project)
    examples = boxed_examples(plan.project, [plan.split], simulated=simulated)
    found = []
    for prediction in predictions(_baseline(plan), examples):
        found.append(prediction)
        if len(found) % settings.EXAMPLES_AT_ONCE == 0:
            on_predicted(len(found))
    return orjson.dumps({"predictions": found})


def _baseline(plan: Plan) -> Baseline:
    if plan.train_project is None:
        return FirstParagraph()
    simulated = is_simulated(plan.train_project)
    training = boxed_examples(plan.train_project, [plan.train_split], simulated=simulated)
    if plan.baseline == BaselineKind.MOST_FREQUENT:
        return MostFrequent(training)
    return ClosestQuestion(training)
