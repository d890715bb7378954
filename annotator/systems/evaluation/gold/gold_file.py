"""A split's annotations as a file in the data set's own format, without its pages: gold."""

from annotator.collecting.annotations.models import Annotation, Source
from annotator.foundation.database.snapshot import snapshot
from annotator.systems.evaluation.gold.kinds import gold_files_of
from annotator.workspace.projects.models import Project


def gold_of(project: Project, split: str) -> bytes:
    """The file of a split of the project, as the database has it at one moment.

    It has all examples of the split, and of each the annotations of people that count; where a
    project has none but simulated ones, those (``is_simulated``). They are in the order of their
    first submission, as in the statistics, since people and ASQA's references are the first ones;
    exports have them in the order of their slots. Of Natural Questions it names the pages where
    examples share some, since these are the units of intervals then. As in exports, ASQA's examples
    about which somebody has a concern stay out. Equal annotations give equal bytes.
    """
    with snapshot():
        return gold_files_of(project.kind).write(project, split)


def is_simulated(project: Project) -> bool:
    """Whether nobody but simulated annotators has annotated the project, where such ones count."""
    if not gold_files_of(project.kind).MAY_BE_SIMULATED:
        return False
    annotations = Annotation.objects.filter(project=project).without_controls(project)
    of_people = annotations.exclude(source=Source.SIMULATED)
    return annotations.exists() and not of_people.exists()
