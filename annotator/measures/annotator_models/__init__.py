"""What the answers of several annotators say about the truth, and about the annotators."""

from annotator.measures.annotator_models.choices import Choices, estimate_choices
from annotator.measures.annotator_models.dawid_skene import DawidSkene, fit_dawid_skene
from annotator.measures.annotator_models.decisions import Decisions
from annotator.measures.annotator_models.mace import Mace, fit_mace

__all__ = [
    "Choices",
    "DawidSkene",
    "Decisions",
    "Mace",
    "estimate_choices",
    "fit_dawid_skene",
    "fit_mace",
]
