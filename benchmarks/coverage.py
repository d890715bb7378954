"""How often 95% intervals cover the truth, where the truth is known because it is simulated.

`python -m benchmarks.coverage [--runs N] [--seed S] [--examples N]`. No database: each run draws
examples of one world, and annotations of each by annotators of one pool, independently of each
other, as `annotator/simulation/model` states; a world's truth is worked out exactly. Intervals are
those that the platform gives, with their 2,000 resamples.
"""

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.answers import NULL, AnswerCounts, count_coded
from annotator.measures.coding import CodedRatings
from annotator.measures.human_bounds import (
    REFERENCES,
    one_against_others,
    single_annotator,
    super_annotator,
)
from annotator.measures.krippendorff import krippendorff_interval
from annotator.measures.precision import precision, proportion
from annotator.measures.variability import mean_mu_interval
from annotator.simulation.model.annotators import Annotator
from annotator.simulation.model.draws import Annotations, draw_annotations
from annotator.simulation.model.examples import Examples
from annotator.simulation.model.populations import draw_annotators, draw_examples
from annotator.simulation.model.targets import (
    AnswerDistribution,
    bad_probability,
    long_distribution,
    short_distribution,
    true_alpha,
    true_alpha_of_two,
    true_precision,
    true_single,
    true_super,
)

WORLD, POOL = 2_000, 200
JUDGED = 139
"""Non-null answers that experts judge (section 4.3)."""
MANY_WAY, FIVE_WAY = (302, 25), (500, 5)
"""Examples and annotations of each."""

_MORE_THAN_ANSWERS = 10_000


class Covered(NamedTuple):
    """Of one run: what was estimated, the interval, and the truth."""

    what: str
    low: float
    high: float
    truth: float


class World:
    """Examples and annotators whose truth is known, the sizes of a run, and its draws."""

    def __init__(self, seed: int, examples: int | None = None) -> None:
        self.many_way = (examples or MANY_WAY[0], MANY_WAY[1])
        self.five_way = (examples or FIVE_WAY[0], FIVE_WAY[1])
        self.examples: Examples = draw_examples(WORLD, seed=seed)
        self.pool: list[Annotator] = draw_annotators(POOL, seed=seed + 1)
        self.long: AnswerDistribution = long_distribution(self.examples, self.pool)
        short = short_distribution(self.examples, self.pool)
        self.truths = {
            "mean": float(self.long.mu().mean()),
            "precision": true_precision(self.long, self.examples.correct),
            "quality": true_alpha_of_two(bad_probability(self.examples, self.pool)),
            "long": true_alpha(self.long),
            "short": true_alpha(short),
            "single": true_single(self.long).f1(),
            "one of five": true_single(self.long, references=REFERENCES - 1).f1(),
            "super": true_super(self.long).f1(),
        }

    def draw(self, generator: np.random.Generator, size: tuple[int, int]) -> Annotations:
        """So many examples, independently, with so many annotations each, one after the other."""
        number, annotations = size
        example = np.repeat(generator.integers(WORLD, size=number), annotations)
        annotator = generator.integers(POOL, size=len(example))
        seed = int(generator.integers(2**63))
        return draw_annotations(self.examples, self.pool, assigned=(example, annotator), seed=seed)


