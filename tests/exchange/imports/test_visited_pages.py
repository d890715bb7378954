"""Pages that were visited, and that somebody deletes while they are imported."""

from pathlib import Path

import pytest

from annotator.exchange.imports.visited_pages import VisitedPages
from annotator.material.corpus.models import Page
from annotator.material.corpus.queries import html_of
from annotator.material.corpus.services import store_pages
from tests.exchange.imports.ambiguous_files import page_line
from tests.exchange.imports.import_jobs import write_lines

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("remembered", [0, 8])
def test_a_stored_page_that_is_gone_when_it_is_to_be_written_is_written_anew(
    tmp_path: Path, remembered: int
) -> None:
    path = write_lines(tmp_path / "pages.jsonl", [page_line("Lead")])
    with VisitedPages(path, name="pages.jsonl", remembered=remembered) as pages:
        pages.scan({"Lead"}, on_problem=pytest.fail, on_chunk=lambda: None)
        (first,) = store_pages(packed=[pages.page_titled("Lead")[0]]).values()
        html = html_of(first)
        packed, pack_again = pages.page_titled("Lead")
        assert packed.has_content is (remembered > 0)
        assert list(store_pages(packed=[packed]).values()) == [first]
        Page.objects.all().delete()
        (again,) = store_pages(packed=[packed], again={first.fingerprint: pack_again}).values()
    assert (again.fingerprint, html_of(again)) == (first.fingerprint, html)
