"""Simulated answers to Natural Questions: see ``Simulation``."""

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from annotator.collecting.annotations.answers import CheckedAnswer
from annotator.collecting.annotations.models import QuestionQuality
from annotator.material.corpus.models import Example
from annotator.quality.simulation.natural_questions import KnownAnswer, PageAnswers, read_boxes
from annotator.quality.simulation.world import World
from annotator.workspace.projects.models import Project


def seconds(world: World, *, seed: int) -> NDArray[np.float64]:
    """As they were drawn with the world."""
    return world.annotations.seconds


def reader(
    project: Project,
    world: World,
    *,
    seed: int,
    known: Mapping[int, KnownAnswer],
) -> Callable[[Example], PageAnswers]:
    """Answers on the page of an example."""
    boxes_of = lru_cache(maxsize=4)(read_boxes)
    return lambda example: PageAnswers(
        world.annotations, boxes_of(example.page), example.example_id, seed, known.get(example.pk)
    )


def sees_page(checked: CheckedAnswer) -> bool:
    """The page of a good question is shown."""
    return checked.question_quality == QuestionQuality.GOOD
