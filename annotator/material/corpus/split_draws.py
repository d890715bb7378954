"""The recorded draw of a project's splits, and what it decides for later examples."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotator.material.corpus.models import SplitDraw, SplitQuestion
from annotator.material.corpus.split_rule import Part, part_by_share, question_key
from annotator.workspace.projects.models import Project

_ROWS = 500


@dataclass(frozen=True, slots=True)
class NewQuestion:
    """A question that comes into a project; ``split`` is its file's own, "" where it has none."""

    text: str
    split: str


def draw_of(project: Project) -> SplitDraw | None:
    """The project's draw; None before there was one."""
    return SplitDraw.objects.filter(project=project).first()


def parts_of(draw: SplitDraw) -> list[Part]:
    """The parts of a draw."""
    return [Part(**part) for part in draw.parts]


def splits_of_new(*, project: Project, new: Sequence[NewQuestion]) -> list[str]:
    """The splits of new questions, in their order: their own, or else by the project's draw.

    A near-duplicate of an existing or earlier question joins its split. The draw is recorded, so
    call it in the transaction that writes the examples, with the project locked.
    """
    draw = draw_of(project)
    if draw is None:
        return [each.split for each in new]
    parts = parts_of(draw)
    keys = [question_key(each.text) for each in new]
    known = recorded_splits(project, keys)
    fresh: dict[str, str] = {}
    splits = []
    for each, key in zip(new, keys, strict=True):
        if key not in known:
            drawn = each.split or part_by_share(key, seed=draw.seed, parts=parts)
            known[key] = fresh[key] = drawn
        splits.append(each.split or known[key])
    record_splits(project, fresh)
    return splits


def recorded_splits(project: Project, keys: Iterable[str]) -> dict[str, str]:
    """The splits of those keys that have one on record."""
    wanted = list(dict.fromkeys(keys))
    found: dict[str, str] = {}
    for start in range(0, len(wanted), _ROWS):
        rows = SplitQuestion.objects.filter(project=project, key__in=wanted[start : start + _ROWS])
        found.update(rows.values_list("key", "split"))
    return found


def record_splits(project: Project, splits: Mapping[str, str]) -> None:
    """Record the splits of keys that are not recorded yet."""
    SplitQuestion.objects.bulk_create(
        (SplitQuestion(project=project, key=key, split=split) for key, split in splits.items()),
        ignore_conflicts=True,
        batch_size=_ROWS,
    )
