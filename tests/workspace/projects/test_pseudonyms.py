import re

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotator.workspace.projects.models import Membership, Role
from annotator.workspace.projects.pseudonyms import draw_pseudonym
from annotator.workspace.projects.services import add_member, change_member
from tests.earlier_version import LAST, earlier_version
from tests.factories.corpus import AT, make_member, make_project


def numbers(pseudonyms: list[str]) -> list[int]:
    return [int(name.removeprefix("Annotator ")) for name in pseudonyms]


def test_pseudonyms_are_all_different_and_neither_order_nor_length_tells_who_came_first() -> None:
    drawn: list[str] = []
    for _ in range(300):
        drawn.append(draw_pseudonym(taken=drawn))
    assert len(set(drawn)) == 300
    assert all(re.fullmatch(r"Annotator \d{4}", name) for name in drawn)
    rising = sum(a < b for a, b in zip(numbers(drawn), numbers(drawn[1:]), strict=False))
    assert 90 < rising < 210


def test_there_are_pseudonyms_left_when_half_of_the_short_ones_are_taken() -> None:
    taken = [f"Annotator {number}" for number in range(1000, 5501)]
    assert 10_000 <= numbers([draw_pseudonym(taken=taken)])[0] < 100_000


@pytest.mark.django_db
def test_a_pseudonym_stays_through_every_change_of_the_membership() -> None:
    project = make_project()
    member = make_member(project, "ada")
    before = member.pseudonym
    for change in ({"role": Role.EXPERT}, {"is_active": False}):
        change_member(membership=member, at=AT, actor=None, **change)  # type: ignore[arg-type]
    add_member(project=project, user=member.user, role=Role.ANNOTATOR, at=AT, actor=None)
    member.refresh_from_db()
    assert (member.pseudonym, member.is_active) == (before, True)


@pytest.mark.django_db
def test_the_database_refuses_the_same_pseudonym_twice_in_a_project_and_none_at_all() -> None:
    project = make_project()
    ada, ben = make_member(project, "ada"), make_member(project, "ben")
    elsewhere = make_member(make_project("other"), "ada")
    Membership.objects.filter(pk=elsewhere.pk).update(pseudonym=ada.pseudonym)
    for wrong in (ada.pseudonym, ""):
        with pytest.raises(IntegrityError), transaction.atomic():
            Membership.objects.filter(pk=ben.pk).update(pseudonym=wrong)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_members_from_before_get_pseudonyms_by_the_migration_and_it_can_be_undone() -> None:
    with earlier_version() as migrate:
        old = migrate({"projects": "0001_initial", "accounts": LAST["accounts"]})
        people = old.get_model("accounts", "User").objects
        users = [people.create(username=name, username_key=name) for name in ("ada", "ben", "eve")]
        for slug in ("one", "two"):
            project = old.get_model("projects", "Project").objects.create(
                slug=slug, kind="nq", title=slug, overlap=1, created_at=timezone.now()
            )
            for user in users:
                old.get_model("projects", "Membership").objects.create(
                    project=project, user_id=user.pk, role="annotator", joined_at=timezone.now()
                )
        new = migrate({"projects": "0002_pseudonyms"})
        members = new.get_model("projects", "Membership").objects
        found = list(members.values_list("project__slug", "pseudonym"))
        assert len(set(found)) == 6
        assert all(re.fullmatch(r"Annotator \d{4}", name) for _, name in found)
        old = migrate({"projects": "0001_initial"})
        assert old.get_model("projects", "Membership").objects.count() == 6
