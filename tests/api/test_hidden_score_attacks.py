"""What an attacker can find out about a hidden split: from what everybody reads, and by trying all
the possibilities that he has left open.

Each attack submits guesses of which some are right for a team, reads the table of the competition
or the leaderboard without an account, and keeps the sets of right guesses that fit what it says.
Many have to be left.
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

from annotator.measures.intervals import bootstrap_interval
from annotator.measures.intervals.resampled import chosen_interval
from annotator.measures.resampled_scores import SEED, draws
from annotator.measures.system_scores import Outcomes, official_metrics
from annotator.systems.evaluation.answer_extractor import site_extractor
from annotator.systems.evaluation.models import Half, Halves, Score
from annotator.systems.evaluation.records.receipts import receipt_fields, receipt_of
from annotator.systems.evaluation.scoring.halves import half_of
from annotator.systems.evaluation.scoring.interval_words import ends
from annotator.workspace.projects.models import Project
from tests.api.guessing import (
    F1,
    GUESSED,
    MANY,
    end,
    guesses,
    hidden,
    make_asqa_with,
    natural_questions,
    open_to_everybody,
    own_submission,
    published,
    submit,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

Floats = NDArray[np.float64]
Guesses = tuple[int, ...]
"""The guesses that are right, by their places."""

RIGHT: Guesses = (0, 3, 4, 7)
MORE: Guesses = (0, 1, 3, 4, 6, 7)
"""Of a mean: with fewer than five the interval hardly depends on which guesses are right, so that
an attack on it would find nothing whatever the seed.
"""


class FindsNothing:
    """An extractor."""

    def find(self, question: str, text: str) -> str:
        return ""


@pytest.fixture
def extractor(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site has one."""
    settings.ANSWER_READER = str(tmp_path / "reader")
    (tmp_path / "reader").mkdir()
    monkeypatch.setattr(site_extractor, "load_extractor", lambda _: FindsNothing())


def candidates(right: int) -> list[Guesses]:
    """All sets of so many right guesses."""
    return list(combinations(range(GUESSED), right))


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


def f1_intervals(
    sets: Sequence[Guesses], seed: int, examples: int = MANY
) -> dict[Guesses, list[float]]:
    """Of guesses with equal scores: F1 is 2 · right / (guessed + answerable)."""
    drawn = np.concatenate(list(draws(examples, seed)))
    guessed = drawn[:, :GUESSED].sum(axis=1)
    replicates = 2 * drawn @ as_matrix(sets, examples) / (guessed + examples)[:, None]
    found = {}
    for column, each in enumerate(sets):
        value = 2 * len(each) / (GUESSED + examples)
        found[each] = ends(chosen_interval(value, replicates[:, column], examples)) or []
    return found


def mean_ends(sets: Sequence[Guesses], seed: int, examples: int) -> dict[Guesses, list[float]]:
    """Of a mean in per cent, in which a right guess is 100."""
    drawn = np.concatenate(list(draws(examples, seed)))
    replicates = 100 * drawn @ as_matrix(sets, examples) / examples
    found = {}
    for column, each in enumerate(sets):
        value = 100 * len(each) / examples
        interval = bootstrap_interval(value, replicates[:, column], examples, most=100.0)
        found[each] = ends(interval) or []
    return found


def noise_of(ends: Sequence[Mapping[Guesses, Sequence[float]]], step: float) -> float:
    """How far apart two seeds put the interval of one set, and what rounding adds."""
    [one] = ends[0].keys() & ends[1].keys()
    return 2 * max(np.ptp([each[one] for each in ends], axis=0)) + step


def sets_that_fit(row: Mapping[str, Any]) -> tuple[list[Guesses], list[Guesses]]:
    """Those that a row's F1 leaves, and of them those that its interval leaves."""
    number = row["examples"]
    right = round(row["metrics"][F1] * (GUESSED + number) / 2)
    assert right == len(RIGHT)
    sets = candidates(right)
    noise = noise_of([f1_intervals([RIGHT], seed, number) for seed in range(2, 10)], 0.001)
    return sets, that_fit(row["intervals"][F1], f1_intervals(sets, SEED, number), noise)


def test_an_interval_does_not_tell_which_guesses_are_right(tmp_path: Path) -> None:
    project = natural_questions(MANY)
    competition = open_to_everybody(project)
    row = submit(competition, guesses(project, tmp_path, RIGHT, [1.0] * GUESSED))
    sets, fitting = sets_that_fit(row)
    assert len(fitting) > len(sets) / 2
    # Others read the same: the team of its own submission, and everybody on the leaderboard.
    end(competition)
    for other in (own_submission(competition), *published()):
        assert (other["metrics"], other["intervals"]) == (row["metrics"], row["intervals"])


def public_places(project: Project) -> list[int]:
    """The places of the examples in the public half, for somebody who has learned its seed."""
    seed = Halves.objects.get(project=project).seed
    keys = project.examples.order_by("position").values_list("example_id", flat=True)
    return [place for place, key in enumerate(keys) if half_of(str(key), seed=seed) == Half.PUBLIC]


