"""The usual rules of an NQ project: see ``Conduct``."""

from annotator.workspace.projects.conduct import Conduct
from annotator.workspace.projects.models import Regime

USUAL = Conduct(
    regime=Regime.FULL,
    minutes_per_question=None,
    recommended_per_day=None,
    requires_training=False,
)
