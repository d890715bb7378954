"""The public and the private half of a split: which example is in which.

Each example's half follows from the secret seed and its key alone (HMAC with SHA-256), so it stays
the same however the split grows, and nobody without the seed can tell.
"""

import hashlib
import hmac
import secrets

from annotator.systems.evaluation.models import Half, Halves
from annotator.workspace.projects.models import Project

HALVES = "halves"
"""The parameter that says that a receipt covers halves: the seed's sha256."""

MIDDLE = 128
"""Of the 256 values of the first byte."""


def new_halves_seed() -> str:
    """A secret seed, 64 hexadecimal digits."""
    return secrets.token_hex(32)


def half_of(key: str, *, seed: str) -> Half:
    """The half of the example with this key, its number or ASQA's."""
    first = hmac.digest(bytes.fromhex(seed), key.encode(), "sha256")[0]
    return Half.PUBLIC if first < MIDDLE else Half.PRIVATE


def seed_sha256(seed: str) -> str:
    """What receipts say of the seed: who gets to know it later can compare."""
    return hashlib.sha256(seed.encode()).hexdigest()


def is_in(half: Half, key: str, *, seed: str) -> bool:
    """Whether the example with this key is in the half."""
    return half_of(key, seed=seed) == half


def seed_of_halves(project: Project, split: str) -> str | None:
    """The seed of a split's halves; None where scores have none."""
    found = Halves.objects.filter(project=project, split=split)
    return found.values_list("seed", flat=True).first()
