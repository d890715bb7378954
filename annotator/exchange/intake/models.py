"""Queries on their way to becoming questions, and what a project lets through."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from annotator.exchange.intake.filtering.decision import Decision, Filters, Step
from annotator.exchange.intake.filtering.heuristics import HEURISTICS, Entities
from annotator.exchange.intake.filtering.merging import MOST_PEOPLE
from annotator.exchange.intake.filtering.phrases import phrases_of
from annotator.exchange.intake.filtering.titles import PageTitles
from annotator.workspace.projects.models import Project


def all_heuristics() -> list[str]:
    """The heuristics that count unless a lead says otherwise."""
    return list(HEURISTICS)


class QueryFilters(models.Model):
    """What a project's queries must be (NQ paper, section 3.1).

    ``min_users`` people must have issued a query within ``hours``, where the log says who did.
    ``categories``, ``offensive_words`` and ``page_titles`` have one on each line, and come on top
    of the platform's lists and of the project's pages.
    """

    project = models.OneToOneField(
        Project, primary_key=True, on_delete=models.CASCADE, related_name="query_filters"
    )
    min_words = models.PositiveSmallIntegerField(
        default=8, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    min_users = models.PositiveSmallIntegerField(
        default=2, validators=[MinValueValidator(1), MaxValueValidator(MOST_PEOPLE)]
    )
    hours = models.PositiveIntegerField(
        default=24, validators=[MinValueValidator(1), MaxValueValidator(24 * 366)]
    )
    heuristics = models.JSONField(default=all_heuristics)
    entities = models.CharField(
        max_length=12,
        choices=[(each.value, each.value) for each in Entities],
        default=Entities.ASKED_NOUNS.value,
    )
    how_to = models.BooleanField(default=False)
    categories = models.TextField(blank=True)
    offensive_words = models.TextField(blank=True)
    page_titles = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"filters of {self.project_id}"

    def filters(self) -> Filters:
        """The settings as the filter takes them."""
        pages = self.project.examples.filter(page__isnull=False)
        titles = pages.values_list("page__title", flat=True).distinct()
        return Filters(
            min_words=self.min_words,
            min_users=self.min_users,
            hours=self.hours,
            heuristics=tuple(self.heuristics),
            entities=Entities(self.entities),
            how_to=self.how_to,
            more_categories=tuple(phrases_of(self.categories)),
            more_offensive=tuple(phrases_of(self.offensive_words)),
            titles=PageTitles([*self.page_titles.splitlines(), *titles.iterator()]),
        )


class Provider(models.TextChoices):
    """The search that finds pages for a project's questions."""

    WIKI = "wiki", "The wiki's own search"
    SERVICE = "service", "A search service"
    PAGES = "pages", "The pages that are imported"


class PageSearch(models.Model):
    """How a project finds pages for its questions (NQ paper, section 3.1).

    ``address``, ``path`` and ``headers`` are for a search service; ``headers`` is encrypted JSON,
    or "" for none.
    """

    project = models.OneToOneField(
        Project, primary_key=True, on_delete=models.CASCADE, related_name="page_search"
    )
    provider = models.CharField(max_length=8, choices=Provider, default=Provider.WIKI)
    address = models.TextField(blank=True)
    path = models.TextField(blank=True)
    headers = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"search of {self.project_id}"


class Query(models.Model):
    """A query of a log with its near duplicates, and where the filters sent it.

    ``key`` is a digest of its words. ``periods`` are the shortest, in seconds, within which one
    person issued it, two people, and so on; ``users`` is how many did within the hours of the
    filters. Both are null where the log doesn't say who did.
    ``is_decided`` is whether a lead decided about it, whatever the filters say.
    Unpublished queries belong to an import that is not finished.
    """

    STEPS = [(step.value, step.value) for step in Step]

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="queries")
    key = models.CharField(max_length=64)
    text = models.TextField()
    other_wordings = models.JSONField(default=list)
    count = models.BigIntegerField()
    users = models.PositiveIntegerField(null=True)
    periods = models.JSONField(null=True)
    step = models.CharField(max_length=12, choices=STEPS)
    reason = models.TextField()
    heuristics = models.JSONField(default=list)
    flags = models.JSONField(default=list)
    is_decided = models.BooleanField(default=False)
    import_job = models.UUIDField()
    is_published = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "key"],
                condition=models.Q(is_published=True),
                name="one_query_per_key",
            ),
            models.UniqueConstraint(fields=["import_job", "key"], name="one_query_per_import"),
        ]
        indexes = [
            models.Index(fields=["project", "step", "-count"], name="queries_by_step"),
        ]

    def __str__(self) -> str:
        return self.text

    def take(self, decision: Decision) -> None:
        """Be where the filters send it, without saving."""
        self.step, self.reason = decision.step, decision.reason
        self.heuristics, self.flags = list(decision.heuristics), list(decision.flags)