@pytest.mark.long
def test_nor_does_one_of_a_half(tmp_path: Path) -> None:
    """Even to somebody who knows which examples are in it, such as once its seed is told."""
    project = natural_questions(3 * MANY)
    competition = open_to_everybody(project, has_halves=True)
    public = public_places(project)
    row = submit(competition, guesses(project, tmp_path, RIGHT, [1.0] * GUESSED, public))
    assert MANY < row["examples"] == len(public) < 2 * MANY
    sets, fitting = sets_that_fit(row)
    assert len(fitting) > len(sets) / 2
    # The other half has none of the guesses, and neither has its row in the final table.
    end(competition)
    [final] = APIClient().get("/api/v1/projects/dev/competition/table/").json()["rows"]
    assert final["examples"] == 3 * MANY - len(public)
    assert (final["metrics"][F1], final["intervals"][F1]) == (0.0, None)


@pytest.mark.long
@pytest.mark.parametrize("has_halves", [False, True])
def test_nor_does_one_of_asqa(tmp_path: Path, has_halves: bool) -> None:
    project = hidden(make_asqa_with(MANY * (1 + has_halves)))
    competition = open_to_everybody(project, has_halves=has_halves)
    examples = list(project.examples.order_by("position"))
    among = public_places(project) if has_halves else range(MANY)
    path = tmp_path / "guesses.json"
    texts = {str(each.example_id): "" for each in examples}
    for guess, place in enumerate(among[:GUESSED]):
        is_right = guess in MORE
        texts[str(examples[place].example_id)] = "Masons, surveyors" if is_right else "Nobody"
    path.write_bytes(orjson.dumps(texts))
    row = submit(competition, path)
    number = row["examples"]
    assert number == len(among)
    right = round(row["metrics"]["str_em"] * number / 100)
    assert right == len(MORE)
    sets = candidates(right)
    noise = noise_of([mean_ends([MORE], seed, number) for seed in range(2, 22)], 0.1)
    fitting = that_fit(row["intervals"]["str_em"], mean_ends(sets, SEED, number), noise)
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


@pytest.mark.parametrize("has_halves", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_best_threshold_names_no_example_that_is_right(tmp_path: Path, has_halves: bool) -> None:
    """With scores 1000, 999, … the threshold is the score of the last right answer it takes, and
    precision with recall give it away.

    By chance, a step of the rounding lies between two sets that differ in the last guess. For one
    in twelve sizes of about 300 it does, so the size of the half is always the same.
    """
    scores = [1000.0 - place for place in range(GUESSED)]
    project = natural_questions(MANY * (6 if has_halves else 3))
    Halves.objects.create(project=project, split="test", seed="5a" * 32)
    competition = open_to_everybody(project, has_halves=has_halves)
    among = public_places(project) if has_halves else range(GUESSED)
    row = submit(competition, guesses(project, tmp_path, RIGHT, scores, among))
    number = row["examples"]
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


@pytest.mark.parametrize("right", [(), RIGHT])
def test_no_score_of_a_guess_fails_a_job_if_the_guess_is_right(
    tmp_path: Path, right: Guesses
) -> None:
    """What the platform fails counts for nothing, so that such a guess could be repeated."""
    project = natural_questions(MANY)
    extremes = [1.7e308, -1.7e308, 5e-324, -5e-324, 0.0, -0.0, 2.0**53, 1e-300, -1e300]
    assert len(extremes) == GUESSED
    row = submit(open_to_everybody(project), guesses(project, tmp_path, right, extremes))
    assert (row["metrics"][F1] > 0) is bool(right)


def test_a_receipt_proves_no_guess(tmp_path: Path) -> None:
    """It is the sum of what everybody reads and of exact metrics, which can be enumerated."""
    project, scores = natural_questions(6), [4.0, 3.0, 2.0, 1.0]
    competition = open_to_everybody(project)
    submit(competition, guesses(project, tmp_path, (1, 2), scores))
    row = own_submission(competition)
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
    end(competition)
    assert [each["receipt"] for each in published()] == [row["receipt"]]


@pytest.mark.usefixtures("extractor")
def test_the_sum_of_what_the_sites_extractor_found_is_not_told(tmp_path: Path) -> None:
    """In empty answers it finds nothing, once for each disambiguation: of three questions with two
    to six disambiguations 125 files are possible.
    """
    project = hidden(make_asqa_with(3))
    path = tmp_path / "empty.json"
    keys = [str(each.example_id) for each in project.examples.all()]
    path.write_bytes(orjson.dumps(dict.fromkeys(keys, "")))
    competition = open_to_everybody(project)
    submit(competition, path)
    end(competition)
    rows = [own_submission(competition), *published()]
    sums = {each["sha256"] for row in rows for each in row["files"]}
    fitting = [
        numbers
        for numbers in product(range(2, 7), repeat=len(keys))
        if sha256_of_found(keys, numbers) in sums
    ]
    assert fitting == []
    assert [[each["part"] for each in row["files"]] for row in rows] == [["predictions"]] * 2


def sha256_of_found(keys: Sequence[str], numbers: Sequence[int]) -> str:
    names = [f"{key}_{n}" for key, number in zip(keys, numbers, strict=True) for n in range(number)]
    return hashlib.sha256(orjson.dumps(dict.fromkeys(names, ""))).hexdigest()
