"""Word vectors from a file: what is read, and what is refused with its line."""

import gzip
from pathlib import Path

import pytest

from annotator.material.formats.problems import FormatError
from annotator.systems.readers.model.word_vectors import read_word_vectors


def test_words_and_their_numbers_are_read(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt"
    path.write_text("the 0.5 -1\nof 2 3e-1\n", encoding="utf-8")
    vectors = read_word_vectors(path)
    assert vectors.words == {"the": 0, "of": 1}
    assert vectors.rows.tolist() == [[0.5, -1.0], [2.0, pytest.approx(0.3)]]


def test_gzip_and_a_byte_order_mark_change_no_word(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt.gz"
    # Only the file's own mark is none of its words: tweets have it among their words.
    path.write_bytes(gzip.compress("\ufeffthe 1 2\n\ufeff 3 4\n\ufeffthe 5 6\n".encode()))
    assert read_word_vectors(path).words == {"the": 0, "\ufeff": 1, "\ufeffthe": 2}


def test_a_word_may_have_blanks_as_some_of_glove_s_largest_file_have(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt"
    path.write_text("the 1 2\n. . . 3 4\nat name@domain.com 5 6\n", encoding="utf-8")
    vectors = read_word_vectors(path)
    assert vectors.words == {"the": 0, ". . .": 1, "at name@domain.com": 2}
    assert vectors.rows.tolist() == [[1, 2], [3, 4], [5, 6]]


FORM = "Write a word and its numbers, separated by blanks."


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b"the 1 2\nof 1\n",
            "glove.txt:2: of has 1 numbers, the first line has 2. Give each word 2 numbers.",
        ),
        (
            b"the 1 2\nof 1 2 3\n",
            "glove.txt:2: of has 3 numbers, the first line has 2. Give each word 2 numbers.",
        ),
        (
            b"the 1 2\nof 1 x\n",
            f"glove.txt:2: a number of of can't be read. {FORM}",
        ),
        (
            b"the 1 2\nof 1 nan\n",
            f"glove.txt:2: a number of of is not finite. {FORM}",
        ),
        (b"the 1 2\nthe 1 2\n", "glove.txt:2: the word the appears twice. Remove this line."),
        (b"the 1 2\n\xff 1 2\n", "glove.txt:2: this is not UTF-8. Save the file as UTF-8."),
        (
            b"the\n",
            f"glove.txt:1: there is no word with numbers. {FORM}",
        ),
        (
            b"400000 50\nthe 1 2\n",
            (
                "glove.txt:1: this is the first line of word2vec's format, not a word's vector. "
                "Remove this line."
            ),
        ),
        (
            b"<<<<<<< HEAD\nthe 1 2\n",
            (
                "glove.txt:1: this is a mark of a conflict that Git left in the file. "
                "Fetch the file again."
            ),
        ),
        (
            b"the 1 2\n=======\n",
            (
                "glove.txt:2: this is a mark of a conflict that Git left in the file. "
                "Fetch the file again."
            ),
        ),
        (b"", "glove.txt: the file is empty. Give one in GloVe's text format."),
        (
            b"PK\x03\x04glove.6B.50d.txt",
            (
                "glove.txt:1: this is a ZIP archive. "
                "Unpack it: give word vectors as text in UTF-8, plain or compressed with gzip."
            ),
        ),
        (
            "the 1 2\n".encode("utf-16"),
            "glove.txt:1: this is a UTF-16 file. Save the file as UTF-8.",
        ),
        (
            gzip.compress(gzip.compress(b"the 1 2\n", mtime=0), mtime=0),
            "glove.txt:1: this is a gzip file in a gzip file. Compress it once.",
        ),
        (
            b"the" + 40_000 * b" 1",
            (
                "glove.txt:1: the line has 80,003 bytes; the limit is 65,536. "
                "Leave this line out or shorten it."
            ),
        ),
    ],
)
def test_a_bad_line_is_refused_with_its_number(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    path = tmp_path / "glove.txt"
    path.write_bytes(content)
    with pytest.raises(FormatError) as refused:
        read_word_vectors(path)
    assert str(refused.value) == sentence


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="can't be read"):
        read_word_vectors(tmp_path / "none.txt")
