"""Which projects have a gallery on this site."""

from django.db import models

from annotator.workspace.projects.models import Project


class Gallery(models.Model):
    """The gallery of a project that this site shows to everybody; without a row there is none.

    ``made_by`` is the job that wrote its files, ``content_sha256`` tells what was read for it. The
    rest is what it leaves out: of a gallery that shows what is left out now, nothing is served.
    """

    project = models.OneToOneField(
        Project, primary_key=True, on_delete=models.CASCADE, related_name="gallery"
    )
    made_by = models.UUIDField()
    version = models.CharField(max_length=20)
    example_count = models.PositiveIntegerField()
    byte_count = models.PositiveBigIntegerField()
    content_sha256 = models.CharField(max_length=64)
    hidden_split = models.CharField(max_length=20, blank=True)
    people_left_out = models.JSONField(default=list)
    examples_left_out = models.JSONField(default=list)
    published_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"gallery of {self.project_id}"
