"""What an attacker can find out about a hidden split: from what everybody reads, and by trying all
the possibilities that he has left open.

Each attack uploads guesses of which some are right, reads the published leaderboard without an
account, and keeps the sets of right guesses that fit what it says. Many have to be left.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from numpy.typing import NDArray
from rest_framework.test import APIClient

from annotator.annotations.models import Annotation
from annotator.corpus.models import Example
from annotator.corpus.storage import Packed
from annotator.evaluation import site_reader
from annotator.evaluation.interval_words import ends
from annotator.evaluation.metric_names import READER
from annotator.evaluation.models import Part, Score
from annotator.evaluation.receipts import receipt_fields, receipt_of
from annotator.evaluation.scoring import UNTOLD, Scored
from annotator.evaluation.services import Entry, KeptFile, keep_score, publish_leaderboard
from annotator.measures.intervals import LEAST_RESAMPLED, bootstrap_interval
from annotator.measures.intervals.resampled import chosen_interval
from annotator.measures.resampled_scores import SEED, Replicates, draws
from annotator.measures.system_scores import Outcomes, official_metrics
from annotator.projects.models import Project, Role
from annotator.reports.hidden_split import hide_split
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_member, make_project, make_user
from tests.factories.long_form import make_long_form_annotation
from tests.factories.many_annotations import LONG, annotate_at_once
from tests.factories.systems import nothing_predicted, run_scoring, write_predictions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

Floats = NDArray[np.float64]
Guesses = tuple[int, ...]
"""The guesses that are right, by their places."""

F1 = "long-best-threshold-f1"
MANY = LEAST_RESAMPLED
"""So many examples that scores have intervals."""

GUESSED = 9
RIGHT: Guesses = (0, 3, 4, 7)
MORE: Guesses = (0, 1, 3, 4, 6, 7)
"""Of a mean: with fewer than five the interval hardly depends on which guesses are right, so that
an attack on it would find nothing whatever the seed.
"""


class FindsNothing:
    """A reader."""

    def find(self, question: str, text: str) -> str:
        return ""


@pytest.fixture
def reader(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site has one."""
    settings.ANSWER_READER = str(tmp_path / "reader")
    (tmp_path / "reader").mkdir()
    monkeypatch.setattr(site_reader, "load_reader", lambda _: FindsNothing())


def candidates(right: int) -> list[Guesses]:
    """All sets of so many right guesses."""
    return list(combinations(range(GUESSED), right))


def hidden(project: Project) -> Project:
    """The project with its examples hidden, and its leaderboard open to everybody."""
    Example.objects.filter(project=project).update(split="test")
    steward = make_member(project, "steward", Role.LEAD).user
    project = hide_split(project=project, split="test", steward=steward, at=AT)
    publish_leaderboard(project=project, is_published=True, at=AT, actor=steward)
    return project


def natural_questions(number: int) -> Project:
    """A hidden split in which everybody gave each example the same long answer."""
    project = make_project("dev", overlap=2)
    annotate_at_once(project, [[LONG] * 2] * number)
    return hidden(project)


def published(**query: Any) -> list[dict[str, Any]]:
    """The systems as everybody reads them."""
    answer = APIClient().get("/api/v1/projects/dev/leaderboard/", query)
    assert answer.status_code == 200
    rows: list[dict[str, Any]] = answer.json()["systems"]
    return rows


def submit_guesses(
    project: Project, folder: Path, right: Iterable[int], scores: Sequence[float]
) -> dict[str, Any]:
    """Guess at the first examples, with these scores; the published row."""
    examples = list(project.examples.order_by("position"))
    boxes = Annotation.objects.filter(example=examples[0]).earliest("pk").natural_questions_answer
    box = {"start_byte": boxes.long_start_byte, "end_byte": boxes.long_end_byte}
    wrong = {"start_byte": boxes.long_start_byte, "end_byte": boxes.long_end_byte + 1}
    rows = [nothing_predicted(each) for each in examples]
    for place, score in enumerate(scores):
        answer = box if place in right else wrong
        rows[place] |= {"long_answer": answer, "long_answer_score": score}
    file = write_predictions(folder / "guesses.json", rows)
    assert run_scoring(project, file, name="Guesses", split="test").state == "succeeded"
    [row] = published()
    return row


