"""A study of given pairs: ASQA's ``setup.tsv``."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from annotator.material.corpus.models import Example
from annotator.quality.comparisons.models import AnswerPair, Comparison, ComparisonStudy
from annotator.workspace.projects.models import Project
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.comparisons import make_comparers
from tests.factories.corpus import make_project

pytestmark = pytest.mark.django_db
HEAD = "key\tmodel1\tmodel2\tprediction1\tprediction2\n"


@pytest.fixture
def project() -> Project:
    project = make_asqa_project()
    make_ambiguous_examples(project, 2)
    make_comparers(project, 2)
    return project


def keys(project: Project) -> list[str]:
    examples = Example.objects.filter(project=project).order_by("position")
    return [each.ambiguous_question.key for each in examples]


def open_file(folder: Path, text: str, slug: str = "asqa", **options: object) -> None:
    path = folder / "setup.tsv"
    path.write_text(text, encoding="utf-8")
    people = ["comparer-0", "comparer-1"]
    call_command("open_study", slug, str(path), comparers=people, json=True, **options)


def test_the_pairs_of_a_file_are_compared_as_they_stand(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = keys(project)
    text = f'{HEAD}{one}\tM1\tM2\tFirst.\t"Second, with a\ttab."\n'
    text += f"{one}\tM4\tM3\tFourth.\tThird.\n{two}\tM3\tM1\tAlso third.\tAlso first.\n"
    open_file(tmp_path, text, per_pair=2, title="Official pairs")
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found == {"study": 1, "questions": 2, "pairs": 3, "systems": 4}
    pairs = AnswerPair.objects.order_by("number").select_related("left__system", "right__system")
    assert [
        (each.left.system.name, each.left.text, each.right.system.name, each.right.text)
        for each in pairs
    ] == [
        ("M1", "First.", "M2", "Second, with a\ttab."),
        ("M4", "Fourth.", "M3", "Third."),
        ("M3", "Also third.", "M1", "Also first."),
    ]
    assert Comparison.objects.filter(submitted_at=None).count() == 6
    assert ComparisonStudy.objects.get().title == "Official pairs"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("nowhere\tM1\tM2\tA.\tB.", "setup.tsv:2: key: the project has no question with this key"),
        ("{one}\tM1\tM1\tA.\tB.", "setup.tsv:2: model2: both answers are of the same model"),
        ("{one}\tM1\tM2\tA.\t ", "setup.tsv:2: prediction2: the text is empty"),
        ("{one}\tM1\tM2\tA.", "setup.tsv:2: the line has 4 cells"),
        (
            "{one}\tM1\tM2\tA.\tB.\n{one}\tM3\tM1\tA.\tB.",
            "setup.tsv:3: model2: M1 answers the question {one} on line 2, too",
        ),
        ("", "setup.tsv: the file has no pair"),
    ],
)
def test_a_wrong_file_is_refused_by_line_and_changes_nothing(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, problem: str
) -> None:
    one = keys(project)[0]
    with pytest.raises(SystemExit) as caught:
        open_file(tmp_path, HEAD + line.format(one=one) + ("\n" if line else ""))
    assert caught.value.code == 1
    assert problem.format(one=one) in capsys.readouterr().err
    assert not ComparisonStudy.objects.exists()


def test_other_columns_and_other_projects_are_refused(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        open_file(tmp_path, "key\tmodel\n")
    assert "setup.tsv:1: the columns are not those of pairs" in capsys.readouterr().err
    make_project("nq")
    with pytest.raises(SystemExit):
        open_file(tmp_path, f"{HEAD}1\tM1\tM2\tA.\tB.\n", slug="nq")
    assert "is not a member of nq" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (
            "# Compare\n".encode("utf-16-le"),
            "The file is not text in UTF-8. Save it as text in UTF-8.",
        ),
        (20_001 * b"a", "The text has 20,001 characters; the limit is 20,000. Shorten it."),
    ],
)
def test_instructions_that_can_not_be_shown_are_refused(
    project: Project,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    content: bytes,
    problem: str,
) -> None:
    path = tmp_path / "instructions.md"
    path.write_bytes(content)
    with pytest.raises(SystemExit):
        open_file(tmp_path, f"{HEAD}{keys(project)[0]}\tM1\tM2\tA.\tB.", instructions=str(path))
    assert capsys.readouterr().err == f"{path}: {problem}\n"
    assert not ComparisonStudy.objects.exists()
