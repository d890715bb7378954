"""``data/`` and ``annotations/`` of a gallery: its examples, and who answered what."""

import gzip
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson

from annotator.collecting.annotations.kinds import answers_of
from annotator.collecting.annotations.models import Annotation
from annotator.exchange.exports.page_sources import known_of, sources_of
from annotator.exchange.exports.pseudonymiser import Pseudonymiser
from annotator.material.corpus.models import Example
from annotator.material.corpus.splits import UNNAMED_SPLIT
from annotator.publishing.gallery.kinds import ShownExample, gallery_of
from annotator.publishing.gallery.shown_page import page_html
from annotator.publishing.releases.contents import Contents
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.shown_names import names_of

FOLDERS = 256
"""Of examples, by their ids: a folder with 10,000 files is slow on many hosts."""
_LONGEST_WORDS = 160
"""Characters of an answer that a search finds."""

Row = list[Any]
"""Of the index: id, question, split, type, number of annotations, how many gave the most frequent
answer, and the words of the answers.
"""


class ExampleWriter:
    """Writes the files of a batch of examples; equal examples give equal bytes."""

    def __init__(self, contents: Contents, folder: Path) -> None:
        self._contents = contents
        self._folder = folder
        self._kind = gallery_of(contents.project.kind)
        self._answers = answers_of(contents.project.kind)
        self._hide = Pseudonymiser(contents.project).hide

    def write(self, number: int, keys: Sequence[int]) -> list[Row]:
        """Write the examples with these keys, and their annotations as batch ``number``; the rows
        of the index, in the order of the keys.
        """
        found = Example.objects.filter(pk__in=keys).select_related("question", "page")
        examples = found.prefetch_related(*self._kind.RELATED).order_by("pk")
        annotations = self._annotations(keys)
        people = {each.annotator_id for several in annotations.values() for each in several}
        users = User.objects.filter(pk__in=people)
        names = names_of(project=self._contents.project, viewer_role=None, users=users)
        rows, answered = [], {}
        for example in examples:
            own = annotations[example.pk]
            shown = self._kind.show(example, own)
            self._write_example(example, shown, number)
            answered[str(example.example_id)] = [
                self._hide(
                    {
                        "annotator": names[each.annotator_id],
                        "at": each.created_at.isoformat(),
                        **added,
                    }
                )
                for each, added in zip(own, shown.answers, strict=True)
            ]
            rows.append(self._row(example, shown, len(own)))
        write_packed(self._folder / "annotations" / f"{number}.json.gz", answered)
        return rows

    def _annotations(self, keys: Sequence[int]) -> dict[int, list[Annotation]]:
        """The annotations that count, by their example's key."""
        counting = self._contents.annotations().current().filter(assignment__slot__isnull=False)
        rows = (
            counting.filter(example__in=keys)
            .select_related(self._answers.ROW)
            .prefetch_related(*self._answers.BESIDE)
            .order_by("pk")
        )
        found: dict[int, list[Annotation]] = defaultdict(list)
        for each in rows:
            found[each.example_id].append(each)
        return found

    def _write_example(self, example: Example, shown: ShownExample, number: int) -> None:
        page = example.page
        source = sources_of([page.pk]).get(page.pk) if page else None
        value = {
            "id": str(example.example_id),
            "question": example.question.text,
            "split": example.split or UNNAMED_SPLIT,
            "type": shown.type,
            "annotations": f"annotations/{number}.json.gz",
            "page": page
            and {
                "title": page.title,
                "url": page.url,
                "source": known_of(source),
                "html": page_html(page, shown.spans),
            },
            **shown.data,
        }
        write_packed(self._folder / path_of_example(example.example_id), value)

    @staticmethod
    def _row(example: Example, shown: ShownExample, count: int) -> Row:
        words = dict.fromkeys(_cut(each) for each in shown.words if each)
        split = example.split or UNNAMED_SPLIT
        return [
            *(str(example.example_id), example.question.text, split, shown.type),
            *(count, shown.most, [*words]),
        ]


def _cut(text: str) -> str:
    if len(text) <= _LONGEST_WORDS:
        return text
    return f"{text[:_LONGEST_WORDS].rsplit(maxsplit=1)[0]} …"


def path_of_example(example_id: int) -> str:
    """Where an example's file is; the front end computes the same."""
    return f"data/examples/{example_id % FOLDERS:02x}/{example_id}.json.gz"


def write_packed(path: Path, value: Any) -> None:
    """Write JSON, compressed: the same value gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(orjson.dumps(value), compresslevel=9, mtime=0))
