"""Systems that answer questions, and the leaderboard that they stand on."""

from django.conf import settings
from django.db import models

from annotator.systems.evaluation.models.deletion import Deletable, Standing
from annotator.workspace.projects.models import Project


class Leaderboard(models.Model):
    """A project's leaderboard; ``published_at`` is null unless a lead has published it.

    ``secret`` is ``project_secret``'s, empty until a score needs one; nobody is shown it.
    """

    project = models.OneToOneField(
        Project, primary_key=True, on_delete=models.CASCADE, related_name="leaderboard"
    )
    published_at = models.DateTimeField(null=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    secret = models.CharField(max_length=64, default="", db_default="")

    def __str__(self) -> str:
        return f"leaderboard of {self.project_id}"


class BaselineKind(models.TextChoices):
    """The papers' baselines that need no trained model: NQ, section 6.1, and ASQA, sections 5.1
    and 6.
    """

    FIRST_PARAGRAPH = "first-paragraph", "First paragraph"
    MOST_FREQUENT = "most-frequent", "Most frequent answer"
    CLOSEST_QUESTION = "closest-question", "Closest question"
    QUESTION_REPEATED = "question-repeated", "The question eight times"
    RANDOM_RETRIEVAL = "random-retrieval", "Random retrieval"


class System(Deletable):
    """Something that answers questions, with a score for each split that it was scored on.

    Where the leaderboard is published, everybody sees the systems that are ``is_published``.
    ``baseline`` is the kind of a baseline that was run here, empty for what was uploaded. What
    ``is_withheld`` is shown to stewards alone: a competition shows it when its results are out.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="systems")
    name = models.CharField(max_length=100)
    notes = models.TextField(blank=True)
    baseline = models.CharField(
        max_length=20, choices=BaselineKind, blank=True, default="", db_default=""
    )
    is_published = models.BooleanField(default=True)
    is_withheld = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField()

    objects = Standing["System"]()
    ever = models.Manager["System"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "name"],
                condition=models.Q(deleted_at__isnull=True),
                name="one_system_per_name",
            )
        ]

    def __str__(self) -> str:
        return self.name
