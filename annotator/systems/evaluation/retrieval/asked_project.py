"""A project's questions and paragraphs as a SQuAD file has them, without writing one."""

from collections.abc import Sequence

from annotator.exchange.exports.squad_form import squad_form
from annotator.material.corpus.splits import check_splits
from annotator.material.formats.squad.files import AskedParagraph, asked_paragraphs
from annotator.systems.evaluation.gold.gold_file import is_simulated
from annotator.workspace.projects.models import Project


def asked_in(project: Project, splits: Sequence[str] = ()) -> list[AskedParagraph]:
    """What ``export_squad`` writes of ``splits``, of all but the hidden one where none is named.

    Where a project of Natural Questions has simulated annotations alone, it is those.

    Raises ``JobFailedError`` for a split that the project doesn't have.
    """
    check_splits(project, splits)
    form = squad_form(project, {"splits": list(splits), "simulated": is_simulated(project)})
    found = form.rows_of(form.examples, project.context_threshold)
    rows = [row for example in found for row in example.rows]
    return asked_paragraphs({"data": rows}, name=project.slug)
