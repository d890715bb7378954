"""What somebody compared: what they get of it, and what stays once they are erased."""

from datetime import timedelta

import orjson
import pytest

from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.running.personal_data.collection import parts_about
from annotator.running.personal_data.services import erase_person
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Role
from tests.factories.asqa import make_asqa_project
from tests.factories.comparisons import complete, make_comparers, make_study
from tests.factories.corpus import AT, make_member

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(days=1)
ZOE = "zoe.lovelace"


@pytest.fixture
def study() -> ComparisonStudy:
    """Zoe and another expert compare twice each; of hers one is done and one begun."""
    project = make_asqa_project()
    lead = make_member(project, "lena", Role.LEAD).user
    comparers = make_comparers(project, 2)
    study = make_study(project, comparers, questions=4, lead=lead)
    User.objects.filter(pk=comparers[0].pk).update(username=ZOE)
    ComparisonStudy.objects.update(instructions=f"Ask {ZOE}.")
    done, begun = Comparison.objects.filter(comparer__number=1).order_by("position")
    complete(done, comment=f"{ZOE}: the left one is clearer.")
    begun.draft = {"comment": "Not yet"}
    begun.save()
    other = Comparison.objects.filter(comparer__number=2).earliest("position")
    complete(other, comment=f"I agree with {ZOE}.", overall="tie")
    return study


def told(user: User) -> dict[str, list[dict[str, object]]]:
    return {part.name: list(part.rows()) for part in parts_about(user)}


def test_one_gets_what_one_compared_as_blind_as_it_was(study: ComparisonStudy) -> None:
    rows = told(User.objects.get(username=ZOE))["comparisons"]
    assert [(row["position"], row["overall"], row["comment"], row["draft"]) for row in rows] == [
        (0, "left", f"{ZOE}: the left one is clearer.", None),
        (1, None, "", {"comment": "Not yet"}),
    ]
    assert rows[0]["left_captures"] == [True, False]
    text = orjson.dumps(rows).decode()
    assert not any(name in text for name in study.systems.values_list("name", flat=True))


def test_comparisons_of_an_erased_expert_stay_without_names_and_drafts(
    study: ComparisonStudy,
) -> None:
    erase_person(user=User.objects.get(username=ZOE), at=LATER, actor=None)
    kept = Comparison.objects.order_by("comparer__number", "position")
    assert list(kept.values_list("comparer__number", "overall", "comment", "draft")) == [
        (1, "left", "[erased]: the left one is clearer.", None),
        (1, None, "", None),
        (2, "tie", "I agree with [erased].", None),
        (2, None, "", None),
    ]
    study.refresh_from_db()
    assert study.instructions == "Ask [erased]."
