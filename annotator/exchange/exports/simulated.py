"""Simulated annotations in exports: nothing in the official formats would tell them apart."""

from collections.abc import Sequence

from annotator.collecting.annotations.models import Annotation, AnnotationQuerySet, Source
from annotator.material.corpus.splits import main_examples
from annotator.workspace.projects.models import Project


def of_people_unless(annotations: AnnotationQuerySet, *, simulated: bool) -> AnnotationQuerySet:
    """The annotations that people made, and with ``simulated`` the others too."""
    return annotations if simulated else annotations.of_people()


def simulated_sentence(project: Project, *, splits: Sequence[str], simulated: bool) -> str:
    """How many simulated annotations an export of ``splits`` left out or contains, as a sentence;
    empty if there are none.
    """
    examples = main_examples(project, splits).order_by()
    made = Annotation.objects.filter(project=project, source=Source.SIMULATED)
    number = made.filter(example__in=examples.values("pk")).count()
    if not number:
        return ""
    if simulated:
        return " Simulated annotations are among them."
    return f" Left out {number:,} simulated annotation{'' if number == 1 else 's'}."
