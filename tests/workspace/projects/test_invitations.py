import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotator.exceptions import (
    ConflictError,
    DomainError,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
    TooManyAttemptsError,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.invitations import (
    accept_invitation,
    accept_with_new_account,
    create_invitation,
    find_invitation,
    link_of,
    revoke_invitation,
    secret_of,
)
from annotator.workspace.projects.models import Invitation, Membership, Project, Role
from annotator.workspace.projects.services import add_member, change_member
from tests.factories.corpus import AT, PASSWORD, make_member, make_project, make_user
from tests.factories.jobs import run_here

pytestmark = pytest.mark.django_db
SITE = "https://annotate.example.org"


def invite(project: Project, role: str = Role.ANNOTATOR, **more: Any) -> Invitation:
    return create_invitation(project=project, role=role, at=AT, actor=None, site=SITE, **more)


def make_member_of(project: Project, user: User) -> Membership:
    return add_member(project=project, user=user, role=Role.LEAD, at=AT, actor=None)


def accept(invitation: Invitation, user: User, *, days: float = 0) -> bool:
    at = AT + timedelta(days=days)
    return accept_invitation(secret=secret_of(invitation), user=user, at=at).has_changed


def refusal(invitation: Invitation, user: User, *, days: float = 0) -> tuple[type, str]:
    with pytest.raises(DomainError) as refused:
        accept(invitation, user, days=days)
    return type(refused.value), refused.value.code


def test_accepting_makes_a_member_with_the_role_and_is_on_record() -> None:
    project, ada = make_project(), make_user("ada")
    invitation = invite(project, Role.EXPERT)
    assert accept(invitation, ada)
    membership = Membership.objects.get()
    assert (membership.user, membership.role, membership.is_active) == (ada, Role.EXPERT, True)
    invitation.refresh_from_db()
    assert (invitation.uses, invitation.state(at=AT)) == (1, "used")
    events = Event.objects.filter(subject="invitation").order_by("id")
    assert [(event.verb, event.actor, event.details) for event in events] == [
        ("created", None, {"role": "expert", "max_uses": 1, "days": 14}),
        ("accepted", ada, {"role": "expert"}),
    ]


def test_the_database_holds_no_secret_and_the_link_survives_a_change_of_the_server_s_key(
    settings: Any,
) -> None:
    invitation = invite(make_project())
    secret = secret_of(invitation)
    row = Invitation.objects.values().get()
    assert secret not in str(row)
    assert link_of(invitation, site=SITE) == f"{SITE}/invitations/{secret}"
    assert len(secret) == 43
    settings.SECRET_KEY = "another"
    assert link_of(invitation, site=SITE) is None
    assert find_invitation(secret=secret) == invitation


def test_an_invitation_is_refused_once_it_is_used_up_expired_revoked_or_unknown() -> None:
    project, ada, ben = make_project(), make_user("ada"), make_user("ben")
    used, old, revoked = invite(project), invite(project, days=3), invite(project)
    accept(used, ada)
    revoke_invitation(invitation=revoked, at=AT, actor=None)
    assert refusal(used, ben) == (ConflictError, "invitation_used")
    assert refusal(old, ben, days=3) == (ConflictError, "invitation_expired")
    assert refusal(revoked, ben) == (ConflictError, "invitation_revoked")
    with pytest.raises(NotFoundError):
        accept_invitation(secret="x" * 43, user=ben, at=AT)
    assert [membership.user for membership in Membership.objects.all()] == [ada]


@pytest.mark.parametrize(
    ("held", "offered", "becomes"),
    [
        ("annotator", "annotator", "annotator"),
        ("annotator", "expert", "expert"),
        ("annotator", "lead", "lead"),
        ("expert", "annotator", "expert"),
        ("expert", "lead", "lead"),
        ("lead", "annotator", "lead"),
        ("lead", "expert", "lead"),
        ("lead", "lead", "lead"),
    ],
)
def test_accepting_never_lowers_a_role_and_says_whether_it_changed_one(
    held: Role, offered: Role, becomes: str
) -> None:
    project = make_project()
    member = make_member(project, "ada", held)
    invitation = invite(project, offered)
    assert accept(invitation, member.user) is (held != becomes)
    member.refresh_from_db()
    invitation.refresh_from_db()
    assert (member.role, invitation.uses) == (becomes, int(held != becomes))


def test_accepting_twice_uses_one_place() -> None:
    invitation, ada = invite(make_project(), max_uses=3), make_user("ada")
    assert [accept(invitation, ada) for _ in range(3)] == [True, False, False]
    invitation.refresh_from_db()
    assert invitation.uses == 1


def test_a_role_that_a_lead_has_lowered_does_not_come_back_by_the_same_link() -> None:
    project = make_project()
    invitation, eve = invite(project, Role.EXPERT, max_uses=5), make_user("eve")
    assert accept(invitation, eve)
    member = project.memberships.get()
    change_member(membership=member, role=Role.ANNOTATOR, at=AT, actor=None)
    assert refusal(invitation, eve) == (ConflictError, "invitation_used_before")
    member.refresh_from_db()
    invitation.refresh_from_db()
    assert (member.role, invitation.uses) == (Role.ANNOTATOR, 1)


def test_somebody_whose_part_has_ended_does_not_come_back_by_a_link() -> None:
    project = make_project()
    invitation = invite(project, max_uses=5)
    member = make_member(project, "ada")
    change_member(membership=member, is_active=False, at=AT, actor=None)
    assert refusal(invitation, member.user) == (NotAllowedError, "membership_ended")


def test_a_new_account_is_made_only_together_with_the_membership() -> None:
    invitation = invite(make_project())
    secret = secret_of(invitation)
    account = {"display_name": "Ada", "email": "ada@example.org", "at": AT}
    with pytest.raises(InvalidInputError) as refused:
        accept_with_new_account(secret=secret, username="ada", password="12345", **account)
    assert list(refused.value.fields) == ["password"]
    accept_with_new_account(secret=secret, username="ada", password=PASSWORD, **account)
    ada = User.objects.get()
    assert (ada.display_name, ada.email, ada.check_password(PASSWORD)) == (
        "Ada",
        "ada@example.org",
        True,
    )
    with pytest.raises(ConflictError) as used:
        accept_with_new_account(
            secret=secret, username="ben", password=PASSWORD, display_name="", email="", at=AT
        )
    assert used.value.code == "invitation_used"
    assert not User.objects.filter(username="ben").exists()


def test_revoking_ends_what_is_open_and_keeps_who_joined() -> None:
    project, ada = make_project(), make_user("ada")
    invitation = invite(project, max_uses=2)
    accept(invitation, ada)
    for _ in range(2):
        assert revoke_invitation(invitation=invitation, at=AT, actor=None).revoked_at == AT
    assert Event.objects.filter(subject="invitation", verb="revoked").count() == 1
    assert Membership.objects.get().is_active
    over = invite(project, days=1)
    with pytest.raises(ConflictError) as refused:
        revoke_invitation(invitation=over, at=AT + timedelta(days=1), actor=None)
    assert refused.value.code == "invitation_expired"


def invite_as(lead: Membership, role: str = Role.ANNOTATOR, **more: Any) -> Invitation:
    return create_invitation(project=lead.project, role=role, at=AT, actor=lead.user, **more)


@pytest.mark.parametrize("change", [{"role": Role.EXPERT}, {"is_active": False}])
def test_with_a_lead_s_part_end_the_links_that_they_handed_out(change: dict[str, Any]) -> None:
    project = make_project()
    lena, other = (make_member(project, name, Role.LEAD) for name in ("lena", "other"))
    of_lena = [invite_as(lena, Role.LEAD), invite_as(lena, max_uses=9)]
    of_other = invite_as(other)
    elsewhere = make_project("elsewhere")
    kept = invite_as(make_member_of(elsewhere, lena.user))
    change_member(membership=lena, at=AT, actor=other.user, **change)
    ben = make_user("ben")
    assert [refusal(each, ben)[1] for each in of_lena] == ["invitation_revoked"] * 2
    assert refusal(of_lena[0], lena.user)[1] in {"invitation_revoked", "membership_ended"}
    assert [accept(each, ben) for each in (of_other, kept)] == [True, True]
    events = Event.objects.filter(subject="invitation", verb="revoked").order_by("subject_id")
    assert [(int(event.subject_id), event.actor) for event in events] == [
        (each.pk, other.user) for each in of_lena
    ]


def test_a_change_that_leaves_somebody_a_lead_leaves_their_links() -> None:
    lena = make_member(make_project(), "lena", Role.LEAD)
    invitation = invite_as(lena)
    change_member(membership=lena, role=Role.LEAD, at=AT, actor=None)
    assert accept(invitation, make_user("ben"))


def test_an_administrator_invites_also_where_they_lead_nothing() -> None:
    project = make_project()
    member = make_member(project, "ada")
    User.objects.filter(pk=member.user_id).update(is_superuser=True)
    member.refresh_from_db()
    assert accept(invite_as(member), make_user("ben"))


def test_who_is_no_lead_any_more_hands_out_no_link() -> None:
    member = make_member(make_project(), "ada")
    with pytest.raises(NotAllowedError):
        invite_as(member)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"days": 0}, "days"),
        ({"days": 366}, "days"),
        ({"max_uses": 0}, "max_uses"),
        ({"max_uses": 1001}, "max_uses"),
        ({"email": "nobody"}, "email"),
        ({"role": "owner"}, "role"),
    ],
)
def test_an_invitation_out_of_bounds_names_the_field(values: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        invite(make_project(), **values)
    assert list(refused.value.fields) == [field]
    assert not Invitation.objects.exists()


def test_the_database_refuses_more_uses_than_were_allowed() -> None:
    invitation = invite(make_project())
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.filter(pk=invitation.pk).update(uses=2)


def make_mailed(project: Project, settings: Any) -> Invitation:
    settings.EMAIL_URL = "smtp://mail.example.org"
    return create_invitation(
        project=project,
        role=Role.ANNOTATOR,
        at=timezone.now(),
        actor=make_member(project, "lena", Role.LEAD).user,
        email="ada@example.org",
        site=SITE,
    )


def run_mail_job(invitation: Invitation) -> tuple[str, str]:
    """What became of the job and of the mail."""
    job = Job.objects.get(kind="mail_invitation")
    run_here(job)
    invitation.refresh_from_db()
    return job.state, invitation.mail_state


def test_the_link_is_mailed_by_a_job_that_knows_no_secret(settings: Any) -> None:
    invitation = make_mailed(make_project(), settings)
    link = link_of(invitation, site=SITE)
    assert link
    assert (invitation.mail_state, mail.outbox) == ("queued", [])
    assert secret_of(invitation) not in str(Job.objects.values().get())
    assert run_mail_job(invitation) == ("succeeded", "sent")
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["ada@example.org"], "You are invited to Project")
    assert link in str(sent.body)
    assert str(sent.body).startswith("Hello,\n\nlena invites you to answer questions")


