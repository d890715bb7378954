"""Jobs, imports, exports."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from rest_framework import serializers

from annotator.exchange.exports.formats import EXPORT_FORMATS, FORMAT_NAMES, OfferedFormat
from annotator.exchange.exports.kinds import files_of
from annotator.exchange.exports.options import OPTION_NAMES, ExportOption
from annotator.workspace.jobs.job_folders import result_expires_at
from annotator.workspace.jobs.models import Job, JobProblem, JobState
from annotator.workspace.projects.kinds import ROOMS
from api.serializers.output import Output, reads
from api.serializers.splits import NewSplitField
from api.serializers.strict import StrictInput

IMPORT_FORMATS: Mapping[str, Sequence[str]] = {
    **{name: each for kind in ROOMS for name, each in files_of(kind).IMPORTS.items()},
    "queries": (),
}
"""What can be imported, with its options: see ``Files``."""


class ImportInput(StrictInput):
    """A file to import.

    `pages` goes with `ambigqa` and `asqa`: JSON lines with the pages that were visited. `split` is
    the split for the examples; for `asqa` it is the part of the file to take, and required.
    `annotations` imports the answers of `nq` and `asqa`. `fetch` goes with `ambigqa` and `asqa`,
    instead of `pages`: the visited pages come from Wikipedia, and the context passages are found in
    them. With `pages` it fetches the HTML of lines that lack it. `search` goes with `fetch` and
    `ambigqa`: the wiki's own search finds pages for questions that name none.
    """

    file = serializers.FileField()
    pages = serializers.FileField(required=False)
    format = serializers.ChoiceField(choices=list(IMPORT_FORMATS))
    annotations = serializers.BooleanField(default=False)
    fetch = serializers.BooleanField(default=False)
    search = serializers.BooleanField(default=False)
    on_error = serializers.ChoiceField(choices=("stop", "skip"), default="stop")
    split = NewSplitField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Pages, annotations and splits go with some formats only."""
        attrs = super().validate(attrs)
        options = IMPORT_FORMATS[attrs["format"]]
        if "pages" in attrs and "pages" not in options:
            raise serializers.ValidationError(
                {"pages": "This format has its pages in the file itself: leave them out."}
            )
        if attrs["fetch"] and ("fetch" not in options or "pages" in attrs):
            raise serializers.ValidationError(
                {"fetch": "Pages are fetched for pages, ambigqa and asqa, where no file has them."}
            )
        if attrs["search"] and not (attrs["fetch"] and "search" in options):
            raise serializers.ValidationError(
                {"search": "Pages are searched for with fetch, for ambigqa alone. Leave it out."}
            )
        if attrs["annotations"] and "annotations" not in options:
            raise serializers.ValidationError(
                {"annotations": "This format has no annotations. Leave it out."}
            )
        if attrs["format"] == "queries" and attrs["split"]:
            raise serializers.ValidationError(
                {"split": "Queries have no split: choose it when you make examples of them."}
            )
        if "split" in options and not attrs["split"]:
            raise serializers.ValidationError(
                {"split": "Name the split of the file that is to be imported, such as dev."}
            )
        return attrs


