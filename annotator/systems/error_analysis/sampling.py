"""Which of a system's answers are analysed: a draw with a seed, without replacement."""

from collections.abc import Sequence
from random import Random

from annotator.systems.error_analysis.kinds import GivenAnswer, error_analysis_of
from annotator.systems.evaluation.models import Score


def answers_given(score: Score) -> list[GivenAnswer]:
    """All answers that a sample is drawn from."""
    return error_analysis_of(score.system.project.kind).given(score)


def draw(population: Sequence[GivenAnswer], *, size: int, seed: int) -> list[GivenAnswer]:
    """``size`` of ``population``, each at most once, in the order in which they are shown.

    Each answer gets the next number of the ``random()`` of Python's ``random.Random(seed)``, in
    the order of the population. Those with the least numbers are drawn, the least first. Of
    Python's generator only ``random()`` gives the same numbers in every version.

    Raises ``ValueError`` where there are fewer.
    """
    if size > len(population):
        raise ValueError(f"{size} can't be drawn from {len(population)}")
    generator = Random(seed)  # noqa: S311 - a sample is to be drawn again, not kept secret
    places = sorted((generator.random(), place) for place in range(len(population)))
    return [population[place] for _, place in places[:size]]
