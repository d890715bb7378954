"""Jobs, imports, exports."""

from typing import Any

from rest_framework import serializers

from annotator.jobs.models import Job, JobState

IMPORT_FORMATS = ("nq", "pages")
EXPORT_FORMATS = ("nq", "nq-simplified")


class ImportInput(serializers.Serializer[Any]):
    """A file to import."""

    file = serializers.FileField()
    format = serializers.ChoiceField(choices=IMPORT_FORMATS)
    annotations = serializers.BooleanField(default=False)
    on_error = serializers.ChoiceField(choices=("stop", "skip"), default="stop")
    split = serializers.CharField(max_length=20, default="", allow_blank=True)


class ExportInput(serializers.Serializer[Any]):
    """What to export."""

    format = serializers.ChoiceField(choices=EXPORT_FORMATS)


class JobCreatedOutput(serializers.Serializer[Any]):
    """The id of a new job."""

    job = serializers.UUIDField()


class JobOutput(serializers.Serializer[Any]):
    """Where a job stands."""

    id = serializers.UUIDField()
    kind = serializers.CharField()
    state = serializers.ChoiceField(choices=JobState.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField(allow_null=True)
    message = serializers.CharField(allow_blank=True)
    result_url = serializers.SerializerMethodField()
    filename = serializers.CharField(allow_blank=True)
    cancel_requested = serializers.BooleanField()
    created_by = serializers.CharField(source="created_by.username", default=None, allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    problem_count = serializers.SerializerMethodField()

    def get_result_url(self, job: Job) -> str | None:
        """Where the result can be fetched once the job has succeeded."""
        if job.state != JobState.SUCCEEDED or not job.result_path:
            return None
        return f"/api/v1/jobs/{job.pk}/result/"

    def get_problem_count(self, job: Job) -> int:
        """How many problems are listed."""
        counted: int | None = getattr(job, "problem_total", None)
        return job.problems.count() if counted is None else counted


class JobProblemOutput(serializers.Serializer[Any]):
    """One thing that is wrong with the input."""

    file = serializers.CharField(allow_blank=True)
    line = serializers.IntegerField(allow_null=True)
    field = serializers.CharField(allow_blank=True)
    problem = serializers.CharField()
    fix = serializers.CharField(allow_blank=True)
