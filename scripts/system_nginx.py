"""Where the system has its nginx. Setting up asks it with the standard library alone."""

from __future__ import annotations

import os
import shutil


def system_nginx() -> str | None:
    """The path of the system's nginx, which few people have on theirs; None without one."""
    path = os.environ.get("PATH", os.defpath)
    return shutil.which("nginx", path=os.pathsep.join([path, "/usr/sbin", "/usr/local/sbin"]))
