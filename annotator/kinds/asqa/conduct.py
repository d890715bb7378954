"""The usual rules of an ASQA project: see ``Conduct``."""

from annotator.workspace.projects.conduct import Conduct
from annotator.workspace.projects.models import Regime

# ASQA paper, appendix A: an hour at most for a question, ten questions or more a day.
USUAL = Conduct(
    regime=Regime.FULL,
    minutes_per_question=60,
    recommended_per_day=10,
    requires_training=False,
)
