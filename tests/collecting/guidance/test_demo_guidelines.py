"""The demo's instructions for long-form answers, along the criteria; their pictures exist."""

import pytest

from annotator.collecting.guidance.markdown import find_broken_links, render_markdown
from annotator.collecting.guidance.pictures import add_picture
from annotator.running.demo.catalogue import guideline_pictures, guidelines
from tests.factories.corpus import AT, make_project


@pytest.mark.parametrize("name", ["asqa", "asqa-short"])
@pytest.mark.django_db
def test_every_picture_is_the_projects_own(name: str) -> None:
    project = make_project()
    for picture, content in guideline_pictures().items():
        add_picture(project=project, name=picture, content=content, at=AT, actor=None)
    assert find_broken_links(guidelines(name), project=project) == []


def test_the_instructions_go_by_the_four_criteria_with_a_picture_or_a_table_for_each() -> None:
    html = render_markdown(guidelines("asqa"), project="demo")
    headings = ["Completeness", "Comprehensiveness", "Fluency", "Attributability"]
    places = [html.index(f"<h2>{heading}</h2>") for heading in headings]
    assert places == sorted(places)
    assert html.count("<img ") == len(guideline_pictures()) == 3
