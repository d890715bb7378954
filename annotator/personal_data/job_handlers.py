"""The kind of job that an export of personal data is."""

from annotator.jobs.registry import register
from annotator.personal_data.exporting import discard_export, export_person

register("export_person", export_person, discard_export)
