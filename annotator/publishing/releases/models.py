"""A lead's texts about a data set, what its releases leave out, and past releases."""

from django.db import models

from annotator.workspace.projects.models import Project


class ReleaseCard(models.Model):
    """The prose of a project's data set card, by ``prose.FIELDS``, as Markdown.

    ``people_left_out`` are pseudonyms, ``examples_left_out`` example ids: people who object to the
    publication of their annotations, and examples that were withdrawn.
    """

    project = models.OneToOneField(
        Project, primary_key=True, on_delete=models.CASCADE, related_name="release_card"
    )
    version = models.CharField(max_length=20, blank=True)
    licence = models.CharField(max_length=60, blank=True)
    creators = models.TextField(blank=True)
    contact = models.TextField(blank=True)
    summary = models.TextField(blank=True)
    uses = models.TextField(blank=True)
    recruitment = models.TextField(blank=True)
    training = models.TextField(blank=True)
    pay = models.TextField(blank=True)
    ethics = models.TextField(blank=True)
    limits = models.TextField(blank=True)
    people_left_out = models.JSONField(default=list)
    examples_left_out = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"release card of {self.project_id}"


class ReleasedVersion(models.Model):
    """What a project keeps of a release: ``manifest`` as in ``release.json``, the ids of its
    examples, ascending (null: not kept), the sha256 of each file, and what has changed since the
    version before it, as sentences.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="released_versions")
    job_id = models.UUIDField(unique=True)
    version = models.CharField(max_length=20)
    released_at = models.DateTimeField()
    manifest = models.JSONField()
    example_ids = models.JSONField(null=True)
    checksums = models.JSONField()
    changes = models.JSONField(default=list)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"version {self.version} of {self.project_id}"
