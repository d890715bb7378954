"""What commands print of intervals: two ends, or why there is none."""

from annotator.measures.intervals import Interval, Withheld
from annotator.systems.evaluation.interval_words import difference_lines, interval_lines

NAMES = {"f1": "F1", "p": "Precision", "r": "Recall", "n": "Length"}
JUMPS, FEW = Withheld("A best threshold jumps."), Withheld("An interval needs 40 examples.")
INTERVALS = {
    "f1": Interval(0.25, 0.5),
    "p": Interval(None, None, JUMPS),
    "r": Interval(None, None, JUMPS),
    "n": Interval(None, None, FEW),
}


def test_scores_without_an_interval_say_why() -> None:
    assert interval_lines(NAMES, INTERVALS, scale=100)[1:] == [
        "95% intervals (bootstrap)",
        f"  {'F1':34}25.00 to 50.00",
        "  No interval for Precision, Recall: A best threshold jumps.",
        "  No interval for Length: An interval needs 40 examples.",
    ]


def test_differences_are_shown_without_an_interval_too() -> None:
    differences = {"f1": (0.25, INTERVALS["f1"]), "p": (-0.5, INTERVALS["p"])}
    assert difference_lines(NAMES, differences)[1:] == [
        "Compared on the same examples: difference, interval (95% for all at once)",
        f"  {'F1':34}   +0.25  0.25 to 0.50",
        f"  {'Precision':34}   -0.50",
        "  No interval for Precision: A best threshold jumps.",
    ]
