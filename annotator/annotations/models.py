"""What was answered: drafts and annotations."""

from functools import cache
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from annotator.assignments.models import Assignment
from annotator.corpus.models import Example, Page, Purpose
from annotator.projects.models import Guideline, Project, Regime


class Draft(models.Model):
    """An answer so far. ``version`` counts the saves, so that two tabs can't overwrite.

    ``revising`` is the annotation that it is to replace; null before the first submission.
    """

    assignment = models.OneToOneField(
        Assignment, primary_key=True, on_delete=models.CASCADE, related_name="draft"
    )
    version = models.PositiveIntegerField()
    answer = models.JSONField()
    saved_at = models.DateTimeField()
    revising = models.ForeignKey(
        "Annotation", null=True, on_delete=models.CASCADE, related_name="+"
    )

    def __str__(self) -> str:
        return f"draft {self.version} of {self.assignment_id}"


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


class AnnotationQuerySet(models.QuerySet["Annotation"]):
    """Which annotations of a chain of revisions to read."""

    def current(self) -> Self:
        """The newest of each chain, which is the answer that counts."""
        return self.filter(~_is_revised())

    def of_main_task(self, project: Project) -> Self:
        """Those of the project's published examples of the main task."""
        apart = Example.objects.apart().filter(project=project, pk=OuterRef("example"))
        return self.filter(~Exists(apart), project=project)

    def counting(self) -> Self:
        """Those that are one of the k of an example of the main task."""
        return self.filter(
            example__is_published=True,
            example__purpose=Purpose.MAIN,
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


class LeadDraft(models.Model):
    """A lead's revision of somebody's annotation so far, apart from the annotator's own draft.

    ``version`` counts the saves, as in ``Draft``.
    """

    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="lead_drafts")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField()
    answer = models.JSONField()
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["annotation", "author"], name="one_draft_per_lead_and_annotation"
            )
        ]

    def __str__(self) -> str:
        return f"draft {self.version} of a revision of {self.annotation_id}"


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


class QuestionQuality(models.TextChoices):
    """Stage 1 (NQ paper, section 3.2)."""

    GOOD = "good"
    BAD = "bad"


class BadReason(models.TextChoices):
    """Why a question is called bad after all, once its annotator has seen the page."""

    MISREAD = "misread"
    AMBIGUOUS = "ambiguous"
    FALSE_PREMISE = "false_premise"
    OTHER = "other"
    NOT_GIVEN = "not_given"


class YesNoAnswer(models.TextChoices):
    """NQ's ``yes_no_answer``."""

    NONE = "NONE"
    YES = "YES"
    NO = "NO"


class NaturalQuestionsAnswer(models.Model):
    """The answer to an NQ example.

    ``question_quality`` is null if an imported file does not say. ``candidate_index`` is null for
    no long answer. ``short_answers`` are rows of start byte, end byte, start token, end token.
    ``bad_reason`` is "" unless the question was called bad after its page was shown. ``word_jumps``
    counts the jumps to boxes with words of the question; null if nobody counted.
    """

    annotation = models.OneToOneField(
        Annotation,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="natural_questions_answer",
    )
    question_quality = models.CharField(max_length=4, choices=QuestionQuality, null=True)
    candidate_index = models.PositiveIntegerField(null=True)
    long_answer_tag = models.CharField(max_length=8, blank=True)
    # Whether no other candidate encloses this one; null without a long answer.
    long_answer_top_level = models.BooleanField(null=True)
    long_start_byte = models.PositiveIntegerField(null=True)
    long_end_byte = models.PositiveIntegerField(null=True)
    long_start_token = models.PositiveIntegerField(null=True)
    long_end_token = models.PositiveIntegerField(null=True)
    short_answers = models.JSONField(default=list)
    # What lists show, so that they need not load pages: the first words, and the spans' words.
    long_answer_preview = models.TextField(blank=True)
    short_answer_texts = models.JSONField(default=list)
    short_answer_count = models.PositiveSmallIntegerField(default=0)
    yes_no_answer = models.CharField(max_length=4, choices=YesNoAnswer, default=YesNoAnswer.NONE)
    seconds_question = models.FloatField(null=True)
    seconds_long_answer = models.FloatField(null=True)
    seconds_short_answer = models.FloatField(null=True)
    bad_reason = models.CharField(
        max_length=20, choices=BadReason, blank=True, default="", db_default=""
    )
    word_jumps = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(bad_reason="") | Q(question_quality="bad"),
                name="bad_reason_only_for_a_bad_question",
            ),
            models.CheckConstraint(
                condition=~Q(question_quality="bad") | Q(candidate_index__isnull=True),
                name="bad_question_has_no_long_answer",
            ),
            models.CheckConstraint(
                condition=Q(candidate_index__isnull=False)
                | Q(short_answer_count=0, yes_no_answer="NONE"),
                name="no_short_answer_without_a_long_answer",
            ),
            models.CheckConstraint(
                condition=Q(short_answer_count=0) | Q(yes_no_answer="NONE"),
                name="no_yes_or_no_beside_spans",
            ),
            models.CheckConstraint(
                condition=Q(
                    candidate_index__isnull=True,
                    long_start_byte__isnull=True,
                    long_end_byte__isnull=True,
                    long_start_token__isnull=True,
                    long_end_token__isnull=True,
                )
                | Q(
                    candidate_index__isnull=False,
                    # A comparison with NULL is unknown, and a check lets the unknown pass.
                    long_start_byte__isnull=False,
                    long_end_byte__isnull=False,
                    long_start_token__isnull=False,
                    long_end_token__isnull=False,
                    long_start_byte__lt=F("long_end_byte"),
                    long_start_token__lt=F("long_end_token"),
                ),
                name="long_answer_is_whole_or_null",
            ),
        ]

    def __str__(self) -> str:
        return f"answer of {self.annotation_id}"


