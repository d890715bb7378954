"""Whether projects are active, paused, archived or in the bin."""

from datetime import datetime

from rest_framework import serializers

from annotator.running.project_bin.deleted_parts import KIND_NAMES, DeletedPart
from annotator.workspace.projects.models import Project, Standing
from annotator.workspace.projects.standing import leaves_bin_at
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class ProjectStandingInput(StrictInput):
    """What a project is to be."""

    standing = serializers.ChoiceField(choices=Standing.choices)


class ProjectStandingOutput(Output[Project]):
    """What a project is."""

    slug = serializers.SlugField()
    standing = serializers.ChoiceField(choices=Standing.choices)


class DeletionInput(StrictInput):
    """The short name of the project that is to be deleted, typed."""

    name = serializers.CharField(max_length=64)


class DeletedProjectOutput(Output[Project]):
    """A project in the bin."""

    id = serializers.IntegerField()
    slug = serializers.SlugField()
    title = serializers.CharField()
    deleted_at = serializers.DateTimeField()

    @reads(serializers.DateTimeField(help_text="It can be restored until then; then it is erased."))
    def kept_until(self, project: Project) -> datetime | None:
        return project.deleted_at and leaves_bin_at(project.deleted_at)


class DeletedPartInput(StrictInput):
    """What is to be restored: `id` is that of the system, encoder or error analysis."""

    kind = serializers.ChoiceField(choices=KIND_NAMES)
    id = serializers.IntegerField(min_value=1)


class DeletedPartOutput(Output[DeletedPart]):
    """Something of a project in the bin."""

    kind = serializers.ChoiceField(choices=KIND_NAMES)
    id = serializers.IntegerField()
    name = serializers.CharField()
    deleted_at = serializers.DateTimeField()

    @reads(serializers.DateTimeField(help_text="It can be restored until then; then it is erased."))
    def kept_until(self, part: DeletedPart) -> datetime:
        return leaves_bin_at(part.deleted_at)
