"""The platform's own settings, in a data folder that lives as long as the test run.

The folder has to be known before the settings are read, and pytest-django reads them before any
conftest, so this is where it is made.
"""

import os
import tempfile

DATA_FOLDER = tempfile.TemporaryDirectory(prefix="plumbline-tests-")
os.environ["DATA_DIR"] = DATA_FOLDER.name
# What the developer's own shell says about a running platform is no business of the tests.
for _name in ("ALLOWED_HOSTS", "DEBUG", "DEMO", "HOST", "PORT", "PUBLIC_URL", "SECRET_KEY"):
    os.environ.pop(_name, None)

from annotator.settings import *  # noqa: E402, F403
from annotator.settings import DATABASES  # noqa: E402

if "sqlite" in DATABASES["default"]["ENGINE"]:
    # Threads that all write wait for each other, and longer on a machine that is busy.
    DATABASES["default"]["OPTIONS"]["timeout"] = 180
    # What tests write need not outlive a power cut, and waiting for the disk is half of a commit.
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
else:
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"

# Jobs whose process lives are taken over as soon as others.
JOB_SILENCE_SECONDS = 30

# Imports here are of a few lines, and each process of a pool takes a second to start. Tests of
# pools ask for two.
IMPORT_PROCESSES = 1

# Strong hashes are slow on purpose; the tests sign in hundreds of times.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
