"""A comparison study, in the world of the table of permissions."""

from typing import Any

from annotator.material.formats.asqa.comparison_setup import COLUMNS as PAIR_COLUMNS
from annotator.material.formats.comparisons import COLUMNS
from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.workspace.projects.models import Project, Role
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.comparisons import complete, make_study
from tests.factories.corpus import make_member
from tests.factories.long_form import make_long_form_annotation


def make_compared_project(project: Project, roles: dict[str, Role]) -> dict[str, Any]:
    """A project beside ``project`` with a study, in which its experts compare.

    ``roles`` are those of people by name. Two annotations of a question wait to be compared.
    """
    compared = make_asqa_project(f"{project.slug}-compared", overlap=2)
    members = {name: make_member(compared, name, role) for name, role in roles.items()}
    other = make_member(compared, f"other expert of {project.slug}", Role.EXPERT)
    [example] = make_ambiguous_examples(compared, 1)
    for number in range(2):
        writer = make_member(compared, f"writer {number} of {project.slug}")
        make_long_form_annotation(example, writer.user)
    experts = [each.user for each in members.values() if each.role == Role.EXPERT]
    study = make_study(compared, [*experts, other.user], questions=4)
    complete(Comparison.objects.filter(comparer__study=study).latest("pk"))
    key = str(example.example_id)
    cells = ("1", "2", "0.5", "1.0", "left", "tie", "right", "A", "B", key)
    pair = (key, "A", "B", "One answer.", "Another.")
    return {
        "compared_project": compared.slug,
        "other_expert": other.pk,
        "study": study.pk,
        "comparison": comparison_of(study, other.user.username).pk,
        "comparisons_file": "\n".join(("\t".join(COLUMNS), "\t".join(cells))),
        "pairs_file": "\n".join(("\t".join(PAIR_COLUMNS), "\t".join(pair))),
    }


def objects_of_comparing(shared: dict[str, Any], name: str) -> dict[str, Any]:
    """The comparison that an expert makes."""
    study = ComparisonStudy.objects.get(pk=shared["study"])
    return {"comparison": comparison_of(study, name).pk}


def comparison_of(study: ComparisonStudy, name: str) -> Comparison:
    return Comparison.objects.get(comparer__study=study, comparer__user__username=name, position=0)
