"""Groups of Natural Questions' examples, from people's answers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from annotator.collecting.annotations.models import AnnotationQuerySet
from annotator.exchange.exports.answered_examples import counted_annotations
from annotator.material.corpus.models import PageContent
from annotator.material.corpus.splits import main_examples
from annotator.material.corpus.storage import decode_candidates, unpack
from annotator.measures.process import ANSWER_TYPES
from annotator.measures.variability import INTERVALS
from annotator.workspace.projects.models import Project

PARAGRAPH = "paragraph"
_BATCH = 500
_TYPES = {tag: kind for kind, tags in ANSWER_TYPES.items() for tag in tags}


class AnswerGroup(NamedTuple):
    """An example's place among the others.

    ``answer_type`` is the kind of the most frequent long answer, with the earlier box first among
    equals; empty if nobody gave one. ``is_first`` is whether a paragraph is the page's first.
    ``mu`` is the number of the interval that contains the share of non-null long answers, 0 for
    none; ``is_yes_no`` that somebody answered yes or no.
    """

    pk: int
    answer_type: str
    is_first: bool | None
    mu: int
    is_yes_no: bool


def groups_of(project: Project, split: str, *, simulated: bool) -> dict[int, AnswerGroup]:
    """The group of each annotated example of a split, by ``example_id``.

    ``simulated`` as in ``is_simulated``.
    """
    examples = main_examples(project, [split]).order_by("position")
    rows = examples.values_list("pk", "example_id", "page_id").iterator(chunk_size=_BATCH)
    found: dict[int, AnswerGroup] = {}
    counted = counted_annotations(simulated=simulated)
    while few := list(islice(rows, _BATCH)):
        found |= _groups(few, counted)
    return found


def _groups(
    rows: Sequence[tuple[int, int, int | None]], counted: AnnotationQuerySet
) -> Iterator[tuple[int, AnswerGroup]]:
    answers: dict[int, list[tuple[int | None, str]]] = {}
    of_these = counted.filter(example__in=[pk for pk, *_ in rows])
    answer = "natural_questions_answer"
    for pk, index, yes_no in of_these.values_list(
        "example_id", f"{answer}__candidate_index", f"{answer}__yes_no_answer"
    ):
        answers.setdefault(pk, []).append((index, yes_no))
    boxes = _boxes([page for pk, _, page in rows if page and pk in answers])
    for pk, example_id, page in rows:
        if pk not in answers:
            continue
        given = answers[pk]
        chosen = _most_frequent([index for index, _ in given if index is not None])
        tags, first = boxes.get(page or 0, ([], -1))
        kind = _TYPES.get(tags[chosen], "") if 0 <= chosen < len(tags) else ""
        some = sum(index is not None for index, _ in given)
        yield (
            example_id,
            AnswerGroup(
                pk=pk,
                answer_type=kind,
                is_first=chosen == first if kind == PARAGRAPH else None,
                mu=-(-len(INTERVALS) * some // len(given)),
                is_yes_no=any(yes_no != "NONE" for _, yes_no in given),
            ),
        )


def _most_frequent(places: Sequence[int]) -> int:
    counts = Counter(places)
    return min(counts, key=lambda each: (-counts[each], each)) if counts else -1


def _boxes(pages: Sequence[int]) -> dict[int, tuple[list[str], int]]:
    """By page, the tags of its boxes, and the first paragraph that is in no other box."""
    found = {}
    contents = PageContent.objects.filter(page__in=set(pages)).values_list("page_id", "candidates")
    for page, packed in contents.iterator(chunk_size=50):
        boxes = decode_candidates(unpack(packed))
        firsts = (i for i, (box, tag) in enumerate(boxes) if tag == "P" and box.top_level)
        found[page] = [tag for _, tag in boxes], next(firsts, -1)
    return found
