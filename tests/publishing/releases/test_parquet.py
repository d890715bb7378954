"""A release loads with the libraries that its readers have."""

import gzip
import os
from pathlib import Path
from typing import Any

import orjson
import pytest
import yaml

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.suggestions.drawing import draw_suggestion
from annotator.collecting.suggestions.recording import record_use
from annotator.material.corpus.models import Example
from annotator.publishing.releases import parquet
from annotator.publishing.releases.checksums import write_checksums
from annotator.publishing.releases.features import typed
from annotator.publishing.releases.verifying import verify
from annotator.quality.adjudication.deciding import pick_annotation
from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.workspace.projects.models import Project, Role
from tests.collecting.suggestions.test_drawing import LATER, open_page
from tests.exchange.exports.test_history import BAD, YES
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.comparisons import complete, make_comparers, make_study
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.judgments import finish, make_annotations, make_round, meet
from tests.factories.suggestions import keep_system, make_plan, predicted
from tests.publishing.releases.test_release import released

pytest.importorskip("pyarrow", reason="`make release` installs it")
pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.usefixtures("folders")]

VERDICTS = [("C", "C"), ("W", "C")]


@pytest.fixture
def datasets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The library, which asks no host and remembers nothing."""
    monkeypatch.setitem(os.environ, "HF_HUB_OFFLINE", "1")
    monkeypatch.setitem(os.environ, "HF_HOME", str(tmp_path / "home"))
    return pytest.importorskip("datasets", reason="`make test-long` installs it")


def natural_questions(folder: Path) -> Path:
    project = make_project(overlap=2)
    make_examples(project, 3)
    for name, answer in (("ada", BAD), ("ben", YES)):
        user = make_member(project, name).user
        for _ in range(3):
            assignment = claim_assignment(project=project, annotator=user, at=AT)
            assert assignment
            submit_annotation(assignment=assignment, answer=answer, at=AT)
    return released(project, folder)


def ambiguous_questions(folder: Path) -> Path:
    project = make_asqa_project(overlap=1)
    make_ambiguous_examples(project, 2)
    ada = make_member(project, "ada").user
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    answer = {"long_form_answer": COMPLETE, "knowledge": [], "acknowledged_missing": []}
    submit_annotation(assignment=assignment, answer={**answer, "concern": ""}, at=AT)
    return released(project, folder)


def decided_and_judged(folder: Path) -> Path:
    project = make_project(overlap=2)
    first, *_ = annotations = make_annotations(project, 2)
    lena = make_member(project, "lena", Role.LEAD).user
    pick_annotation(
        example=first.example, annotation=first.pk, supersedes=None, reason="", at=AT, actor=lena
    )
    finish(meet(make_round(project, annotations=annotations, draws=[1, 3]), VERDICTS), ["C", "C"])
    return released(project, folder, configurations=["gold", "judgments"])


def compared(folder: Path) -> Path:
    project = make_asqa_project(overlap=1)
    (user,) = make_comparers(project, 1)
    make_study(project, [user], authors=(make_member(project, "ada").user, None))
    for each in Comparison.objects.all():
        complete(each)
    ComparisonStudy.objects.update(finished_at=AT)
    return released(project, folder, configurations=["comparisons"])


def suggested(folder: Path) -> Path:
    project = make_project(overlap=1)
    (example,) = make_examples(project, 1)
    make_plan(project, keep_system(project, [predicted(example, others=(1,))]), mode="rank")
    assignment = open_page(project, "ada")
    assert draw_suggestion(assignment=assignment, at=LATER)
    annotation, _ = submit_annotation(assignment=assignment, answer=YES, at=LATER)
    assert record_use(annotation=annotation)
    return released(project, folder, configurations=["suggestions"])


def two_splits(folder: Path) -> Path:
    project = make_project(overlap=1)
    make_examples(project, 2)
    Example.objects.filter(pk=Example.objects.latest("pk").pk).update(split="dev")
    return released(project, folder, configurations=["nq-simplified"])


def json_of(path: Path) -> list[Any]:
    return [row for row, _ in parquet.rows_of(path)]


CASES = [
    (
        natural_questions,
        {
            "nq": "data/nq/all.jsonl.gz",
            "nq-simplified": "data/nq-simplified/all.jsonl.gz",
            "labels": "annotations/all.jsonl.gz",
        },
    ),
    (ambiguous_questions, {"asqa": "data/asqa/dev.json", "labels": "annotations/dev.jsonl.gz"}),
    (
        decided_and_judged,
        {
            "gold": "annotations/gold/all.jsonl.gz",
            "judgments": "annotations/judgments/all.jsonl.gz",
        },
    ),
    (compared, {"comparisons": "annotations/comparisons/dev.jsonl.gz"}),
    (suggested, {"suggestions": "annotations/suggestions/all.jsonl.gz"}),
]
"""A release to make, and the source of each of its configurations."""


@pytest.mark.parametrize(("make", "files"), CASES)
def test_each_configuration_loads_with_the_rows_and_types_of_the_release(
    tmp_path: Path, datasets: Any, make: Any, files: dict[str, str]
) -> None:
    folder = make(tmp_path / "out")
    assert datasets.get_dataset_config_names(str(folder)) == [*files]
    header = yaml.safe_load((folder / "README.md").read_text("utf-8").split("---")[1])
    declared = {each["config_name"]: each["features"] for each in header["dataset_info"]}
    for name, source in files.items():
        loaded = datasets.load_dataset(str(folder), name, cache_dir=str(tmp_path / name))
        (split,) = loaded
        features = loaded[split].features
        assert features == datasets.Features._from_yaml_list(declared[name])
        types = parquet_features(folder, source)
        assert list(loaded[split]) == [typed(row, types) for row in json_of(folder / source)]
        streamed = datasets.load_dataset(str(folder), name, split=split, streaming=True)
        assert len(list(streamed)) == len(loaded[split])


def parquet_features(folder: Path, source: str) -> Any:
    from annotator.publishing.releases.configurations import features_of

    return features_of(orjson.loads((folder / "release.json").read_bytes())["kind"], source)


def test_parquet_files_have_the_same_bytes_twice_and_are_verified(tmp_path: Path) -> None:
    folder = natural_questions(tmp_path / "first")
    again = released(Project.objects.get(), tmp_path / "second")
    name = "data/nq/all-00000.parquet"
    assert (folder / name).read_bytes() == (again / name).read_bytes()
    assert verify(folder) == []
    source = folder / "data/nq/all.jsonl.gz"
    rows = [orjson.loads(line) for line in gzip.decompress(source.read_bytes()).splitlines()]
    rows[1]["question_text"] += "?"
    source.write_bytes(gzip.compress(b"".join(orjson.dumps(row) + b"\n" for row in rows)))
    write_checksums(folder)
    assert verify(folder) == [f"{name}: Row 2 is not that of data/nq/all.jsonl.gz."]


def test_more_rows_than_fit_are_written_to_several_files(tmp_path: Path) -> None:
    source = tmp_path / "all.jsonl"
    source.write_bytes(b"".join(b'{"id":%d}\n' % number for number in range(5)))
    written = parquet.write_parquet(source, {"id": "int64"}, group_rows=2, shard_bytes=1)
    assert [path.name for path in written] == [f"all-0000{number}.parquet" for number in range(3)]
    assert [row["id"] for path in written for row in parquet.rows_in(path)] == [0, 1, 2, 3, 4]


def test_a_key_without_a_type_stops_the_release(tmp_path: Path) -> None:
    source = tmp_path / "all.jsonl"
    source.write_bytes(b'{"id":1,"more":2}\n')
    with pytest.raises(ValueError, match="more: no type is declared for this key"):
        parquet.write_parquet(source, {"id": "int64"})
