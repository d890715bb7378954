"""Questions, frozen pages, and the examples that pair them."""

from typing import Self, TypeVar

from django.conf import settings
from django.db import models

from annotator.workspace.accounts.models import User
from annotator.workspace.projects.hidden_split import stewarded_by
from annotator.workspace.projects.models import Project

Row = TypeVar("Row", bound=models.Model)


class Page(models.Model):
    """A Wikipedia article as it was shown: frozen at import, stored once.

    ``fingerprint`` covers everything that is frozen (bytes, title, address, tokens, candidates);
    ``sha256`` the HTML's bytes alone.
    """

    fingerprint = models.CharField(max_length=64, unique=True)
    sha256 = models.CharField(max_length=64, db_index=True)
    title = models.TextField()
    url = models.TextField(blank=True)
    byte_count = models.PositiveIntegerField()
    token_count = models.PositiveIntegerField()
    candidate_count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.title


class PageContent(models.Model):
    """The large part of a page, apart from its row so that lists never load it.

    ``html``, ``tokens`` and ``candidates`` are compressed by zstandard and never change.
    ``rendering`` is gzip, derived from them, and replaced when ``rendering_version`` is outdated.
    """

    page = models.OneToOneField(
        Page, primary_key=True, on_delete=models.CASCADE, related_name="content"
    )
    html = models.BinaryField()
    tokens = models.BinaryField()
    candidates = models.BinaryField()
    rendering = models.BinaryField()
    rendering_version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"content of {self.page_id}"


class PageSource(models.Model):
    """The bytes that a page was imported as, before they were cleaned; offsets count in those of
    ``PageContent``. Pages that were imported before sources were kept have none.

    ``html`` is compressed by zstandard, and empty where the frozen bytes are the same. The wiki's
    ``revision``, its time and the licence are there where they are known. A page that was imported
    from several sources keeps the first.
    """

    page = models.OneToOneField(
        Page, primary_key=True, on_delete=models.CASCADE, related_name="source"
    )
    sha256 = models.CharField(max_length=64)
    byte_count = models.PositiveIntegerField()
    html = models.BinaryField()
    revision = models.BigIntegerField(null=True)
    revised_at = models.DateTimeField(null=True)
    licence = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"source of {self.page_id}"


class Question(models.Model):
    """A question as it was asked. ``tokens`` are those of an NQ file, else null."""

    text = models.TextField()
    tokens = models.JSONField(null=True)

    def __str__(self) -> str:
        return self.text


class Purpose(models.TextChoices):
    """What an example is for. Those of the main task are queued, counted and exported.

    Those of a hidden split are queued alike, and beyond that only shown to stewards. Those that a
    lead has taken out of the main task keep their annotations, and can be put back.
    """

    MAIN = "main", "Main task"
    HIDDEN = "hidden", "Hidden split"
    SELF_STUDY = "self_study", "Self-study"
    EXAM = "exam", "Exam"
    TAKEN_OUT = "taken_out", "Taken out"


MAIN_TASK = models.Q(is_published=True, purpose=Purpose.MAIN)
"""Of examples: queued, counted and exported."""

QUEUED = (Purpose.MAIN, Purpose.HIDDEN)
"""The purposes of examples that annotators get from the queue."""

TRAINING = (Purpose.SELF_STUDY, Purpose.EXAM)

STEPS = [(each.value, each.label) for each in (Purpose.MAIN, *TRAINING)]
"""The purposes that leads choose between."""


class HiddenSplit(models.TextChoices):
    """What is read of the hidden split: nothing, all that there is, or nothing else."""

    WITHOUT = "without"
    WITH = "with"
    ONLY = "only"

    @property
    def purposes(self) -> tuple[Purpose, ...]:
        """The purposes of the examples that are read."""
        left_out = {HiddenSplit.WITHOUT: Purpose.HIDDEN, HiddenSplit.ONLY: Purpose.MAIN}.get(self)
        return tuple(each for each in QUEUED if each != left_out)

    def rows_about(self, purpose: str) -> models.Q:
        """The rows that are read, by the path to their example's ``purpose``. Those about no
        example, or about training, are left with the main task.
        """
        hidden = models.Q(**{purpose: Purpose.HIDDEN})
        if self == HiddenSplit.WITH:
            return models.Q()
        return hidden if self == HiddenSplit.ONLY else ~hidden


