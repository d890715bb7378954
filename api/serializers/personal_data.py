"""What is kept about the caller."""

from typing import Any

from rest_framework import serializers

from api.serializers.jobs import JobOutput


class DataExportOutput(serializers.Serializer[Any]):
    """The export that the caller asked for last; null before the first one."""

    job = JobOutput(allow_null=True)


class ErasureInput(serializers.Serializer[Any]):
    """The caller's name, and their password if they have one: nobody is erased by accident."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(
        trim_whitespace=False, allow_blank=True, required=False, default=""
    )
