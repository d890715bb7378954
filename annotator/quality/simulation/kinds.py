"""The simulated answers of a kind of task, as its room gives them."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from annotator.material.corpus.models import Example
from annotator.quality.simulation.natural_questions import KnownAnswer
from annotator.quality.simulation.world import World
from annotator.workspace.projects.kinds import part_of
from annotator.workspace.projects.models import Project


class ToldAnswers(Protocol):
    """What is said of one example."""

    def answer(self, row: int) -> Any:
        """What an annotation of the plan says, checked as every annotation is."""


class Simulation(Protocol):
    """The part ``simulation`` of a room."""

    def seconds(self, world: World, *, seed: int) -> NDArray[np.float64]:
        """Active seconds of the world's annotations, N × the stages of an answer; NaN for one that
        isn't come to.
        """

    def reader(
        self, project: Project, world: World, *, seed: int, known: Mapping[int, KnownAnswer]
    ) -> Callable[[Example], ToldAnswers]:
        """What gives an example's answers; it keeps the pages that were read last."""

    def sees_page(self, checked: Any) -> bool:
        """Whether an annotator was shown the page for such an answer."""


def simulation_of(kind: str) -> Simulation:
    """The simulated answers of a kind."""
    found: Simulation = part_of(kind, "simulation")
    return found
