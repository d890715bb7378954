"""The kind of jobs that writes releases."""

from annotator.publishing.releases.writing import RELEASE, discard_release, write_release
from annotator.workspace.jobs.registry import register

register(RELEASE, write_release, discard_release)