def that_fit(
    shown: Sequence[float], possible: Mapping[Guesses, Sequence[float]], noise: float
) -> list[Guesses]:
    """The possibilities whose interval is the published one: to its last digit if one of them is,
    otherwise as near as the ``noise`` of another seed allows.
    """
    far = {key: max(np.abs(np.subtract(ends, shown))) for key, ends in possible.items()}
    exact = [key for key, distance in far.items() if distance < 1e-9]
    return exact or [key for key, distance in far.items() if distance <= noise]


def as_matrix(sets: Sequence[Guesses], examples: int) -> Floats:
    """1 for an example that is right, by example and set."""
    found = np.zeros((examples, len(sets)))
    for column, each in enumerate(sets):
        found[list(each), column] = 1.0
    return found


def f1_intervals(sets: Sequence[Guesses], seed: int) -> dict[Guesses, list[float]]:
    """Of guesses with equal scores: F1 is 2 · right / (guessed + answerable)."""
    drawn = np.concatenate(list(draws(MANY, seed)))
    guessed = drawn[:, :GUESSED].sum(axis=1)
    replicates = 2 * drawn @ as_matrix(sets, MANY) / (guessed + MANY)[:, None]
    found = {}
    for column, each in enumerate(sets):
        interval = chosen_interval(2 * len(each) / (GUESSED + MANY), replicates[:, column], MANY)
        found[each] = ends(interval) or []
    return found


def mean_ends(sets: Sequence[Guesses], seed: int) -> dict[Guesses, list[float]]:
    """Of a mean in per cent, in which a right guess is 100."""
    drawn = np.concatenate(list(draws(MANY, seed)))
    replicates = 100 * drawn @ as_matrix(sets, MANY) / MANY
    found = {}
    for column, each in enumerate(sets):
        value = 100 * len(each) / MANY
        interval = bootstrap_interval(value, replicates[:, column], MANY, most=100.0)
        found[each] = ends(interval) or []
    return found


def noise_of(ends: Sequence[Mapping[Guesses, Sequence[float]]], step: float) -> float:
    """How far apart two seeds put the interval of one set, and what rounding adds."""
    [one] = ends[0].keys() & ends[1].keys()
    return 2 * max(np.ptp([each[one] for each in ends], axis=0)) + step


def test_an_interval_does_not_tell_which_guesses_are_right(tmp_path: Path) -> None:
    row = submit_guesses(natural_questions(MANY), tmp_path, RIGHT, [1.0] * GUESSED)
    right = round(row["metrics"][F1] * (GUESSED + MANY) / 2)
    assert right == len(RIGHT)
    sets = candidates(right)
    noise = noise_of([f1_intervals([RIGHT], seed) for seed in range(2, 22)], 0.001)
    fitting = that_fit(row["intervals"][F1], f1_intervals(sets, SEED), noise)
    assert len(fitting) > len(sets) / 2


def test_nor_does_one_of_asqa(tmp_path: Path) -> None:
    project = hidden(make_asqa_with(MANY))
    examples = list(project.examples.order_by("position"))
    path = tmp_path / "guesses.json"
    texts = {str(each.example_id): "" for each in examples}
    for place in range(GUESSED):
        is_right = place in MORE
        texts[str(examples[place].example_id)] = "Masons, surveyors" if is_right else "Nobody"
    path.write_bytes(orjson.dumps(texts))
    assert run_scoring(project, path, name="Guesses", split="test").state == "succeeded"
    [row] = published()
    right = round(row["metrics"]["str_em"] * MANY / 100)
    assert right == len(MORE)
    sets = candidates(right)
    noise = noise_of([mean_ends([MORE], seed) for seed in range(2, 22)], 0.1)
    fitting = that_fit(row["intervals"]["str_em"], mean_ends(sets, SEED), noise)
    assert len(fitting) > len(sets) / 2


