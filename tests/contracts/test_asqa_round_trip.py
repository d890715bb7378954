"""Real files of ASQA (``../shared``) through the database and back."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.material.corpus.models import Example
from annotator.material.formats.asqa import AsqaExample, read_file
from tests.factories.asqa import make_asqa_project
from tests.shared_data import shared_path
from tests.size import sized

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]


def test_half_of_asqas_development_data_comes_back_as_the_same_json(tmp_path: Path) -> None:
    whole = json.loads(shared_path("asqa/asqa_dev_half.json").read_bytes())["dev"]
    some = dict(islice(whole.items(), sized(120, 474)))
    path = tmp_path / "asqa.json"
    path.write_text(json.dumps({"dev": some}), encoding="utf-8")
    make_asqa_project(overlap=2)
    call_command("import_asqa", "asqa", str(path), "--split", "dev", "--annotations")
    call_command("export_asqa", "asqa", str(tmp_path / "out.json"))
    call_command("export_asqa", "asqa", str(tmp_path / "again.json"))
    published, exported = (json.loads(each.read_bytes()) for each in (path, tmp_path / "out.json"))
    assert exported == published
    assert list(exported["dev"]) == list(published["dev"])
    assert Example.objects.count() == len(exported["dev"]) == sized(120, 474)
    assert (tmp_path / "out.json").read_bytes() == (tmp_path / "again.json").read_bytes()
    read = dict(read_file(tmp_path / "out.json", split="dev").examples())
    assert {key for key, each in read.items() if isinstance(each, AsqaExample)} == set(
        published["dev"]
    )


def test_an_example_with_every_official_field_comes_back_as_the_same_json(
    tmp_path: Path,
) -> None:
    example: dict[str, Any] = json.loads(shared_path("asqa/asqa_with_context.json").read_bytes())
    # Not ASQA's own: anyone who repacked the data set added it. It is the key.
    published = {"train": {str(example.pop("sample_id")): example}}
    path = tmp_path / "asqa.json"
    path.write_text(json.dumps(published), encoding="utf-8")
    make_asqa_project()
    call_command("import_asqa", "asqa", str(path), "--split", "train", "--annotations")
    call_command("export_asqa", "asqa", str(tmp_path / "out.json"))
    assert json.loads((tmp_path / "out.json").read_bytes()) == published
