"""Cost and accuracy of the consensus: fixed numbers of annotations beside adaptive rules; and how
many of the decisions that a rule calls settled are right.

`python -m benchmarks.adaptive_overlap [--examples N] [--seed S]`. No database: examples are drawn
from the model that `annotator/measures/overlap_simulation.py` describes.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from annotator.measures.adaptive_overlap import BetaPrior, Rule, fit_prior
from annotator.measures.answers import NULL
from annotator.measures.overlap_simulation import World, compare_rules, draw_world
from benchmarks._settled_decisions import settled_and_right

PRIOR = BetaPrior(0.35, 0.36)
"""About half of the annotations null, and most examples near 0 or 1 (section 4.4, Figure 4)."""


def main() -> None:
    """Print a table: annotations of an example on average, share of right consensus, per cost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--examples", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    world = draw_world(PRIOR, examples=options.examples, cap=25, threshold=0.4, seed=options.seed)
    rules = [Rule(confidence, cap=cap) for cap in (5, 9, 25) for confidence in (0.8, 0.9, 0.95)]
    costs = compare_rules(world, rules, fixed=(1, 3, 5, 9))
    print(f"{'annotations':<18}{'on average':>11}{'right':>9}{'95% interval':>18}{'to 1 each':>11}")
    for cost in costs:
        right = cost.correct
        interval = f"{right.low:.1%} to {right.high:.1%}"
        ratio = cost.mean_annotations / costs[0].mean_annotations
        print(
            f"{cost.name:<18}{cost.mean_annotations:>11.2f}{right.value:>9.1%}{interval:>18}"
            f"{ratio:>10.2f}×"
        )
    print()
    print(f"{'prior':<26}{'rule':<18}{'answer or none':>15}{'which answer':>14}")
    for words, prior in _priors(world, options.seed):
        for rule in rules:
            kept = settled_and_right(replace(world, prior=prior), rule)
            shares = f"{kept.answered.value:>15.1%}{kept.leader.value:>14.1%}"
            print(f"{words:<26}{kept.name:<18}{shares}")


def _priors(world: World, seed: int) -> Iterator[tuple[str, BetaPrior]]:
    """The prior that examples were drawn from; as a project fits it to what it has; an even one."""
    yield "known", PRIOR
    generator = np.random.default_rng(seed)
    for number, each in ((1_000, 5), (100, 2), (30, 2)):
        rows = generator.integers(len(world.truth), size=number)
        nulls = (world.draws[rows, :each] == NULL).sum(axis=1)
        found = fit_prior(nulls, np.full(number, each))
        yield f"fitted to {number:,} × {each}", found
    yield "even", BetaPrior(1, 1)


if __name__ == "__main__":
    main()