class LongFormAnswer(models.Model):
    """The answer to an ASQA example (ASQA paper, section 3.2).

    ``missing`` lists short answers that were confirmed, on submission, as included in other words:
    rows of ``disambiguation`` (its number) and ``short_answers``. ``concern`` says what is wrong
    with the disambiguations; with one, the text may be empty. ``coverage`` is the share of the
    answer's tokens that the support document has (section 3.3), null without a text. ``regime`` and
    ``context_threshold`` are the project's at that time, and say what the annotator saw.
    """

    annotation = models.OneToOneField(
        Annotation, primary_key=True, on_delete=models.CASCADE, related_name="long_form_answer"
    )
    text = models.TextField(blank=True)
    missing = models.JSONField(default=list)
    concern = models.TextField(blank=True)
    word_count = models.PositiveIntegerField()
    coverage = models.FloatField(null=True)
    seconds_writing = models.FloatField(null=True)
    regime = models.CharField(max_length=10, choices=Regime)
    context_threshold = models.FloatField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(text="") | ~Q(concern=""),
                name="long_form_answer_has_a_text_or_a_concern",
            )
        ]

    def __str__(self) -> str:
        return f"long-form answer of {self.annotation_id}"


class KnowledgePiece(models.Model):
    """A passage that supports what a long-form answer adds (ASQA paper, section 3.2).

    A piece from a page has ``page``, tokens and bytes (inclusive and exclusive), and ``content`` is
    the text of those bytes. A typed or pasted piece has only ``content`` and ``page_title``, the
    file's ``wikipage``. Imported files have null for either in a few places.
    """

    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="knowledge")
    number = models.PositiveSmallIntegerField()
    content = models.TextField(null=True)
    page_title = models.TextField(null=True)
    page = models.ForeignKey(Page, null=True, on_delete=models.PROTECT, related_name="+")
    start_byte = models.PositiveIntegerField(null=True)
    end_byte = models.PositiveIntegerField(null=True)
    start_token = models.PositiveIntegerField(null=True)
    end_token = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["annotation", "number"], name="one_knowledge_piece_per_number"
            ),
            models.CheckConstraint(
                condition=Q(
                    page__isnull=True,
                    start_byte__isnull=True,
                    end_byte__isnull=True,
                    start_token__isnull=True,
                    end_token__isnull=True,
                )
                | Q(
                    page__isnull=False,
                    content__isnull=False,
                    start_byte__isnull=False,
                    end_byte__isnull=False,
                    start_token__isnull=False,
                    end_token__isnull=False,
                    start_byte__lt=F("end_byte"),
                    start_token__lt=F("end_token"),
                ),
                name="knowledge_is_anchored_whole_or_not_at_all",
            ),
        ]

    def __str__(self) -> str:
        return f"knowledge {self.number} of {self.annotation_id}"
