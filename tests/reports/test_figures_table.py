"""``docs/figures.md`` has every figure and plot of the dashboards, as the code makes them.

`python -m tests.reports.figures_table` writes it anew.
"""

from pathlib import Path

from django.conf import settings

from annotator.projects.models import Kind
from annotator.reports.interval_rules import RULES, rule_of
from tests.reports.figures_table import PATH, rendered
from tests.reports.test_every_name import _computed


def test_the_table_is_that_of_the_code() -> None:
    assert PATH.read_text(encoding="utf-8") == rendered()


def test_intervals_are_made_as_the_rules_say() -> None:
    for kind in (Kind.NQ, Kind.ASQA):
        for _, section, _ in _computed(kind):
            for figure in section.figures:
                rule = rule_of(section.name, figure.name)
                shown = figure.low is not None or figure.no_interval is not None
                assert not shown or rule is not None, figure.name
                if figure.method:
                    assert rule is not None
                    assert figure.method == rule.method, figure.name


def test_every_named_test_is_there() -> None:
    assert all(Path(settings.BASE_DIR, "tests", rule.test).is_file() for rule in RULES)
