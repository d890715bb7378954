"""The demo's projects of both kinds become releases that prove themselves."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import call_command

from annotator.publishing.releases import parquet
from annotator.publishing.releases.verifying import verify
from annotator.running.demo.services import compute_demo_statistics, load_demo

pytestmark = [pytest.mark.django_db, pytest.mark.long]

AT = datetime(2026, 2, 4, 12, 0, tzinfo=UTC)


def test_the_demo_is_released_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    load_demo(at=AT)
    compute_demo_statistics(at=AT)
    call_command("release", "demo-25", str(tmp_path / "nq"), "--simulated")
    call_command("release", "demo-asqa", str(tmp_path / "asqa"))
    without = f" Without Parquet files. {parquet.unavailable()}"
    assert capsys.readouterr().out.replace(without, "") == (
        "Released version 1.0.0: 40 examples, 1,000 labels.\n"
        "Released version 1.0.0: 8 examples, 5 labels.\n"
    )
    assert (verify(tmp_path / "nq"), verify(tmp_path / "asqa")) == ([], [])
    card = (tmp_path / "nq" / "README.md").read_text("utf-8")
    assert "1,000 annotations by 25 annotators" in card
    assert "Krippendorff’s α of the long answer: 0." in card
    assert (tmp_path / "nq" / "paper" / "table-2.tex").is_file()
