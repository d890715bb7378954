"""Answers to examples of ASQA."""

from django.db import models
from django.db.models import F, Q

from annotator.collecting.annotations.models.annotations import Annotation
from annotator.material.corpus.models import Page
from annotator.workspace.projects.models import Regime


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
