"""A report reads the database as it is at one moment, whoever writes meanwhile."""

import threading
from dataclasses import replace
from typing import Any, cast

import pytest
from django.db import connections

from annotator.quality.reports.chunks import current_sha256
from annotator.quality.reports.compute import compute_report, content_of
from annotator.quality.reports.kinds import SECTIONS
from annotator.quality.reports.stages import Stopwatch
from annotator.workspace.projects.kinds import Kind
from tests.factories.corpus import AT, make_project
from tests.factories.many_annotations import LONG, NULL, annotate_at_once
from tests.quality.reports.reporting import bring_up_to_date

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_comes_while_a_report_reads_is_not_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another connection adds an example with two annotations, and builds its chunk, after the
    annotations are loaded and before the days of the schedule are read.
    """
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG, NULL]])
    bring_up_to_date(project)
    before = current_sha256(project)
    [schedule, *_] = SECTIONS[Kind.NQ]

    def write() -> None:
        try:
            annotate_at_once(project, [[LONG, LONG]])
            bring_up_to_date(project)
        finally:
            connections.close_all()

    def read_late(*given: Any) -> Any:
        writer = threading.Thread(target=write)
        writer.start()
        writer.join()
        assert schedule.inputs is not None
        return schedule.inputs(*given)

    sections = cast(dict[str, Any], SECTIONS)
    monkeypatch.setitem(sections, Kind.NQ, (replace(schedule, inputs=read_late),))
    report = compute_report(project=project, at=AT, seed=1, stopwatch=Stopwatch())
    [section] = content_of(report)["sections"]
    [per_day] = [each for each in section["plots"] if each["name"] == "per_day"]
    assert [point["value"] for point in per_day["points"]] == [2]
    assert (report.annotations, report.examples, report.annotations_sha256) == (2, 1, before)
    assert current_sha256(project) != before
