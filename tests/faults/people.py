"""Run inside the platform's settings: make a project with its people, print how they sign in.

``python -m tests.faults.people SLUG ANNOTATORS OVERLAP``. Half of the annotators get a session as a
browser has it, the others a token as programs have it; the lead a session.
"""

import json
import sys
from typing import Any

import django


def main(slug: str, annotators: int, overlap: int) -> dict[str, Any]:
    """The project's people and the headers that sign each of them in."""
    django.setup()
    from django.contrib.auth.hashers import make_password
    from django.utils import timezone

    from annotator.workspace.accounts.models import User
    from annotator.workspace.projects.models import Role
    from annotator.workspace.projects.services import add_member, create_project

    at = timezone.now()
    project = create_project(slug=slug, kind="nq", title=slug.title(), overlap=overlap, at=at)
    password = make_password(PASSWORD)
    names = {f"{slug}-{number}": Role.ANNOTATOR for number in range(annotators)}
    headers: dict[str, dict[str, str]] = {}
    passwords: list[str] = []
    for number, (name, role) in enumerate({**names, f"{slug}-lead": Role.LEAD}.items()):
        user = User.objects.create(username=name, password=password)
        add_member(project=project, user=user, role=role, at=at, actor=None)
        if number % 2 == 0 or role == Role.LEAD:
            headers[name] = session_headers(user)
        else:
            passwords.append(name)
    return {"headers": headers, "passwords": passwords, "password": PASSWORD}


PASSWORD = "a plumb line hangs still"
CSRF = "f" * 32


def session_headers(user: Any) -> dict[str, str]:
    """A new session's cookies, and the header that the front end sends beside them."""
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import login
    from django.http import HttpRequest

    request = HttpRequest()
    request.META |= {"REMOTE_ADDR": "127.0.0.1", "HTTP_USER_AGENT": "fault test"}
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session.save()
    cookies = f"sessionid={request.session.session_key}; csrftoken={CSRF}"
    return {"Cookie": cookies, "X-CSRFToken": CSRF}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
