"""The project's FAQ."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.guidance.faq import TITLE_LENGTH
from api.responses.pagination import LARGEST_ID

LONGEST_TEXT = 20_000


class FaqInput(serializers.Serializer[Any]):
    """What an entry says. The answer is Markdown."""

    title = serializers.CharField(max_length=TITLE_LENGTH)
    question = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_TEXT)
    answer = serializers.CharField(max_length=LONGEST_TEXT)
    name_is_a_word = serializers.BooleanField(
        default=False,
        help_text=(
            "The text has a word that looks like the name of the person who asked, "
            "and that is fine."
        ),
    )


class NewFaqInput(FaqInput):
    """A new entry, and the question that it is made from."""

    thread = serializers.IntegerField(
        default=None, allow_null=True, min_value=1, max_value=LARGEST_ID
    )


class FaqQuery(serializers.Serializer[Any]):
    """Words that entries must have."""

    search = serializers.CharField(
        default="", allow_blank=True, help_text="Words that must all be there"
    )


class FaqOutput(serializers.Serializer[Any]):
    """An entry as it reads now."""

    number = serializers.IntegerField(help_text="Stays; guidelines link to `faq:NUMBER`.")
    version = serializers.IntegerField()
    title = serializers.CharField()
    question = serializers.CharField(allow_blank=True)
    answer = serializers.CharField(help_text="Markdown.")
    html = serializers.CharField()
    published_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()
    is_new = serializers.BooleanField(help_text="New or changed since the caller last looked.")
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    thread = serializers.IntegerField(allow_null=True, help_text="For leads.")


class FaqVersionOutput(serializers.Serializer[Any]):
    """One wording that an entry has or had."""

    version = serializers.IntegerField()
    title = serializers.CharField()
    question = serializers.CharField(allow_blank=True)
    answer = serializers.CharField()
    created_at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)


class FaqVersionsOutput(serializers.Serializer[Any]):
    """All wordings of an entry, the newest first."""

    versions = FaqVersionOutput(many=True)
