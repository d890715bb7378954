"""What comes of a judgment round: its report, its figures, its sheet."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.assignments.overlaps import LARGEST_OVERLAP
from annotator.quality.judgments.models import Verdict
from api.serializers.splits import SplitsQuery
from api.serializers.strict import StrictInput

FORMATS = ("csv", "jsonl")
FEWEST_ANNOTATIONS = 2
PAPERS_ANNOTATIONS = 25


class ProportionOutput(serializers.Serializer[Any]):
    """A share of draws, 0 to 1, with its 95% interval; null if there is none."""

    value = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    count = serializers.IntegerField()
    total = serializers.IntegerField()
    no_interval = serializers.CharField(allow_blank=True, help_text="Why there is none.")


class PrecisionOutput(serializers.Serializer[Any]):
    """Table 2 of the NQ paper."""

    psi = ProportionOutput(help_text="C or C_d.")
    correct = ProportionOutput()
    debatable = ProportionOutput()
    wrong = ProportionOutput()


class PublishedPrecisionOutput(serializers.Serializer[Any]):
    """Table 2 as published, in percent."""

    psi = serializers.IntegerField()
    correct = serializers.IntegerField()
    debatable = serializers.IntegerField()
    wrong = serializers.IntegerField()


class CoefficientOutput(serializers.Serializer[Any]):
    """A measure of agreement with its 95% interval; why one of the two is null."""

    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class ExpertPairOutput(serializers.Serializer[Any]):
    """Two experts, by their numbers, on the ``n`` answers that both judged."""

    first = serializers.IntegerField()
    second = serializers.IntegerField()
    n = serializers.IntegerField()
    agreement = serializers.FloatField(help_text="Share with the same verdict, 0 to 1.")
    kappa = serializers.FloatField(
        allow_null=True, help_text="Cohen's; null where both gave one verdict throughout."
    )


class ExpertAgreementOutput(serializers.Serializer[Any]):
    """Agreement of the experts on their first votes."""

    fleiss_kappa = CoefficientOutput()
    krippendorff_alpha = CoefficientOutput()
    observed = serializers.FloatField(
        allow_null=True, help_text="Mean share of pairs of experts with the same verdict."
    )
    pairs = ExpertPairOutput(many=True)


class VerdictCountsOutput(serializers.Serializer[Any]):
    """First votes by verdict."""

    C = serializers.IntegerField()
    C_d = serializers.IntegerField()
    W = serializers.IntegerField()


class ExpertVotesOutput(VerdictCountsOutput):
    """An expert's first votes by verdict."""

    number = serializers.IntegerField()
    name = serializers.CharField()


class MovedOutput(serializers.Serializer[Any]):
    """How many first votes of one verdict are on answers with this consensus."""

    to = serializers.ChoiceField(choices=Verdict.choices)
    count = serializers.IntegerField()

    def get_fields(self) -> dict[str, Any]:
        """``from`` is not a name that a class can have."""
        return {"from": serializers.ChoiceField(choices=Verdict.choices), **super().get_fields()}


class ReportOutput(serializers.Serializer[Any]):
    """A round's report. ``precision`` is null until every answer has a consensus."""

    draws = serializers.IntegerField()
    answers = serializers.IntegerField()
    settled = serializers.IntegerField(help_text="Answers with a consensus.")
    precision = PrecisionOutput(allow_null=True)
    method = serializers.CharField(help_text="How the intervals are made, in a sentence.")
    agreement = ExpertAgreementOutput()
    per_expert = ExpertVotesOutput(many=True)
    moved = MovedOutput(many=True)
    changed_majority = serializers.IntegerField(
        help_text="Answers whose consensus is not what most experts voted first."
    )
    published = PublishedPrecisionOutput()


class ExportInput(SplitsQuery):
    """What a download of a round is to be."""

    def get_fields(self) -> dict[str, Any]:
        """``as`` is not a name that a class can have, and ``format`` is DRF's own parameter."""
        return {
            "as": serializers.ChoiceField(choices=FORMATS, default="csv"),
            **super().get_fields(),
        }


class VariabilityInput(StrictInput):
    """How many annotations each example of a round is to have, the judged one among them."""

    annotations = serializers.IntegerField(
        min_value=FEWEST_ANNOTATIONS,
        max_value=LARGEST_OVERLAP,
        default=PAPERS_ANNOTATIONS,
        required=False,
    )


class IncompleteOutput(serializers.Serializer[Any]):
    """An answer whose example has fewer annotations than were asked for."""

    number = serializers.IntegerField()
    question = serializers.CharField()
    have = serializers.IntegerField()


class ShareOutput(serializers.Serializer[Any]):
    """A number of draws, and its share of all that the figure goes by, 0 to 1."""

    count = serializers.IntegerField()
    share = serializers.FloatField()


class BarVerdictsOutput(serializers.Serializer[Any]):
    """A bar's divisions."""

    C = ShareOutput()
    C_d = ShareOutput()
    W = ShareOutput()


class BarOutput(ShareOutput):
    """A bar of Figure 4: draws with low < μ ≤ high."""

    low = serializers.FloatField()
    high = serializers.FloatField()
    verdicts = BarVerdictsOutput()


class FootnoteOutput(serializers.Serializer[Any]):
    """Footnote 9: C or C_d among draws with μ ≥ 0.4, W among those with μ < 0.4."""

    correct_at_or_above = serializers.IntegerField()
    at_or_above = serializers.IntegerField()
    wrong_below = serializers.IntegerField()
    below = serializers.IntegerField()


class VariabilityOutput(serializers.Serializer[Any]):
    """The progress of further annotations, and what the existing ones show.

    Bars and footnote use ``draws``: those of answers with a consensus and complete examples. They
    are null while there are none.
    """

    annotations = serializers.IntegerField(help_text="Requested for each example, in total.")
    examples = serializers.IntegerField()
    complete = serializers.IntegerField()
    missing = IncompleteOutput(many=True, help_text="The first 50.")
    draws = serializers.IntegerField()
    bars = BarOutput(many=True, allow_null=True)
    footnote = FootnoteOutput(allow_null=True)


class SheetAnswerOutput(serializers.Serializer[Any]):
    """An answer of Figure 6 with ``non_null``/``total`` and ``same``/``total``.

    If the answer is NULL, ``text`` is null and ``same`` counts the annotations without one.
    """

    text = serializers.CharField(allow_null=True)
    verdict = serializers.ChoiceField(choices=Verdict.choices, allow_null=True)
    non_null = serializers.IntegerField()
    same = serializers.IntegerField()
    total = serializers.IntegerField()


class SheetLongAnswerOutput(SheetAnswerOutput):
    """A long answer of Figure 6."""

    passage_url = serializers.CharField(help_text="The passage as it looked.")


class SheetPageOutput(serializers.Serializer[Any]):
    """The page that was asked about."""

    title = serializers.CharField(allow_blank=True)
    url = serializers.CharField(allow_blank=True)


class SheetEntryOutput(serializers.Serializer[Any]):
    """An entry of Figure 6."""

    number = serializers.IntegerField()
    question = serializers.CharField()
    page = SheetPageOutput()
    long = SheetLongAnswerOutput()
    short = SheetAnswerOutput()
