"""Hiding one of a project's splits, so that only stewards see its answers.

Examples of the hidden split have their own purpose. Code that lists, counts, judges or exports the
main task skips them, and code for leads asks ``visible_to``.
"""

from datetime import datetime

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example, Purpose
from annotator.quality.comparisons.models import AnswerPair
from annotator.quality.judgments.models import JudgedAnswer
from annotator.quality.reports.models import Report
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import ProjectChange, changing
from annotator.workspace.projects.models import Membership, Project
from annotator.workspace.projects.queries import leads_of


def hide_split(*, project: Project, split: str, steward: User, at: datetime) -> Project:
    """Hide a split; ``steward``, a lead, is the first who sees it.

    Reports that include it are deleted, and statistics are computed again without it. Raises
    ``InvalidInputError`` for a split without examples, ``ConflictError`` if one is hidden already,
    if experts have judged or compared its answers, and if ``steward`` is not a lead.
    """
    with changing(project, at=at, actor=steward) as change:
        _hide(change, split, steward)
    return change.project


def _hide(change: ProjectChange, split: str, steward: User) -> None:
    project = change.project
    if project.hidden_split:
        raise ConflictError("hidden_already", f"{project.hidden_split} is hidden already.")
    lead = leads_of(project).filter(user=steward).first()
    if lead is None:
        raise ConflictError("not_a_lead", "The steward has to be a lead of this project.")
    examples = Example.objects.filter(project=project, split=split)
    if not split or not examples.exists():
        raise InvalidInputError(
            "unknown_split",
            f"The project has no split named {split}.",
            fields={"split": "Name a split that has examples."},
        )
    _refuse_seen(project, split)
    lead.is_steward = True
    lead.save(update_fields=["is_steward"])
    _write(project, split, change.at)
    examples.filter(purpose=Purpose.MAIN).update(purpose=Purpose.HIDDEN)
    change.record("hid", "split", project.pk, split=split)


def show_split(*, project: Project, at: datetime, actor: User | None) -> Project:
    """Show the hidden split to all leads again. Raises ``ConflictError`` if none is hidden."""
    with changing(project, at=at, actor=actor) as change:
        project = change.project
        if not project.hidden_split:
            raise ConflictError("nothing_hidden", "No split of this project is hidden.")
        split = project.hidden_split
        hidden = Example.objects.filter(project=project, purpose=Purpose.HIDDEN)
        hidden.update(purpose=Purpose.MAIN)
        Membership.objects.filter(project=project).update(is_steward=False)
        _write(project, "", None)
        change.record("showed", "split", project.pk, split=split)
    return project


def _refuse_seen(project: Project, split: str) -> None:
    judged = JudgedAnswer.objects.filter(
        annotation__example__project=project, annotation__example__split=split
    )
    compared = AnswerPair.objects.filter(example__project=project, example__split=split)
    if judged.exists() or compared.exists():
        what = "judged" if judged.exists() else "compared"
        raise ConflictError(
            "seen_already", f"Answers of {split} were {what}: it can't be hidden any more."
        )


def _write(project: Project, split: str, since: datetime | None) -> None:
    project.hidden_split, project.hidden_since = split, since
    project.save(update_fields=["hidden_split", "hidden_since"])
    Report.objects.filter(project=project).delete()
