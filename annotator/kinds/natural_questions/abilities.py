"""Abilities of projects of Natural Questions: see ``Ability``."""

from annotator.workspace.projects.kinds import Ability

ABILITIES = frozenset(
    {
        *("import_nq", "import_pages", "find_pages", "refresh_pages", "export_nq", "train_reader"),
        Ability.ADAPTIVE_OVERLAP,
        Ability.BOXES,
        Ability.JUDGMENTS,
        Ability.RESULTS,
        Ability.SUGGESTIONS,
    }
)
