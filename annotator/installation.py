"""How this copy of Plumbline came to be here: what people type, and where its data lies.

It is a folder with `manage.py`, cloned or copied, or the package, whose wheel puts the same files
below ``FOLDER_OF_PACKAGE`` in site-packages.
"""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DISTRIBUTION = "plumbline-annotator"
"""The name on the package index, where another project is called plumbline."""
FOLDER_OF_PACKAGE = "plumbline_annotator"
IS_PACKAGE = ROOT.name == FOLDER_OF_PACKAGE and not (ROOT / "pyproject.toml").exists()
START = "plumbline" if IS_PACKAGE else "make run"


def command(line: str) -> str:
    """How to run a command, such as ``create_user ada``."""
    return f"plumbline {line}" if IS_PACKAGE else f"python manage.py {line}"


def install(part: str) -> str:
    """How to install an optional part, an extra in pyproject.toml."""
    return f"pip install '{DISTRIBUTION}[{part}]'" if IS_PACKAGE else f"make {part}"


def data_folder(given: str) -> Path:
    """The absolute path of ``given``, or of the default folder where it is empty.

    A package's own folder goes with its next version, and one below the present folder would be
    lost from sight in another: its data lies with the user's.
    """
    if not IS_PACKAGE:
        path = ROOT / (given or "var")
    elif given:
        path = Path.cwd() / given
    else:
        shared = os.environ.get("XDG_DATA_HOME", "")
        # As the XDG specification has it: a relative path there doesn't count.
        base = Path(shared) if Path(shared).is_absolute() else Path("~/.local/share").expanduser()
        path = base / "plumbline"
    # Path.resolve() raises RuntimeError for a link in a circle; making the folder says why.
    return Path(os.path.realpath(path))