class ExportInput(StrictInput):
    """What to export. An option that the format doesn't have is refused.

    `splits` limits an export to the splits it names (`all`: the examples without one).
    `annotated_only` leaves out what nobody has answered. `annotations_per_example` takes at most as
    many annotations of each example of `nq`: those submitted first, or with `draw_seed` a draw.
    `asqa` and `squad` leave out examples that somebody has a concern about unless `with_concerns`.
    With `reader`, `squad` is the input of the reader model of ASQA's Disambig-F1: disambiguations
    on long-form answers. `names` is for history: pseudonyms or real names. `page_sources` adds what
    is known of the pages' sources to `nq` and `asqa`; `source_offsets` adds the tokens' bytes in
    the sources to `nq`. `with_gold` puts an answer that a lead decided on before the annotations;
    the annotation that was picked is not repeated. `nq-gold` and `asqa-gold` have these answers
    alone, one for each example that has one. `simulated` includes annotations of simulated
    annotators, which the official formats can't tell apart.
    """

    format = serializers.ChoiceField(choices=FORMAT_NAMES)
    names = serializers.ChoiceField(choices=("pseudonyms", "real"), required=False)
    with_concerns = serializers.BooleanField(required=False)
    annotated_only = serializers.BooleanField(required=False)
    annotations_per_example = serializers.IntegerField(
        min_value=1, max_value=1000, required=False, allow_null=True
    )
    draw_seed = serializers.IntegerField(
        min_value=0, max_value=2**53 - 1, required=False, allow_null=True
    )
    reader = serializers.BooleanField(required=False)
    page_sources = serializers.BooleanField(required=False)
    source_offsets = serializers.BooleanField(required=False)
    with_gold = serializers.BooleanField(required=False)
    simulated = serializers.BooleanField(required=False)
    splits = serializers.ListField(
        child=serializers.CharField(max_length=20), max_length=100, required=False
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse unknown fields, and options that the format doesn't have."""
        chosen, options = attrs["format"], EXPORT_FORMATS[attrs["format"]].options
        problems = self.unknown_fields() | {
            name: f"{chosen} has no such option. Leave it out."
            for name, value in attrs.items()
            if name not in {"format", *options} and value
        }
        if attrs.get("draw_seed") is not None and not attrs.get("annotations_per_example"):
            problems["draw_seed"] = "A draw goes with annotations_per_example. Add it."
        if problems:
            raise serializers.ValidationError(problems)
        return {name: value for name, value in attrs.items() if name in {"format", *options}}


class ExportOptionOutput(Output[ExportOption]):
    """What can be chosen for an export: a switch, or a number where `least` is one.

    An option is offered once the one it `goes_with` has a value.
    """

    name = serializers.ChoiceField(choices=OPTION_NAMES)
    title = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    goes_with = serializers.CharField(allow_blank=True)


class ExportFormatOutput(Output[OfferedFormat]):
    """A format that the project can be exported in, with what can be chosen for it."""

    name = serializers.ChoiceField(choices=FORMAT_NAMES)
    title = serializers.CharField()
    description = serializers.CharField()
    options = ExportOptionOutput(many=True)


class JobListParameters(serializers.Serializer[Any]):
    """Which jobs are listed."""

    kinds = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=200,
        help_text="Beginnings of kinds, separated by commas, such as `import,refresh_pages`.",
    )


class JobCreatedOutput(Output[Job]):
    """The id of a new job."""

    job = serializers.UUIDField(source="pk")


class JobOutput(Output[Job]):
    """The state of a job."""

    id = serializers.UUIDField()
    kind = serializers.CharField()
    state = serializers.ChoiceField(choices=JobState.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField(allow_null=True)
    message = serializers.CharField(allow_blank=True)
    result_url = serializers.SerializerMethodField()
    filename = serializers.CharField(allow_blank=True)
    cancel_requested = serializers.BooleanField()
    created_by = serializers.CharField(default=None, allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    problem_count = serializers.IntegerField(source="problem_total")
    per_second = serializers.FloatField(allow_null=True)
    result_expires_at = serializers.SerializerMethodField()

    @reads(
        serializers.BooleanField(
            allow_null=True, help_text="Whether an import is undone; null for other jobs."
        )
    )
    def undone(self, job: Job) -> bool | None:
        undone: dict[UUID, bool] = self.context.get("undone", {})
        return undone.get(job.pk)

    def get_result_url(self, job: Job) -> str | None:
        """Where the result can be fetched once the job has succeeded."""
        if job.state != JobState.SUCCEEDED or not job.result_path:
            return None
        return f"/api/v1/jobs/{job.pk}/result/"

    def get_result_expires_at(self, job: Job) -> datetime | None:
        """When the result is deleted."""
        return result_expires_at(job)


class JobProblemOutput(Output[JobProblem]):
    """One thing that is wrong with the input."""

    file = serializers.CharField(allow_blank=True)
    line = serializers.IntegerField(allow_null=True)
    field = serializers.CharField(allow_blank=True)
    problem = serializers.CharField()
    fix = serializers.CharField(allow_blank=True)
