"""ASQA answers in requests, and answers and questions in responses."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.long_form_limits import (
    LONGEST_PIECE,
    LONGEST_TITLE,
)
from annotator.collecting.assignments.timing import Time
from api.responses.pagination import LARGEST_ID
from api.serializers.numbers import StrictIntegerField
from api.serializers.output import JSONOutput, Output

LARGEST_TOKEN = 2**31 - 1
MOST_DISAMBIGUATIONS = 6


class WritingSeconds(serializers.Serializer[Any]):
    """Active time in seconds; hidden and idle time left out."""

    writing = serializers.FloatField(min_value=0, max_value=1e6, default=0)


class KnowledgePieceInput(serializers.Serializer[Any]):
    """A passage that supports the answer: taken from a page, with its tokens, or typed."""

    content = serializers.CharField(
        allow_blank=True, max_length=LONGEST_PIECE, trim_whitespace=False
    )
    page_title = serializers.CharField(
        allow_null=True, allow_blank=True, max_length=LONGEST_TITLE, default=None
    )
    page = StrictIntegerField(
        allow_null=True,
        default=None,
        min_value=1,
        max_value=LARGEST_ID,
        help_text="The `id` of one of the question's pages.",
    )
    start_token = StrictIntegerField(
        allow_null=True, default=None, min_value=0, max_value=LARGEST_TOKEN
    )
    end_token = StrictIntegerField(
        allow_null=True, default=None, min_value=0, max_value=LARGEST_TOKEN, help_text="Exclusive."
    )


class KnowledgePieceOutput(JSONOutput):
    """A passage that supports the answer, as a draft holds it."""

    content = serializers.CharField(allow_blank=True)
    page_title = serializers.CharField(allow_null=True, allow_blank=True)
    page = serializers.IntegerField(allow_null=True)
    start_token = serializers.IntegerField(allow_null=True)
    end_token = serializers.IntegerField(allow_null=True)


class MissingOutput(JSONOutput):
    """A disambiguation none of whose short answers stood in the answer, which was confirmed."""

    disambiguation = serializers.IntegerField()
    short_answers = serializers.ListField(child=serializers.CharField())


class AnchoredPieceOutput(JSONOutput):
    """A passage that supports a submitted answer; with bytes where it was taken from a page."""

    content = serializers.CharField(allow_null=True, allow_blank=True)
    page_title = serializers.CharField(allow_null=True, allow_blank=True)
    page = serializers.IntegerField(allow_null=True)
    start_token = serializers.IntegerField(allow_null=True)
    end_token = serializers.IntegerField(allow_null=True)
    start_byte = serializers.IntegerField(allow_null=True)
    end_byte = serializers.IntegerField(allow_null=True)


# Each serializer gets lists of its own: a list that has a place takes no second one.
class DisambiguationOutput(JSONOutput):
    """One reading of an ambiguous question. ``context`` is null if no passage is close."""

    question = serializers.CharField()
    short_answers = serializers.ListField(
        child=serializers.CharField(), help_text="Equivalent wordings of one answer."
    )
    context = serializers.CharField(allow_null=True)  # type: ignore[assignment]
    context_page = serializers.CharField(
        allow_null=True, allow_blank=True, help_text="The title of its page."
    )


class VisitedPageOutput(JSONOutput):
    """A page of the question. Without frozen HTML, ``id``, ``html_url`` and ``sha256`` are null."""

    number = serializers.IntegerField()
    title = serializers.CharField(allow_blank=True)
    url = serializers.CharField(allow_null=True, allow_blank=True)
    id = serializers.IntegerField(allow_null=True)
    html_url = serializers.CharField(allow_null=True)
    sha256 = serializers.CharField(allow_null=True)


class WorkingTimeOutput(Output[Time]):
    """The time for one question, in seconds. It runs while the question is open."""

    limit_seconds = serializers.IntegerField(allow_null=True, help_text="Null: no limit.")
    used_seconds = serializers.FloatField(help_text="Up to `running_since`.")
    running_since = serializers.DateTimeField(allow_null=True)
    is_up = serializers.BooleanField(help_text="The limit was reached, and nothing begun since.")
    was_up_at = serializers.DateTimeField(allow_null=True, help_text="When the limit was reached.")
    period = serializers.IntegerField(
        help_text="How many full periods were begun: 2 after the first one was used up."
    )
