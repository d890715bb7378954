"""The kinds of jobs that projects have."""

from annotator.workspace.jobs.registry import register
from annotator.workspace.projects.invitation_mail import give_up, mail_invitation

register("mail_invitation", mail_invitation, give_up)
