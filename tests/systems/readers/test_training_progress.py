"""Which batches of a training are progress: those that the next worker need not do again."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from annotator.systems.readers.job_handlers import _Progress
from annotator.workspace.jobs import registry
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.services import MAX_ATTEMPTS
from tests.factories.jobs import make_job
from tests.workspace.jobs.killed_runs import deaths_of, die

pytestmark = pytest.mark.django_db

BETWEEN, STEPS = 50, 1000


def state(step: int) -> Any:
    """A training's state in its only epoch; JAX need not be there."""
    return SimpleNamespace(epoch=0, step=step, is_kept=step % BETWEEN == 0)


@pytest.mark.parametrize(
    ("steps_of", "deaths"),
    [
        (lambda _: range(1, 141), MAX_ATTEMPTS),
        (lambda run: range(101 if run else 1, 141), MAX_ATTEMPTS),
        (lambda run: range(BETWEEN * run + 1, BETWEEN * run + 61), 9),
    ],
    ids=["begins again", "dies between checkpoints", "gets further"],
)
def test_a_training_is_given_up_where_no_further_batch_is_kept(
    monkeypatch: pytest.MonkeyPatch, steps_of: Callable[[int], range], deaths: int
) -> None:
    runs = iter(range(9))

    def run(context: JobContext) -> str:
        progress = _Progress(context, epochs=1)
        for step in steps_of(next(runs)):
            progress.on_step(state(step), STEPS)
        die()

    monkeypatch.setitem(registry._handlers, "test", registry.Handler(run, registry._keep))
    assert deaths_of(make_job("test"), most=9) == deaths
