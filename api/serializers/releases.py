"""Releases: the data set card, what they would hold and leave out, and the earlier ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from annotator.publishing.releases import parquet
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.left_out import left_out_sentences
from annotator.publishing.releases.models import ReleasedVersion
from annotator.publishing.releases.prose import FIELDS, LICENCES
from annotator.publishing.releases.starting import choices_of
from annotator.publishing.releases.versions import releases_of
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput

_MOST_LEFT_OUT = 10_000


class ReleaseQuery(StrictInput):
    """Which release is asked about."""

    simulated = serializers.BooleanField(default=False)


class ReleaseCardInput(StrictInput):
    """Fields of the data set card, in Markdown, and who and what every release leaves out. What is
    left out of the request stays as it is.
    """

    people_left_out = serializers.ListField(
        child=serializers.CharField(max_length=200),
        max_length=_MOST_LEFT_OUT,
        required=False,
        help_text="Pseudonyms of people who object to the publication of their annotations.",
    )
    examples_left_out = serializers.ListField(
        child=serializers.RegexField(r"^-?[0-9]{1,19}$"),
        max_length=_MOST_LEFT_OUT,
        required=False,
        help_text="Ids of examples that were withdrawn, in digits.",
    )

    def get_fields(self) -> dict[str, Any]:
        """The fields of prose, and those above."""
        prose = {
            name: serializers.CharField(
                max_length=field.longest, allow_blank=True, required=False, help_text=field.help
            )
            for name, field in FIELDS.items()
        }
        return {**prose, **super().get_fields()}


class ReleaseInput(StrictInput):
    """What to release. Simulated annotations stay out unless `simulated`."""

    configurations = serializers.ListField(
        child=serializers.CharField(max_length=40),
        max_length=20,
        default=list,
        help_text="Which of the project's `configurations`; all if empty.",
    )
    simulated = serializers.BooleanField(default=False)
    allowed = serializers.ListField(
        child=serializers.CharField(max_length=200),
        max_length=100,
        default=list,
        help_text="Texts that may stay although they look like names or addresses.",
    )


@dataclass(frozen=True, slots=True)
class CardText:
    """A field of the card with what its lead wrote."""

    name: str
    title: str
    help: str
    longest: int
    text: str


class CardTextOutput(Output[CardText]):
    """A field of the data set card."""

    name = serializers.CharField()
    title = serializers.CharField()
    help = serializers.CharField()
    longest = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)


class LicenceOutput(Output[Mapping[str, str]]):
    """A licence by the code that the Hugging Face Hub uses, with its address."""

    code = serializers.CharField()
    url = serializers.CharField()


class ReleasePreviewOutput(Output[Contents]):
    """The data set card, and what a release would hold now."""

    @reads(CardTextOutput(many=True))
    def card(self, contents: Contents) -> list[CardText]:
        prose = contents.card.prose
        return [
            CardText(
                name, field.heading or name.capitalize(), field.help, field.longest, prose[name]
            )
            for name, field in FIELDS.items()
        ]

    @reads(LicenceOutput(many=True, help_text="Some that fit; the card takes others too."))
    def licences(self, _contents: Contents) -> list[dict[str, str]]:
        return [{"code": code, "url": url} for code, url in LICENCES.items()]

    @reads(serializers.ListField(child=serializers.CharField()))
    def people_left_out(self, contents: Contents) -> list[str]:
        return [*contents.card.people_left_out]

    @reads(serializers.ListField(child=serializers.CharField(), help_text="Ids in digits."))
    def examples_left_out(self, contents: Contents) -> list[str]:
        return [str(each) for each in contents.card.examples_left_out]

    @reads(
        serializers.ListField(
            child=serializers.CharField(),
            help_text="The official formats, `labels` and what is beside it.",
        )
    )
    def configurations(self, contents: Contents) -> list[str]:
        return choices_of(contents.project)

    @reads(serializers.IntegerField())
    def examples(self, contents: Contents) -> int:
        return contents.examples().count()

    @reads(serializers.IntegerField(help_text="Those that count."))
    def annotations(self, contents: Contents) -> int:
        return contents.number_counted

    @reads(serializers.ListField(child=serializers.CharField(), help_text="A sentence for each."))
    def left_out(self, contents: Contents) -> list[str]:
        return left_out_sentences(contents)

    @reads(serializers.IntegerField(help_text="How many simulated annotations the project has."))
    def simulated(self, contents: Contents) -> int:
        return contents.has_simulated

    @reads(serializers.DateTimeField(allow_null=True, help_text="Of the newest; null: none yet."))
    def statistics_at(self, contents: Contents) -> object:
        return contents.report and contents.report.created_at

    @reads(
        serializers.CharField(
            allow_blank=True, help_text="Why there will be no Parquet files; empty if there will."
        )
    )
    def no_parquet(self, _contents: Contents) -> str:
        return parquet.unavailable()

    version = serializers.CharField(help_text="Of the next release.")

    @reads(serializers.BooleanField(help_text="Whether this version was released before."))
    def is_released(self, contents: Contents) -> bool:
        return releases_of(contents.project).filter(version=contents.version).exists()


class ReleasedVersionOutput(Output[ReleasedVersion]):
    """What is kept of a release."""

    version = serializers.CharField()
    released_at = serializers.DateTimeField()
    job = serializers.UUIDField(source="job_id")

    @reads(serializers.IntegerField())
    def examples(self, released: ReleasedVersion) -> int:
        return int(released.manifest["totals"]["examples"])

    @reads(serializers.IntegerField(help_text="Those that count."))
    def annotations(self, released: ReleasedVersion) -> int:
        return int(released.manifest["totals"]["annotations"])

    @reads(serializers.BooleanField(help_text="Whether simulated annotations are in it."))
    def simulated(self, released: ReleasedVersion) -> bool:
        return int(released.manifest["totals"]["simulated"]) > 0

    changes = serializers.ListField(
        child=serializers.CharField(),
        help_text="Since the version before it, a sentence each; empty in the first.",
    )
