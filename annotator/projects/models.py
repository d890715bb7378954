"""Projects, who takes part in them, and their guidelines."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models


class Kind(models.TextChoices):
    """What a project collects."""

    NQ = "nq", "Natural Questions"
    ASQA = "asqa", "ASQA"


class Role(models.TextChoices):
    """What somebody does in a project."""

    ANNOTATOR = "annotator", "Annotator"
    EXPERT = "expert", "Expert"
    LEAD = "lead", "Lead"


class QueueOrder(models.TextChoices):
    """In which order a project's examples are handed out."""

    IMPORTED = "imported", "As imported"
    RANDOM = "random", "Random, by the project's seed"


class Project(models.Model):
    """A collection of examples, annotated ``overlap`` times each under one set of guidelines."""

    slug = models.SlugField(max_length=64, unique=True)
    kind = models.CharField(max_length=8, choices=Kind)
    title = models.CharField(max_length=200)
    overlap = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(1000)]
    )
    lease_minutes = models.PositiveIntegerField(
        default=60, validators=[MinValueValidator(1), MaxValueValidator(7 * 24 * 60)]
    )
    queue_order = models.CharField(max_length=10, choices=QueueOrder, default=QueueOrder.IMPORTED)
    seed = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(overlap__gte=1) & models.Q(overlap__lte=1000),
                name="project_overlap_between_1_and_1000",
            ),
            models.CheckConstraint(
                condition=models.Q(lease_minutes__gte=1), name="project_lease_is_positive"
            ),
        ]

    def __str__(self) -> str:
        return self.slug


class Membership(models.Model):
    """Somebody's part in a project. A membership that ended stays, inactive."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "user"], name="one_membership_per_project")
        ]

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.project}"


class Guideline(models.Model):
    """One version of a project's guidelines. Versions are never changed, only followed."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="guidelines")
    version = models.PositiveIntegerField()
    markdown = models.TextField()
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "version"], name="one_guideline_per_version")
        ]

    def __str__(self) -> str:
        return f"Guidelines {self.version} of {self.project}"
