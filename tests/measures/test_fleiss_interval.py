import random

import pytest

from annotator.measures.agreement import fleiss_interval, fleiss_kappa
from annotator.measures.bootstrap import bootstrap_interval
from annotator.measures.undefined import UndefinedMeasureError
from tests.size import sized

VERDICTS = ("C", "C_d", "W")


def votes(count: int, *, missing: float = 0) -> list[list[str | None]]:
    """Votes of four raters who often say the same, some of them not given."""
    generator = random.Random(4)
    rows = []
    for _ in range(count):
        truth = generator.choice(VERDICTS)
        said = [truth if generator.random() < 0.7 else generator.choice(VERDICTS) for _ in range(4)]
        rows.append([None if generator.random() < missing else each for each in said])
    return rows


@pytest.mark.parametrize("missing", [0, 0.5])
def test_sums_over_units_give_the_interval_that_resampling_units_gives(missing: float) -> None:
    ratings = votes(200, missing=missing)
    quick = fleiss_interval(ratings, seed=1, resamples=4000)
    plain = bootstrap_interval(fleiss_kappa, ratings, seed=1, resamples=sized(400, 1000))
    # Two samples of resamples: the ends differ by their own chance alone.
    assert (quick.low, quick.high) == pytest.approx((plain.low, plain.high), abs=0.015)
    assert quick.undefined == 0


def test_resamples_of_one_value_alone_are_left_out_and_counted() -> None:
    ratings = [["C", "C"]] * 3 + [["C", "W"]]
    found = fleiss_interval(ratings, seed=1, resamples=1000)
    # The last unit is missing in (3/4)^4 of the resamples.
    assert found.undefined / 1000 == pytest.approx((3 / 4) ** 4, abs=0.05)


def test_the_same_seed_gives_the_same_interval() -> None:
    assert fleiss_interval(votes(50), seed=3) == fleiss_interval(votes(50), seed=3)


def test_no_resample_with_a_value_is_no_interval() -> None:
    with pytest.raises(UndefinedMeasureError):
        fleiss_interval([["C", "C"], ["C", "C"]], seed=1)
