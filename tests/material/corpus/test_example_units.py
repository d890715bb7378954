"""Which examples belong together in intervals."""

import numpy as np
import pytest

from annotator.material.corpus.example_units import example_units
from annotator.material.corpus.models import Disambiguation, VisitedPage
from annotator.quality.reports.compute import read_examples
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import make_examples, make_page, make_project


@pytest.mark.django_db
def test_examples_of_natural_questions_belong_to_their_pages() -> None:
    project = make_project()
    other = make_page(title="Bell")
    keys = [each.pk for page in (None, other) for each in make_examples(project, 2, page=page)]
    found = example_units([*keys, keys[2]])
    assert (found.of.tolist(), found.name) == ([0, 0, 1, 1, 1], "pages")
    assert example_units([keys[0], keys[2]]).name == "examples"


@pytest.mark.django_db
def test_questions_that_share_one_of_their_pages_belong_together() -> None:
    """Three visited a page that one of them has by another spelling; the last names that of the
    fourth.
    """
    project = make_asqa_project()
    keys = [each.pk for each in make_ambiguous_examples(project, 6)]
    Disambiguation.objects.all().update(page_title=None)
    titles = ["Frame_Toby", "Frame Toby", "Toby", "Bell", "Clock", "Tower"]
    for key, title in zip(keys, titles, strict=True):
        VisitedPage.objects.filter(example=key).update(title=title)
    VisitedPage.objects.create(example_id=keys[2], number=1, title="Frame Toby ")
    Disambiguation.objects.filter(example=keys[5], number=0).update(page_title="Bell")
    found = example_units(keys)
    assert (found.of.tolist(), found.name) == ([0, 0, 0, 1, 2, 1], "groups of pages")
    columns = read_examples(project)
    np.testing.assert_array_equal(columns.page, found.of)
    assert columns.pages_are == "groups of pages"
