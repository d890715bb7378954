"""The demo's large page: a computed article of more than 500 kB. Pure and deterministic."""

from collections.abc import Sequence
from math import gcd
from typing import Final

from .arithmetic import (
    aliquot_sum,
    divisors,
    factorise,
    in_words,
    is_prime,
    properties,
    roman,
    totient,
)
from .drawing import bar_chart, strip

LAST: Final = 350
SECTION: Final = 50
TITLE: Final = f"List of integers from 1 to {LAST}"

_NUMERIC_CELL: Final = 'style="text-align:right"'
_COLUMNS: Final = (
    "Group", "Number", "Name", "Roman", "Binary", "Factors", "Divisors", "Count", "Sum",
    "Totient", "Pictures", "Properties",
)  # fmt: skip

_INTRODUCTION: Final = f"""\
<div role="note" class="hatnote navigation-not-searchable">This list is computed. For what an \
integer is, see <a href="/wiki/Integer" title="Integer">Integer</a>.</div>
<p>This <b>list of integers from 1 to {LAST}</b> gives for each of them its name, its Roman and \
its binary numeral, its factorisation into <a href="/wiki/Prime_number" title="Prime number">\
primes</a>, its divisors with their number and their sum, its totient, and the sequences to which \
it belongs. Two strips stand for the numbers from 1 to {LAST}: blue lines in the upper one mark \
the divisors, and in the lower one the smaller numbers that have no divisor in common with it \
except 1.</p>"""

_TERMS: Final = """\
<h2><span class="mw-headline" id="Terms">Terms</span></h2>
<dl>
<dt>Divisor</dt>
<dd>A number that divides another without a remainder; 1 and the number itself are among them.</dd>
<dt>Prime number</dt>
<dd>A number with exactly two divisors. The number 1 is therefore not prime.</dd>
<dt>Twin prime</dt>
<dd>A prime that differs by two from another prime.</dd>
<dt>Totient</dt>
<dd>How many of the numbers up to a given one have no divisor in common with it except 1.</dd>
<dt>Abundant number</dt>
<dd>A number that is smaller than the sum of its divisors, the number itself left out.</dd>
<dt>Perfect number</dt>
<dd>A number that equals the sum of its divisors, the number itself left out.</dd>
<dt>Highly composite number</dt>
<dd>A number that has more divisors than every smaller one.</dd>
</dl>
<p>If the factorisation of a number has the exponents <i>a</i>, <i>b</i>, <i>c</i>, then the \
number of its divisors is the product</p>
<dl><dd><span class="mwe-math-element"><math xmlns="http://www.w3.org/1998/Math/MathML" \
display="block"><mi>d</mi><mo>=</mo><mo>(</mo><mi>a</mi><mo>+</mo><mn>1</mn><mo>)</mo><mo>(</mo>\
<mi>b</mi><mo>+</mo><mn>1</mn><mo>)</mo><mo>(</mo><mi>c</mi><mo>+</mo><mn>1</mn><mo>)</mo></math>\
</span></dd></dl>"""

_TAIL: Final = """\
<h2><span class="mw-headline" id="See_also">See also</span></h2>
<ul>
<li><a href="/wiki/Golden_ratio" title="Golden ratio">Golden ratio</a></li>
<li><a href="/wiki/Prime_number" title="Prime number">Prime number</a></li>
</ul>
<div role="navigation" class="navbox"><table class="nowraplinks hlist navbox-inner"><tbody>
<tr><th scope="row" class="navbox-group">Kinds of number</th><td class="navbox-list">
<a href="/wiki/Natural_number" title="Natural number">Natural</a> ·
<a href="/wiki/Rational_number" title="Rational number">Rational</a> ·
<a href="/wiki/Real_number" title="Real number">Real</a></td></tr>
</tbody></table></div>"""


def build_article() -> str:
    """The whole article as HTML. It is the same on every call and on every machine."""
    ranges = [range(first, first + SECTION) for first in range(1, LAST, SECTION)]
    sections = [_section(numbers) for numbers in ranges]
    body = "\n".join([_INTRODUCTION, _contents(ranges), _TERMS, *sections, _rare(), _TAIL])
    return f"""<!DOCTYPE html>
<html class="client-nojs" lang="en" dir="ltr">
<head>
<meta charset="utf-8" />
<title>{TITLE}</title>
</head>
<body class="mediawiki ltr sitedir-ltr ns-0 ns-subject skin-vector">
<div id="content" class="mw-body" role="main">
<h1 id="firstHeading" class="firstHeading" lang="en">{TITLE}</h1>
<div id="bodyContent" class="mw-body-content">
<div id="siteSub" class="noprint">An article of the Plumbline demo project</div>
<div id="mw-content-text" lang="en" dir="ltr" class="mw-content-ltr"><div class="mw-parser-output">
{body}
</div></div>
</div>
</div>
</body>
</html>
"""


def _contents(ranges: list[range]) -> str:
    headings = ["Terms", *(_heading(numbers) for numbers in ranges), "Rare properties"]
    entries = "\n".join(
        f'<li class="toclevel-1 tocsection-{place}"><a href="#{heading.replace(" ", "_")}">'
        f'<span class="tocnumber">{place}</span> <span class="toctext">{heading}</span></a></li>'
        for place, heading in enumerate([*headings, "See also"], start=1)
    )
    return (
        '<div id="toc" class="toc" role="navigation">\n'
        '<div class="toctitle"><h2>Contents</h2></div>\n'
        f"<ul>\n{entries}\n</ul>\n</div>"
    )


def _heading(numbers: range) -> str:
    return f"{numbers[0]} to {numbers[-1]}"


