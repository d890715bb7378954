import csv
import io

import pytest

from annotator.material.formats.csv_lines import csv_lines
from annotator.material.formats.spreadsheets import unguard


@pytest.mark.parametrize(
    ("given", "cell"),
    [
        (None, ""),
        ("", ""),
        (3, "3"),
        ("plain", "plain"),
        ("a=b", "a=b"),
        ("=1+1", "'=1+1"),
        ("  =1+1", "'  =1+1"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("＝1", "'＝1"),
        ("-2+3", "'-2+3"),
        ("+49 30 1", "'+49 30 1"),
        ("-", "'-"),
        ("'=1", "''=1"),
        (-7660771254611710392, "-7660771254611710392"),
        ("-7660771254611710392", "-7660771254611710392"),
        (-0.25, "-0.25"),
        (-1e-07, "-1e-07"),
        ("+5", "'+5"),
    ],
)
def test_a_cell_is_never_a_formula_and_a_number_stays_one(given: object, cell: str) -> None:
    text = "".join(csv_lines(["a"], [[given]]))
    assert text.startswith('\ufeff"a"\r\n')
    [[read]] = list(csv.reader(io.StringIO(text, newline="")))[1:]
    assert read == cell
    assert unguard(read) == ("" if given is None else str(given))
