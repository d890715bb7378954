"""The project's FAQ."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from annotator.collecting.guidance.faq import TITLE_LENGTH
from annotator.collecting.guidance.markdown import render_markdown
from annotator.collecting.guidance.models import FaqVersion
from api.responses.pagination import LARGEST_ID
from api.serializers.names import NameField
from api.serializers.output import Output, reads

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


class FaqOutput(Output[FaqVersion]):
    """An entry as it reads now."""

    number = serializers.IntegerField(
        source="entry.number", help_text="Stays; guidelines link to `faq:NUMBER`."
    )
    version = serializers.IntegerField()
    title = serializers.CharField()
    question = serializers.CharField(allow_blank=True)
    answer = serializers.CharField(help_text="Markdown.")

    @reads(serializers.CharField())
    def html(self, version: FaqVersion) -> str:
        return render_markdown(version.answer, project=self.context["project"].slug)

    published_at = serializers.DateTimeField(source="entry.created_at")
    changed_at = serializers.DateTimeField(source="created_at")

    @reads(serializers.BooleanField(help_text="New or changed since the caller last looked."))
    def is_new(self, version: FaqVersion) -> bool:
        """Nothing is new to a lead, or to who wrote it."""
        seen_at, viewer = self.context["seen_at"], self.context["viewer"]
        is_unseen = seen_at is None or version.created_at > seen_at
        is_own = version.created_by_id == viewer.pk
        return is_unseen and not is_own and not self.context["is_lead"]

    withdrawn_at = serializers.DateTimeField(source="entry.withdrawn_at", allow_null=True)

    @reads(serializers.IntegerField(allow_null=True, help_text="For leads."))
    def thread(self, version: FaqVersion) -> int | None:
        return version.entry.thread_id if self.context["is_lead"] else None


class FaqVersionOutput(Output[FaqVersion]):
    """One wording that an entry has or had."""

    version = serializers.IntegerField()
    title = serializers.CharField()
    question = serializers.CharField(allow_blank=True)
    answer = serializers.CharField()
    created_at = serializers.DateTimeField()
    by = NameField("created_by_id")


class FaqVersionsOutput(Output[Iterable[FaqVersion]]):
    """All wordings of an entry, the newest first."""

    versions = FaqVersionOutput(source="*", many=True)
