"""Receipts: what a score came from, so that anybody with the files can compute it again."""

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from annotator.exceptions import NotFoundError
from annotator.material.corpus.storage import unpack
from annotator.material.formats.problems import FormatError, counted
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.systems.evaluation.gold.gold_file import gold_of
from annotator.systems.evaluation.gold.kinds import gold_files_of
from annotator.systems.evaluation.gold.project_secret import secret_of, secret_seed
from annotator.systems.evaluation.gold.written_files import read_kept_gold, written
from annotator.systems.evaluation.models import HalfScore, Part, RetrievalScore, Score
from annotator.systems.evaluation.scoring.halves import HALVES
from annotator.systems.evaluation.scoring.score import code_version, score
from annotator.systems.evaluation.scoring.scored import (
    DRAWN,
    INTERVALS,
    UNTOLD,
    Scored,
    Settings,
    seed_of,
)
from annotator.workspace.projects.models import Project

Ends = list[float] | None

SHORTEST = 8
"""So many digits name a receipt, where no other begins with them."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of computing a score again from what was kept; ``about`` names it.

    ``differences`` are sentences: each is a reason not to believe the receipt. ``remarks`` say what
    has changed since without making the score wrong.
    """

    about: str
    receipt: str
    metrics: dict[str, Any]
    differences: list[str]
    remarks: list[str]

    @property
    def is_same(self) -> bool:
        """Whether the score is what the receipt says."""
        return not self.differences


def receipt_fields(
    stored: Score, files: dict[str, str], halves: Iterable[HalfScore] = ()
) -> dict[str, Any]:
    """What a receipt covers; ``files`` are sha256s of uploaded files by their part.

    Intervals are among it where the parameters say how they were made: older receipts don't. So are
    scores on ``halves`` of the split, if it had some, and what is known of the references.
    """
    fields = {
        "project": stored.system.project.slug,
        "system": stored.system.name,
        "split": stored.split,
        "gold_sha256": stored.gold.sha256,
        "files_sha256": files,
        "code_sha256": stored.code_sha256,
        "parameters": stored.parameters,
        "scored_at": stored.scored_at.isoformat(),
        "examples": stored.examples,
        "metrics": _floats(stored.metrics),
    }
    if INTERVALS in stored.parameters:
        fields[INTERVALS] = _ends(stored.intervals)
    of_references = {"references": stored.references, "on_all": stored.on_all}
    fields |= {name: value for name, value in of_references.items() if value}
    if HALVES in stored.parameters:
        fields[HALVES] = {str(each.half): _half_fields(each) for each in halves}
    return fields


def _half_fields(half: HalfScore) -> dict[str, Any]:
    return {
        "examples": half.examples,
        "metrics": _floats(half.metrics),
        INTERVALS: _ends(half.intervals),
    }


def receipt_of(fields: dict[str, Any], hidden_in: Project | None = None) -> str:
    """sha256, hex, of the fields as JSON with sorted keys and no white space.

    ``hidden_in`` is the project whose hidden split the score is on. Its secret is then among the
    fields: guesses at the exact metrics could otherwise be checked by the receipt.
    """
    if hidden_in is not None:
        fields = {**fields, "secret": secret_of(hidden_in)}
    return hashlib.sha256(orjson.dumps(fields, option=orjson.OPT_SORT_KEYS)).hexdigest()


def is_receipt_of(receipt: str, fields: dict[str, Any], project: Project) -> bool:
    """Whether a score of the project with these fields has the receipt: with the project's secret,
    or without, as on other splits and from before hidden ones had it.
    """
    return receipt in (receipt_of(fields), receipt_of(fields, project))


def find_score(receipt: str) -> Score | RetrievalScore:
    """The score with a receipt that begins with ``receipt``; raises ``NotFoundError``."""
    begins = {"receipt__startswith": receipt.lower()}
    systems = Score.ever.filter(system__deleted_at=None, **begins).select_related(
        "system__project", "gold"
    )
    encoders = RetrievalScore.objects.filter(**begins).select_related("benchmark__project")
    found: list[Score | RetrievalScore] = [*systems[:2], *encoders[:2]]
    if len(receipt) < SHORTEST or len(found) != 1:
        problem = "Several scores have such a receipt." if found else "No score has this receipt."
        raise NotFoundError(
            "no_such_receipt",
            problem,
            fields={"receipt": f"{problem} Give its 64 digits, or at least the first {SHORTEST}."},
        )
    return found[0]


