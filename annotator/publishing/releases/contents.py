"""What a release is made from: one project, at one moment, with what its lead chose."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Max, Min, QuerySet

from annotator.collecting.annotations.models import Annotation, AnnotationQuerySet, Source
from annotator.exchange.exports.left_out import LeftOut
from annotator.exchange.exports.simulated import of_people_unless
from annotator.material.corpus.models import Example, Purpose
from annotator.material.corpus.splits import main_examples, splits_of
from annotator.publishing.releases.kinds import Release, release_of
from annotator.publishing.releases.measured import Measured, measured
from annotator.publishing.releases.prose import DEFAULT_VERSION
from annotator.publishing.releases.services import Card, card_of
from annotator.quality.reports.chunks import count_current
from annotator.quality.reports.models import Report
from annotator.quality.reports.services import latest_report
from annotator.workspace.projects.models import Project


@dataclass(frozen=True)
class Contents:
    """A project as it is released; with ``simulated``, invented annotations are in it.

    ``stay_alive`` is called now and then while statistics are computed again.
    """

    project: Project
    simulated: bool = False
    stay_alive: Callable[[], None] = lambda: None

    @cached_property
    def card(self) -> Card:
        """What the lead wrote and left out."""
        return card_of(self.project)

    @cached_property
    def version(self) -> str:
        """The version of the release."""
        return self.card.prose["version"] or DEFAULT_VERSION

    @cached_property
    def kind(self) -> Release:
        """What the project's kind says of releases."""
        return release_of(self.project.kind)

    @cached_property
    def left_out(self) -> LeftOut:
        """The people and examples that are left out."""
        named = self.project.memberships.filter(pseudonym__in=self.card.people_left_out)
        people = named.order_by("user_id").values_list("user_id", flat=True)
        return LeftOut(tuple(people), self.card.examples_left_out)

    def examples(self, split: str = "") -> "QuerySet[Example]":
        """The examples of a split, or of all; never those of a hidden one."""
        return self.left_out.keep_examples(main_examples(self.project, [split] if split else ()))

    @cached_property
    def splits(self) -> list[str]:
        """The splits that have examples here."""
        return splits_of(self.examples())

    def annotations(self, split: str = "") -> AnnotationQuerySet:
        """Every version of every annotation of these examples, without answers to controls."""
        made = Annotation.objects.filter(project=self.project, example__in=self.examples(split))
        made = made.without_controls(self.project)
        return self.left_out.keep(of_people_unless(made, simulated=self.simulated))

    def counted(self) -> AnnotationQuerySet:
        """The annotations that count."""
        return self.annotations().current().filter(assignment__slot__isnull=False)

    @property
    def number_counted(self) -> int:
        """How many annotations count."""
        if self.leaves_out_counted:
            return self.counted().count()
        return count_current(self.project)

    def counted_times(self) -> tuple[datetime, datetime] | None:
        """When the first and the last of these were made; None if there are none."""
        times = self.counted().aggregate(first=Min("created_at"), last=Max("created_at"))
        return None if times["first"] is None else (times["first"], times["last"])

    @cached_property
    def report(self) -> Report | None:
        """The newest statistics."""
        return latest_report(self.project)

    @cached_property
    def has_simulated(self) -> int:
        """How many simulated annotations its examples have, all versions counted."""
        made = Annotation.objects.filter(project=self.project, source=Source.SIMULATED)
        # A join: from a list of examples SQLite would look up all annotations.
        return made.filter(example__is_published=True, example__purpose=Purpose.MAIN).count()

    @property
    def leaves_out_counted(self) -> bool:
        """Whether statistics may count annotations that are left out here."""
        left_out = self.left_out
        return bool(
            left_out.people or left_out.examples or (not self.simulated and self.has_simulated)
        )

    @cached_property
    def measured(self) -> Measured | None:
        """The statistics of what is released; None if no statistics were ever computed."""
        if self.report is None:
            return None
        return measured(self, self.report, stay_alive=self.stay_alive)

    @property
    def sections(self) -> Mapping[str, Mapping[str, Any]]:
        """The sections of the statistics by name."""
        return self.measured.sections if self.measured else {}

    def figure(self, section: str, name: str) -> Mapping[str, Any] | None:
        """A figure of the statistics; None where they don't have it."""
        figures = self.sections.get(section, {}).get("figures", ())
        return next((each for each in figures if each["name"] == name), None)

    @cached_property
    def made_at(self) -> datetime:
        """When the newest of what is released was made: the date of the release."""
        newest: datetime | None = self.annotations().aggregate(at=Max("created_at"))["at"]
        guidelines: datetime | None = self.project.guidelines.aggregate(at=Max("created_at"))["at"]
        created: datetime = self.project.created_at
        return max(at for at in (newest, guidelines, created) if at is not None)

    def state(self) -> list[Any]:
        """Changes with everything that a release reads and that may change under it."""
        newest = Annotation.objects.filter(project=self.project).aggregate(pk=Max("pk"))
        return [
            newest["pk"],
            self.examples().count(),
            self.project.hidden_split,
            self.project.guidelines.count(),
            self.report.pk if self.report else None,
            dict(self.card.prose),
            [*self.card.people_left_out],
            [*self.card.examples_left_out],
        ]
