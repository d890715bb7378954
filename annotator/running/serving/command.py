"""The command `plumbline` of the package: alone it serves, with arguments it is `manage.py`."""

import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def main() -> None:
    """Serve, or run the command that the arguments name; ends the process with its exit code."""
    # All of the platform's packages lie in one folder, so that none takes a name in site-packages.
    sys.path.insert(0, str(ROOT))
    from annotator.installation import DISTRIBUTION

    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        print(version(DISTRIBUTION))
    elif arguments:
        import manage

        manage.main()
    else:
        from annotator.running.serving import serve

        sys.exit(serve.main())
