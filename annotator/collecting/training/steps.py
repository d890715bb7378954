"""How many questions the steps of training have."""

from annotator.collecting.training.models import Step

QUESTIONS = {Step.SELF_STUDY: 3, Step.EXAM: 5}
"""How many questions an attempt at each step has (ASQA paper, appendix A)."""
