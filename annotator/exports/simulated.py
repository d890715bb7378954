"""Simulated annotations in exports: nothing in the official formats would tell them apart."""

from annotator.annotations.models import Annotation, AnnotationQuerySet, Source
from annotator.projects.models import Project


def of_people_unless(annotations: AnnotationQuerySet, *, simulated: bool) -> AnnotationQuerySet:
    """The annotations that people made, and with ``simulated`` the others too."""
    return annotations if simulated else annotations.of_people()


def left_out_sentence(project: Project) -> str:
    """How many simulated annotations an export without them left out; empty if none are."""
    number = Annotation.objects.of_main_task(project).filter(source=Source.SIMULATED).count()
    if not number:
        return ""
    return f" Left out {number:,} simulated annotation{'' if number == 1 else 's'}."
