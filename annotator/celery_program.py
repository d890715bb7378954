"""Celery's worker or scheduler, with the options of the command ``celery``.

That command also loads a shell that nobody opens here: 12 MB in each of the two programs.
"""

import sys

from celery.bin.base import CLIContext


def main() -> None:
    """Run what the command line names, ``worker`` or ``beat``, until it is stopped."""
    _, name, *options = sys.argv
    # Each loads only its own application: the scheduler knows no tasks.
    if name == "worker":
        from celery.bin.worker import worker as program

        from annotator.celery import app
    elif name == "beat":
        from celery.bin.beat import beat as program

        from annotator.scheduler import app
    else:
        raise SystemExit(f"{name}: give worker or beat")
    context = CLIContext(app=app, no_color=True, workdir=None, quiet=True)
    program.main(options, prog_name=name, obj=context)


if __name__ == "__main__":
    main()
