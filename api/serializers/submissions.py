"""Submissions against the hidden split."""

from typing import Any

from rest_framework import serializers

from annotator.evaluation.models import Submitters
from api.serializers.jobs import JobOutput
from api.serializers.leaderboard import ReceiptOutput, ScoredFileOutput
from api.serializers.strict import StrictInput


class CompetitionSettings(StrictInput):
    """Who may submit predictions for the hidden split, and how many a week.

    `non_null_annotations`, only for Natural Questions, is how many annotations with an answer make
    an example answerable.
    """

    submitters = serializers.ChoiceField(choices=Submitters.choices)
    uploads_per_week = serializers.IntegerField(min_value=1, max_value=100)
    non_null_annotations = serializers.IntegerField(min_value=1, max_value=1000, required=False)


class SubmissionInput(StrictInput):
    """A system's predictions for the hidden split; `passages` for ASQA alone, as for systems.

    `found` is refused: on the hidden split only the site's own reader counts.
    """

    file = serializers.FileField()
    found = serializers.FileField(required=False)
    name = serializers.CharField(max_length=100)
    notes = serializers.CharField(max_length=2000, default="", allow_blank=True)
    passages = serializers.IntegerField(min_value=1, max_value=1000, default=1)


class SubmissionOutput(serializers.Serializer[Any]):
    """One of the caller's scores on the hidden split: aggregated numbers, nothing by example."""

    name = serializers.CharField()
    notes = serializers.CharField(allow_blank=True)
    scored_at = serializers.DateTimeField()
    examples = serializers.IntegerField()
    metrics = serializers.DictField(child=serializers.FloatField())
    receipt = ReceiptOutput()
    files = ScoredFileOutput(many=True)


class SubmissionsOutput(serializers.Serializer[Any]):
    """What the caller may submit, and their systems."""

    split = serializers.CharField(
        allow_blank=True, help_text="The hidden split; empty where there is none."
    )
    non_null_annotations = serializers.IntegerField(
        help_text="How many annotations with an answer make an example of NQ answerable."
    )
    may_submit = serializers.BooleanField()
    reads_answers = serializers.BooleanField(help_text="The site has a reader for ASQA's answers.")
    per_week = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Uploads that are left in these seven days.")
    next_at = serializers.DateTimeField(
        allow_null=True, help_text="When the next upload is possible; null for now."
    )
    job = JobOutput(allow_null=True, help_text="The caller's newest scoring.")
    submissions = SubmissionOutput(many=True)
