"""A mail server that takes nothing."""

from typing import Any, NoReturn

from django.core.mail.backends.base import BaseEmailBackend


class RefusingBackend(BaseEmailBackend):
    """Refuses every mail as a real server would."""

    def send_messages(self, *_: Any) -> NoReturn:
        raise ConnectionRefusedError("no such mailbox")
