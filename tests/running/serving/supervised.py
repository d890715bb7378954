"""A supervisor over small programs, for tests that talk to it through a pipe.

``python -m tests.running.serving.supervised FOLDER PROGRAMS`` where PROGRAMS is a JSON object of
shell scripts by name. It says ``ready`` once a file named ``up`` is in the folder. With ``NOHUP``
it ignores the end of a terminal, as under nohup; without, it does not, whatever the tests
themselves were started under.
"""

import json
import os
import signal
import sys
from pathlib import Path

from annotator.running.serving.run_lock import (
    MARK,
    AlreadyRunningError,
    RunLock,
    end_left_over_processes,
)
from annotator.running.serving.supervisor import Patience, Program, Supervisor


def say(text: str) -> None:
    print(text, flush=True)


def main() -> int:
    folder, scripts = Path(sys.argv[1]), json.loads(sys.argv[2])
    # What is ignored is inherited, and the supervisor leaves it so.
    signal.signal(signal.SIGHUP, signal.SIG_IGN if "NOHUP" in os.environ else signal.SIG_DFL)
    patience = Patience(grace=float(os.environ.get("GRACE", "20")), first_pause=0.0, probe=0.01)
    try:
        with RunLock.held(folder / "supervisor.pid") as lock:
            if lock.previous:
                end_left_over_processes(lock.previous, grace_seconds=20, say=say)
            lock.record(address="http://127.0.0.1:1/")
            environment = {**os.environ, MARK: lock.mark}
            return Supervisor(
                [
                    Program(name=name, command=["sh", "-c", script], environment=environment)
                    for name, script in scripts.items()
                ],
                is_ready=(folder / "up").exists,
                on_ready=lambda: say("ready"),
                say=say,
                patience=patience,
            ).run()
    except AlreadyRunningError as error:
        say(str(error))
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
