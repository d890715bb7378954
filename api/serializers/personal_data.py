"""What is kept about the caller."""

from collections.abc import Mapping

from rest_framework import serializers

from annotator.workspace.jobs.models import Job
from api.serializers.jobs import JobOutput
from api.serializers.output import Output
from api.serializers.second_factor import ProofInput


class DataExportOutput(Output[Mapping[str, Job | None]]):
    """The export that the caller asked for last; null before the first one."""

    job = JobOutput(allow_null=True)


class ErasureInput(ProofInput):
    """The caller's name, and proof that it is them: nobody is erased by accident."""

    username = serializers.CharField(max_length=150)
