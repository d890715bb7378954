"""The halves of a split: two parts that a secret seed decides."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from annotator.systems.evaluation.models import Half
from annotator.systems.evaluation.scoring.halves import half_of

SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)


@given(seed=SEEDS, key=st.text(max_size=40))
def test_a_half_is_the_first_bit_of_the_keyed_hash(seed: str, key: str) -> None:
    bit = hmac.new(bytes.fromhex(seed), key.encode(), hashlib.sha256).digest()[0] >> 7
    assert half_of(key, seed=seed) == (Half.PRIVATE if bit else Half.PUBLIC)


def test_the_halves_of_many_examples_are_about_equal_and_differ_between_seeds() -> None:
    """Of 2,000 fair draws, 4.5 standard deviations are 100."""
    seeds = ["00" * 32, "11" * 32]
    drawn = [[half_of(str(key), seed=seed) for key in range(2000)] for seed in seeds]
    for halves in drawn:
        assert abs(halves.count(Half.PUBLIC) - 1000) < 100
    same = sum(one == other for one, other in zip(*drawn, strict=True))
    assert abs(same - 1000) < 100
