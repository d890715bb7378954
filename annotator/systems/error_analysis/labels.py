"""The labels that a project's answers can get: the paper's mistakes, until a lead changes them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from annotator.exceptions import InvalidInputError
from annotator.foundation.names.naming import describe_flaw, name_key
from annotator.systems.error_analysis.models import ErrorLabelList
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.models import Project

Label = Mapping[str, Any]
"""``name``, ``meaning`` and ``is_alone``, as in ``ErrorLabelList``."""

FEWEST, MOST = 2, 9
"""A digit key gives a label."""

LONGEST_NAME, LONGEST_MEANING = 60, 300

DEFAULT: tuple[Label, ...] = (
    {
        "name": "Correct",
        "meaning": "The answer is right, and nothing is wrong with it.",
        "is_alone": True,
    },
    {
        "name": "Hallucination",
        "meaning": "It states something that is not so, or mixes up facts.",
        "is_alone": False,
    },
    {
        "name": "Question misunderstanding",
        "meaning": "It is coherent and close to the topic, but answers another question.",
        "is_alone": False,
    },
    {
        "name": "Repetition",
        "meaning": "It says the same thing more than once.",
        "is_alone": False,
    },
    {
        "name": "Another mistake",
        "meaning": "Something else is wrong. Say what in the note.",
        "is_alone": False,
    },
)
"""Correct, and the mistakes of the ASQA paper's appendix C; what is left is another mistake."""


def labels_of(project: Project) -> list[Label]:
    """The labels that the project's next analysis gets."""
    found = ErrorLabelList.objects.filter(project=project).first()
    return list(found.labels if found else DEFAULT)


def change_labels(
    *, project: Project, labels: Sequence[Label], at: datetime, actor: User | None
) -> list[Label]:
    """Replace the project's labels; analyses that were opened before keep theirs.

    Raises ``InvalidInputError`` for too few or too many, for a name that people can't see, and for
    two of the same name.
    """
    after: list[Label] = [
        {
            "name": each["name"].strip(),
            "meaning": each["meaning"].strip(),
            "is_alone": each["is_alone"],
        }
        for each in labels
    ]
    _check(after)
    # One after another, so that history tells what came before what.
    with changing(project, at=at, actor=actor) as change:
        if labels_of(change.project) != after:
            ErrorLabelList.objects.update_or_create(project=project, defaults={"labels": after})
            names = [each["name"] for each in after]
            change.record("changed", "error_labels", project.pk, labels=names)
    return after


def _check(labels: Sequence[Label]) -> None:
    names = [name_key(each["name"]) for each in labels]
    flaws = [describe_flaw(each["name"]) for each in labels]
    fix = ""
    if not FEWEST <= len(labels) <= MOST:
        fix = f"Give {FEWEST} to {MOST} labels: each has a digit key."
    elif not all(names):
        fix = "Give each label a name."
    elif flaw := next(filter(None, flaws), ""):
        fix = f"Label {flaws.index(flaw) + 1}: {flaw}"
    elif len(set(names)) < len(names):
        fix = "Give each label a name of its own."
    if fix:
        raise InvalidInputError(
            "invalid_labels", "These labels can't be used.", fields={"labels": fix}
        )
