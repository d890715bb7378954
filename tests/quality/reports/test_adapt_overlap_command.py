"""``adapt_overlap`` in the terminal."""

import pytest
from django.core.management import call_command

from annotator.quality.reports.adaptive import adaptation_of
from annotator.quality.reports.adaptive_plan import Adaptation
from annotator.quality.reports.services import COMPUTE_STATISTICS
from annotator.workspace.jobs.models import Job
from tests.factories.corpus import make_examples, make_project

pytestmark = pytest.mark.django_db


def test_it_turns_adaptive_overlap_on_says_what_the_sample_costs_and_turns_it_off(
    capsys: pytest.CaptureFixture[str],
) -> None:
    project = make_project(overlap=2)
    make_examples(project, 10)
    call_command("adapt_overlap", project.slug, "--at-most", "7", "--sample", "0.3")
    # Three examples, each with five beyond the first two.
    assert capsys.readouterr().out == (
        "Unsettled examples get up to 7 annotations. The agreement sample gets about 15 more than "
        "each example gets first.\n"
    )
    project.refresh_from_db()
    assert adaptation_of(project) == Adaptation(7, 1, 0.9, 0.3)
    assert Job.objects.filter(kind=COMPUTE_STATISTICS).exists()
    call_command("adapt_overlap", project.slug, "--off")
    project.refresh_from_db()
    assert adaptation_of(project) is None
