"""NQ answers going in, annotations of both kinds and examples coming out."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.kinds import answer_of
from annotator.collecting.annotations.models import Annotation, YesNoAnswer
from annotator.collecting.suggestions.models import Mode
from annotator.material.corpus.models import Example, Purpose
from annotator.quality.adjudication.groups import Group
from api.serializers.kinds import ShownByKind, TakenByKind
from api.serializers.numbers import StrictIntegerField
from api.serializers.output import JSONOutput, Output, reads


class TokenSpanField(serializers.Serializer[Any]):
    """Tokens, inclusive and exclusive."""

    start_token = StrictIntegerField(min_value=0)
    end_token = StrictIntegerField(min_value=0)


class LongAnswerChoice(serializers.Serializer[Any]):
    """A chosen candidate."""

    candidate_index = StrictIntegerField(min_value=0)


class ActiveSeconds(serializers.Serializer[Any]):
    """Active time per stage in seconds; hidden and idle time left out."""

    question = serializers.FloatField(min_value=0, max_value=1e6, default=0)
    long_answer = serializers.FloatField(min_value=0, max_value=1e6, default=0)
    short_answer = serializers.FloatField(min_value=0, max_value=1e6, default=0)


class LongAnswerOutput(JSONOutput):
    """A chosen box with its text."""

    candidate_index = serializers.IntegerField()
    tag = serializers.CharField()
    start_token = serializers.IntegerField()
    end_token = serializers.IntegerField()
    start_byte = serializers.IntegerField()
    end_byte = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)


class ShortAnswerOutput(JSONOutput):
    """A marked span with its text."""

    start_token = serializers.IntegerField()
    end_token = serializers.IntegerField()
    start_byte = serializers.IntegerField()
    end_byte = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)


class CandidateOutput(JSONOutput):
    """A box that can be a long answer."""

    index = serializers.IntegerField()
    tag = serializers.CharField()
    start_token = serializers.IntegerField()
    end_token = serializers.IntegerField()
    top_level = serializers.BooleanField()


class SuggestionOutput(JSONOutput):
    """What a system suggests on a page: boxes by their index, the best first, and with
    ``propose`` also the short answer in the first one, if the system has one.
    """

    mode = serializers.ChoiceField(choices=Mode.choices)
    boxes = serializers.ListField(child=serializers.IntegerField())
    short_answers = TokenSpanField(many=True)
    yes_no_answer = serializers.ChoiceField(choices=YesNoAnswer.choices)


class RenderingOutput(JSONOutput):
    """A rendering that comes in an answer: HTML, compressed (gzip), in base64. It belongs in a
    frame whose document is that of ``frame_url``, since that has the policy.
    """

    frame_url = serializers.CharField()
    gzip = serializers.CharField()


class PageOutput(JSONOutput):
    """A page; ``html_url`` returns its rendering for a frame, and so does ``rendering_url``, which
    browsers may cache.
    """

    id = serializers.IntegerField()
    title = serializers.CharField()
    url = serializers.CharField(allow_blank=True)
    sha256 = serializers.CharField()
    html_url = serializers.CharField()
    rendering_url = serializers.CharField()
    token_count = serializers.IntegerField()
    candidates = CandidateOutput(many=True)
    rendering = RenderingOutput(required=False, help_text="Only for requests with `page=rendered`.")
    suggestion = SuggestionOutput(
        required=False, help_text="Only for an annotator who is to see one."
    )


class AnnotationOutput(ShownByKind):
    """A submitted annotation."""

    shape = "ANNOTATION"

    def kind_of(self, instance: Annotation) -> str:
        """That of its answer."""
        return answer_of(instance)[0]


class AnswerInput(TakenByKind):
    """A submitted answer."""

    shape = "ANSWER"


class DraftInput(TakenByKind):
    """An answer so far."""

    shape = "DRAFT"


class ExampleAmbiguityOutput(Output[Example]):
    """The rest of an ASQA example besides its question; ``concerns`` are those of its current
    annotations.
    """

    key = serializers.CharField(
        source="ambiguous_question.key", help_text="The example's key in the official files."
    )
    disambiguations = serializers.IntegerField(source="disambiguation_count")
    concerns = serializers.IntegerField(source="concern_count")


class AnswerSplitOutput(Output[list[Group]]):
    """How the annotations that count divide among answers. ``annotation``: the first with the
    answer that most gave.
    """

    @reads(AnnotationOutput())
    def annotation(self, groups: list[Group]) -> Annotation:
        return groups[0].annotations[0]

    @reads(
        serializers.ListField(
            child=serializers.IntegerField(),
            help_text="How many gave each answer, the most frequent first.",
        )
    )
    def sizes(self, groups: list[Group]) -> list[int]:
        return [len(group.annotations) for group in groups]


class ExampleSummaryOutput(Output[Example]):
    """An example in a list."""

    id = serializers.IntegerField()
    example_id = serializers.CharField(help_text="64-bit, as a string.")
    question = serializers.CharField(source="question.text")
    page_title = serializers.CharField(source="page.title", allow_blank=True)
    page_url = serializers.CharField(source="page.url", allow_blank=True)
    split = serializers.CharField(allow_blank=True)
    priority = serializers.IntegerField()
    annotations_submitted = serializers.IntegerField()
    annotations_required = serializers.IntegerField()
    open_assignments = serializers.IntegerField()

    @reads(serializers.BooleanField(help_text="Whether a lead has taken it out of the main task."))
    def is_taken_out(self, example: Example) -> bool:
        return example.purpose == Purpose.TAKEN_OUT

    @reads(
        AnswerSplitOutput(
            allow_null=True, help_text="With `answers=true` in a list, where there are annotations."
        )
    )
    def answers(self, example: Example) -> list[Group] | None:
        groups: list[Group] | None = self.context.get("answers", {}).get(example.pk)
        return groups

    @reads(ExampleAmbiguityOutput(allow_null=True, help_text="Null in an NQ project."))
    def ambiguity(self, example: Example) -> Example | None:
        # ``published_examples`` counts disambiguations where a kind has them.
        return example if "disambiguation_count" in vars(example) else None


class ExampleDetailOutput(ExampleSummaryOutput):
    """An example with its page and annotations."""

    @reads(PageOutput(allow_null=True))
    def page(self, _example: Example) -> object:
        return self.context["page"]

    @reads(AnnotationOutput(many=True))
    def annotations(self, _example: Example) -> object:
        return self.context["annotations"]
