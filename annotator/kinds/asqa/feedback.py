"""What feedback on long-form answers is about (ASQA, section 3.1): see ``FeedbackCriteria``."""

from annotator.collecting.guidance.models import Criterion

CRITERIA = (
    Criterion.COMPLETENESS,
    Criterion.COMPREHENSIVENESS,
    Criterion.FLUENCY,
    Criterion.ATTRIBUTABILITY,
    Criterion.OTHER,
)
