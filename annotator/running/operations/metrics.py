"""Metrics for Prometheus: requests by process, and the platform's state by query."""

import os
from collections.abc import Iterator
from typing import Any

from django.core.cache import cache
from django.db.models import Count
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.models import LIVE_STATES, Assignment, Slot
from annotator.running.operations.gauges import GAUGES
from annotator.workspace.jobs.models import Job

STATE_SECONDS = 15
"""How long counts are kept, so that impatient scrapers cost nothing."""

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""Methods that are counted by name; callers can invent others, and each would be kept for good.
"""

REQUESTS = Counter(
    "plumbline_requests", "Requests answered", ["method", "route", "status"], registry=None
)
SECONDS = Histogram(
    "plumbline_request_seconds",
    "Time to answer a request, in seconds",
    ["route"],
    registry=None,
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)

# name, explanation, names of the labels
_STATES = (
    ("plumbline_slots", "Annotations asked for; free ones wait", ("project", "state")),
    ("plumbline_leases", "Examples that people are working on", ("project", "state")),
    ("plumbline_jobs", "Jobs by state", ("kind", "state")),
    ("plumbline_annotations", "Annotations by origin", ("source",)),
)


class PlatformState(Collector):
    """The platform as a whole, the same from whichever process answers."""

    def collect(self) -> Iterator[Metric]:
        """A gauge for each kind of row, and for the machinery."""
        counts = cache.get_or_set("metrics-counts", count_rows, STATE_SECONDS) or []
        for (name, explanation, labels), rows in zip(_STATES, counts, strict=True):
            gauge = GaugeMetricFamily(name, explanation, labels=labels)
            for *values, count in rows:
                gauge.add_metric([str(value) for value in values], count)
            yield gauge
        yield from self._machinery()

    def _machinery(self) -> Iterator[Metric]:
        """Unknown values are left out."""
        values = cache.get_or_set("metrics-gauges", read_gauges, STATE_SECONDS) or {}
        for name, explanation, _ in GAUGES:
            gauge = GaugeMetricFamily(name, explanation)
            if values.get(name) is not None:
                gauge.add_metric([], values[name])
            yield gauge


def read_gauges() -> dict[str, float | None]:
    """Each of ``GAUGES`` now."""
    return {name: read() for name, _, read in GAUGES}


def count_rows() -> list[list[Any]]:
    """For each of the gauges, rows of the labels' values and the count."""
    leased = Assignment.objects.filter(state__in=LIVE_STATES)
    return [
        _counted(Slot.objects.all(), "project__slug", "state"),
        _counted(leased, "project__slug", "state"),
        _counted(Job.objects.all(), "kind", "state"),
        _counted(Annotation.objects.current(), "source"),
    ]


def _counted(rows: Any, *fields: str) -> list[Any]:
    return list(rows.order_by().values_list(*fields).annotate(Count("pk")).order_by(*fields))


def count_request(*, method: str, route: str, status: int, seconds: float) -> None:
    """Count one answered request, with an invented method as ``other``."""
    REQUESTS.labels(method if method in METHODS else "other", route, status).inc()
    SECONDS.labels(route).observe(seconds)


def render_metrics() -> bytes:
    """Everything in Prometheus' text format.

    Where several processes serve, they keep their counts in ``PROMETHEUS_MULTIPROC_DIR``, and
    whichever is asked sums them up; otherwise the counts are this process's own.
    """
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REQUESTS)
        registry.register(SECONDS)
    registry.register(PlatformState())
    return generate_latest(registry)
