"""Studies as files: what goes out comes in again, and a wrong file brings nothing."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.models import Example
from annotator.material.formats.comparisons import COLUMNS, read_comparisons
from annotator.material.formats.problems import FormatError, Problem
from annotator.quality.comparisons.comparison_file import export_lines, import_study, refusal_of
from annotator.quality.comparisons.models import (
    ComparedSystem,
    Comparison,
    ComparisonStudy,
    StudyOrigin,
)
from annotator.quality.comparisons.results import results_of
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.asqa import make_asqa_project
from tests.factories.comparisons import complete, complete_study, make_comparers, make_study
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.systems import make_score

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> ComparisonStudy:
    """Three pairs, each compared by two people who don't always agree."""
    project = make_asqa_project()
    study = make_study(project, make_comparers(project, 2), questions=3, per_pair=2)
    complete_study(study)
    odd = Comparison.objects.filter(pair__study=study).latest("pk")
    complete(odd, overall="right", right_captures=[True, True])
    return study


def _import(project: Project, text: str) -> ComparisonStudy:
    rows = read_comparisons(text.encode(), name="f.tsv")
    return import_study(project=project, title="Theirs", rows=rows, file="f.tsv", at=AT, actor=None)


def test_what_goes_out_comes_in_again_with_the_same_results(study: ComparisonStudy) -> None:
    text = "".join(export_lines(study))
    theirs = _import(study.project, text)
    assert "".join(export_lines(theirs)) == text
    assert (theirs.origin, theirs.finished_at, theirs.number) == (StudyOrigin.FILE, AT, 2)
    assert (theirs.question_count, theirs.comparers_per_pair) == (3, 2)
    assert set(theirs.comparers.values_list("number", "user")) == {(1, None), (2, None)}
    ours, again = results_of(study), results_of(theirs)
    assert [
        (system.name, {name: each.value for name, each in system.estimates.items()})
        for system in ours.systems
    ] == [
        (system.name, {name: each.value for name, each in system.estimates.items()})
        for system in again.systems
    ]
    # The file has no captures one by one: all but their agreement is the same.
    assert ours.agreement[:3] == again.agreement[:3]
    reason = "The file does not say which disambiguations each comparer found captured."
    assert again.agreement[3].reason == reason


def test_a_file_can_be_limited_to_splits(study: ComparisonStudy, tmp_path: Path) -> None:
    header, *lines = export_lines(study)
    pairs = study.pairs.order_by("number").values_list("example", flat=True)
    for example, split in zip(pairs, ("dev", "test", ""), strict=True):
        Example.objects.filter(pk=example).update(split=split)
    file = tmp_path / "study.tsv"
    options = ["--split", "test", "--split", "all"]
    call_command("export_comparisons", study.project.slug, "1", str(file), *options)
    # Two people compared each pair.
    expected = "".join([header, *lines[2:]])
    assert file.read_text(encoding="utf-8") == expected
    lead = client_of(make_member(study.project, "lead", Role.LEAD).user)
    address = f"/api/v1/comparison-studies/{study.pk}/export/?split=test&split=all"
    assert lead.get(address).content.decode() == expected


def test_agreement_counts_pairs_that_all_comparers_have_compared(study: ComparisonStudy) -> None:
    ambiguity, fluency, overall, captured = results_of(study).agreement
    # Ratings that never vary leave chance nothing to explain.
    assert (ambiguity.units, ambiguity.agreement, ambiguity.kappa) == (3, 1.0, None)
    assert fluency.reason == "All ratings are the same, so chance alone would agree."
    # Of (left, left), (left, left), (left, right): 5/6 and 1/6 expect 26/36; κ = (2/3 - 26/36) /
    # (1 - 26/36).
    assert overall.agreement == pytest.approx(2 / 3)
    assert overall.kappa == pytest.approx((2 / 3 - 26 / 36) / (10 / 36))
    # Two answers of two disambiguations in three pairs; of the last pair two disagree.
    assert (captured.units, captured.agreement) == (12, pytest.approx(10 / 12))


def _text(*lines: tuple[str, ...]) -> str:
    return "".join("\t".join(line) + "\n" for line in (COLUMNS, *lines))


GOOD = ("1", "2", "0.5", "1.0", "left", "tie", "right", "A", "B")


