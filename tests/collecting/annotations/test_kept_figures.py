"""Figures of large projects are kept for a minute, those of others counted each time."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from annotator.collecting.annotations import kept_figures as module
from annotator.collecting.annotations.kept_figures import kept_figures
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_examples, make_page, make_project

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_cache")]

LATER = AT + timedelta(seconds=30)


@pytest.fixture(autouse=True)
def two_examples_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGE", 2)


@pytest.fixture
def counting() -> Iterator[int]:
    return iter(range(10))


@pytest.mark.parametrize(("examples", "second"), [(1, (1, LATER)), (2, (0, AT)), (3, (0, AT))])
def test_figures_are_counted_anew_unless_the_project_is_large(
    examples: int, second: object, counting: Iterator[int]
) -> None:
    project = make_project("p")
    make_examples(project, examples, page=make_page())
    assert kept_figures("a", project, lambda _: next(counting), at=AT) == (0, AT)
    assert kept_figures("a", project, lambda _: next(counting), at=LATER) == second


def test_what_is_kept_is_the_figure_of_that_name_and_project_alone(counting: Iterator[int]) -> None:
    one, two = make_project("one"), make_project("two")
    page = make_page()
    for project in (one, two):
        make_examples(project, 2, page=page)

    def read(name: str, project: Project) -> int:
        return kept_figures(name, project, lambda _: next(counting), at=AT)[0]

    wanted = [("a", one), ("b", one), ("a", two), ("a", one), ("b", one), ("a", two)]
    assert [read(name, project) for name, project in wanted] == [0, 1, 2, 0, 1, 2]
