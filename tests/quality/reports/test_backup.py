"""A backup brings reports and chunks along: a restored site shows what it showed before, and builds
no chunk again.
"""

import pytest

from annotator.quality.reports.chunks import plan_chunks
from annotator.quality.reports.services import standing_of
from annotator.workspace.projects.models import Project
from tests.factories.corpus import make_project
from tests.factories.many_annotations import LONG, NULL, annotate_at_once
from tests.quality.reports.reporting import make_report
from tests.running.operations.test_backup import backed_up, emptied, restored

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_restored_project_has_its_report_and_needs_no_chunk() -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG, NULL], [NULL]])
    report, backup = make_report(project), backed_up()
    emptied()
    restored(backup)
    project = Project.objects.get()
    found = standing_of(project).report
    assert found is not None
    assert (found.pk, bytes(found.content)) == (report.pk, bytes(report.content))
    assert plan_chunks(project) == 0
    again = make_report(project)
    assert again.fingerprint == report.fingerprint
    assert bytes(again.content) == bytes(report.content)
