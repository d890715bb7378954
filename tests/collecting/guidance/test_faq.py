"""The FAQ: numbers that stay, versions, what is new, and no names."""

from dataclasses import replace
from datetime import timedelta

import pytest

from annotator.collecting.guidance.faq import (
    edit_entry,
    mark_faq_seen,
    publish_entry,
    withdraw_entry,
)
from annotator.collecting.guidance.models import FaqEntry, FaqVersion
from annotator.collecting.guidance.queries import count_news, faq_for, search_faq
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_member
from tests.factories.guidance import TEXT, ask, publish

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(hours=1)


@pytest.fixture
def project() -> Project:
    made = make_asqa_project()
    make_ambiguous_examples(made, 2)
    return made


def new_to(user: User, project: Project) -> int:
    news = count_news(project=project, user=user, role=Role.ANNOTATOR, at=LATER)
    return news["faq_new"]


def test_numbers_count_within_a_project_and_stay_when_an_entry_goes(
    project: Project, lena: User
) -> None:
    other = make_asqa_project("other")
    first, second = publish(project, lena), publish(project, lena)
    withdraw_entry(entry=first, at=AT, actor=lena)
    assert (second.number, publish(project, lena).number) == (2, 3)
    assert publish(other, lena).number == 1


def test_an_entry_that_is_sent_again_with_its_key_is_there_once(
    project: Project, lena: User
) -> None:
    def send(into: Project, key: str) -> FaqEntry:
        return publish_entry(project=into, text=TEXT, at=AT, actor=lena, idempotency_key=key)

    first = send(project, "a")
    assert send(project, "a") == first
    assert [send(project, key).number for key in ("b", "", "")] == [2, 3, 4]
    assert send(make_asqa_project("other"), "a").number == 1
    assert first.versions.count() == 1


def test_an_edit_adds_a_version_and_the_same_text_none(project: Project, lena: User) -> None:
    entry = publish(project, lena)
    edit_entry(entry=entry, text=replace(TEXT, answer="No."), at=LATER, actor=lena)
    edit_entry(entry=entry, text=replace(TEXT, answer=" No. "), at=LATER, actor=lena)
    versions = entry.versions.order_by("version").values_list("answer", "superseded_at")
    assert list(versions) == [(TEXT.answer, LATER), ("No.", None)]


def test_a_withdrawn_entry_is_for_leads_alone_until_it_is_edited(
    project: Project, lena: User
) -> None:
    entry = withdraw_entry(entry=publish(project, lena), at=AT, actor=lena)
    assert not faq_for(project=project, role=Role.ANNOTATOR).exists()
    assert faq_for(project=project, role=Role.LEAD).count() == 1
    with pytest.raises(ConflictError):
        withdraw_entry(entry=entry, at=AT, actor=lena)
    edit_entry(entry=entry, text=TEXT, at=LATER, actor=lena)
    assert faq_for(project=project, role=Role.ANNOTATOR).get().version == 2


def test_every_word_has_to_stand_somewhere(project: Project, lena: User) -> None:
    publish(project, lena)
    entries = faq_for(project=project, role=Role.ANNOTATOR)
    assert search_faq(entries, "SEASONS listed words").count() == 1
    assert search_faq(entries, "seasons winter").count() == 0
    assert search_faq(entries, "").count() == 1


def test_what_came_or_changed_since_the_last_look_is_new(project: Project, lena: User) -> None:
    ada = make_member(project, "ada").user
    entry = publish(project, lena)
    assert new_to(ada, project) == 1
    mark_faq_seen(project=project, user=ada, at=AT)
    assert new_to(ada, project) == 0
    edit_entry(entry=entry, text=replace(TEXT, answer="No."), at=LATER, actor=lena)
    publish(project, lena, at=LATER)
    assert new_to(ada, project) == 2
    mark_faq_seen(project=project, user=ada, at=LATER)
    mark_faq_seen(project=project, user=ada, at=AT)
    assert new_to(ada, project) == 0


@pytest.mark.parametrize(
    "text",
    [
        replace(TEXT, title=""),
        replace(TEXT, answer=" "),
        replace(TEXT, title="x" * 201),
        replace(TEXT, title="a\u2028b"),
    ],
)
def test_an_entry_has_a_title_that_fits_and_an_answer(project: Project, text: object) -> None:
    with pytest.raises(InvalidInputError):
        publish_entry(project=project, text=text, at=AT, actor=None)  # type: ignore[arg-type]
    assert not FaqVersion.objects.exists()


def test_the_name_of_who_asked_is_refused_unless_it_is_a_word(project: Project, lena: User) -> None:
    may = make_member(project, "may").user
    thread = ask(project, may)
    named = replace(TEXT, answer="As May asked: yes. Maybe.")
    with pytest.raises(InvalidInputError) as refused:
        publish_entry(project=project, text=named, at=AT, actor=lena, thread=thread)
    assert set(refused.value.fields) == {"question", "answer"}
    pseudonym = may.memberships.get().pseudonym
    with pytest.raises(InvalidInputError):
        publish_entry(
            project=project,
            text=replace(TEXT, question="", title=f"asked by {pseudonym}"),
            at=AT,
            actor=lena,
            thread=thread,
        )
    entry = publish_entry(
        project=project, text=TEXT, at=AT, actor=lena, thread=thread, name_is_a_word=True
    )
    assert entry.number == 1
