"""The site's own extractor: it reads long-form answers where nobody sent what another one found."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

import orjson
from django.conf import settings

from annotator.foundation.files.growing_file import append_line, whole_lines
from annotator.material.formats.asqa import AsqaExample
from annotator.systems.evaluation.answer_extractor.extractor import (
    Extractor,
    found_answers,
    load_extractor,
)
from annotator.systems.evaluation.answer_extractor.extractor_folder import ExtractorError
from annotator.systems.evaluation.answer_extractor.extractor_models import ONNX_PLACES
from annotator.systems.evaluation.scoring.kinds import scores_of
from annotator.systems.evaluation.scoring.metric_names import OF_AN_EXTRACTOR
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.projects.models import Project

BETWEEN_SIGNS = 10
"""So many questions go to the extractor between two signs of life: seconds, with a large one."""


class SiteExtractor:
    """The extractor in the folder ``ANSWER_READER``, for one job.

    What it found is kept beside the job's uploads, so a worker that takes the job over reads no
    answer twice. ``sha256`` (hex) is that of the folder.
    """

    def __init__(self, context: JobContext, folder: Path, kept: Path) -> None:
        """``kept`` is the file of what it found. Raises ``ExtractorError`` if the folder has no
        extractor that can be used here.
        """
        self._extractor: Extractor = load_extractor(folder)
        self.sha256 = sha256_of(folder)
        self._context = context
        self._kept = kept
        self._found: dict[str, str] = {
            line["key"]: line["answer"] for line in whole_lines(self._kept)
        }
        self._told = len(self._found)

    def find(self, question: str, text: str) -> str:
        """The answer to the question, as it is in the text; empty if there is none."""
        key = hashlib.sha256(f"{question}\0{text}".encode(errors="surrogatepass")).hexdigest()
        if key not in self._found:
            self._found[key] = self._extractor.find(question, text)
            append_line(self._kept, {"key": key, "answer": self._found[key]})
        return self._found[key]

    def found_in(
        self, examples: Mapping[str, AsqaExample], answers: Mapping[str, str]
    ) -> dict[str, list[str]]:
        """What it finds in a system's answers, by the disambiguation's key."""
        self._context.save(message="Reading the answers")
        found = found_answers(self.find, examples, answers, self._tell)
        self._context.save(message="Scoring")
        return found

    @staticmethod
    def file_of(found: Mapping[str, list[str]]) -> bytes:
        """The same as a file, in the form of what somebody uploads."""
        return orjson.dumps({name: answer for name, [answer] in found.items()})

    def find_of_people(self) -> Callable[[str, str], str]:
        """As ``find``, telling now and then that the job is alive."""
        self._context.save(message="Reading people's answers")
        read = 0

        def find(question: str, text: str) -> str:
            nonlocal read
            read += 1
            if read % BETWEEN_SIGNS == 0:
                self._tell(self._context.job.done)
            return self.find(question, text)

        return find

    def _tell(self, done: int) -> None:
        # Answers that an earlier worker has read go by as well.
        before, self._told = self._told, len(self._found)
        self._context.save(done=done, further=self._told > before)
        self._context.let_worker_end()


def needs_extractor(kind: str) -> bool:
    """Whether some metrics of a kind come from what an extractor finds in the answers."""
    return not OF_AN_EXTRACTOR.isdisjoint(scores_of(kind).METRICS)


def site_extractor(context: JobContext, project: Project, folder: Path) -> SiteExtractor | None:
    """The site's extractor of a project's answers; None where it has none, and for short answers.

    ``folder`` is the job's own. Raises ``JobFailedError`` for a broken one.
    """
    if not settings.ANSWER_READER or not needs_extractor(project.kind):
        return None
    try:
        return SiteExtractor(context, Path(settings.ANSWER_READER), folder / "read.jsonl")
    except ExtractorError as error:
        raise JobFailedError(f"Nothing was scored: ANSWER_READER: {error}") from error


def sha256_of(folder: Path) -> str:
    """Of the names and contents of a folder's files and of those beside its network, hex."""
    places = {folder, *((folder / place).parent for place in ONNX_PLACES)}
    files = [each for place in places if place.is_dir() for each in place.iterdir()]
    found = hashlib.sha256()
    for path in sorted(each for each in files if each.is_file()):
        name = path.relative_to(folder).as_posix()
        with path.open("rb") as file:
            found.update(name.encode() + hashlib.file_digest(file, "sha256").digest())
    return found.hexdigest()
