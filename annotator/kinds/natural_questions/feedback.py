"""What feedback on Natural Questions is about, the three decisions: see ``FeedbackCriteria``."""

from annotator.collecting.guidance.models import Criterion

CRITERIA = (Criterion.QUESTION, Criterion.LONG_ANSWER, Criterion.SHORT_ANSWER, Criterion.OTHER)
