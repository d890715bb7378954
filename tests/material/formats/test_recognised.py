"""Files that no format reads are refused alike by all of them, by their content."""

import gzip
import io
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from annotator.material.formats import asqa
from annotator.material.formats.asqa import ambigqa
from annotator.material.formats.asqa.system_answers import read_answers
from annotator.material.formats.comparisons import read_comparisons
from annotator.material.formats.json_files import read_json
from annotator.material.formats.lines import Line, LineReader
from annotator.material.formats.pages import read_page
from annotator.material.formats.problems import FormatError, Problem
from annotator.material.formats.recognised import Wanted, refuse_content


def zipped(*names: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, "content")
    return file.getvalue()


def tarred() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.jsonl"), io.BytesIO())
    return file.getvalue()


TEXT = '{"question_text": "wer? ñ"}\n'
UNPACK = "Unpack it: give {}"
EXPORT = "Save what is in it as another file: give {}"
UTF8 = "Save the file as UTF-8"

FOREIGN = {
    "ZIP": (zipped("a.jsonl"), "a ZIP archive", UNPACK),
    "empty ZIP": (zipped(), "a ZIP archive", UNPACK),
    "xlsx": (zipped("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook", EXPORT),
    "docx": (zipped("[Content_Types].xml", "word/document.xml"), "an office document", EXPORT),
    "ods": (b"PK\x03\x04" + b"\0" * 26 + b"mimetypeapplication/vnd.oasis.opendocument",
            "an office document", EXPORT),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel or Word file", EXPORT),
    "bzip2": (b"BZh9", "a bzip2 file", UNPACK),
    "xz": (b"\xfd7zXZ\x00", "an xz file", UNPACK),
    "zstd": (b"\x28\xb5\x2f\xfd", "a Zstandard file", UNPACK),
    "7z": (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", UNPACK),
    "rar": (b"Rar!\x1a\x07", "a RAR archive", UNPACK),
    "tar": (tarred(), "a tar archive", UNPACK),
    "Parquet": (b"PAR1\x15\x04", "a Parquet file", EXPORT),
    "Arrow": (b"ARROW1\0\0", "an Arrow file", EXPORT),
    "SQLite": (b"SQLite format 3\x00", "an SQLite database", EXPORT),
    "PDF": (b"%PDF-1.7\n", "a PDF", "Give {}"),
    "PNG": (b"\x89PNG\r\n\x1a\n", "a picture", "Give {}"),
    "RTF": (b"{\\rtf1\\ansi", "a text with formatting (RTF)", EXPORT),
    "LFS": (b"version https://git-lfs.github.com/spec/v1\n",
            "a pointer of Git LFS, not the file itself", "Fetch the file with `git lfs pull`"),
    "UTF-16 LE": (TEXT.encode("utf-16-le"), "a UTF-16 file", UTF8),
    "UTF-16 BE": (TEXT.encode("utf-16-be"), "a UTF-16 file", UTF8),
    "UTF-16 LE with a mark": (b"\xff\xfe" + TEXT.encode("utf-16-le"), "a UTF-16 file", UTF8),
    "UTF-16 BE with a mark": (b"\xfe\xff" + TEXT.encode("utf-16-be"), "a UTF-16 file", UTF8),
    "UTF-32 LE": (TEXT.encode("utf-32-le"), "a UTF-32 file", UTF8),
    "UTF-32 BE": (TEXT.encode("utf-32-be"), "a UTF-32 file", UTF8),
    "UTF-32 with a mark": (TEXT.encode("utf-32"), "a UTF-32 file", UTF8),
    "NUL": (b"\0" * 4096, "a file that begins with NUL bytes",
            "Transfer it again: it was not written whole"),
}  # fmt: skip

NOT_HTML = {
    "HTML": (b"\n<!DOCTYPE html><title>Sign in</title>", "an HTML page",
             "Download the data itself, instead of a page about it: give {}"),
    "XML": (b"\xef\xbb\xbf<?xml version='1.0'?>", "an XML file", "Give {}"),
}  # fmt: skip


def refused_lines(tmp_path: Path, data: bytes) -> Problem:
    path = tmp_path / "f"
    path.write_bytes(data)
    with LineReader(path) as reader:
        (problem,) = reader
    assert isinstance(problem, Problem)
    return problem


def refused(read: Callable[[], object]) -> Problem:
    with pytest.raises(FormatError) as caught:
        read()
    (problem,) = caught.value.problems
    return problem


def refused_asqa(tmp_path: Path, data: bytes) -> Problem:
    (tmp_path / "f").write_bytes(data)
    return refused(lambda: asqa.read_file(tmp_path / "f", split="dev"))


def refused_ambigqa(tmp_path: Path, data: bytes) -> Problem:
    (tmp_path / "f").write_bytes(data)
    return refused(lambda: ambigqa.read_file(tmp_path / "f"))


def refused_answers(_: Path, data: bytes) -> Problem:
    return refused(lambda: read_answers(data, name="f"))


def refused_comparisons(_: Path, data: bytes) -> Problem:
    return refused(lambda: read_comparisons(data, name="f"))


def refused_page(tmp_path: Path, data: bytes) -> Problem:
    (tmp_path / "page.html").write_bytes(data)
    value = {
        "question_text": "q",
        "document_url": "",
        "document_title": "",
        "html_file": "page.html",
    }
    return refused(lambda: read_page(value, folder=tmp_path))


FORMATS = {
    "lines": (refused_lines, Wanted.LINES),
    "ASQA": (refused_asqa, Wanted.VALUE),
    "AmbigNQ": (refused_ambigqa, Wanted.VALUE),
    "answers": (refused_answers, Wanted.VALUE),
    "comparisons": (refused_comparisons, Wanted.TABLE),
}


@pytest.mark.parametrize("name", FOREIGN | NOT_HTML)
@pytest.mark.parametrize("form", FORMATS)
def test_a_foreign_file_is_named_with_what_to_do_plain_or_in_gzip(
    tmp_path: Path, form: str, name: str
) -> None:
    refusal_of, wanted = FORMATS[form]
    data, what, fix = (FOREIGN | NOT_HTML)[name]
    expected = Problem(f"this is {what}", fix.format(wanted), file="f")
    for content in (data, gzip.compress(data)):
        assert refusal_of(tmp_path, content).at(file="f", line=None) == expected


@pytest.mark.parametrize("name", FOREIGN)
def test_a_foreign_file_is_no_page(tmp_path: Path, name: str) -> None:
    data, what, fix = FOREIGN[name]
    assert refused_page(tmp_path, data) == Problem(
        f"this is {what}", fix.format(Wanted.PAGE), field="html_file"
    )


def test_a_page_in_gzip_and_a_gzip_in_gzip_are_refused(tmp_path: Path) -> None:
    assert refused_page(tmp_path, gzip.compress(b"<p>a</p>")).problem == "this is a gzip file"
    twice = gzip.compress(gzip.compress(b"{}"))
    for refusal_of, _ in FORMATS.values():
        assert refusal_of(tmp_path, twice).problem == "this is a gzip file in a gzip file"


@pytest.mark.parametrize("text", ["[{", "[\n  {", " [ ]", "\ufeff[{"])
def test_an_array_is_not_json_lines(text: str) -> None:
    assert refuse_content(text.encode(), wanted=Wanted.LINES) == Problem(
        "this is a JSON array, not JSON lines",
        "Write each object on a line of its own, as `jq -c '.[]'` does",
    )
    assert refuse_content(text.encode(), wanted=Wanted.VALUE) is None


def test_an_object_on_several_lines_is_not_json_lines() -> None:
    assert refuse_content(b'{\r\n  "dev": {}\n}', wanted=Wanted.LINES) == Problem(
        "this is a JSON object on several lines, not JSON lines",
        "Write each object on one line, as `jq -c .` does",
    )
    assert refuse_content(b'{\r\n  "dev": {}\n}', wanted=Wanted.VALUE) is None


def test_json_is_no_table(tmp_path: Path) -> None:
    assert refused_comparisons(tmp_path, b'{"a": 1}').problem == "this is JSON"


@pytest.mark.parametrize(
    "text", ["<top>\n<num> 301", "301 Q0 FBIS3-1 1 9.3 run\n", "301\t0\tFBIS3-1 1\n"]
)
def test_trecs_files_are_named(text: str) -> None:
    for wanted in (Wanted.LINES, Wanted.QUERIES, Wanted.VALUE):
        problem = refuse_content(text.encode(), wanted=wanted)
        assert problem is not None
        assert problem.problem == "this is TREC's topics, results or judgments"


def test_lines_of_a_known_shape_are_named_in_place_of_one_value(tmp_path: Path) -> None:
    line = b'{"example_id": 5, "long_answer": {}, "short_answers": []}\n'
    assert str(refused_ambigqa(tmp_path, line * 2)).startswith(
        "f: this is a prediction for Natural Questions on a line of its own. Put all of them"
    )


def test_lines_are_not_one_value(tmp_path: Path) -> None:
    assert str(refused_ambigqa(tmp_path, b'{"id": "5"}\n{"id": "6"}\n')) == (
        "f:2: id: there is more text after the JSON. "
        "Put everything into one value; JSON lines are for import_nq and import_pages."
    )


@pytest.mark.parametrize("text", ['{"a": 1}\n', '\ufeff{"a": 1}', "\n\n{}", "", "[1]\n{}", "é"])
def test_what_may_be_right_is_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "f"
    path.write_text(text)
    with LineReader(path) as reader:
        assert all(isinstance(line, Line) for line in reader)


def test_a_truncated_gzip_is_named_in_every_format(tmp_path: Path) -> None:
    truncated = gzip.compress(b"question")[:-9]
    for refusal_of, _ in FORMATS.values():
        assert refusal_of(tmp_path, truncated).problem == "the gzip file is truncated"


@pytest.mark.parametrize("content", [b"{}\n", gzip.compress(b"{}\n", mtime=0), b""])
def test_a_pipe_is_refused_in_every_format(content: bytes) -> None:
    # As `evaluate_nq --gold <(zcat dev.jsonl.gz)` gives one.
    source, sink = os.pipe()
    os.write(sink, content)
    path = Path(f"/dev/fd/{source}")
    expected = Problem("this is not a file", "Save what it delivers to a file, and give that")
    try:
        with LineReader(path) as reader:
            assert list(reader) == [expected.at(file=path.name, line=1)]
        problem = refused(lambda: read_json(path))
        assert problem == expected.at(file=path.name, line=None)
    finally:
        os.close(source)
        os.close(sink)
