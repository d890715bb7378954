"""Cost and accuracy of the consensus: fixed numbers of annotations beside adaptive rules.

`python -m benchmarks.adaptive_overlap [--examples N] [--seed S]`. No database: examples are drawn
from the model that `annotator/measures/overlap_simulation.py` describes.
"""

import argparse

from annotator.measures.adaptive_overlap import BetaPrior, Rule
from annotator.measures.overlap_simulation import compare_rules, draw_world

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


if __name__ == "__main__":
    main()
