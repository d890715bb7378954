"""The question eight times (ASQA paper, section 5.1), or a passage of another question: see
``Baselines``. The paper gives such passages to a model (random retrieval, section 6), which
``export_model_inputs`` writes.
"""

from collections.abc import Callable

import orjson

from annotator.exchange.exports.model_inputs import examples_of_project, random_passages
from annotator.systems.evaluation.baselines.baseline_run import Plan
from annotator.systems.evaluation.scoring.people import repeated_question
from annotator.workspace.jobs.context import JobFailedError


def predictions_file(plan: Plan, on_predicted: Callable[[int], None]) -> bytes:
    """JSON of answers."""
    return orjson.dumps(_answers(plan))


def _answers(plan: Plan) -> dict[str, str]:
    """An answer to each question of the split, by its key."""
    examples = examples_of_project(plan.project, [plan.split])
    if plan.train_project is None:
        return {key: repeated_question(example) for key, example in examples.items()}
    pool = examples_of_project(plan.train_project, [plan.train_split])
    try:
        drawn = random_passages(examples, pool, count=1, seed=plan.seed)
    except ValueError as error:
        raise JobFailedError(f"The split has too few passages: {error}.") from error
    return {key: passages[0].text for key, passages in drawn.items()}
