"""The guidelines that a project starts with, until a lead adapts or accepts them.

They are our own words for the papers' definitions: the five kinds of bad questions and the earliest
and smallest box (NQ, section 3), the four criteria of a long-form answer (ASQA, section 3.1).
"""

from functools import cache
from pathlib import Path

from annotator.workspace.projects.models import Project, Regime

_FOLDER = Path(__file__).parent


def draft_guidelines(project: Project) -> str:
    """The draft for what the project's annotators see and do, in Markdown."""
    is_alone = project.regime == Regime.NO_CONTEXT
    return _read(f"{project.kind}-no-context" if is_alone else project.kind)


@cache
def _read(name: str) -> str:
    return (_FOLDER / f"{name}.md").read_text(encoding="utf-8")
