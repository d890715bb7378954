"""A project's gallery: whether this site shows one, and publishing it."""

from rest_framework import serializers

from annotator.publishing.gallery.models import Gallery
from annotator.publishing.gallery.publishing import is_outdated, shows_left_out
from annotator.workspace.projects.models import Project
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class GalleryInput(StrictInput):
    """How to publish a gallery."""

    downloads = serializers.URLField(
        default="",
        allow_blank=True,
        max_length=500,
        help_text="Where readers download the data set; empty for nowhere.",
    )
    simulated = serializers.BooleanField(
        default=False, help_text="Whether simulated annotations are shown."
    )
    allowed = serializers.ListField(
        child=serializers.CharField(max_length=200),
        max_length=1000,
        default=list,
        help_text="Texts that may stay although they look like names or addresses.",
    )


class PublishedGalleryOutput(Output[Gallery]):
    """The gallery that everybody may read."""

    version = serializers.CharField()
    example_count = serializers.IntegerField()
    byte_count = serializers.IntegerField()
    published_at = serializers.DateTimeField()

    @reads(serializers.CharField())
    def address(self, gallery: Gallery) -> str:
        """Where it is on this site."""
        return f"/gallery/{gallery.project.slug}/"

    @reads(
        serializers.BooleanField(help_text="Whether a gallery that is published now would differ.")
    )
    def is_outdated(self, gallery: Gallery) -> bool:
        """Whether what it was made from has changed."""
        return is_outdated(gallery)

    @reads(
        serializers.BooleanField(
            help_text="Whether nobody sees it, since it may show what is left out by now."
        )
    )
    def is_withheld(self, gallery: Gallery) -> bool:
        """Whether it shows somebody or something that is left out now."""
        return shows_left_out(gallery)


class GalleryOutput(Output[Project]):
    """Whether a project has a gallery on this site."""

    @reads(PublishedGalleryOutput(allow_null=True))
    def published(self, project: Project) -> Gallery | None:
        """The project's gallery, if it has one."""
        return Gallery.objects.select_related("project").filter(project=project).first()
