"""From gold and predictions to a system's scores, without the database."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from typing import Any

from annotator.foundation.files.code_version import sources_sha256
from annotator.quality.reports.code_version import libraries
from annotator.systems.evaluation.models import Half
from annotator.systems.evaluation.scoring.halves import HALVES, is_in, seed_sha256
from annotator.systems.evaluation.scoring.scored import Scored, Settings, SplitGold, say_nothing

PLACES = (
    "annotator/systems/evaluation/scoring",
    "annotator/material/formats",
    "annotator/measures",
)
"""All that scores come from."""


@cache
def code_version() -> str:
    """sha256, hex, of the sources that scores come from and of the libraries' versions."""
    return sha256(f"{sources_sha256(*PLACES)}\n{libraries()}".encode()).hexdigest()


def score(
    gold: SplitGold,
    predictions: Any,
    settings: Settings,
    on_scored: Callable[[int], None] = say_nothing,
) -> Scored:
    """Compare predictions, as the gold reads them, with all of it and with each half of it.

    ``on_scored`` gets the number of examples of the whole that are done. Raises
    ``UndefinedMeasureError`` where no example has an annotation.
    """
    whole, seed = gold.score(predictions, settings, on_scored), settings.halves_seed
    if seed is None:
        return whole
    halves = {
        half: gold.among(partial(is_in, half, seed=seed)).score(predictions, settings)
        for half in Half
    }
    parameters = {**whole.parameters, HALVES: seed_sha256(seed)}
    return replace(whole, halves=halves, parameters=parameters)
