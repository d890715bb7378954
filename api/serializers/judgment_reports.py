"""What comes of a judgment round: its report, its figures, its sheet."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotator.collecting.assignments.overlaps import LARGEST_OVERLAP
from annotator.material.corpus.models import Page
from annotator.measures.agreement import PairAgreement
from annotator.measures.agreement_summary import Agreement, Coefficient
from annotator.measures.intervals import Proportion
from annotator.measures.precision import Precision
from annotator.measures.variability import Footnote9, Share
from annotator.quality.judgments.figures import Incomplete, Variability
from annotator.quality.judgments.models import Verdict
from annotator.quality.judgments.report import METHOD, ExpertVotes, Moved, Published, Report
from annotator.quality.judgments.sheet import SheetAnswer, SheetEntry
from api.serializers.judging import passage_address
from api.serializers.output import Output, reads
from api.serializers.splits import SplitsQuery
from api.serializers.strict import StrictInput

FORMATS = ("csv", "jsonl")
FEWEST_ANNOTATIONS = 2
PAPERS_ANNOTATIONS = 25


class ProportionOutput(Output[Proportion]):
    """A share of draws, 0 to 1, with its 95% interval; null if there is none."""

    value = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    count = serializers.IntegerField()
    total = serializers.IntegerField()
    no_interval = serializers.CharField(
        source="withheld.reason", allow_blank=True, help_text="Why there is none."
    )


class PrecisionOutput(Output[Precision]):
    """Table 2 of the NQ paper."""

    psi = ProportionOutput(help_text="C or C_d.")
    correct = ProportionOutput()
    debatable = ProportionOutput()
    wrong = ProportionOutput()


class PublishedPrecisionOutput(Output[Published]):
    """Table 2 as published, in percent."""

    psi = serializers.IntegerField()
    correct = serializers.IntegerField()
    debatable = serializers.IntegerField()
    wrong = serializers.IntegerField()


class CoefficientOutput(Output[Coefficient]):
    """A measure of agreement with its 95% interval; why one of the two is null."""

    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class ExpertPairOutput(Output[PairAgreement]):
    """Two experts, by their numbers, on the ``n`` answers that both judged."""

    @reads(serializers.IntegerField())
    def first(self, pair: PairAgreement) -> int:
        return self._number(pair.first)

    @reads(serializers.IntegerField())
    def second(self, pair: PairAgreement) -> int:
        return self._number(pair.second)

    n = serializers.IntegerField()
    agreement = serializers.FloatField(help_text="Share with the same verdict, 0 to 1.")
    kappa = serializers.FloatField(
        allow_null=True, help_text="Cohen's; null where both gave one verdict throughout."
    )

    def _number(self, place: int) -> int:
        """How a person is called, whom measures know by their place."""
        number: int = self.context["numbers"][place]
        return number


class ExpertAgreementOutput(Output[Agreement]):
    """Agreement of the experts on their first votes."""

    fleiss_kappa = CoefficientOutput()
    krippendorff_alpha = CoefficientOutput()
    observed = serializers.FloatField(
        allow_null=True, help_text="Mean share of pairs of experts with the same verdict."
    )
    pairs = ExpertPairOutput(many=True)


class ExpertVotesOutput(Output[ExpertVotes]):
    """An expert's first votes by verdict."""

    C = serializers.IntegerField(source="votes.C")
    C_d = serializers.IntegerField(source="votes.C_d")
    W = serializers.IntegerField(source="votes.W")
    number = serializers.IntegerField(source="expert.number")

    @reads(serializers.CharField())
    def name(self, votes: ExpertVotes) -> str:
        name: str = self.context["names"][votes.expert.pk]
        return name


class MovedOutput(Output[Moved]):
    """How many first votes of one verdict are on answers with this consensus."""

    to = serializers.ChoiceField(source="consensus", choices=Verdict.choices)
    count = serializers.IntegerField()

    def get_fields(self) -> dict[str, Any]:
        """``from`` is not a name that a class can have."""
        first = serializers.ChoiceField(source="first", choices=Verdict.choices)
        return {"from": first, **super().get_fields()}


