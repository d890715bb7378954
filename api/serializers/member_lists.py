"""What a list of members can be asked for, and the columns of its file."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers

from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.shown_names import name_of_member, natural_key
from api.serializers.columns import ColumnsQuery
from api.serializers.strict import StrictInput

COLUMNS: dict[str, Callable[[Membership], object]] = {
    "member": name_of_member,
    "username": lambda member: member.user.username,
    "pseudonym": lambda member: member.pseudonym,
    "role": lambda member: member.role,
    "joined_at": lambda member: member.joined_at.isoformat(),
    "is_active": lambda member: member.is_active,
    "is_steward": lambda member: member.is_steward,
}

_ORDERS: dict[str, Callable[[Membership], Any]] = {
    "name": lambda member: natural_key(name_of_member(member)),
    "pseudonym": lambda member: natural_key(member.pseudonym),
    "role": lambda member: member.role,
    "joined_at": lambda member: member.joined_at,
    "is_active": lambda member: not member.is_active,
}


class MemberListQuery(StrictInput):
    """Which members, in which order: by name without ``ordering``."""

    search = serializers.CharField(
        default="", allow_blank=True, help_text="A part of the name, username or pseudonym."
    )
    role = serializers.ChoiceField(choices=Role.choices, default="", allow_blank=True)
    is_active = serializers.BooleanField(default=None, allow_null=True)
    ordering = serializers.ChoiceField(
        choices=[way + name for name in _ORDERS for way in ("", "-")], default="", allow_blank=True
    )


class MemberFileQuery(MemberListQuery, ColumnsQuery):
    """The same, and which columns the file has."""

    known = tuple(COLUMNS)


def asked_members(project: Project, asked: dict[str, Any]) -> list[Membership]:
    """The members that are asked for, in the order asked for; equal ones by name."""
    words, role, active = asked["search"].casefold(), asked["role"], asked["is_active"]
    found = [
        member
        for member in project.memberships.select_related("user")
        if words in _names(member)
        and role in ("", member.role)
        and active in (None, member.is_active)
    ]
    found.sort(key=_ORDERS["name"])
    if order := asked["ordering"]:
        found.sort(key=_ORDERS[order.removeprefix("-")], reverse=order.startswith("-"))
    return found


def _names(member: Membership) -> str:
    shown = (name_of_member(member), member.user.username, member.pseudonym)
    return "\n".join(shown).casefold()
