"""Error analyses: what a lead opens, what a labeller does, what comes of it."""

from typing import Any

from rest_framework import serializers

from annotator.material.corpus.placed_answers import SystemAnswer
from annotator.measures.intervals import Proportion
from annotator.systems.error_analysis.kinds import Reading, ShownPart
from annotator.systems.error_analysis.labelling import LONGEST_NOTE
from annotator.systems.error_analysis.labels import LONGEST_MEANING, LONGEST_NAME, MOST
from annotator.systems.error_analysis.models import AnalysedAnswer, AnswerLabels, ErrorAnalysis
from annotator.systems.error_analysis.opening import LARGEST_SIZE, MOST_LABELLERS
from annotator.systems.error_analysis.queries import LabelledAnswer
from annotator.systems.error_analysis.results import (
    METHOD,
    Labelled,
    LabelResult,
    Results,
    label_shares,
)
from annotator.systems.evaluation.models import Score
from annotator.workspace.projects.kinds import Ability, can
from annotator.workspace.projects.models import Membership, Role
from annotator.workspace.projects.seeds import LARGEST_SEED
from api.responses.pagination import LARGEST_ID
from api.serializers.annotations import PageOutput
from api.serializers.judgment_reports import ExpertAgreementOutput, ProportionOutput
from api.serializers.output import Output, reads
from api.serializers.reviews import MemberChoiceOutput, ReviewOutput, SeatOutput, own_number
from api.serializers.strict import StrictInput
from api.serializers.system_results import PlacedAnswerOutput

FORMS = ("csv", "json")


class ErrorLabelField(serializers.Serializer[Any]):
    """A label. With `is_alone`, an answer that has it has no other."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    meaning = serializers.CharField(max_length=LONGEST_MEANING, allow_blank=True)
    is_alone = serializers.BooleanField()


class ErrorLabelsField(serializers.Serializer[Any]):
    """The labels of a project's next analysis, in the order of their digit keys."""

    labels = ErrorLabelField(many=True)


class ErrorAnalysisInput(StrictInput):
    """An analysis to be opened. `labellers` are memberships: one, or two who label independently.

    `size` answers are drawn with `seed`, each at most once. Without `split` it is the system's
    newest score.
    """

    system = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    split = serializers.CharField(max_length=20, required=False)
    size = serializers.IntegerField(min_value=1, max_value=LARGEST_SIZE)
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED)
    labellers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        min_length=1,
        max_length=MOST_LABELLERS,
    )


class ScoredSystemOutput(Output[Score]):
    """A score whose answers can be analysed; those to the hidden split are for its stewards."""

    system = serializers.IntegerField(source="system_id")
    name = serializers.CharField(source="system.name")
    split = serializers.CharField()

    @reads(serializers.BooleanField())
    def is_hidden(self, score: Score) -> bool:
        hidden: str = self.context["hidden_split"]
        return hidden != "" and score.split == hidden

    examples = serializers.IntegerField()


class PossibleLabellerOutput(MemberChoiceOutput):
    """A lead or an expert of the project; `is_steward` ones label answers to the hidden split."""

    @reads(serializers.BooleanField())
    def is_you(self, member: Membership) -> bool:
        return bool(member.user_id == self.context["viewer"].pk)

    @reads(serializers.BooleanField())
    def is_steward(self, member: Membership) -> bool:
        return member.role == Role.LEAD and member.is_steward


class ErrorChoicesOutput(Output[Any]):
    """What a new analysis can be about, and who can label."""

    systems = ScoredSystemOutput(many=True)
    labellers = PossibleLabellerOutput(many=True)


class LabellerOutput(SeatOutput):
    """Somebody who labels. `labelled` of others is for leads, else null."""

    @reads(serializers.IntegerField(allow_null=True))
    def labelled(self, seat: Any) -> int | None:
        return self.progress(seat, seat.labelled)

    finished_at = serializers.DateTimeField(allow_null=True)