def test_a_key_that_the_project_lacks_and_another_number_of_disambiguations_are_refused(
    study: ComparisonStudy,
) -> None:
    three = ("2", "3", "0.0", "1.0", *GOOD[4:], "2")
    with pytest.raises(FormatError) as refusal:
        _import(study.project, _text((*GOOD, "gone"), three))
    assert [str(problem) for problem in refusal.value.problems] == [
        (
            "f.tsv:2: key: the project has no question with this key. Check the key, or import the"
            " question first."
        ),
        (
            "f.tsv:3: numQA: the project's question has 2 disambiguations, not 3. Compare the"
            " answers by the project's disambiguations, or correct the number."
        ),
    ]
    assert ComparisonStudy.objects.count() == 1


@pytest.mark.parametrize(
    ("number", "detail", "lines"),
    [
        (1, "The file has 1 problem: nothing was imported. f.tsv:2: wrong. Fix it.", 1),
        (99, "The file has 99 problems: nothing was imported. f.tsv:2: wrong. Fix it.", 99),
        (100, "The file has at least 100 problems: nothing was imported.", 101),
    ],
)
def test_a_list_of_problems_that_was_cut_says_so(number: int, detail: str, lines: int) -> None:
    problems = [Problem("wrong", "Fix it", file="f.tsv", line=each + 2) for each in range(number)]
    refused = refusal_of(FormatError(problems), "file")
    assert refused.detail.startswith(detail)
    listed = refused.fields["file"].split("\n")
    assert len(listed) == lines
    assert (listed[-1] == "Only the first 100 problems are listed.") == (lines > number)


def test_a_project_of_another_kind_takes_no_comparisons() -> None:
    with pytest.raises(InvalidInputError) as refusal:
        _import(make_project(), _text((*GOOD, "1")))
    assert refusal.value.code == "wrong_kind"


def test_commands_write_a_study_and_read_it_back(
    study: ComparisonStudy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, again = tmp_path / "ours.tsv", tmp_path / "again.tsv"
    call_command("export_comparisons", "asqa", "1", str(file))
    call_command("import_comparisons", "asqa", str(file), "--json")
    call_command("export_comparisons", "asqa", "2", str(again))
    assert again.read_bytes() == file.read_bytes()
    assert ComparisonStudy.objects.get(number=2).title == "ours"
    assert capsys.readouterr().out.splitlines() == [
        f"6 comparisons in {file}",
        "study 2 has 6 comparisons",
        '{"study":2,"questions":3,"pairs":3,"comparisons":6}',
        f"6 comparisons in {again}",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.tsv", "ours.tsv"]


def test_an_imported_study_has_the_leaderboards_scores(
    study: ComparisonStudy, tmp_path: Path
) -> None:
    make_score(study.project, "Writer", split="dev", metrics={"ovscore": 20.0})
    file = tmp_path / "theirs.tsv"
    call_command("export_comparisons", "asqa", "1", str(file))
    call_command("import_comparisons", "asqa", str(file))
    theirs = ComparedSystem.objects.filter(study__number=2)
    assert dict(theirs.values_list("name", "scores")) == {
        "Retriever": {},
        "Writer": {"DR": 20.0},
    }


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (("export_comparisons", "asqa", "9", "x.tsv"), "number: asqa has no study 9. It has 1."),
        (
            ("export_comparisons", "asqa", "1", "x.csv"),
            "x.csv: output: Use a name that ends in .tsv.",
        ),
        (
            ("export_comparisons", "asqa", "1", "/gone/x.tsv"),
            "/gone/x.tsv: It can't be written (No such file or directory). Check the path.",
        ),
        (
            ("import_comparisons", "asqa", "gone.tsv"),
            "gone.tsv: The file can't be read (No such file or directory). Check its path.",
        ),
    ],
)
def test_commands_say_what_is_wrong_and_end_with_1(
    study: ComparisonStudy, line: tuple[str, ...], problem: str, capsys: Any
) -> None:
    with pytest.raises(SystemExit) as end:
        call_command(*line)
    assert end.value.code == 1
    assert capsys.readouterr().err.strip() == problem


def test_the_command_names_every_wrong_line(
    study: ComparisonStudy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "theirs.tsv"
    wrong = _text((*GOOD[:6], "", *GOOD[7:], "1"), ("x", *GOOD[1:], "2"))
    file.write_text(wrong, encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        call_command("import_comparisons", "asqa", str(file))
    assert end.value.code == 1
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[:2] for line in lines] == [
        ["theirs.tsv:2", "Overall"],
        ["theirs.tsv:3", "pair"],
    ]
    assert ComparisonStudy.objects.count() == 1
