"""Simulated annotations in exports: nothing in the official formats would tell them apart."""

from annotator.annotations.models import Annotation, AnnotationQuerySet, Source
from annotator.corpus.models import Purpose
from annotator.projects.models import Project


def of_people_unless(annotations: AnnotationQuerySet, *, simulated: bool) -> AnnotationQuerySet:
    """The annotations that people made, and with ``simulated`` the others too."""
    return annotations if simulated else annotations.of_people()


def left_out_sentence(project: Project) -> str:
    """How many simulated annotations an export without them left out; empty where none are."""
    number = Annotation.objects.filter(
        example__project=project,
        example__is_published=True,
        example__purpose=Purpose.MAIN,
        source=Source.SIMULATED,
    ).count()
    if not number:
        return ""
    return f" Left out {number:,} simulated annotation{'' if number == 1 else 's'}."