def metrics_if(right: Iterable[int], scores: Sequence[float], examples: int) -> dict[str, float]:
    """The evaluator's numbers if these guesses are right, of examples that all have an answer."""
    guessed = np.arange(examples) < len(scores)
    confidence = np.array([*scores, *[0.0] * (examples - len(scores))])
    is_right = np.isin(np.arange(examples), [*right])
    nothing = np.zeros(examples, dtype=bool)
    return official_metrics(
        Outcomes(~nothing, guessed, is_right, confidence),
        Outcomes(nothing, nothing, nothing, np.zeros(examples)),
    )


def test_a_best_threshold_names_no_example_that_is_right(tmp_path: Path) -> None:
    """With scores 1000, 999, … the threshold is the score of the last right answer it takes, and
    precision with recall give it away.
    """
    scores = [1000.0 - place for place in range(GUESSED)]
    number = 3 * MANY
    row = submit_guesses(natural_questions(number), tmp_path, RIGHT, scores)
    fitting = [
        each
        for right in range(GUESSED + 1)
        for each in candidates(right)
        if (possible := metrics_if(each, scores, number))
        and all(abs(possible[name] - shown) <= 0.0005 for name, shown in row["metrics"].items())
    ]
    assert RIGHT in fitting
    # Of no guess it is known that it is right, or that it is wrong.
    assert set.union(*map(set, fitting)) == {*range(GUESSED)}
    assert set.intersection(*map(set, fitting)) == set()


def keep_metrics(
    project: Project,
    name: str,
    metrics: Mapping[str, float],
    parameters: Mapping[str, Any],
    replicates: Replicates | None = None,
) -> None:
    """A score of the hidden split with these exact numbers."""
    entry = Entry(
        name=name,
        notes="",
        split="test",
        gold=Packed.of(b""),
        people={"rows": [], "missing": []},
        files={Part.PREDICTIONS: KeptFile("guesses.json", Packed.of(b"{}"))},
        parameters=parameters,
        scored=Scored(dict(metrics), 3000, 0, replicates=replicates),
    )
    keep_score(project=project, entry=entry, at=AT, actor=None)


def keep(project: Project, name: str, value: float, replicates: Floats) -> None:
    """A score of Natural Questions that was resampled with the secret seed."""
    drawn = Replicates(len(replicates), {F1: replicates})
    keep_metrics(project, name, {F1: value}, {"intervals": {"seed": UNTOLD}}, drawn)


def test_differences_are_no_vernier() -> None:
    """References whose exact scores are known, in steps of a tenth of what is rounded: where the
    difference from them goes up by one tells the next digit.
    """
    project = natural_questions(1)
    spread = np.linspace(-0.02, 0.02, 1000)
    keep(project, "Guesses", 0.51234, 0.51234 + spread)
    for step in range(10):
        keep(project, f"Known {step}", 0.3 + step / 10_000, 0.3 - spread / 2)
    rows = published()
    against = next(row["system"] for row in rows if row["name"] == "Guesses")
    compared = {row["name"]: row for row in published(against=against) if row["differences"]}
    assert len(compared) == 10
    exact = {name: 0.3 + int(name.split()[1]) / 10_000 for name in compared}
    fitting = [
        candidate
        for candidate in np.arange(0.5115, 0.5125, 0.00001)
        if all(
            abs(exact[name] - candidate - row["differences"][F1]["difference"]) <= 0.001
            for name, row in compared.items()
        )
    ]
    assert len(fitting) > 90
    for row in compared.values():
        assert round(row["metrics"][F1] - 0.512, 3) == row["differences"][F1]["difference"]
        # Nor does the middle of the interval.
        less = row["differences"][F1]
        assert sum(less["interval"]) / 2 == pytest.approx(less["difference"], abs=1e-9)


