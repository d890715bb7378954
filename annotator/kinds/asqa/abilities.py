"""Abilities of projects of ambiguous questions: see ``Ability``."""

from annotator.workspace.projects.kinds import Ability

ABILITIES = frozenset(
    {
        *("import_ambigqa", "import_asqa", "export_asqa"),
        Ability.COMPARISONS,
        Ability.NO_CONTEXT,
    }
)
