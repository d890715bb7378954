"""Figures for papers as SVG, and the table of systems' results."""

import csv
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from annotator.publishing.releases.services import change_card
from annotator.publishing.releases.svg import HEIGHT, drawn
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.systems import make_score
from tests.publishing.releases.test_release import pseudonym, released

_NAME = "{http://www.w3.org/2000/svg}"
_CIRCLE, _TEXT = f"{_NAME}circle", f"{_NAME}text"


def point(key: str, value: float, series: str = "", *ends: float) -> dict[str, Any]:
    low, high = ends or (None, None)
    return {"key": key, "series": series, "value": value, "low": low, "high": high}


def read(plot: dict[str, Any], kind: str = "bars", unit: str = "share") -> Any:
    told = drawn({**plot, "kind": kind, "unit": unit}, "μ < 1", {"a": "Krippendorff’s α"})
    return etree.fromstring(told.encode())


def heights(plot: dict[str, Any]) -> list[float]:
    root = read(plot)
    assert root[0].text == "μ < 1"
    found = [float(each.attrib["height"]) for each in root.iter(f"{_NAME}rect")]
    return [each for each in found if each not in (HEIGHT, 10)]


def test_bars_are_as_high_as_their_shares() -> None:
    plot = {"series": [""], "points": [point("0-0.2", 0.1, "", 0, 0.2), point("0.2-0.4", 0.4)]}
    low, high = heights(plot)
    assert high == pytest.approx(4 * low)


def test_series_stand_on_each_other() -> None:
    plot = {"series": ["C", "W"], "points": [point("a", 0.3, "C"), point("a", 0.6, "W")]}
    below, above = heights(plot)
    assert above == pytest.approx(2 * below)


def test_points_stand_beside_each_other_with_their_intervals() -> None:
    points = [point("x", 0.5, "a", 0.3, 0.7), point("x", -0.1, "b")]
    root = read({"series": ["a", "b"], "points": points}, "points", "coefficient")
    first, second = ((float(each.get("cx")), float(each.get("cy"))) for each in root.iter(_CIRCLE))
    texts = [each.text for each in root.iter(_TEXT)]
    # From the fifth below the least value to the one above the end of the interval.
    assert texts == ["-0.2", "0.0", "0.2", "0.4", "0.6", "0.8", "x", "Krippendorff’s α", "b"]
    (interval,) = (each for each in root.iter(f"{_NAME}line") if each.get("x1") == each.get("x2"))
    ends = [float(interval.get(name)) for name in ("y1", "y2")]
    assert float(interval.get("x1")) == first[0] < second[0]
    assert sum(ends) / 2 == pytest.approx(first[1], abs=0.01)
    assert second[1] - first[1] == pytest.approx((ends[0] - ends[1]) * 0.6 / 0.4, abs=0.02)


def test_a_point_without_a_value_is_left_out() -> None:
    gap = {**point("x", 0.5), "value": None}
    root = read({"series": [""], "points": [gap, point("y", 0.2)]}, "points")
    assert len([*root.iter(_CIRCLE)]) == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("without_pyarrow")
def test_results_of_systems_are_a_table(tmp_path: Path, settings: Any) -> None:
    settings.RESULT_DIR = tmp_path / "results"
    project = make_project(overlap=2)
    make_examples(project, 1)
    make_member(project, "ada")
    make_score(project, "Reader", metrics={"long-best-threshold-f1": 0.5})
    make_score(
        project,
        "Invented",
        metrics={"long-best-threshold-f1": 0.9},
        gold=b"other",
        is_simulated=True,
    )
    folder = released(project, tmp_path / "out", configurations=["labels"])
    with (folder / "paper/systems.csv").open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["split"], row["system"], row["value"]) == ("all", "Reader", "0.5")
    assert "Reader" in (folder / "paper/systems.tex").read_text("utf-8")
    change_card(project=project, changes={"people_left_out": [pseudonym("ada")]}, at=AT, actor=None)
    folder = released(project, tmp_path / "less", configurations=["labels"])
    assert not (folder / "paper/systems.csv").exists()
    assert "Results of systems are missing" in (folder / "README.md").read_text("utf-8")
