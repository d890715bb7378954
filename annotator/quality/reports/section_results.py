"""Computing the sections of a report separately: one that fails doesn't affect the others."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

import orjson
import structlog
from django.db import InterfaceError, OperationalError
from numpy.typing import NDArray

from annotator.foundation.database.snapshot import part_of_snapshot
from annotator.material.corpus.models import Example
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.figures import Missing, Section, SharedPages, to_json
from annotator.quality.reports.planned import narrowed
from annotator.quality.reports.section_spec import SectionSpec
from annotator.quality.reports.stages import Stopwatch
from annotator.workspace.projects.models import Project

log = structlog.get_logger(__name__)

FAILED = Missing(
    "These figures could not be computed because of an error. The annotations are fine.",
    "Compute the statistics again. If that fails too, tell the person who runs the server. "
    "The log has the error under the number of the job.",
)
"""What a section that failed says instead of its figures; the same whatever the error was."""


@dataclass(slots=True)
class SectionResults:
    """The results of one report's sections.

    ``inputs``: what was read for each, by its name. ``content``: each as JSON values, in order.
    ``table``: the columns of the example table, ``details``: figures of single annotators, by
    section. ``failed``: sections that could not be computed; these have only ``content``, with
    ``FAILED``, and, if it was read, ``inputs``.
    """

    inputs: dict[str, Any] = field(default_factory=dict)
    content: list[dict[str, Any]] = field(default_factory=list)
    table: dict[str, NDArray[Any]] = field(default_factory=dict)
    details: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    job_id: UUID | None = None

    def read(self, specs: Sequence[SectionSpec], project: Project, context: ReportContext) -> None:
        """Read what each section needs besides annotations, within a ``snapshot``.

        Raises ``OperationalError`` and ``InterfaceError`` if the database is down.
        """
        for spec in specs:
            with self._or_failed(spec), part_of_snapshot():
                found = dict(spec.inputs(project, context.parameters)) if spec.inputs else {}
                if spec.named_examples:
                    named = spec.named_examples(narrowed(context, spec.counts))
                    found["questions"] = _questions_of(named)
                self.inputs[spec.name] = found

    def compute(
        self,
        specs: Sequence[SectionSpec],
        context: ReportContext,
        stopwatch: Stopwatch,
        on_section: Callable[[int], None] | None = None,
    ) -> None:
        """Compute each section from what was read; ``on_section`` gets how many are done."""
        for number, spec in enumerate(specs, 1):
            with stopwatch.stage(spec.name), self._or_failed(spec):
                if spec.name not in self.failed:
                    self._add(spec, replace(context, inputs=self.inputs[spec.name]))
            if spec.name in self.failed:
                self.content.append(to_json(Section(spec.name, missing=FAILED)))
            if on_section:
                on_section(number)

    def _add(self, spec: SectionSpec, context: ReportContext) -> None:
        context = narrowed(context, spec.counts)
        computed = spec.compute(context)
        if context.left_out:
            # The caveat is the same for every section that leaves annotations out.
            computed = replace(computed, notes=[*computed.notes, f"{spec.counts}_annotations"])
        if (units := context.units).are_pages:
            shared = SharedPages(len(units.examples), units.pages, units.name)
            computed = replace(computed, shared_pages=shared)
        section = to_json(computed)
        columns = spec.example_columns(context) if spec.example_columns else {}
        details = spec.details(context) if spec.details else None
        # What can't be stored has to fail here, where it is known whose it is.
        orjson.dumps([section, details])
        self.content.append(section)
        self.table |= columns
        if details is not None:
            self.details[spec.name] = details

    @contextmanager
    def _or_failed(self, spec: SectionSpec) -> Iterator[None]:
        try:
            yield
        except (OperationalError, InterfaceError):
            # If the database is down, that isn't the section's fault: the job goes to another
            # worker.
            raise
        # A mistake in one definition must not cost the lead all the other pages.
        except Exception:
            log.exception("section_failed", section=spec.name, job=str(self.job_id))
            self.failed.add(spec.name)


def _questions_of(examples: Collection[int]) -> dict[str, str]:
    texts = Example.objects.filter(pk__in=examples).order_by("pk")
    return {str(key): text for key, text in texts.values_list("pk", "question__text")}
