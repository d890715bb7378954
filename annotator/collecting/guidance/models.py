"""Annotators' questions, leads' answers, and feedback (ASQA, appendix A)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.models import Assignment
from annotator.material.corpus.models import Example, SplitQuerySet
from annotator.workspace.projects.models import Membership, Project


class ThreadState(models.TextChoices):
    """The state of a question."""

    WAITING = "waiting"
    ANSWERED = "answered"
    CLOSED = "closed"


class ThreadQuerySet(SplitQuerySet["QuestionThread"]):
    """Everybody sees their own questions."""

    OWNER = "asker"


class QuestionThread(models.Model):
    """A question with which an annotator parked an example, and its thread.

    It waits for the leads from ``waiting_since`` until one of them writes (``answered_at``) or it
    is closed; a further message from the asker makes it wait again. ``draft`` is the annotator's
    answer as it was when the example was parked.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="question_threads")
    example = models.ForeignKey(Example, on_delete=models.CASCADE, related_name="question_threads")
    assignment = models.ForeignKey(
        Assignment, on_delete=models.CASCADE, related_name="question_threads"
    )
    asker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    waiting_since = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    draft = models.JSONField(null=True)

    objects = ThreadQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    waiting_since__isnull=False, answered_at__isnull=True, closed_at__isnull=True
                )
                | (
                    Q(waiting_since__isnull=True)
                    & (Q(answered_at__isnull=False) | Q(closed_at__isnull=False))
                ),
                name="thread_waits_or_is_settled",
            )
        ]
        indexes = [
            models.Index(
                fields=["project", "waiting_since"],
                name="thread_waiting",
                condition=Q(waiting_since__isnull=False),
            ),
            models.Index(fields=["project", "asker", "-id"], name="thread_of_asker"),
        ]

    def __str__(self) -> str:
        return f"question {self.pk} on {self.example_id}"

    @property
    def state(self) -> ThreadState:
        """Its state."""
        if self.waiting_since is not None:
            return ThreadState.WAITING
        return ThreadState.ANSWERED if self.closed_at is None else ThreadState.CLOSED


class ThreadMessage(models.Model):
    """Something that the asker or a lead wrote in a thread."""

    thread = models.ForeignKey(QuestionThread, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    at = models.DateTimeField()
    idempotency_key = models.CharField(max_length=100, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["thread", "author", "idempotency_key"],
                condition=~Q(idempotency_key=""),
                name="one_message_per_idempotency_key",
            )
        ]

    def __str__(self) -> str:
        return f"message {self.pk} in {self.thread_id}"


class FaqEntry(models.Model):
    """A question with its answer for everybody in a project. Its ``number`` never changes.

    ``thread`` is where it was asked, if anywhere; only leads learn of it.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="faq_entries")
    number = models.PositiveIntegerField()
    thread = models.ForeignKey(
        QuestionThread, null=True, on_delete=models.SET_NULL, related_name="faq_entries"
    )
    created_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    idempotency_key = models.CharField(max_length=100, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="one_faq_entry_per_number"),
            models.UniqueConstraint(
                fields=["project", "idempotency_key"],
                condition=~Q(idempotency_key=""),
                name="one_faq_entry_per_idempotency_key",
            ),
        ]

    def __str__(self) -> str:
        return f"FAQ {self.number} of {self.project_id}"


class FaqVersion(models.Model):
    """One wording of an FAQ entry. The current one is the one that no other has superseded."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(FaqEntry, on_delete=models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField()
    title = models.CharField(max_length=200)
    question = models.TextField(blank=True)
    answer = models.TextField()
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    superseded_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "version"], name="one_faq_text_per_version"),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(superseded_at__isnull=True),
                name="one_current_version_per_faq_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"version {self.version} of {self.entry_id}"


class FaqVisit(models.Model):
    """When a member last looked at the project's FAQ; later entries are new to them."""

    membership = models.OneToOneField(
        Membership, primary_key=True, on_delete=models.CASCADE, related_name="faq_visit"
    )
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.membership_id} at {self.seen_at}"


class Criterion(models.TextChoices):
    """What feedback is about: ASQA's four criteria (section 3.1), or NQ's three decisions."""

    COMPLETENESS = "completeness", "Completeness"
    COMPREHENSIVENESS = "comprehensiveness", "Comprehensiveness"
    FLUENCY = "fluency", "Fluency"
    ATTRIBUTABILITY = "attributability", "Attributability"
    QUESTION = "question", "Question"
    LONG_ANSWER = "long_answer", "Long answer"
    SHORT_ANSWER = "short_answer", "Short answer"
    OTHER = "other", "Something else"


class FeedbackQuerySet(SplitQuerySet["Feedback"]):
    """Everybody sees what was pointed out to them."""

    EXAMPLE = "annotation__example__"
    OWNER = "annotator"


class Feedback(models.Model):
    """A lead's feedback on an annotation, for its annotator alone.

    ``start`` and ``end`` are characters (code points) of the long-form answer, inclusive and
    exclusive; of NQ, ``start_token`` and ``end_token`` are tokens of the example's page, and the
    bytes those from the first to the last. ``quote`` is the words there. All are null and empty for
    feedback on the whole answer. ``criterion`` is one of the project's kind (``CRITERIA``).
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="feedback")
    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="feedback")
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    criterion = models.CharField(max_length=20, choices=Criterion)
    text = models.TextField()
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    start_token = models.PositiveIntegerField(null=True)
    end_token = models.PositiveIntegerField(null=True)
    start_byte = models.PositiveIntegerField(null=True)
    end_byte = models.PositiveIntegerField(null=True)
    quote = models.TextField(blank=True)
    created_at = models.DateTimeField()
    acknowledged_at = models.DateTimeField(null=True)
    idempotency_key = models.CharField(max_length=100, blank=True)

    objects = FeedbackQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["annotation", "author", "idempotency_key"],
                condition=~Q(idempotency_key=""),
                name="one_feedback_per_idempotency_key",
            ),
            models.CheckConstraint(
                condition=Q(start__isnull=True, end__isnull=True)
                | Q(start__isnull=False, end__isnull=False, start__lt=F("end")),
                name="feedback_span_is_whole_or_null",
            ),
            models.CheckConstraint(
                condition=Q(
                    start_token__isnull=True,
                    end_token__isnull=True,
                    start_byte__isnull=True,
                    end_byte__isnull=True,
                )
                | Q(
                    start__isnull=True,
                    start_token__isnull=False,
                    end_token__isnull=False,
                    start_byte__isnull=False,
                    end_byte__isnull=False,
                    start_token__lt=F("end_token"),
                    start_byte__lt=F("end_byte"),
                ),
                name="feedback_on_a_page_is_anchored_whole",
            ),
            models.CheckConstraint(
                condition=Q(start__isnull=False) | Q(start_token__isnull=False) | Q(quote=""),
                name="feedback_quotes_from_a_span",
            ),
        ]
        indexes = [
            models.Index(fields=["project", "annotator", "criterion"], name="feedback_by_criterion")
        ]

    def __str__(self) -> str:
        return f"feedback {self.pk} on {self.annotation_id}"


class GuidelinePicture(models.Model):
    """A picture that guidelines and FAQ refer to by its name. It never changes: versions rely on
    it.

    ``content`` is what Pillow wrote, not what was uploaded.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="pictures")
    name = models.CharField(max_length=80)
    media_type = models.CharField(max_length=20)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    source_sha256 = models.CharField(max_length=64)
    content = models.BinaryField()
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="one_picture_per_name")
        ]

    def __str__(self) -> str:
        return self.name
