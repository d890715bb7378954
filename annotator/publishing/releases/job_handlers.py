"""The kind of jobs that writes releases."""

from annotator.publishing.releases.starting import RELEASE
from annotator.publishing.releases.writing import discard_release, write_release
from annotator.workspace.jobs.registry import register

register(RELEASE, write_release, discard_release)
