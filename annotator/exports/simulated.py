"""Simulated annotations in exports: nothing in the official formats would tell them apart."""

from annotator.annotations.models import Annotation, AnnotationQuerySet, Source
from annotator.projects.models import Project


def of_people_unless(annotations: AnnotationQuerySet, *, simulated: bool) -> AnnotationQuerySet:
    """The annotations that people made, and with ``simulated`` the others too."""
    return annotations if simulated else annotations.of_people()


def simulated_sentence(project: Project, *, simulated: bool) -> str:
    """How many simulated annotations an export left out or contains; empty if there are none."""
    number = Annotation.objects.of_main_task(project).filter(source=Source.SIMULATED).count()
    if not number:
        return ""
    if simulated:
        return " Simulated annotations are among them."
    return f" Left out {number:,} simulated annotation{'' if number == 1 else 's'}."
