"""The import of questions with the pages that were found for them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from annotator.collecting.assignments.splitting import draw_splits
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.exchange.imports.lines import LineImporter
from annotator.exchange.imports.pages import import_pages
from annotator.exchange.imports.prepared import Arrival
from annotator.exchange.intake.queries import waiting_queries
from annotator.exchange.intake.services import note_examples, set_aside_without_page
from annotator.material.corpus.split_draws import draw_of
from annotator.material.corpus.split_rule import Part
from annotator.material.formats.lines import Line, LineReader, parse_object
from annotator.material.formats.problems import Problem
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project

# Fields of what is not the page's fault: an example that is there already or is just being added,
# and a split that was hidden, or named by another import, since the search began.
_NOT_ITS_PAGE = ("example_id", "split")
_NOT_KEPT = "the query is no longer kept"


class FoundImporter(LineImporter):
    """Leaves out the questions whose query was left out since its page was found."""

    def flaws_of(self, fresh: Sequence[Arrival]) -> dict[int, Problem]:
        """Holds the queries that are kept: a lead's decision comes before this batch or after."""
        texts = [each.example.question_text for each in fresh]
        kept = waiting_queries(self.project, again=True).filter(text__in=texts)
        held = set(kept.select_for_update(no_key=True).values_list("text", flat=True))
        fix = "To ask it all the same, keep the query and find pages again"
        return {
            each.example.example_id: Problem(
                _NOT_KEPT, fix, field="question_text", file=each.file, line=each.line
            )
            for each in fresh
            if each.example.question_text not in held
        }


def import_found_pages(context: JobContext) -> str:
    """Import as ``import_pages`` does, tell the queries that became examples, and draw splits.

    Parameters of the job: those of ``import_pages``, and ``draw``: null, or a seed and parts. The
    closing sentence says what came of it.
    """
    project = project_of(context.job)
    try:
        sentence = import_pages(context, importer=FoundImporter)
    except JobFailedError:
        # Perhaps no page can be used.
        _set_aside_refused(context, project)
        raise
    note_examples(project=project)
    _set_aside_refused(context, project)
    return " ".join(filter(None, [sentence, _draw(context, project)]))


def _set_aside_refused(context: JobContext, project: Project) -> None:
    """Note the queries whose page can't be imported: each search would find it again."""
    texts = defaultdict(list)
    for question, reason in _refused_questions(context):
        texts[reason].append(question)
    for reason, questions in texts.items():
        set_aside_without_page(project=project, texts=questions, reason=reason)


def _refused_questions(context: JobContext) -> Iterator[tuple[str, str]]:
    """Each question that was refused for its page, and why, by the problems that are listed."""
    problems = context.job.problems.filter(line__isnull=False)
    problems = problems.exclude(field__in=_NOT_ITS_PAGE).exclude(problem__startswith=_NOT_KEPT)
    why = dict(problems.order_by("-pk").values_list("line", "problem"))
    for path in context.parameters["paths"] if why else ():
        with LineReader(Path(path), on_chunk=context.stay_alive_to_the_end) as reader:
            for line in reader:
                if isinstance(line, Line) and line.number in why:
                    told = f"It can't be imported with the page that was found: {why[line.number]}"
                    yield parse_object(line)["question_text"], told


def _draw(context: JobContext, project: Project) -> str:
    draw = context.parameters.get("draw")
    if not draw:
        return ""
    parts = [Part(**part) for part in draw["parts"]]
    # After a kill it is on record already.
    if draw_of(project) is None:
        try:
            draw_splits(
                project=project,
                seed=draw["seed"],
                parts=parts,
                at=context.job.created_at,
                actor=context.job.created_by,
            )
        except (ConflictError, InvalidInputError) as error:
            return f"The splits were not drawn: {error.detail}"
    return "Their splits are drawn."