class SplitQuerySet(models.QuerySet[Row]):
    """Rows about examples, which may belong to a hidden split.

    ``EXAMPLE`` is how the path to the example's columns begins. Rows with an ``OWNER``, a path to
    somebody, are that person's to see in any split.
    """

    EXAMPLE = "example__"
    OWNER = ""

    def visible_to(self, viewer: User | None) -> Self:
        """The rows that ``viewer`` may read: of hidden splits none, except as their steward or
        owner. None is somebody who is not signed in.
        """
        shown = ~self.hidden()
        if viewer is not None:
            shown |= models.Q(**{f"{self.EXAMPLE}project__in": stewarded_by(viewer)})
        if viewer is not None and self.OWNER:
            shown |= models.Q(**{self.OWNER: viewer})
        return self.filter(shown)

    def hidden(self) -> models.Q:
        """The rows of hidden splits."""
        return models.Q(**{f"{self.EXAMPLE}purpose": Purpose.HIDDEN})


class ExampleQuerySet(SplitQuerySet["Example"]):
    """Which examples take part."""

    EXAMPLE = ""

    def of_main_task(self) -> Self:
        """Examples that are queued, counted and exported."""
        return self.filter(MAIN_TASK)

    def queued(self) -> Self:
        """Examples that are queued: of the main task and of the hidden split."""
        return self.filter(is_published=True, purpose__in=QUEUED)

    def taken_out(self) -> Self:
        """Examples that a lead has taken out of the main task."""
        return self.filter(is_published=True, purpose=Purpose.TAKEN_OUT)

    def hidden(self) -> models.Q:
        """Condition for hidden splits, with examples taken out before their split was hidden."""
        # A list of keys, not a join or EXISTS: it is made once, where something taken out is met,
        # and a database plans all other rows without it.
        out = Example.objects.filter(~MAIN_TASK, purpose=Purpose.TAKEN_OUT).exclude(split="")
        hidden = out.filter(project__hidden_split=models.F("split"))
        return super().hidden() | models.Q(purpose=Purpose.TAKEN_OUT, pk__in=hidden.values("pk"))

    def apart(self, steward: User | None = None) -> Self:
        """The other examples: unpublished, hidden or for training, without what ``steward`` sees of
        the hidden ones. An index finds a project's, so that counts need not look at each example.
        """
        apart = self.filter(~MAIN_TASK)
        if steward is None:
            return apart
        return apart.exclude(
            is_published=True, purpose=Purpose.HIDDEN, project__in=stewarded_by(steward)
        )

    def hidden_from(self, viewer: User | None) -> Self:
        """Examples of splits hidden from ``viewer``; they are among those apart."""
        hidden = self.apart().filter(self.hidden())
        return hidden.exclude(project__in=stewarded_by(viewer)) if viewer else hidden


class Example(models.Model):
    """A question and the page on which it is to be answered (NQ's ``example_id``).

    ``position`` is the order in which the examples came, ``rank`` their order in the queue.
    Unpublished examples belong to an import that is not finished.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="examples")
    example_id = models.BigIntegerField()
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="examples")
    page = models.ForeignKey(Page, null=True, on_delete=models.PROTECT, related_name="examples")
    split = models.CharField(max_length=20, blank=True)
    purpose = models.CharField(
        max_length=10, choices=Purpose, default=Purpose.MAIN, db_default=Purpose.MAIN
    )
    position = models.BigIntegerField()
    priority = models.IntegerField(default=0)
    rank = models.BigIntegerField()
    overlap = models.PositiveSmallIntegerField()
    # How many of the overlap were asked for before adaptive overlap asked for the others; null if
    # it asked for none.
    first_overlap = models.PositiveSmallIntegerField(null=True, blank=True)
    import_job = models.UUIDField(null=True)
    is_published = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    extra = models.JSONField(default=dict)

    objects = ExampleQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "example_id"], name="one_example_per_example_id"
            ),
            models.UniqueConstraint(
                fields=["project", "position"], name="one_example_per_position"
            ),
        ]
        indexes = [
            models.Index(
                fields=["import_job"],
                name="example_unpublished",
                condition=models.Q(is_published=False),
            ),
            models.Index(fields=["project"], name="example_apart", condition=~MAIN_TASK),
        ]

    def __str__(self) -> str:
        return f"{self.project_id}/{self.example_id}"


class SplitDraw(models.Model):
    """The seeded draw of a project's examples into parts: made once, also for later examples.

    ``parts`` are ``{"name", "share"}`` or ``{"name", "number"}`` each, as in ``split_rule.Part``.
    """

    project = models.OneToOneField(
        Project, primary_key=True, on_delete=models.CASCADE, related_name="split_draw"
    )
    seed = models.BigIntegerField()
    parts = models.JSONField()
    drawn_at = models.DateTimeField()
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    def __str__(self) -> str:
        return f"draw of {self.project_id}"


class SplitQuestion(models.Model):
    """The split of a question and its near-duplicates, in a project whose splits were drawn.

    ``key`` is ``split_rule.question_key``.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    split = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "key"], name="one_split_per_question_key")
        ]

    def __str__(self) -> str:
        return f"{self.key[:8]} in {self.split}"


