"""Facts about single integers, computed. Pure."""

from functools import cache
from typing import Final

_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS: Final = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
_ROMAN: Final = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


@cache
def divisors(number: int) -> tuple[int, ...]:
    """The positive divisors of a positive ``number``, in order.

    >>> divisors(28)
    (1, 2, 4, 7, 14, 28)
    """
    return tuple(divisor for divisor in range(1, number + 1) if number % divisor == 0)


def factorise(number: int) -> list[tuple[int, int]]:
    """Prime factors of a positive ``number`` with their exponents; none for 1.

    >>> factorise(360)
    [(2, 3), (3, 2), (5, 1)]
    """
    factors = []
    prime = 2
    while number > 1:
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        if exponent:
            factors.append((prime, exponent))
        prime += 1
    return factors


def totient(number: int) -> int:
    """How many of 1 … ``number`` have no common factor with it (Euler's totient).

    >>> totient(36)
    12
    """
    count = number
    for prime, _ in factorise(number):
        count -= count // prime
    return count


def is_prime(number: int) -> bool:
    """Whether ``number`` has exactly two divisors."""
    return number > 1 and len(divisors(number)) == 2  # noqa: PLR2004 -- what prime means


def aliquot_sum(number: int) -> int:
    """The sum of the divisors of ``number`` other than itself.

    >>> aliquot_sum(220), aliquot_sum(284)
    (284, 220)
    """
    return sum(divisors(number)) - number


def in_words(number: int) -> str:
    """The English name of an integer from 0 to 999.

    >>> in_words(342)
    'three hundred and forty-two'
    """
    hundreds, rest = divmod(number, 100)
    if rest < len(_ONES):
        name = _ONES[rest]
    else:
        tens, ones = divmod(rest, 10)
        name = _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    if not hundreds:
        return name
    return f"{_ONES[hundreds]} hundred" + (f" and {name}" if rest else "")


def roman(number: int) -> str:
    """``number`` (1 to 3999) in Roman numerals.

    >>> roman(349)
    'CCCXLIX'
    """
    numeral = ""
    for value, sign in _ROMAN:
        while number >= value:
            numeral += sign
            number -= value
    return numeral


def properties(number: int) -> list[str]:
    """What else ``number`` is: names of encyclopaedia articles, the rarest last.

    >>> properties(36)
    ['Abundant number', 'Square number', 'Triangular number', 'Highly composite number']
    """
    sum_of_parts = aliquot_sum(number)
    partner = sum_of_parts if sum_of_parts != number else 0
    tests = (
        ("Prime number", is_prime(number)),
        ("Twin prime", is_prime(number) and (is_prime(number - 2) or is_prime(number + 2))),
        ("Semiprime", sum(exponent for _, exponent in factorise(number)) == 2),  # noqa: PLR2004
        ("Abundant number", sum_of_parts > number),
        ("Palindromic number", number > 9 and str(number) == str(number)[::-1]),  # noqa: PLR2004
        ("Square number", number in {root**2 for root in range(1, 32)}),
        ("Cube (algebra)", number in {root**3 for root in range(1, 11)}),
        ("Triangular number", number in {root * (root + 1) // 2 for root in range(1, 46)}),
        ("Fibonacci number", number in {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377}),
        ("Factorial", number in {1, 2, 6, 24, 120, 720}),
        ("Power of two", number & (number - 1) == 0),
        ("Highly composite number", _has_more_divisors_than_all_before(number)),
        ("Amicable numbers", partner > 1 and aliquot_sum(partner) == number),
        ("Perfect number", sum_of_parts == number),
    )
    return [name for name, holds in tests if holds]


@cache
def _has_more_divisors_than_all_before(number: int) -> bool:
    return all(len(divisors(smaller)) < len(divisors(number)) for smaller in range(1, number))
