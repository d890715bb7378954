"""What stands beside the labels: decisions, judgments, comparisons and suggestions."""

from pathlib import Path

import orjson
import pytest
from django.core.management import CommandError, call_command

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.suggestions.drawing import draw_suggestion
from annotator.collecting.suggestions.recording import record_use
from annotator.material.corpus.models import Example
from annotator.publishing.releases.beside import choices_beside
from annotator.publishing.releases.checksums import write_checksums
from annotator.publishing.releases.services import change_card
from annotator.publishing.releases.verifying import verify
from annotator.quality.adjudication.deciding import pick_annotation
from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.reports.services import start_statistics
from annotator.workspace.projects.models import Project, Role
from tests.collecting.suggestions.test_drawing import LATER, open_page
from tests.exchange.exports.test_history import YES
from tests.factories.asqa import make_asqa_project
from tests.factories.comparisons import complete, make_comparers, make_study
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.jobs import run_here
from tests.factories.judgments import finish, make_annotations, make_round, meet
from tests.factories.suggestions import keep_system, make_plan, predicted
from tests.publishing.releases.test_release import lines_of, paths_in, pseudonym, released

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders", "without_pyarrow")]


@pytest.fixture
def judged() -> JudgmentRound:
    """A finished round of two answers: one agreed on, one talked over."""
    project = make_project(overlap=2)
    round_ = make_round(project, annotations=make_annotations(project, 2), draws=[1, 3])
    return finish(meet(round_, [("C", "C"), ("W", "C")]), ["C", "C_d"])


def test_decisions_have_their_lead_and_the_posteriors_of_the_statistics(tmp_path: Path) -> None:
    project = make_project(overlap=2)
    make_annotations(project, 1)
    lena = make_member(project, "lena", Role.LEAD).user
    chosen = Annotation.objects.order_by("pk")[0]
    pick_annotation(
        example=chosen.example,
        annotation=chosen.pk,
        supersedes=None,
        reason="lena read it twice",
        at=AT,
        actor=lena,
    )
    run_here(start_statistics(project=project, at=AT, actor=None, queue=False))
    (line,) = lines_of(released(project, tmp_path / "out") / "annotations/gold/all.jsonl.gz")
    posteriors = {name: line.pop(name) for name in ("posterior_bad", "posterior_null")}
    line.pop("posterior_long")
    assert all(each is None or 0 <= each <= 1 for each in posteriors.values())
    name = pseudonym("lena")
    assert line == {
        "example_id": str(chosen.example.example_id),
        "split": chosen.example.split,
        "annotation_id": chosen.annotation_id,
        "label": chosen.pk,
        "decided_by": name,
        "decided_at": AT.isoformat(),
        "reason": f"{name} read it twice",
    }
    change_card(project=project, changes={"people_left_out": [name]}, at=AT, actor=None)
    (line,) = lines_of(released(project, tmp_path / "less") / "annotations/gold/all.jsonl.gz")
    assert (line["decided_by"], line["reason"]) == (None, "")


def test_judgments_have_every_vote_and_the_consensus(judged: JudgmentRound, tmp_path: Path) -> None:
    folder = released(judged.project, tmp_path / "out")
    lines = lines_of(folder / "annotations/judgments/all.jsonl.gz")
    one, two = pseudonym("expert-1"), pseudonym("expert-2")
    assert [
        (
            each["number"],
            each["draws"],
            each["verdict"],
            each["agreed"],
            [(vote["expert"], vote["verdict"]) for vote in each["votes"]],
        )
        for each in lines
    ] == [
        (0, 1, "C", True, [(one, "C"), (two, "C")]),
        (1, 3, "C_d", False, [(one, "W"), (two, "C")]),
    ]
    assert lines[1]["justification"] == "Talked over."
    assert verify(folder) == []


def test_words_of_an_expert_who_objects_stay_out(judged: JudgmentRound, tmp_path: Path) -> None:
    people = [pseudonym("expert-1")]
    change_card(project=judged.project, changes={"people_left_out": people}, at=AT, actor=None)
    folder = released(judged.project, tmp_path / "out")
    lines = lines_of(folder / "annotations/judgments/all.jsonl.gz")
    assert [[vote["expert"] for vote in each["votes"]] for each in lines] == [
        [pseudonym("expert-2")]
    ] * 2
    # The first expert wrote the consensus.
    assert (lines[1]["verdict"], lines[1]["justification"]) == ("C_d", "")


def test_only_finished_rounds_of_released_answers_are_in_it(
    judged: JudgmentRound, tmp_path: Path
) -> None:
    withdrawn = judged.answers.get(number=0).annotation.example.example_id
    changes = {"examples_left_out": [withdrawn]}
    change_card(project=judged.project, changes=changes, at=AT, actor=None)
    folder = released(judged.project, tmp_path / "out")
    lines = lines_of(folder / "annotations/judgments/all.jsonl.gz")
    assert [each["number"] for each in lines] == [1]
    assert choices_beside(judged.project) == ["judgments"]
    JudgmentRound.objects.update(cancelled_at=AT)
    assert choices_beside(judged.project) == []