def test_a_line_break_in_a_title_does_not_keep_the_mail_from_being_sent(settings: Any) -> None:
    invitation = make_mailed(make_project(), settings)
    Project.objects.update(title="Two\r\nBcc: lines")
    User.objects.update(display_name="Lena\nLead")
    assert run_mail_job(invitation) == ("succeeded", "sent")
    (sent,) = mail.outbox
    assert (sent.subject, sent.bcc) == ("You are invited to Two Bcc: lines", [])
    assert "Lena Lead invites you" in str(sent.body)
    assert "“Two Bcc: lines”" in str(sent.body)


def test_a_mail_that_is_refused_is_told_to_the_lead(settings: Any) -> None:
    invitation = make_mailed(make_project(), settings)
    settings.EMAIL_BACKEND = "tests.workspace.projects.refusing_mail.RefusingBackend"
    assert run_mail_job(invitation) == ("failed", "failed")
    assert Job.objects.get().message == "The mail server did not accept the e-mail: no such mailbox"


def test_an_invitation_that_was_revoked_meanwhile_is_not_mailed(settings: Any) -> None:
    invitation = make_mailed(make_project(), settings)
    revoke_invitation(invitation=invitation, at=AT, actor=None)
    assert run_mail_job(invitation) == ("failed", "failed")
    assert mail.outbox == []


