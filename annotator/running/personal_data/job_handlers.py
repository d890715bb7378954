"""The kind of job that an export of personal data is."""

from annotator.running.personal_data.exporting import discard_export, export_person
from annotator.workspace.jobs.registry import register

register("export_person", export_person, discard_export)
