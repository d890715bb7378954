"""What was submitted, and requests to look at it again."""

from collections.abc import Collection
from functools import cache
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q

from annotator.collecting.assignments.models import Assignment
from annotator.material.corpus.models import Example, Purpose, SplitQuerySet
from annotator.workspace.projects.models import Guideline, Project


class Source(models.TextChoices):
    """Where an annotation comes from."""

    HUMAN = "human"
    IMPORTED = "imported"
    SIMULATED = "simulated"


@cache
def _is_revised() -> Exists:
    # In this form PostgreSQL knows that nearly all rows pass. For a join with their revisions it
    # expects a single row and looks each up.
    revisions = Annotation.objects.filter(revision_of=OuterRef("pk"), revision_of__isnull=False)
    return Exists(revisions)


def _controls(project: Project) -> "models.QuerySet[Assignment, int]":
    found = Assignment.objects.filter(project=project, is_control=True)
    return found.values_list("pk", flat=True)


class AnnotationQuerySet(SplitQuerySet["Annotation"]):
    """Which annotations of a chain of revisions to read."""

    def current(self) -> Self:
        """The newest of each chain, which is the answer that counts."""
        return self.filter(~_is_revised())

    def of_main_task(self, project: Project) -> Self:
        """Those of the project's published examples of the main task, without controls."""
        apart = Example.objects.apart().filter(project=project, pk=OuterRef("example"))
        return self.filter(~Exists(apart), project=project).without_controls(project)

    def without_controls(self, project: Project) -> Self:
        """Without answers to the project's controls. These are few, and found by an index."""
        return self.exclude(assignment__in=_controls(project))

    def of_controls(self, project: Project) -> Self:
        """Answers to the project's controls alone."""
        return self.filter(assignment__in=_controls(project))

    def left_out(self, project: Project) -> "tuple[Self, Self, Self]":
        """What ``of_main_task(project).current()`` leaves out of the project's annotations: those
        of examples apart, of the others those of controls, and of the rest those with a revision.

        All are few, and found by indexes. So a count of all less these is faster than one that
        looks up the example and the revision of each, on SQLite six times.
        """
        apart = Example.objects.apart().filter(project=project)
        own = self.filter(project=project)
        of_controls = own.of_controls(project).exclude(example__in=apart)
        revised = own.filter(revision__project=project).exclude(example__in=apart)
        return own.filter(example__in=apart), of_controls, revised.without_controls(project)

    def counting(self, purposes: Collection[Purpose] = (Purpose.MAIN,)) -> Self:
        """Those that are one of the k of an example of the main task, or of these purposes."""
        return self.filter(
            example__is_published=True,
            example__purpose__in=purposes,
            assignment__slot__isnull=False,
        )

    def of_people(self) -> Self:
        """Without simulated ones."""
        return self.exclude(source=Source.SIMULATED)


class Annotation(models.Model):
    """One submitted answer. Rows are only ever added: a revision is a new row.

    The revisions of an assignment's annotation are a chain: each row has at most one revision, and
    all but the first say what they revise and why. The database refuses to change the answer, its
    author, its time and its guidelines; a ``reason`` can be emptied, but not altered. ``annotator``
    is whose answer it is. ``revised_by`` wrote the revision: the annotator, or a lead in their
    place; null for the first submission. ``project`` repeats the example's, so that a project's
    annotations are found in one index.

    ``annotation_id`` is the official format's id, in digits: real ones use all 64 bits unsigned,
    which no integer column of both databases holds. A late annotation arrived after its slot was
    given away and doesn't count among the example's k.
    """

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="annotations")
    # Example, annotator and project are the first columns of indexes below.
    example = models.ForeignKey(
        Example, on_delete=models.CASCADE, related_name="annotations", db_index=False
    )
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="annotations",
        db_index=False,
    )
    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="annotations", db_index=False
    )
    annotation_id = models.CharField(max_length=20)
    created_at = models.DateTimeField()
    idempotency_key = models.CharField(max_length=100, blank=True)
    is_late = models.BooleanField(default=False)
    source = models.CharField(max_length=10, choices=Source, default=Source.HUMAN)
    revision_of = models.OneToOneField(
        "self", null=True, on_delete=models.CASCADE, related_name="revision"
    )
    reason = models.TextField(blank=True)
    # Without an index: asked for only when somebody is erased.
    revised_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    guideline = models.ForeignKey(
        Guideline, null=True, on_delete=models.PROTECT, related_name="annotations"
    )
    client_version = models.CharField(max_length=40, blank=True)

    objects = AnnotationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["assignment"],
                condition=Q(revision_of__isnull=True),
                name="one_annotation_per_assignment",
            ),
            models.UniqueConstraint(
                fields=["assignment", "idempotency_key"],
                condition=~Q(idempotency_key=""),
                name="one_annotation_per_idempotency_key",
            ),
            models.CheckConstraint(
                condition=Q(revision_of__isnull=True, revised_by__isnull=True)
                | Q(revision_of__isnull=False, revised_by__isnull=False),
                name="a_revision_says_who_wrote_it",
            ),
        ]
        indexes = [
            models.Index(fields=["example", "id"], name="annotation_of_example"),
            models.Index(fields=["project", "-id"], name="annotation_newest_first"),
            models.Index(fields=["annotator", "project", "-id"], name="annotation_of_annotator"),
            models.Index(
                fields=["project"],
                name="annotation_revising",
                condition=Q(revision_of__isnull=False),
            ),
            models.Index(fields=["project"], name="annotation_late", condition=Q(is_late=True)),
        ]

    def __str__(self) -> str:
        return f"annotation {self.pk} of {self.example_id} by {self.annotator_id}"


class RevisionRequest(models.Model):
    """A lead's request to an annotator to look at an answer again.

    It is open until the annotation has a revision; a lead who takes it back deletes it.
    """

    annotation = models.OneToOneField(
        Annotation, primary_key=True, on_delete=models.CASCADE, related_name="revision_request"
    )
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    requested_at = models.DateTimeField()
    reason = models.TextField()

    def __str__(self) -> str:
        return f"request to revise annotation {self.annotation_id}"


class Undo(models.Model):
    """That an annotator took an answer back right after submitting it, and at ``at``.

    The answer counts until its revision comes, which then needs no reason.
    """

    annotation = models.OneToOneField(
        Annotation, primary_key=True, on_delete=models.CASCADE, related_name="undo"
    )
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"undo of annotation {self.annotation_id}"
