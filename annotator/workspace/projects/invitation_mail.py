"""The mail that brings an invitation's link."""

from django.utils import timezone

from annotator.workspace.accounts.mail import deliver_mail
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.projects.invitations import link_of
from annotator.workspace.projects.models import Invitation, InvitationState, MailState, Role

_MAY = {
    Role.ANNOTATOR: "answer questions",
    Role.EXPERT: "judge answers as an expert",
    Role.LEAD: "lead the work",
}


def mail_invitation(context: JobContext) -> str:
    """Mail the link of an invitation; the job's closing sentence.

    Raises ``JobFailedError`` when the mail can't be sent, or nobody could use the link any more.
    A worker that dies between sending and noting it sends the mail twice.
    """
    invitation = _invitation(context)
    link = link_of(invitation, site=context.parameters["site"])
    if invitation.state(at=timezone.now()) != InvitationState.OPEN or link is None:
        raise JobFailedError("The invitation is no longer open, so it was not mailed.")
    try:
        deliver_mail(
            to=invitation.email,
            subject=f"You are invited to {_on_one_line(invitation.project.title)}",
            body=compose_text(invitation, link),
        )
    except OSError as error:
        raise JobFailedError(f"The mail server did not accept the e-mail: {error}") from error
    _note(invitation, MailState.SENT)
    return "Mailed."


def give_up(context: JobContext) -> None:
    """Note that the mail was not sent, so that the lead can hand out the link instead."""
    _note(_invitation(context), MailState.FAILED)


def compose_text(invitation: Invitation, link: str) -> str:
    """The mail's words."""
    inviter = (
        _on_one_line(str(invitation.created_by)) if invitation.created_by else "The project's lead"
    )
    return (
        "Hello,\n\n"
        f"{inviter} invites you to {_MAY[Role(invitation.role)]} in the project\n"
        f"“{_on_one_line(invitation.project.title)}”.\n\n"
        "Open this link to join:\n\n"
        f"{link}\n\n"
        f"It works until {invitation.expires_at:%-d %B %Y, %H:%M} UTC. Anyone with the link can "
        "use it,\nso keep it to yourself. If you weren't expecting this e-mail, ignore it.\n"
    )


def _on_one_line(text: str) -> str:
    """A title of an older version may have line breaks, which no mail server takes in a subject."""
    return " ".join(text.split())


def _invitation(context: JobContext) -> Invitation:
    found = Invitation.objects.select_related("project", "created_by")
    invitation = found.filter(pk=context.parameters["invitation"]).first()
    if invitation is None:
        raise JobFailedError("The invitation no longer exists.")
    return invitation


def _note(invitation: Invitation, state: MailState) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(mail_state=state)
