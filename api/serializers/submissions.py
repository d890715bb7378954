"""Submissions against the hidden split."""

from typing import Any

from rest_framework import serializers

from annotator.systems.competitions.models import ShownTo
from annotator.systems.competitions.outcomes import OUTCOMES
from annotator.systems.evaluation.models import Half
from api.serializers.jobs import JobOutput
from api.serializers.leaderboard import EndsField, ReceiptOutput, ScoredFileOutput
from api.serializers.strict import StrictInput


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
    """A submission of the caller's team: aggregated numbers, nothing by example.

    `metrics` is null until there is a score that may be shown; `withheld` then says why. `half` is
    the one that figures are of, null for the whole split. `counts`: it is the one that the final
    table takes, chosen (`is_final`) or not.
    """

    id = serializers.IntegerField()
    phase = serializers.IntegerField()
    name = serializers.CharField()
    notes = serializers.CharField(allow_blank=True)
    submitted_at = serializers.DateTimeField()
    submitted_by = serializers.CharField(allow_null=True)
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    job = JobOutput(allow_null=True, help_text="Its problems are listed below `jobs/{id}/`.")
    scored_at = serializers.DateTimeField(allow_null=True)
    examples = serializers.IntegerField(allow_null=True)
    half = serializers.ChoiceField(choices=Half.choices, allow_null=True)
    metrics = serializers.DictField(child=serializers.FloatField(), allow_null=True)
    intervals = serializers.DictField(child=EndsField(), allow_null=True)
    withheld = serializers.CharField(allow_blank=True)
    is_final = serializers.BooleanField()
    counts = serializers.BooleanField()
    receipt = ReceiptOutput(allow_null=True)
    files = ScoredFileOutput(many=True)


class OpenPhaseOutput(serializers.Serializer[Any]):
    """The phase that takes submissions now, and what the caller's team has left in it.

    `next_at` is when the next upload is possible: null for now, or if there is none.
    """

    number = serializers.IntegerField()
    name = serializers.CharField()
    ends_at = serializers.DateTimeField(allow_null=True)
    non_null_annotations = serializers.IntegerField(
        help_text="How many annotations with an answer make an example of NQ answerable."
    )
    metric = serializers.CharField()
    shown_to = serializers.ChoiceField(choices=ShownTo.choices)
    has_halves = serializers.BooleanField()
    ladder_step = serializers.FloatField(allow_null=True)
    per_week = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Uploads that are left now.")
    total = serializers.IntegerField(allow_null=True)
    total_left = serializers.IntegerField(allow_null=True)
    refused_per_week = serializers.IntegerField()
    refused_left = serializers.IntegerField(
        help_text="Files that may still be refused in these seven days."
    )
    next_at = serializers.DateTimeField(allow_null=True)


class SubmissionsOutput(serializers.Serializer[Any]):
    """What the caller's team may submit, and its submissions, the newest first.

    `missing` says why the caller can't submit now; empty if they can.
    """

    project = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.CharField()
    split = serializers.CharField(
        allow_blank=True, help_text="The hidden split; empty where there is no competition."
    )
    team = serializers.CharField(allow_null=True)
    reads_answers = serializers.BooleanField(help_text="The site has a reader for ASQA's answers.")
    phase = OpenPhaseOutput(allow_null=True)
    missing = serializers.CharField(allow_blank=True)
    submissions = SubmissionOutput(many=True)


class TeamSubmissionOutput(serializers.Serializer[Any]):
    """A submission of any team, as stewards see it.

    `whole`, `public` and `private` are the figure that decides in its phase (`metric`), on the
    whole split and on its halves; null where there is none. `system` is its number on the
    leaderboard.
    """

    id = serializers.IntegerField()
    phase = serializers.IntegerField()
    team = serializers.CharField()
    name = serializers.CharField()
    submitted_at = serializers.DateTimeField()
    submitted_by = serializers.CharField(allow_null=True)
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    system = serializers.IntegerField(allow_null=True)
    is_final = serializers.BooleanField()
    counts = serializers.BooleanField()
    metric = serializers.CharField()
    whole = serializers.FloatField(allow_null=True)
    public = serializers.FloatField(allow_null=True)
    private = serializers.FloatField(allow_null=True)


class FinalInput(StrictInput):
    """Whether this is the team's submission that counts in its phase."""

    is_final = serializers.BooleanField()


class OwnReceiptInput(StrictInput):
    """A receipt, or at least its first eight digits."""

    receipt = serializers.CharField(min_length=8, max_length=64)


class OwnReceiptOutput(serializers.Serializer[Any]):
    """What a receipt of the caller's team belongs to. `is_same`: the sha256 of all that is kept of
    the score, computed again, is the receipt. `replaced_at`: a later score took its place.
    """

    receipt = serializers.CharField()
    system = serializers.CharField()
    split = serializers.CharField()
    phase = serializers.IntegerField()
    scored_at = serializers.DateTimeField()
    replaced_at = serializers.DateTimeField(allow_null=True)
    is_same = serializers.BooleanField()
    files = ScoredFileOutput(many=True)