class AmbiguousQuestion(models.Model):
    """What an ASQA example has beside its question.

    ``key`` is the example's key in the official files: text, although most are 64-bit numbers.
    """

    example = models.OneToOneField(
        Example, primary_key=True, on_delete=models.CASCADE, related_name="ambiguous_question"
    )
    key = models.CharField(max_length=100)

    def __str__(self) -> str:
        return self.key


class Disambiguation(models.Model):
    """One reading of an ambiguous question (ASQA paper, section 3.1), with its short answers.

    ``short_answers`` are equivalent wordings of one answer. ``context`` is the file's passage,
    empty if it says that there is none; ``has_context_field`` is whether it says anything.
    ``page_title`` is the file's ``wikipage``.
    """

    example = models.ForeignKey(Example, on_delete=models.CASCADE, related_name="disambiguations")
    number = models.PositiveSmallIntegerField()
    question = models.TextField()
    short_answers = models.JSONField()
    context = models.TextField(blank=True)
    has_context_field = models.BooleanField(default=False)
    page_title = models.TextField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["example", "number"], name="one_disambiguation_per_number"
            ),
            models.CheckConstraint(
                condition=models.Q(number__lt=6), name="at_most_six_disambiguations"
            ),
        ]

    def __str__(self) -> str:
        return self.question


class VisitedPage(models.Model):
    """A page that was visited when a question was disambiguated.

    ``page`` is its frozen HTML, where that was imported. ``url`` is null if the file says so.
    """

    example = models.ForeignKey(Example, on_delete=models.CASCADE, related_name="visited_pages")
    number = models.PositiveSmallIntegerField()
    title = models.TextField()
    url = models.TextField(null=True)
    page = models.ForeignKey(Page, null=True, on_delete=models.PROTECT, related_name="visits")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["example", "number"], name="one_visit_per_number")
        ]

    def __str__(self) -> str:
        return self.title


class PassageQuerySet(SplitQuerySet["ContextPassage"]):
    """Context passages by the split of their example."""

    EXAMPLE = "disambiguation__example__"


class ContextPassage(models.Model):
    """The paragraph of the visited pages that fits a disambiguation best (ASQA, appendix A).

    It contains one of the short answers. ``similarity`` is the TF-IDF similarity of the paragraph
    and the disambiguation's question, 0 to 1; annotators see the paragraph if it exceeds the
    project's ``context_threshold``. Bytes are the page's, inclusive and exclusive.
    """

    disambiguation = models.OneToOneField(
        Disambiguation,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="context_passage",
    )
    page = models.ForeignKey(Page, on_delete=models.PROTECT, related_name="context_passages")
    start_byte = models.PositiveIntegerField()
    end_byte = models.PositiveIntegerField()
    text = models.TextField()
    similarity = models.FloatField()

    objects = PassageQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(start_byte__lt=models.F("end_byte")),
                name="context_passage_has_bytes",
            ),
            models.CheckConstraint(
                condition=models.Q(similarity__gte=0) & models.Q(similarity__lte=1.000001),
                name="context_similarity_between_0_and_1",
            ),
        ]
        indexes = [models.Index(fields=["similarity"], name="context_by_similarity")]

    def __str__(self) -> str:
        return f"context of {self.disambiguation_id}"
