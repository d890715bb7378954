"""Error analyses: what a lead opens, what a labeller does, what comes of it."""

from typing import Any

from rest_framework import serializers

from annotator.systems.error_analysis.labelling import LONGEST_NOTE
from annotator.systems.error_analysis.labels import LONGEST_MEANING, LONGEST_NAME, MOST
from annotator.systems.error_analysis.opening import LARGEST_SIZE, MOST_LABELLERS
from annotator.workspace.projects.seeds import LARGEST_SEED
from api.responses.pagination import LARGEST_ID
from api.serializers.annotations import PageOutput
from api.serializers.judgment_reports import ExpertAgreementOutput, ProportionOutput
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


class ScoredSystemOutput(serializers.Serializer[Any]):
    """A score whose answers can be analysed; those to the hidden split are for its stewards."""

    system = serializers.IntegerField()
    name = serializers.CharField()
    split = serializers.CharField()
    is_hidden = serializers.BooleanField()
    examples = serializers.IntegerField()


class PossibleLabellerOutput(serializers.Serializer[Any]):
    """A lead or an expert of the project; `is_steward` ones label answers to the hidden split."""

    membership = serializers.IntegerField()
    name = serializers.CharField()
    is_you = serializers.BooleanField()
    is_steward = serializers.BooleanField()


class ErrorChoicesOutput(serializers.Serializer[Any]):
    """What a new analysis can be about, and who can label."""

    systems = ScoredSystemOutput(many=True)
    labellers = PossibleLabellerOutput(many=True)


class LabellerOutput(serializers.Serializer[Any]):
    """Somebody who labels. `labelled` of others is for leads, else null."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    is_you = serializers.BooleanField()
    labelled = serializers.IntegerField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class ErrorAnalysisOutput(serializers.Serializer[Any]):
    """An analysis. `seat` is the caller's number among the labellers.

    `shares` are those of the labels, in their order; null until the analysis is finished.
    `system_name` and `receipt` are empty, and `system` is null, for experts of projects whose
    long-form answers are compared blind.
    """

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    system = serializers.IntegerField(allow_null=True)
    system_name = serializers.CharField(allow_blank=True)
    split = serializers.CharField()
    receipt = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField()
    size = serializers.IntegerField()
    population_size = serializers.IntegerField()
    labels = ErrorLabelField(many=True)
    labellers = LabellerOutput(many=True)
    seat = serializers.IntegerField(allow_null=True)
    opened_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    shares = ProportionOutput(many=True, allow_null=True)


class LabelResultOutput(serializers.Serializer[Any]):
    """How many labellings have a label, and how far two labellers agree on it."""

    name = serializers.CharField()
    share = ProportionOutput()
    agreement = ExpertAgreementOutput(allow_null=True)


class ErrorResultsOutput(serializers.Serializer[Any]):
    """The results of a finished analysis; `agreement` is on all labels of an answer together."""

    method = serializers.CharField()
    labels = LabelResultOutput(many=True)
    agreement = ExpertAgreementOutput(allow_null=True)


class ErrorExportInput(StrictInput):
    """The form of the download."""

    form = serializers.ChoiceField(choices=FORMS, default="csv")


class AnswerLabelsInput(serializers.Serializer[Any]):
    """Labels of an answer, by their places in the list, from 0."""

    labels = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST - 1), max_length=MOST
    )
    note = serializers.CharField(max_length=LONGEST_NOTE, default="", allow_blank=True)


class AnswerLabelsOutput(serializers.Serializer[Any]):
    """The caller's own labels of an answer."""

    labels = serializers.ListField(child=serializers.IntegerField())
    note = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField()


class AnalysedAnswerRowOutput(serializers.Serializer[Any]):
    """An answer of the sample, with the caller's own labels; null while there are none."""

    number = serializers.IntegerField()
    question = serializers.CharField()
    own = AnswerLabelsOutput(allow_null=True)


class ShownPartOutput(serializers.Serializer[Any]):
    """An answer of people; empty text: they gave none."""

    text = serializers.CharField(allow_null=True)
    count = serializers.IntegerField()


class DisambiguationReadingOutput(serializers.Serializer[Any]):
    """A disambiguation, with its short answers."""

    question = serializers.CharField()
    short_answers = serializers.ListField(child=serializers.CharField())


class LabelsOfLabellerOutput(AnswerLabelsOutput):
    """What a labeller said of an answer."""

    labeller = serializers.IntegerField()


class AnalysedAnswerOutput(serializers.Serializer[Any]):
    """An answer beside people's. For ASQA `long` is the long-form answer, and `readings` are there;
    otherwise `page` is the page that was asked about, and `placed` where the answer is on it.

    `all` has everybody's labels once the analysis is finished; until then it is null.
    """

    number = serializers.IntegerField()
    count = serializers.IntegerField()
    example = serializers.IntegerField()
    question = serializers.CharField()
    page = PageOutput(allow_null=True)
    placed = PlacedAnswerOutput(allow_null=True)
    long = serializers.CharField(allow_null=True)
    short = serializers.CharField(allow_null=True)
    people_long = ShownPartOutput(many=True)
    people_short = ShownPartOutput(many=True)
    readings = DisambiguationReadingOutput(many=True)
    own = AnswerLabelsOutput(allow_null=True)
    all = LabelsOfLabellerOutput(many=True, allow_null=True)