def make_asqa_with(number: int) -> Project:
    """A project whose questions one person has answered."""
    project = make_asqa_project("dev", overlap=1)
    person = make_user("person")
    for example in make_ambiguous_examples(project, number, split="test"):
        make_long_form_annotation(example, person, text="Masons and surveyors.")
    return project


@pytest.mark.parametrize("values", [(0.50041, 0.50049), (0.50049, 0.50041)])
def test_the_order_of_equal_scores_is_not_that_of_the_exact_ones(values: list[float]) -> None:
    """Two uploads that differ in one guess, of so many examples that it is rounded away."""
    project = natural_questions(1)
    for name, value in zip(("First", "Second"), values, strict=True):
        keep(project, name, value, np.full(1000, value))
    for order in (F1, f"-{F1}"):
        rows = published(order=order)
        assert [(row["name"], row["metrics"][F1]) for row in rows] == [
            ("First", 0.5),
            ("Second", 0.5),
        ]
    # Nor is that of a metric that is not shown.
    assert [row["name"] for row in published(order="long-best-threshold")] == ["First", "Second"]


def test_a_receipt_proves_no_guess(tmp_path: Path) -> None:
    """It is the sum of what everybody reads and of exact metrics, which can be enumerated."""
    project, scores = natural_questions(6), [4.0, 3.0, 2.0, 1.0]
    row = submit_guesses(project, tmp_path, (1, 2), scores)
    assert row["receipt"]["gold_sha256"] is None
    # Somebody may know the annotations, but not which of them were answered right.
    score = Score.objects.get()
    known = receipt_fields(score, {each["part"]: each["sha256"] for each in row["files"]})
    sums = {
        each: receipt_of(known | {"metrics": metrics_if(each, scores, 6)})
        for right in range(5)
        for each in combinations(range(4), right)
    }
    assert len(set(sums.values())) > 1
    assert row["receipt"]["receipt"] not in sums.values()
    assert receipt_of(known, project) == row["receipt"]["receipt"]


def test_a_root_does_not_magnify_what_is_rounded_away() -> None:
    """DR is √(Disambig-F1 · ROUGE-L): a right guess among 5,000 adds 0.02 there, but 0.9 to DR."""
    project = hidden(make_asqa_with(1))
    for name, found in (("Nothing", 0.0), ("One", 0.02)):
        metrics = {"QA-F1": found, "rougeLsum": 40.0, "ovscore": float(np.sqrt(found * 40))}
        keep_metrics(project, name, metrics, {READER: "ab" * 32})
    nothing, one = (row["metrics"] for row in published())
    assert nothing == one == {"QA-F1": 0.0, "rougeLsum": 40.0, "ovscore": 0.0}


@pytest.mark.usefixtures("reader")
def test_the_sum_of_what_the_sites_reader_found_is_not_told(tmp_path: Path) -> None:
    """In empty answers it finds nothing, once for each disambiguation: of three questions with two
    to six disambiguations 125 files are possible.
    """
    project = hidden(make_asqa_with(3))
    path = tmp_path / "empty.json"
    keys = [str(each.example_id) for each in project.examples.all()]
    path.write_bytes(orjson.dumps(dict.fromkeys(keys, "")))
    assert run_scoring(project, path, name="Empty", split="test").state == "succeeded"
    [row] = published()
    sums = {each["sha256"] for each in row["files"]}
    fitting = [
        numbers
        for numbers in product(range(2, 7), repeat=len(keys))
        if sha256_of_found(keys, numbers) in sums
    ]
    assert fitting == []
    assert {each["part"] for each in row["files"]} == {"predictions"}


def sha256_of_found(keys: Sequence[str], numbers: Sequence[int]) -> str:
    names = [f"{key}_{n}" for key, number in zip(keys, numbers, strict=True) for n in range(number)]
    return hashlib.sha256(orjson.dumps(dict.fromkeys(names, ""))).hexdigest()
