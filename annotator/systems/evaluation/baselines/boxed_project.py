"""A project's examples as baselines look at them."""

from collections.abc import Iterator, Sequence
from typing import Any

from annotator.exchange.exports.natural_questions import exported_examples
from annotator.exchange.exports.original_examples import original_examples
from annotator.material.corpus.splits import check_splits
from annotator.material.formats.candidate_boxes import BoxedExample, read_boxed_example
from annotator.material.formats.natural_questions import to_original
from annotator.workspace.projects.models import Project


def boxed_examples(
    project: Project, splits: Sequence[str] = (), *, simulated: bool = False
) -> Iterator[BoxedExample]:
    """The examples that ``official_objects`` gives."""
    found = official_objects(project, splits, simulated=simulated)
    return (read_boxed_example(each) for each in found)


def official_objects(
    project: Project, splits: Sequence[str] = (), *, simulated: bool = False
) -> Iterator[dict[str, Any]]:
    """What ``export_nq`` writes of ``splits``, of all where none is named, as files give it.

    ``simulated`` annotations are none here unless asked for.
    Raises ``JobFailedError`` for a split that the project doesn't have.
    """
    check_splits(project, splits)
    examples = exported_examples(project, splits=list(splits), simulated=simulated)
    return (to_original(each) for _, each in original_examples(examples))