def test_figures_of_judgments_are_over_the_answers_that_are_released(
    judged: JudgmentRound, tmp_path: Path
) -> None:
    project = judged.project
    run_here(start_statistics(project=project, at=AT, actor=None, queue=False))
    assert psi_of(released(project, tmp_path / "all")) is not None
    author = judged.answers.get(number=1).annotation.example.example_id
    change_card(project=project, changes={"examples_left_out": [author]}, at=AT, actor=None)
    folder = released(project, tmp_path / "less")
    # One answer is left, drawn once, and correct.
    assert psi_of(folder) == 1
    card = (folder / "README.md").read_text("utf-8")
    assert "Figures of judgments are over the judged answers that are in this release." in card


def psi_of(folder: Path) -> float | None:
    told = orjson.loads((folder / "release.json").read_bytes())["statistics"]
    figures = {each["name"]: each["value"] for each in told["figures"]}
    value: float | None = figures["psi_long"]
    return value


def test_comparisons_leave_out_open_ones_and_answers_of_people_who_object(tmp_path: Path) -> None:
    project = make_asqa_project(overlap=1)
    (user,) = make_comparers(project, 1)
    ada = make_member(project, "ada").user
    study = make_study(project, [user], authors=(ada, None))
    first, _ = Comparison.objects.order_by("pk")
    complete(first, comment="comparer-0 likes it")
    assert choices_beside(project) == []
    ComparisonStudy.objects.update(finished_at=AT)
    folder = released(project, tmp_path / "out", configurations=["comparisons"])
    (line,) = lines_of(folder / "annotations/comparisons/dev.jsonl.gz")
    name = pseudonym("comparer-0")
    assert (line["study"], line["comparer"], line["comment"]) == (1, name, f"{name} likes it")
    assert (line["left_system"], line["left_captured"], line["overall"]) == ("Retriever", 1, "left")
    assert line["left_answer"] == first.pair.left.text
    change_card(project=project, changes={"people_left_out": [pseudonym("ada")]}, at=AT, actor=None)
    assert choices_beside(project) == []
    assert study.pairs.count() == 2


def test_suggestions_say_what_was_shown_to_whom(tmp_path: Path) -> None:
    project = make_project(overlap=1)
    (example,) = make_examples(project, 1)
    make_plan(project, keep_system(project, [predicted(example, others=(1,))]), mode="rank")
    assignment = open_page(project, "ada")
    assert draw_suggestion(assignment=assignment, at=LATER)
    annotation, _ = submit_annotation(assignment=assignment, answer=YES, at=LATER)
    use = record_use(annotation=annotation)
    assert use is not None
    folder = released(project, tmp_path / "out")
    (line,) = lines_of(folder / "annotations/suggestions/all.jsonl.gz")
    assert (line["label"], line["annotator"]) == (annotation.pk, pseudonym("ada"))
    assert (line["system"], line["mode"], line["is_shown"]) == ("Reader", "rank", True)
    assert [each["candidate_index"] for each in line["boxes"]] == [0, 1]
    assert line["use"] == use.use


def test_a_byte_changed_beside_the_labels_is_noticed_and_counts_are_recounted(
    judged: JudgmentRound, tmp_path: Path
) -> None:
    folder = released(judged.project, tmp_path / "out", configurations=["judgments"])
    name = "annotations/judgments/all.jsonl.gz"
    assert [each for each in paths_in(folder) if each.startswith(("annotations/", "data/"))] == [
        name
    ]
    path = folder / name
    before = path.read_bytes()
    path.write_bytes(before[:-9] + bytes([before[-9] ^ 1]) + before[-8:])
    assert verify(folder) == [f"{name}: The file has changed: its sha256 differs."]
    told = orjson.loads((folder / "release.json").read_bytes())
    told["counts"][name] = 3
    path.write_bytes(before)
    (folder / "release.json").write_bytes(orjson.dumps(told))
    write_checksums(folder)
    assert verify(folder) == [f"{name}: release.json says 3, the file has 2."]


def test_the_command_takes_them_by_name(judged: JudgmentRound, tmp_path: Path) -> None:
    slug = judged.project.slug
    call_command("release", slug, str(tmp_path / "out"), "--only", "judgments")
    assert (tmp_path / "out/annotations/judgments/all.jsonl.gz").is_file()
    with pytest.raises((CommandError, SystemExit)):
        call_command("release", slug, str(tmp_path / "no"), "--only", "comparisons")


def test_a_new_version_names_the_examples_that_came_and_went(tmp_path: Path) -> None:
    project: Project = make_project(overlap=2)
    first, *_ = make_examples(project, 2)
    released(project, tmp_path / "first", configurations=["labels"])
    (more,) = make_examples(project, 1)
    changes = {"version": "1.1.0", "examples_left_out": [first.example_id]}
    change_card(project=project, changes=changes, at=AT, actor=None)
    folder = released(project, tmp_path / "second", configurations=["labels"])
    card = (folder / "README.md").read_text("utf-8")
    assert f"- Added examples: {more.example_id}.\n" in card
    assert f"- Examples taken out: {first.example_id}.\n" in card
    assert Example.objects.count() == 3
