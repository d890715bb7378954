"""How far an import has come: what its checkpoint holds."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from annotator.exchange.imports.listed_problems import storable
from annotator.exchange.imports.unchanged_files import Fingerprint
from annotator.material.formats.asqa.ambigqa import LeftOut
from annotator.material.formats.natural_questions import describe_rebuilt

MOST_IGNORED_FIELDS = 20


@dataclass(slots=True)
class ImportProgress:
    """``file`` and ``line`` say where to continue; the rest is counted for the closing sentence.

    ``same`` are examples that existed already with the same content, ``refused`` lines that were
    not imported, ``ignored`` how often each unknown field occurred. ``rebuilt`` are imported
    examples whose page was made from Natural Questions' simplified format, ``with_clauses`` those
    on a page whose tokens are clauses. ``left_out`` counts questions that are not for the project,
    by reason; ``unvisited_pages`` pages of the pages' file that no question needs,
    ``refused_pages`` its lines without a usable page. ``pages_read`` is whether these two are
    counted yet. ``fetched_pages`` came from Wikipedia, which lacks ``missing_pages``;
    ``searched_found`` questions got their titles from a search, which found none for
    ``searched_lacking``. ``files`` are size and sha256 of each file, as the import began.
    """

    file: int = 0
    line: int = 1
    imported: int = 0
    same: int = 0
    refused: int = 0
    annotations: int = 0
    rebuilt: int = 0
    with_clauses: int = 0
    published: bool = False
    left_out: dict[str, int] = field(default_factory=dict)
    unvisited_pages: int = 0
    refused_pages: int = 0
    pages_read: bool = False
    fetched_pages: int = 0
    missing_pages: int = 0
    searched_found: int = 0
    searched_lacking: int = 0
    ignored: dict[str, int] = field(default_factory=dict)
    files: list[Fingerprint] = field(default_factory=list)

    @classmethod
    def of(cls, checkpoint: dict[str, Any]) -> Self:
        """The progress that a checkpoint holds; an empty one at the start."""
        progress = cls(**checkpoint)
        # JSON has no tuples.
        progress.files = [(size, digest) for size, digest in progress.files]
        return progress

    def checkpoint(self) -> dict[str, Any]:
        """The checkpoint that ``of`` reads."""
        return asdict(self)

    @property
    def has_begun(self) -> bool:
        """Whether anything that was read is committed."""
        return self.done > 0 or self.pages_read

    @property
    def done(self) -> int:
        """How many lines have been dealt with."""
        return self.imported + self.same + self.refused + sum(self.left_out.values())

    def ignore(self, fields: Iterable[str]) -> None:
        """Count fields that the format doesn't know."""
        counted = Counter(self.ignored)
        counted.update(storable(name)[:40] for name in fields)
        self.ignored = dict(counted.most_common(MOST_IGNORED_FIELDS))

    def sentence(self, *, refused: str) -> str:
        """The import's closing sentence; ``refused`` is the word for entries, such as lines."""
        parts = [f"Imported {_count(self.imported, 'example')}"]
        if self.annotations:
            parts.append(f"with {_count(self.annotations, 'annotation')}")
        sentences = [f"{' '.join(parts)}."]
        if self.rebuilt:
            sentences.append(describe_rebuilt(self.rebuilt))
        if self.with_clauses:
            sentences.append(_clauses_sentence(self.with_clauses))
        if self.same:
            sentences.append(f"Skipped {self.same:,} that already existed.")
        if any(self.left_out.values()):
            sentences.append(self._left_out_sentence())
        if self.searched_found or self.searched_lacking:
            sentences.append(self._searched_sentence())
        if self.fetched_pages or self.missing_pages:
            sentences.append(self._fetched_sentence())
        if self.unvisited_pages:
            pages = _count(self.unvisited_pages, "page")
            sentences.append(f"Left out {pages} that no question visited.")
        if self.refused_pages:
            pages = _count(self.refused_pages, "line")
            sentences.append(f"Refused {pages} of the pages’ file; the problems are listed.")
        if self.refused:
            sentences.append(f"Refused {_count(self.refused, refused)}; the problems are listed.")
        if self.ignored:
            names = ", ".join(f"{name} ({times:,})" for name, times in self.ignored.items())
            sentences.append(f"Ignored unknown fields: {names}.")
        return " ".join(sentences)

    def _searched_sentence(self) -> str:
        found = _count(self.searched_found, "question")
        sentence = f"A search found pages for {found} that named none."
        if not self.searched_lacking:
            return sentence
        return f"{sentence} It found none for {self.searched_lacking:,}."

    def _fetched_sentence(self) -> str:
        sentence = f"Fetched {_count(self.fetched_pages, 'page')}."
        if not self.missing_pages:
            return sentence
        return f"{sentence} {self.missing_pages:,} could not be found; the reasons are listed."

    def _left_out_sentence(self) -> str:
        # In the order of the reasons: a database may give the checkpoint's keys in another.
        counts = [(reason, self.left_out.get(reason.name.lower(), 0)) for reason in LeftOut]
        reasons = ", ".join(f"{reason} ({number:,})" for reason, number in counts if number)
        return f"Left out {_count(sum(self.left_out.values()), 'question')}: {reasons}."


def _clauses_sentence(examples: int) -> str:
    what = "1 example has a page" if examples == 1 else f"{examples:,} examples have pages"
    return (
        f"{what} in a script without spaces between words: a token is a whole clause there, so"
        " short answers such as a year inside a sentence can’t be marked."
    )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
