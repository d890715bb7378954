"""The sample files that the import page offers are what it imports."""

import pytest

from annotator.workspace.jobs.models import JobState
from scripts.bootstrap import ROOT
from tests.exchange.imports.import_jobs import imported_ids, run_import
from tests.factories.corpus import make_project

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "job", "name", "split", "examples"),
    [
        ("nq", "import_nq", "sample-nq.jsonl", "", 2),
        ("nq", "import_pages", "sample-pages.jsonl", "", 2),
        ("asqa", "import_ambigqa", "sample-ambignq.json", "", 2),
        ("asqa", "import_asqa", "sample-asqa.json", "dev", 1),
    ],
)
def test_a_sample_is_imported_without_a_problem(
    kind: str, job: str, name: str, split: str, examples: int
) -> None:
    project = make_project(kind=kind)
    done = run_import(project, ROOT / "frontend" / "public" / name, kind=job, split=split)
    assert (done.state, done.problem_total) == (JobState.SUCCEEDED, 0), done.message
    assert len(imported_ids(project)) == examples
