"""What digits that are rounded away would tell: the shown ones, differences and order don't."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from annotator.material.corpus.storage import Packed
from annotator.measures.resampled_scores import Replicates
from annotator.systems.evaluation.models import Part
from annotator.systems.evaluation.records.services import Entry, KeptFile, keep_score
from annotator.systems.evaluation.scoring.metric_names import EXTRACTOR
from annotator.systems.evaluation.scoring.scored import UNTOLD, Scored
from annotator.workspace.projects.models import Project
from tests.api.guessing import F1, hidden, make_asqa_with, natural_questions, published
from tests.factories.corpus import AT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

Floats = NDArray[np.float64]


def keep_metrics(
    project: Project,
    name: str,
    metrics: Mapping[str, float],
    parameters: Mapping[str, Any],
    replicates: Replicates | None = None,
) -> None:
    """A score of the hidden split with these exact numbers."""
    entry = Entry(
        name=name,
        notes="",
        split="test",
        gold=Packed.of(b""),
        people={"rows": [], "missing": []},
        files={Part.PREDICTIONS: KeptFile("guesses.json", Packed.of(b"{}"))},
        parameters=parameters,
        scored=Scored(dict(metrics), 3000, 0, replicates=replicates),
    )
    keep_score(project=project, entry=entry, at=AT, actor=None)


def keep(project: Project, name: str, value: float, replicates: Floats) -> None:
    """A score of Natural Questions that was resampled with the secret seed."""
    drawn = Replicates(len(replicates), {F1: replicates})
    keep_metrics(project, name, {F1: value}, {"intervals": {"seed": UNTOLD}}, drawn)


def test_differences_are_no_vernier() -> None:
    """References whose exact scores are known, in steps of a tenth of what is rounded: where the
    difference from them goes up by one tells the next digit.
    """
    project = natural_questions(1)
    spread = np.linspace(-0.02, 0.02, 1000)
    keep(project, "Guesses", 0.51234, 0.51234 + spread)
    for step in range(10):
        value = 0.3 + step / 10_000
        keep(project, f"Known {step}", value, value - spread / 2)
    rows = published()
    against = next(row["system"] for row in rows if row["name"] == "Guesses")
    compared = {row["name"]: row for row in published(against=against) if row["differences"]}
    assert len(compared) == 10
    exact = {name: 0.3 + int(name.split()[1]) / 10_000 for name in compared}
    fitting = [
        candidate
        for candidate in np.arange(0.5115, 0.5125, 0.00001)
        if all(
            abs(exact[name] - candidate - row["differences"][F1]["difference"]) <= 0.001
            for name, row in compared.items()
        )
    ]
    assert len(fitting) > 90
    for row in compared.values():
        assert round(row["metrics"][F1] - 0.512, 3) == row["differences"][F1]["difference"]
        # Nor does the middle of the interval.
        less = row["differences"][F1]
        assert sum(less["interval"]) / 2 == pytest.approx(less["difference"], abs=1e-9)


@pytest.mark.parametrize("values", [(0.50041, 0.50049), (0.50049, 0.50041)])
def test_the_order_of_equal_scores_is_not_that_of_the_exact_ones(values: list[float]) -> None:
    """Two uploads that differ in one guess, of so many examples that it is rounded away."""
    project = natural_questions(1)
    for name, value in zip(("First", "Second"), values, strict=True):
        keep(project, name, value, np.full(1000, value))
    for order in (F1, f"-{F1}"):
        rows = published(order=order)
        assert [(row["name"], row["metrics"][F1]) for row in rows] == [
            ("First", 0.5),
            ("Second", 0.5),
        ]
    # Nor is that of a metric that is not shown.
    assert [row["name"] for row in published(order="long-best-threshold")] == ["First", "Second"]


def test_a_root_does_not_magnify_what_is_rounded_away() -> None:
    """DR is √(Disambig-F1 · ROUGE-L): a right guess among 5,000 adds 0.02 there, but 0.9 to DR."""
    project = hidden(make_asqa_with(1))
    for name, found in (("Nothing", 0.0), ("One", 0.02)):
        metrics = {"QA-F1": found, "rougeLsum": 40.0, "ovscore": float(np.sqrt(found * 40))}
        keep_metrics(project, name, metrics, {EXTRACTOR: "ab" * 32})
    nothing, one = (row["metrics"] for row in published())
    assert nothing == one == {"QA-F1": 0.0, "rougeLsum": 40.0, "ovscore": 0.0}
