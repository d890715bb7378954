"""The sections of a report: what each page of the dashboards shows.

A section is computed from arrays alone, so that it can be tested without a database. Its ``inputs``
function first reads what it needs from other tables, as JSON values, which are part of the report's
fingerprint.
"""

from annotator.quality.reports.section_spec import SectionSpec
from annotator.quality.reports.sections import people, schedule, schedule_inputs, schedule_plots

PEOPLE = SectionSpec(
    "people", people.compute, people.read_people, details=people.details, counts="planned"
)
SCHEDULE = SectionSpec(
    "schedule", schedule.compute, schedule_inputs.inputs, schedule_plots.example_columns
)
"""These two are every kind's."""