def verify(stored: Score) -> Verification:
    """Compute a score again from the gold and the files that were kept with it."""
    project, gold = stored.system.project, unpack(stored.gold.content)
    differences = flaws_of_kept(stored)
    files = {each.part: (each.name, unpack(each.content)) for each in stored.files.all()}
    remarks = []
    if code_version() != stored.code_sha256:
        remarks.append("The scoring code has changed since.")
    if not differences:
        differences, further = _differences(stored, gold, files)
        remarks += further
    if _sha256(gold_of(project, stored.split)) != stored.gold.sha256:
        remarks.append("The project's annotations have changed since.")
    if stored.replaced_at is not None:
        remarks.append(f"It was replaced by a later score on {stored.replaced_at:%Y-%m-%d}.")
    if stored.gold.is_simulated:
        remarks.append("It was scored against simulated annotations, since there were no others.")
    about = f"{stored.system.name} on {stored.split} of {project.slug}"
    return Verification(about, stored.receipt, stored.metrics, differences, remarks)


def flaws_of_kept(stored: Score) -> list[str]:
    """Sentences about stored values of a score that differ from its receipt."""
    files = {each.part: each.sha256 for each in stored.files.all()}
    flaws = [
        f"The file of {each.part} is not the one that the receipt names."
        for each in stored.files.all()
        if _sha256(unpack(each.content)) != each.sha256
    ]
    if _sha256(unpack(stored.gold.content)) != stored.gold.sha256:
        flaws.append("The gold is not the one that the receipt names.")
    fields = receipt_fields(stored, files, stored.halves.all())
    if not is_receipt_of(stored.receipt, fields, stored.system.project):
        flaws.append("The receipt does not belong to what is stored beside it.")
    return flaws


def _differences(
    stored: Score, gold: bytes, files: dict[str, tuple[str, bytes]]
) -> tuple[list[str], list[str]]:
    """Differences when a score is computed again: reasons not to believe it, and remarks."""
    try:
        again = _computed_again(stored, gold, files)
    except FormatError as error:
        found = f"{counted(error.problems)}, such as {error.problems[0]}"
        return [f"It can't be computed again: {found}"], []
    except UndefinedMeasureError as error:
        return [f"It can't be computed again: {error}."], []
    differences = []
    if again.metrics != _floats(stored.metrics):
        differences.append("Computed again, the metrics differ.")
    if stored.references and again.references != stored.references:
        differences.append("Computed again, the references differ.")
    if again.on_all.get("metrics", {}) != _floats(stored.on_all.get("metrics", {})):
        differences.append("Computed again, the metrics against all annotations differ.")
    if INTERVALS not in stored.parameters or all(
        _are_near(one, other)
        for one, other in (
            (again.intervals, stored.intervals),
            (again.on_all.get(INTERVALS, {}), stored.on_all.get(INTERVALS, {})),
        )
    ):
        return differences, []
    intervals = "Computed again, the intervals differ."
    if code_version() == stored.code_sha256:
        return [*differences, intervals], []
    # How intervals are made may get better; what the metrics are stays.
    return differences, [intervals]


def _computed_again(stored: Score, gold: bytes, files: dict[str, tuple[str, bytes]]) -> Scored:
    kind, settings = stored.system.project.kind, _settings_of(stored)
    read = read_kept_gold(gold_files_of(kind), gold, stored.split)
    with written(files) as paths:
        found = paths.get(Part.FOUND)
        predictions = read.read_predictions(paths[Part.PREDICTIONS], found, settings)
    return score(read, predictions, settings)


def _settings_of(stored: Score) -> Settings:
    """How a score was computed."""
    parameters = stored.parameters
    return Settings(
        non_null_annotations=parameters.get("non_null_annotations", 2),
        references=parameters.get(DRAWN),
        passages=parameters.get("passages", 1),
        secret_seed=(
            secret_seed(stored.system.project, stored.gold.sha256)
            if seed_of(parameters) == UNTOLD
            else None
        ),
    )


def _floats(metrics: dict[str, float]) -> dict[str, float]:
    """PostgreSQL gives back great floats as integers."""
    return {name: float(value) for name, value in metrics.items()}


def _ends(intervals: Mapping[str, Ends]) -> dict[str, Ends]:
    return {name: ends and [float(end) for end in ends] for name, ends in intervals.items()}


def _are_near(ones: Mapping[str, Ends], others: Mapping[str, Ends]) -> bool:
    """Whether intervals are equal but for the last digits, in which sums differ by machine."""
    return ones.keys() == others.keys() and all(
        one == other or (one is not None and other is not None and all(map(_is_near, one, other)))
        for one, other in ((ones[name], others[name]) for name in ones)
    )


def _is_near(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