class ReportOutput(Output[Report]):
    """A round's report. ``precision`` is null until every answer has a consensus."""

    draws = serializers.IntegerField()
    answers = serializers.IntegerField()
    settled = serializers.IntegerField(help_text="Answers with a consensus.")
    precision = PrecisionOutput(allow_null=True)

    @reads(serializers.CharField(help_text="How the intervals are made, in a sentence."))
    def method(self, report: Report) -> str:
        return METHOD

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


class IncompleteOutput(Output[Incomplete]):
    """An answer whose example has fewer annotations than were asked for."""

    number = serializers.IntegerField()
    question = serializers.CharField()
    have = serializers.IntegerField()


class ShareOutput(Output[Share]):
    """A number of draws, and its share of all that the figure goes by, 0 to 1."""

    count = serializers.IntegerField()
    share = serializers.FloatField()


class BarVerdictsOutput(Output[Mapping[str, Share]]):
    """A bar's divisions."""

    C = ShareOutput()
    C_d = ShareOutput()
    W = ShareOutput()


class BarOutput(ShareOutput):
    """A bar of Figure 4: draws with low < μ ≤ high."""

    low = serializers.FloatField()
    high = serializers.FloatField()
    verdicts = BarVerdictsOutput(source="by_verdict")


class FootnoteOutput(Output[Footnote9]):
    """Footnote 9: C or C_d among draws with μ ≥ 0.4, W among those with μ < 0.4."""

    correct_at_or_above = serializers.IntegerField()
    at_or_above = serializers.IntegerField()
    wrong_below = serializers.IntegerField()
    below = serializers.IntegerField()


class VariabilityOutput(Output[Variability]):
    """The progress of further annotations, and what the existing ones show.

    Bars and footnote use ``draws``: those of answers with a consensus and complete examples. They
    are null while there are none.
    """

    annotations = serializers.IntegerField(help_text="Requested for each example, in total.")
    examples = serializers.IntegerField(source="gathering.examples")
    complete = serializers.IntegerField(source="gathering.complete")
    missing = IncompleteOutput(many=True, help_text="The first 50.")
    draws = serializers.IntegerField()
    bars = BarOutput(many=True, allow_null=True)
    footnote = FootnoteOutput(allow_null=True)


class SheetAnswerOutput(Output[SheetAnswer]):
    """An answer of Figure 6 with ``non_null``/``total`` and ``same``/``total``.

    If the answer is NULL, ``text`` is null and ``same`` counts the annotations without one.
    """

    text = serializers.CharField(allow_null=True)
    verdict = serializers.ChoiceField(choices=Verdict.choices, allow_null=True)
    non_null = serializers.IntegerField(source="counts.non_null")
    same = serializers.IntegerField(source="counts.same")
    total = serializers.IntegerField(source="counts.total")


class SheetLongAnswerOutput(SheetAnswerOutput):
    """A long answer of Figure 6."""

    @reads(serializers.CharField(help_text="The passage as it looked."))
    def passage_url(self, shown: SheetAnswer) -> str:
        return passage_address(shown.answer)


class SheetPageOutput(Output[Any]):
    """The page that was asked about."""

    title = serializers.CharField(allow_blank=True)
    url = serializers.CharField(allow_blank=True)


class SheetEntryOutput(Output[SheetEntry]):
    """An entry of Figure 6."""

    number = serializers.IntegerField(source="answer.number")
    question = serializers.CharField(source="answer.annotation.example.question.text")

    @reads(SheetPageOutput())
    def page(self, entry: SheetEntry) -> Page | dict[str, str]:
        return entry.answer.annotation.example.page or {"title": "", "url": ""}

    long = SheetLongAnswerOutput()
    short = SheetAnswerOutput()