def test_a_lead_mails_so_many_invitations_within_an_hour_in_all_projects(settings: Any) -> None:
    settings.EMAIL_URL, settings.INVITATION_MAILS_PER_HOUR = "smtp://mail.example.org", 2
    first = make_member(make_project(), "lena", Role.LEAD)
    second = make_member_of(make_project("second"), first.user)

    def mail_by(lead: Membership, *, minutes: int = 0, actor: User | None) -> str:
        at = AT + timedelta(minutes=minutes)
        target = {"email": "ada@example.org", "site": SITE, "role": Role.ANNOTATOR}
        made = create_invitation(project=lead.project, at=at, actor=actor, **target)
        return made.mail_state

    lena = first.user
    assert [mail_by(lead, actor=lena) for lead in (first, second)] == ["queued"] * 2
    with pytest.raises(TooManyAttemptsError) as refused:
        mail_by(first, minutes=20, actor=lena)
    assert refused.value.seconds == 40 * 60
    assert invite_as(first).mail_state == "none"
    assert mail_by(first, minutes=20, actor=None) == "queued"
    assert mail_by(first, minutes=60, actor=lena) == "queued"
    settings.INVITATION_MAILS_PER_HOUR = 0
    assert mail_by(first, minutes=20, actor=lena) == "queued"


def test_without_mail_or_an_address_nothing_is_queued(settings: Any) -> None:
    settings.EMAIL_URL = ""
    assert invite(make_project(), email="ada@example.org").mail_state == "none"
    settings.EMAIL_URL = "smtp://mail.example.org"
    assert invite(make_project("other")).mail_state == "none"
    assert not Job.objects.exists()


def run_command(*arguments: str) -> dict[str, Any]:
    out = io.StringIO()
    call_command("invite", *arguments, "--json", stdout=out)
    link, values = out.getvalue().splitlines()
    answer: dict[str, Any] = json.loads(values)
    assert answer["link"] == link
    return answer


def test_the_command_prints_a_link_that_works(settings: Any) -> None:
    settings.SITE_URL = SITE
    make_project()
    answer = run_command("project", "--role", "expert", "--uses", "2", "--days", "3")
    found = find_invitation(secret=answer["link"].rpartition("/")[2])
    assert answer == {
        "link": link_of(found, site=SITE),
        "project": "project",
        "role": "expert",
        "max_uses": 2,
        "expires_at": found.expires_at.isoformat(),
        "mail": "none",
    }
    assert found.expires_at - found.created_at == timedelta(days=3)


def test_the_command_refuses_what_is_out_of_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    make_project()
    with pytest.raises(SystemExit) as ended:
        call_command("invite", "project", "--role", "lead", "--days", "0")
    assert ended.value.code == 1
    assert capsys.readouterr().err == (
        "days: An invitation is open for 1 to 365 days. Choose a number from 1 to 365.\n"
    )