def main() -> None:
    """Print a table: a row for each interval, with Wilson's interval of the coverage itself."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", type=int, help="of a run, in the place of 302 and of 500")
    options = parser.parse_args()
    world = World(options.seed, options.examples)
    found: dict[str, list[Covered]] = {}
    for run in range(options.runs):
        for each in covered(world, np.random.default_rng([options.seed, run])):
            found.setdefault(each.what, []).append(each)
    print(f"{options.runs:,} runs, seed {options.seed}")
    print(
        f"{'interval of':<42}{'truth':>8}{'width':>8}{'covered':>9}{'95% interval':>18}"
        f"{'below':>8}{'above':>8}"
    )
    for what, runs in found.items():
        print(row(what, runs))


def row(what: str, runs: list[Covered]) -> str:
    """Mean truth and width; the share of intervals with the truth, below it, and above it."""
    below = sum(each.high < each.truth for each in runs)
    above = sum(each.low > each.truth for each in runs)
    share = proportion(len(runs) - below - above, len(runs))
    truth = np.mean([each.truth for each in runs])
    width = np.mean([each.high - each.low for each in runs])
    interval = f"{share.low:.1%} to {share.high:.1%}"
    return (
        f"{what:<42}{truth:>8.3f}{width:>8.3f}{share.value:>9.1%}{interval:>18}"
        f"{below / len(runs):>8.1%}{above / len(runs):>8.1%}"
    )


def covered(world: World, generator: np.random.Generator) -> Iterator[Covered]:
    """One run: fresh examples and annotations for each kind of data, and all intervals of it."""
    seed = int(generator.integers(2**63))
    truths = world.truths
    yield of_one_example(world, generator)
    wilson = precision(verdicts(world, generator)).psi
    yield Covered(f"Ψ, {JUDGED} judged answers", wilson.low, wilson.high, truths["precision"])
    counts = counted(world.draw(generator, world.many_way), world.many_way[0])
    size = " × ".join(map(str, world.many_way))
    yield Covered(f"mean μ, {size}", *mean_mu_interval(counts, seed=seed)[:2], truths["mean"])
    outcomes = {"single": single_annotator(counts), "super": super_annotator(counts)}
    for name, each in outcomes.items():
        ends = each.interval("f1", seed=seed)[:2]
        yield Covered(f"F1, {name} annotator, {size}", *ends, truths[name])
    few = world.draw(generator, world.five_way)
    size = " × ".join(map(str, world.five_way))
    ends = one_against_others(counted(few, world.five_way[0])).interval("f1", seed=seed)[:2]
    yield Covered(f"F1, one against four, {size}", *ends, truths["one of five"])
    for name, given in ratings(few, world.five_way[0]).items():
        ends = krippendorff_interval(given, seed=seed)[:2]
        yield Covered(f"α, {name}, {size}", *ends, truths[name.split()[-1]])


def of_one_example(world: World, generator: np.random.Generator) -> Covered:
    """μ of whichever example comes, by Wilson's interval."""
    annotations = MANY_WAY[1]
    drawn = world.draw(generator, (1, annotations))
    wilson = proportion(int(np.count_nonzero(drawn.long)), annotations)
    truth = float(world.long.mu()[drawn.example[0]])
    return Covered(f"μ of an example, {annotations} annotations", wilson.low, wilson.high, truth)


def verdicts(world: World, generator: np.random.Generator) -> list[str]:
    """Of the first non-null answers that come; C stands for C and C_d here, which Ψ adds up."""
    drawn = world.draw(generator, (JUDGED * 10, 1))
    answered = np.flatnonzero(drawn.long)[:JUDGED]
    assert len(answered) == JUDGED
    example, candidate = drawn.example[answered], drawn.long[answered] - 1
    is_option = world.examples.options[example] == candidate[:, None]
    correct = (world.examples.correct[example] * is_option).sum(axis=1)
    return np.where(generator.random(JUDGED) < correct, "C", "W").tolist()


def counted(drawn: Annotations, number: int) -> AnswerCounts:
    """Long answers by example of the run, where one example of the world may come twice."""
    return count_coded(units(drawn, number), drawn.long, number=number)


def units(drawn: Annotations, number: int) -> NDArray[np.int64]:
    """Which of the run's examples each annotation is of."""
    return np.repeat(np.arange(number), len(drawn) // number)


def ratings(drawn: Annotations, number: int) -> dict[str, CodedRatings]:
    """Examples × annotations; an answer belongs to its page (yes and no too), NULL to all."""
    answers = {"long": drawn.long, "short": drawn.distinct_short()}
    pages = units(drawn, number) * _MORE_THAN_ANSWERS
    return {"question quality": coded(drawn.bad.astype(np.int64), number)} | {
        name: coded(np.where(codes == NULL, NULL, pages + codes), number)
        for name, codes in answers.items()
    }


def coded(codes: NDArray[np.int64], number: int) -> CodedRatings:
    """``codes`` numbered from 0, without gaps."""
    values, numbers = np.unique(codes, return_inverse=True)
    return CodedRatings(numbers.reshape(number, -1), tuple(values.tolist()))


if __name__ == "__main__":
    main()
