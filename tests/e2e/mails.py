"""Mails that a server has sent: files in a folder of its data folder."""

import re
import threading
from pathlib import Path

from tests.e2e.server import PATIENCE_SECONDS, Server

LOOK_SECONDS = 0.2


def mailed_link(server: Server, path: str, *, to: str) -> str:
    """The last address below ``path`` in the mails to an address, once a worker has sent one."""
    pause = threading.Event()
    for _ in range(int(PATIENCE_SECONDS / LOOK_SECONDS)):
        if links := _links(server.mails, path, to):
            return links[-1]
        pause.wait(LOOK_SECONDS)
    raise AssertionError(f"no mail to {to} with a link to {path} came")


def _links(folder: Path, path: str, to: str) -> list[str]:
    mails = [
        mail
        for file in sorted(folder.glob("*.log"))
        for mail in re.split(r"^-{79}$", file.read_text("utf-8"), flags=re.MULTILINE)
        if re.search(rf"^To: .*{re.escape(to)}", mail, re.MULTILINE)
    ]
    return re.findall(rf"^(http\S+/{path}/\S+)$", "\n".join(mails), re.MULTILINE)
