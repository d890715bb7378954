"""An example of Natural Questions on its way into the database: a question and its page."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from annotator.collecting.annotations.answers import CheckedAnswer
from annotator.collecting.annotations.imported import ImportedAnnotation, add_imported_annotations
from annotator.collecting.annotations.models import Annotation, Source
from annotator.collecting.assignments.models import Slot, SlotState
from annotator.collecting.assignments.slots import make_slots
from annotator.exchange.imports.annotators import imported_annotator
from annotator.exchange.imports.line_packing import LinePacking
from annotator.exchange.imports.origin import Origin
from annotator.exchange.imports.packed_question import PackedQuestion
from annotator.exchange.imports.prepared import PreparedExample
from annotator.material.corpus.models import Example
from annotator.material.corpus.packed_page import PackedPage
from annotator.material.corpus.services import NewExample, create_examples, store_pages
from annotator.material.formats.lines import Line
from annotator.workspace.accounts.models import User


@dataclass(frozen=True, slots=True)
class Repacking:
    """A line whose page was stored when it was packed, and what packs it with its page."""

    packing: LinePacking
    line: Line
    folder: Path | None

    def page(self) -> PackedPage:
        """The page with its content."""
        return self.packing.pack(self.line, self.folder).question.page


@dataclass(frozen=True)
class PreparedQuestion(PreparedExample):
    """The content of one line of a file; ``repacking`` if its page has no content.

    Without annotations (None: none were asked for), those of the database don't count.
    """

    packed: PackedQuestion
    repacking: Repacking | None = None

    @property
    def example_id(self) -> int:  # type: ignore[override] # the file's own, or the page's
        """The official id."""
        return self.packed.example_id

    @property
    def split(self) -> str:  # type: ignore[override]
        """The file's own."""
        return self.packed.split

    @property
    def name(self) -> str:
        """The official id, in digits."""
        return str(self.example_id)

    @property
    def question_text(self) -> str:
        """The question."""
        return self.packed.question_text

    @property
    def page_bytes(self) -> int:
        """The page's HTML, or the line that has it."""
        if self.repacking is not None:
            return len(self.repacking.line.data)
        return self.packed.page.byte_count

    @property
    def annotation_count(self) -> int:
        """How many annotations it brings."""
        return len(self.packed.annotations or ())

    @property
    def has_rebuilt_page(self) -> bool:
        """Whether the page's HTML was made from the simplified format."""
        return self.packed.has_rebuilt_page

    @property
    def has_clauses(self) -> bool:
        """Whether the page's tokens are clauses rather than words."""
        return self.packed.page.has_clauses

    def content(self) -> str:
        """A digest of question, page and annotations."""
        return _digest(
            self.packed.question_text,
            self.packed.question_tokens,
            self.packed.page.fingerprint,
            [_answer_row(a.annotation_id, a.checked) for a in self.packed.annotations or ()],
        )

    def stored_content(self, example: Example) -> str:
        """The same for an example of the database; only imported annotations count."""
        page = example.page
        return _digest(
            example.question.text,
            example.question.tokens,
            page.fingerprint if page else "",
            [] if self.packed.annotations is None else list(_stored_rows(example)),
        )

    def write(self, origin: Origin) -> Example:
        """Write the example with its slots, unpublished, and its annotations."""
        return write_questions([self], [origin])[0]


def write_questions(
    questions: Sequence[PreparedQuestion], origins: Sequence[Origin]
) -> list[Example]:
    """Write examples of one project, unpublished, with their slots and annotations.

    A round of look-ups and one of rows for all of them. Call it in a transaction.
    """
    packed = [question.packed for question in questions]
    pages = store_pages(
        packed=[each.page for each in packed],
        again={
            each.packed.page.fingerprint: each.repacking.page
            for each in questions
            if each.repacking
        },
    )
    overlaps = _Overlaps()
    examples = create_examples(
        project=origins[0].project,
        at=origins[0].at,
        import_job=origins[0].job,
        new=[
            NewExample(
                example_id=each.example_id,
                question_text=each.question_text,
                question_tokens=each.question_tokens,
                page=pages[each.page.fingerprint],
                position=origin.position,
                split=each.split or origin.split,
                overlap=overlaps.of(
                    origin, each.split or origin.split, len(each.annotations or ())
                ),
            )
            for each, origin in zip(packed, origins, strict=True)
        ],
    )
    _write_slots(examples, packed, origins[0])
    return examples


class _Overlaps:
    """How many slots examples get, by split: asked for once."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def of(self, origin: Origin, split: str, annotations: int) -> int:
        if split not in self._known:
            self._known[split] = origin.overlap(split, annotations=0)
        return max(self._known[split], annotations)


def _write_slots(
    examples: Sequence[Example], packed: Sequence[PackedQuestion], origin: Origin
) -> None:
    """Slots for all examples: filled by the annotations that came along, the others withheld."""
    slots: list[Slot] = []
    arrived: list[ImportedAnnotation] = []
    annotators: dict[int, User] = {}
    for example, each in zip(examples, packed, strict=True):
        annotations = each.annotations or ()
        filled = make_slots(example, range(len(annotations)), SlotState.FILLED)
        withheld = range(len(annotations), example.overlap)
        slots += [*filled, *make_slots(example, withheld, SlotState.WITHHELD)]
        for number, (slot, annotation) in enumerate(zip(filled, annotations, strict=True)):
            if number not in annotators:
                annotators[number] = imported_annotator(project=origin.project, position=number)
            arrived.append(
                ImportedAnnotation(
                    slot, annotators[number], annotation.annotation_id, annotation.checked
                )
            )
    Slot.objects.bulk_create(slots, batch_size=500)
    add_imported_annotations(arrived=arrived, at=origin.at)


def _digest(
    text: str,
    tokens: Sequence[str] | None,
    fingerprint: str,
    annotations: Sequence[Sequence[object]],
) -> str:
    question_tokens = None if tokens is None else list(tokens)
    return hashlib.sha256(
        orjson.dumps([text, question_tokens, fingerprint, annotations])
    ).hexdigest()


def _answer_row(annotation_id: int, checked: CheckedAnswer) -> list[object]:
    spans = [[span.start_token, span.end_token] for span in checked.short_answers]
    return [str(annotation_id), checked.candidate_index, spans, checked.yes_no_answer]


def _stored_rows(example: Example) -> Iterable[list[object]]:
    imported = (
        Annotation.objects.filter(example=example, source=Source.IMPORTED, revision_of=None)
        .select_related("natural_questions_answer")
        .order_by("assignment__slot__number")
    )
    for annotation in imported:
        answer = annotation.natural_questions_answer
        yield [
            str(annotation.annotation_id),
            answer.candidate_index,
            [row[2:] for row in answer.short_answers],
            answer.yes_no_answer,
        ]
