"""Who annotates which examples of a project, their answers, and the truth. No Django.

Everything follows from the number of examples, their pages' numbers of candidates, how many
annotations each gets, the number of annotators and the seed, so resuming draws the same again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from annotator.measures.seeds import seeded
from annotator.quality.simulation.model.annotators import Annotator, traits_at
from annotator.quality.simulation.model.draws import Annotations, draw_annotations
from annotator.quality.simulation.model.examples import SPANS, Examples
from annotator.quality.simulation.model.populations import (
    draw_annotators,
    draw_examples,
    draw_mixed_annotators,
)

_AT_ONCE = 4096
_FOUND, _RARELY_FOUND, _BAD, _MOSTLY_BAD, _RARELY_BAD = 0.5, 0.4, 0.25, 0.7, 0.4


@dataclass(frozen=True, slots=True)
class Leaning:
    """What is known about a question, which most annotators who know will say.

    ``bad``: the question is bad. ``answered``: the page has an answer, the first option.
    ``short``: the code of the short answer that goes with it most often.
    """

    bad: bool = False
    answered: bool = True
    short: int = SPANS


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """n examples with their truth, the annotators, and all annotations, in order of examples.

    Those of example e are rows ``starts[e]`` to ``starts[e + 1]``. Candidates are numbered so that
    the options are 0 to 3; ``boxes`` decides which boxes of a page they mean. A page with fewer
    than four candidates has four here, and annotators who know never choose the extra ones.
    """

    examples: Examples
    pool: list[Annotator]
    starts: NDArray[np.int64]
    annotations: Annotations

    def rows_of(self, example: int) -> range:
        """The numbers of an example's annotations."""
        return range(int(self.starts[example]), int(self.starts[example + 1]))

    def answer_chances(self) -> NDArray[np.float64]:
        """P(a long answer is given), of each of the annotations: drift and all.

        ability · μ + (1 - ability)(1 - bad_rate)(1 - null_bias)
        """
        drawn = self.annotations
        traits = traits_at(self.pool, drawn.annotator, drawn.position)
        return traits.ability * self.examples.mu[drawn.example] + traits.habitual_long


def draw_world(
    candidates: NDArray[np.int64],
    wanted: NDArray[np.int64],
    *,
    annotators: int,
    seed: int,
    steady: bool = False,
    leanings: Mapping[int, Leaning] | None = None,
) -> World:
    """The world of examples whose pages have this many ``candidates``, with ``wanted`` annotations
    each.

    ``steady``: nobody changes and nobody hurries, so that ``model.targets`` has the value of every
    measure. ``leanings`` are of examples by their number.

    Raises ``ValueError`` if an example needs more annotations than there are annotators.
    """
    if wanted.max(initial=0) > annotators:
        raise ValueError("an annotator annotates an example once")
    of_examples, of_people, of_work, of_answers = seeded(seed).integers(2**63, size=4).tolist()
    assigned = _assign(wanted, annotators, of_work)
    if steady:
        pool = draw_annotators(annotators, seed=of_people)
    else:
        busiest = int(np.bincount(assigned[1], minlength=1).max())
        pool = draw_mixed_annotators(annotators, seed=of_people, annotations=busiest)
    examples = _lean(draw_examples(len(candidates), seed=of_examples), leanings or {})
    examples = _on_pages(examples, candidates)
    return World(
        examples,
        pool,
        np.concatenate([[0], np.cumsum(wanted)]),
        draw_annotations(examples, pool, assigned=assigned, seed=of_answers),
    )


def _lean(examples: Examples, leanings: Mapping[int, Leaning]) -> Examples:
    """The same truths, adjusted to what is known about examples.

    With v for μ among those who don't call the question bad: 0.7 + 0.25 v call a bad question bad,
    and for any other question 0.4 of those who would. Of the rest, 0.5 + 0.5 v find an existing
    answer, and 0.4 v find one if the page has none or the question is bad. The most frequent short
    answer of the first option changes places with the known one.
    """
    bad, mu, shorts = examples.bad.copy(), examples.mu.copy(), examples.short_shares.copy()
    for place, leaning in leanings.items():
        found = float(mu[place] / (1 - bad[place])) if bad[place] < 1 else 0.0
        bad[place] = _MOSTLY_BAD + _BAD * found if leaning.bad else _RARELY_BAD * bad[place]
        if leaning.answered and not leaning.bad:
            mu[place] = (1 - bad[place]) * (_FOUND + (1 - _FOUND) * found)
        else:
            mu[place] = (1 - bad[place]) * _RARELY_FOUND * found
        shorts[place, 0, [SPANS, leaning.short]] = shorts[place, 0, [leaning.short, SPANS]]
    return replace(examples, bad=bad, mu=mu, short_shares=shorts)


def _on_pages(examples: Examples, candidates: NDArray[np.int64]) -> Examples:
    """The same truths on pages with this many candidates; without any, nobody finds an answer."""
    options = examples.options.shape[1]
    places = np.arange(options)
    there = places < candidates[:, None]
    shares = np.where(there, examples.long_shares, 0)
    # Shares of a page without candidates still add up to 1; its μ is 0.
    shares[candidates == 0] = examples.long_shares[candidates == 0]
    return replace(
        examples,
        mu=np.where(candidates > 0, examples.mu, 0),
        candidates=np.maximum(candidates, options),
        options=np.broadcast_to(places, examples.options.shape),
        long_shares=shares / shares.sum(axis=1, keepdims=True),
    )


def _assign(
    wanted: NDArray[np.int64], annotators: int, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each annotation its example and its annotator: the first ones of a random order.

    The order of an example's annotators doesn't depend on how many annotations it gets.
    """
    generator = seeded(seed)
    people = []
    for first in range(0, len(wanted), _AT_ONCE):
        part = wanted[first : first + _AT_ONCE]
        order = np.argsort(generator.random((len(part), annotators)), axis=1)
        people.append(order[np.arange(annotators) < part[:, None]])
    example = np.repeat(np.arange(len(wanted)), wanted)
    return example, np.concatenate(people) if people else np.zeros(0, dtype=np.int64)