def _section(numbers: range) -> str:
    heading = _heading(numbers)
    counts = [len(divisors(number)) for number in numbers]
    primes = {index for index, number in enumerate(numbers) if is_prime(number)}
    chart = bar_chart(counts, highlighted=primes, bar=5, gap=1, height=90)
    return f"""\
<h2><span class="mw-headline" id="{heading.replace(" ", "_")}">{heading}</span></h2>
<div class="thumb tright"><div class="thumbinner" style="width:302px;">\
<img alt="Bar chart of the number of divisors" src="{chart}" width="300" height="91" \
class="thumbimage" />
<div class="thumbcaption">Number of divisors from {numbers[0]} to {numbers[-1]}; the red bars \
are the primes.</div></div></div>
{_summary(numbers)}
<table class="wikitable sortable">
<caption>The integers from {numbers[0]} to {numbers[-1]}</caption>
<tbody>
<tr>{"".join(f'<th scope="col">{column}</th>' for column in _COLUMNS)}</tr>
{chr(10).join(_row(number, starts_group=number % 10 == 1) for number in numbers)}
<tr><th scope="row" colspan="7" style="text-align:left">All numbers from {numbers[0]} to \
{numbers[-1]}</th><td {_NUMERIC_CELL}>{sum(counts)}</td>\
<td {_NUMERIC_CELL}>{sum(sum(divisors(number)) for number in numbers)}</td>\
<td {_NUMERIC_CELL}>{sum(totient(number) for number in numbers)}</td><td colspan="2"></td></tr>
</tbody>
</table>"""


def _summary(numbers: range) -> str:
    primes = [number for number in numbers if is_prime(number)]
    most = max(len(divisors(number)) for number in numbers)
    richest = [number for number in numbers if len(divisors(number)) == most]
    twins = [(low, low + 2) for low in primes if low + 2 in primes]
    squares = [number for number in numbers if "Square number" in properties(number)]
    abundant = sum(aliquot_sum(number) > number for number in numbers)
    pairs = "\n".join(f"<li>{_number(low)} and {_number(high)}</li>" for low, high in twins)
    return f"""\
<p>There are {len(primes)} prime numbers from {numbers[0]} to {numbers[-1]}, the smallest of which \
is {_number(primes[0])} and the largest {_number(primes[-1])}. The largest number of divisors in \
this range is {most}, and it is reached by {_enumerate(richest)}.</p>
<p>Of the numbers from {numbers[0]} to {numbers[-1]}, {abundant} are abundant. The squares among \
them are {_enumerate(squares)}.</p>
<p>The following pairs of twin primes lie in this range:</p>
<ul>
{pairs}
</ul>"""


def _row(number: int, *, starts_group: bool) -> str:
    group = f'<th scope="rowgroup" rowspan="10">{number}–{number + 9}</th>' if starts_group else ""
    coprime = [smaller for smaller in range(1, number) if gcd(smaller, number) == 1]
    return (
        f'<tr id="{number}">{group}<th scope="row">{_number(number)}</th>'
        f"<td>{in_words(number)}</td><td>{roman(number)}</td>"
        f'<td style="font-family:monospace;text-align:right">{number:b}</td>'
        f"<td>{_factorisation(number)}</td>"
        f"<td>{', '.join(map(_number, divisors(number)))}</td>"
        f"<td {_NUMERIC_CELL}>{len(divisors(number))}</td>"
        f"<td {_NUMERIC_CELL}>{sum(divisors(number))}</td>"
        f"<td {_NUMERIC_CELL}>{totient(number)}</td>"
        f'<td style="width:120px">'
        f"{_strip(divisors(number), f'Divisors of {number}')}<br />"
        f"{_strip(coprime, f'Numbers without a common divisor with {number}')}</td>"
        f'<td style="width:15em">{", ".join(map(_article, properties(number)))}</td></tr>'
    )


def _rare() -> str:
    rare = ("Perfect number", "Amicable numbers", "Highly composite number", "Factorial")
    rows = "\n".join(
        f'<tr><th scope="row">{_article(name)}</th><td>'
        + ", ".join(_number(number) for number in range(1, LAST + 1) if name in properties(number))
        + "</td></tr>"
        for name in rare
    )
    return f"""\
<h2><span class="mw-headline" id="Rare_properties">Rare properties</span></h2>
<p>Only {in_words(2)} numbers in the whole list, 220 and 284, are amicable: each is the sum of the \
divisors of the other, the number itself left out. The pair was known to the followers of \
<a href="/wiki/Pythagoras" title="Pythagoras">Pythagoras</a>.</p>
<table class="wikitable">
<caption>All numbers of the list with a rare property</caption>
<tbody>
<tr><th scope="col">Property</th><th scope="col">Numbers</th></tr>
{rows}
</tbody>
</table>"""


def _strip(marks: Sequence[int], alternative: str) -> str:
    source = strip(marks, length=LAST, height=24)
    return f'<img alt="{alternative}" src="{source}" width="120" height="12" />'


def _factorisation(number: int) -> str:
    if number == 1:
        return "<i>empty product</i>"
    return " × ".join(
        _number(prime) + (f"<sup>{exponent}</sup>" if exponent > 1 else "")
        for prime, exponent in factorise(number)
    )


def _enumerate(numbers: list[int]) -> str:
    linked = [_number(number) for number in numbers]
    return linked[0] if len(linked) == 1 else f"{', '.join(linked[:-1])} and {linked[-1]}"


def _number(number: int) -> str:
    return f'<a href="/wiki/{number}_(number)" title="{number} (number)">{number}</a>'


def _article(name: str) -> str:
    shown = name.removesuffix(" (algebra)").lower()
    return f'<a href="/wiki/{name.replace(" ", "_")}" title="{name}">{shown}</a>'
