"""Random numbers from the seeds that the database keeps."""

import numpy as np

_SEEDS = 2**64


def seeded(seed: int) -> np.random.Generator:
    """NumPy's generator for any 64-bit ``seed``, negative ones too."""
    return np.random.default_rng(seed % _SEEDS)