class ErrorAnalysisOutput(ReviewOutput[ErrorAnalysis]):
    """An analysis. `seat` is the caller's number among the labellers.

    `shares` are those of the labels, in their order; null until the analysis is finished.
    `system_name` and `receipt` are empty, and `system` is null, for experts of projects whose
    long-form answers are compared blind.
    """

    id = serializers.IntegerField()
    number = serializers.IntegerField()

    @reads(serializers.IntegerField(allow_null=True))
    def system(self, analysis: ErrorAnalysis) -> int | None:
        return analysis.system.pk if analysis.system and self._shows_origin(analysis) else None

    @reads(serializers.CharField(allow_blank=True))
    def system_name(self, analysis: ErrorAnalysis) -> str:
        return analysis.system_name if self._shows_origin(analysis) else ""

    split = serializers.CharField()

    @reads(serializers.CharField(allow_blank=True))
    def receipt(self, analysis: ErrorAnalysis) -> str:
        return analysis.receipt if self._shows_origin(analysis) else ""

    seed = serializers.IntegerField()
    size = serializers.IntegerField()
    population_size = serializers.IntegerField()
    labels = ErrorLabelField(many=True)
    labellers = LabellerOutput(many=True)
    seat = own_number()
    opened_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)

    @reads(ProportionOutput(many=True, allow_null=True))
    def shares(self, analysis: ErrorAnalysis) -> list[Proportion] | None:
        found: Labelled | None = self.context["ratings"].get(analysis.pk)
        return found and label_shares(found.ratings, len(analysis.labels), found.units)

    def _shows_origin(self, analysis: ErrorAnalysis) -> bool:
        """Whose answers they are, only leads see where experts may compare them blind."""
        is_blind = can(analysis.project.kind, Ability.COMPARISONS)
        return self.context["is_lead"] or not is_blind


class LabelResultOutput(Output[LabelResult]):
    """How many labellings have a label, and how far two labellers agree on it."""

    name = serializers.CharField()
    share = ProportionOutput()
    agreement = ExpertAgreementOutput(allow_null=True)


class ErrorResultsOutput(Output[Results]):
    """The results of a finished analysis; `agreement` is on all labels of an answer together."""

    @reads(serializers.CharField())
    def method(self, results: Results) -> str:
        return METHOD

    labels = LabelResultOutput(many=True)
    agreement = ExpertAgreementOutput(source="same", allow_null=True)


class ErrorExportInput(StrictInput):
    """The form of the download."""

    form = serializers.ChoiceField(choices=FORMS, default="csv")


class AnswerLabelsInput(serializers.Serializer[Any]):
    """Labels of an answer, by their places in the list, from 0."""

    labels = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST - 1), max_length=MOST
    )
    note = serializers.CharField(max_length=LONGEST_NOTE, default="", allow_blank=True)


class AnswerLabelsOutput(Output[AnswerLabels]):
    """The caller's own labels of an answer."""

    labels = serializers.ListField(child=serializers.IntegerField())
    note = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField()


class AnalysedAnswerRowOutput(Output[AnalysedAnswer]):
    """An answer of the sample, with the caller's own labels; null while there are none."""

    number = serializers.IntegerField()
    question = serializers.CharField(source="example.question.text")

    @reads(AnswerLabelsOutput(allow_null=True))
    def own(self, answer: AnalysedAnswer) -> AnswerLabels | None:
        own: list[AnswerLabels] = vars(answer)["own"]
        return own[0] if own else None


class ShownPartOutput(Output[ShownPart]):
    """An answer of people; empty text: they gave none."""

    text = serializers.CharField(allow_null=True)
    count = serializers.IntegerField()


class DisambiguationReadingOutput(Output[Reading]):
    """A disambiguation, with its short answers."""

    question = serializers.CharField()
    short_answers = serializers.ListField(child=serializers.CharField())


class LabelsOfLabellerOutput(AnswerLabelsOutput):
    """What a labeller said of an answer."""

    labeller = serializers.IntegerField(source="labeller.number")


class AnalysedAnswerOutput(Output[LabelledAnswer]):
    """An answer beside people's. For ASQA `long` is the long-form answer, and `readings` are there;
    otherwise `page` is the page that was asked about, and `placed` where the answer is on it.

    `all` has everybody's labels once the analysis is finished; until then it is null.
    """

    number = serializers.IntegerField(source="answer.number")
    count = serializers.IntegerField(source="answer.analysis.size")
    example = serializers.IntegerField(source="answer.example_id")
    question = serializers.CharField(source="shown.question")

    @reads(PageOutput(allow_null=True))
    def page(self, labelled: LabelledAnswer) -> dict[str, Any] | None:
        page: dict[str, Any] | None = self.context["page"]
        return page

    @reads(PlacedAnswerOutput(allow_null=True))
    def placed(self, labelled: LabelledAnswer) -> SystemAnswer | None:
        placed: SystemAnswer | None = self.context["placed"]
        return placed

    long = serializers.CharField(source="shown.long", allow_null=True)
    short = serializers.CharField(source="shown.short", allow_null=True)
    people_long = ShownPartOutput(source="shown.people_long", many=True)
    people_short = ShownPartOutput(source="shown.people_short", many=True)
    readings = DisambiguationReadingOutput(source="shown.readings", many=True)
    own = AnswerLabelsOutput(allow_null=True)
    all = LabelsOfLabellerOutput(many=True, allow_null=True)
