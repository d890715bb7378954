"""The pictures of the demo's instructions for long-form answers exist."""

import pytest

from annotator.collecting.guidance.markdown import find_broken_links
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
