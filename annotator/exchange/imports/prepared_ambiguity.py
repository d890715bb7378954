"""An example of ASQA made ready to be written: an ambiguous question with what belongs to it."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import orjson

from annotator.collecting.annotations.imported import add_imported_long_form_answer
from annotator.collecting.annotations.models import Annotation, Source
from annotator.collecting.assignments.slots import create_slots
from annotator.exchange.imports.ambiguity import Visit, add_ambiguity, example_id_of
from annotator.exchange.imports.annotators import imported_annotator
from annotator.exchange.imports.origin import Origin
from annotator.exchange.imports.prepared import PreparedExample
from annotator.material.corpus.models import Example
from annotator.material.corpus.packed_page import PackedPage
from annotator.material.corpus.services import NewExample, create_examples, store_pages
from annotator.material.formats.asqa import AsqaAnnotation, Disambiguation


@dataclass(frozen=True, slots=True)
class PreparedVisit:
    """A visited page; ``page`` is its frozen HTML if the import has it, and ``again`` packs it once
    more.
    """

    title: str
    url: str | None
    page: PackedPage | None = None
    again: Callable[[], PackedPage] | None = None


@dataclass(frozen=True)
class PreparedAmbiguity(PreparedExample):
    """The content of one question of AmbigNQ, or one example of ASQA.

    ``annotations`` is None if none were asked for: then those of the database don't count.
    """

    key: str
    question: str
    disambiguations: tuple[Disambiguation, ...]
    visits: tuple[PreparedVisit, ...]
    annotations: tuple[AsqaAnnotation, ...] | None = None
    split: str = ""

    @property
    def example_id(self) -> int:  # type: ignore[override] # computed, and as good to read
        """The id that the key always gets."""
        return example_id_of(self.key)

    @property
    def name(self) -> str:
        """The file's key."""
        return self.key

    @property
    def question_text(self) -> str:
        """The ambiguous question."""
        return self.question

    @property
    def page_bytes(self) -> int:
        """The HTML of the pages that are not stored yet."""
        pages = [visit.page for visit in self.visits if visit.page]
        return sum(each.byte_count for each in pages if each.has_content)

    @property
    def annotation_count(self) -> int:
        """How many annotations it brings."""
        return len(self.annotations or ())

    def content(self) -> str:
        """A digest of everything that would be written."""
        return _digest(
            self.key,
            self.question,
            [_disambiguation_row(each) for each in self.disambiguations],
            [
                [visit.title, visit.url, visit.page.fingerprint if visit.page else None]
                for visit in self.visits
            ],
            [_annotation_row(each) for each in self.annotations or ()],
        )

    def stored_content(self, example: Example) -> str:
        """The same for an example of the database; only imported annotations count."""
        return _digest(
            example.ambiguous_question.key,
            example.question.text,
            [
                [each.question, each.short_answers, each.context, each.has_context_field,
                 each.page_title]
                for each in example.disambiguations.order_by("number")
            ],
            [
                [visit.title, visit.url, visit.page.fingerprint if visit.page else None]
                for visit in example.visited_pages.select_related("page").order_by("number")
            ],
            [] if self.annotations is None else _stored_annotations(example),
        )  # fmt: skip

    def write(self, origin: Origin) -> Example:
        """Write the example with its slots, unpublished, and its annotations."""
        annotations = self.annotations or ()
        split = self.split or origin.split
        new = NewExample(
            example_id=self.example_id,
            question_text=self.question,
            position=origin.position,
            split=split,
            overlap=origin.overlap(split, annotations=len(annotations)),
        )
        (example,) = create_examples(
            project=origin.project, new=[new], at=origin.at, import_job=origin.job
        )
        add_ambiguity(
            example=example,
            key=self.key,
            disambiguations=self.disambiguations,
            visits=[_visit(each) for each in self.visits],
        )
        create_slots(examples=[example])
        for number, annotation in enumerate(annotations):
            add_imported_long_form_answer(
                example=example,
                slot_number=number,
                annotator=imported_annotator(project=origin.project, position=number),
                answer=annotation,
                at=origin.at,
            )
        return example


def _visit(prepared: PreparedVisit) -> Visit:
    if prepared.page is None or prepared.again is None:
        return Visit(title=prepared.title, url=prepared.url)
    key = prepared.page.fingerprint
    stored = store_pages(packed=[prepared.page], again={key: prepared.again})
    return Visit(title=prepared.title, url=prepared.url, page=stored[key])


def _digest(*parts: str | Sequence[object]) -> str:
    return hashlib.sha256(orjson.dumps(parts)).hexdigest()


def _disambiguation_row(each: Disambiguation) -> list[object]:
    return [
        each.question,
        list(each.short_answers),
        each.context or "",
        each.has_context_field,
        each.page_title,
    ]


def _annotation_row(each: AsqaAnnotation) -> list[object]:
    return [each.long_form_answer, [[p.content, p.page_title] for p in each.knowledge]]


def _stored_annotations(example: Example) -> list[list[object]]:
    imported = (
        Annotation.objects.filter(example=example, source=Source.IMPORTED, revision_of=None)
        .select_related("long_form_answer")
        .order_by("assignment__slot__number")
    )
    return [
        [
            each.long_form_answer.text,
            [
                list(row)
                for row in each.knowledge.order_by("number").values_list("content", "page_title")
            ],
        ]
        for each in imported
    ]
