"""Questions, frozen pages, and the examples that pair them."""

from django.db import models

from annotator.projects.models import Project


class Page(models.Model):
    """A Wikipedia article as it was shown: frozen at import, stored once.

    ``fingerprint`` covers everything that is frozen (bytes, title, address, tokens, candidates);
    ``sha256`` the HTML's bytes alone.
    """

    fingerprint = models.CharField(max_length=64, unique=True)
    sha256 = models.CharField(max_length=64, db_index=True)
    title = models.TextField()
    url = models.TextField(blank=True)
    byte_count = models.PositiveIntegerField()
    token_count = models.PositiveIntegerField()
    candidate_count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.title


class PageContent(models.Model):
    """The large part of a page, apart from its row so that lists never load it.

    ``html``, ``tokens`` and ``candidates`` are compressed by zstandard and never change.
    ``rendering`` is gzip, derived from them, and replaced when ``rendering_version`` is outdated.
    """

    page = models.OneToOneField(
        Page, primary_key=True, on_delete=models.CASCADE, related_name="content"
    )
    html = models.BinaryField()
    tokens = models.BinaryField()
    candidates = models.BinaryField()
    rendering = models.BinaryField()
    rendering_version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"content of {self.page_id}"


class Question(models.Model):
    """A question as it was asked. ``tokens`` are kept as an NQ file gave them, else null."""

    text = models.TextField()
    tokens = models.JSONField(null=True)

    def __str__(self) -> str:
        return self.text


class Example(models.Model):
    """A question and the page on which it is to be answered (NQ's ``example_id``).

    ``position`` is the order in which the examples came, ``rank`` their order in the queue.
    Unpublished examples belong to an import that is not finished.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="examples")
    example_id = models.BigIntegerField()
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="examples")
    page = models.ForeignKey(Page, null=True, on_delete=models.PROTECT, related_name="examples")
    split = models.CharField(max_length=20, blank=True)
    position = models.BigIntegerField()
    priority = models.IntegerField(default=0)
    rank = models.BigIntegerField()
    overlap = models.PositiveSmallIntegerField()
    import_job = models.UUIDField(null=True)
    is_published = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    extra = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "example_id"], name="one_example_per_example_id"
            ),
            models.UniqueConstraint(
                fields=["project", "position"], name="one_example_per_position"
            ),
        ]
        indexes = [
            models.Index(
                fields=["import_job"],
                name="example_unpublished",
                condition=models.Q(is_published=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.project_id}/{self.example_id}"
