from ipaddress import IPv6Address

from hypothesis import given
from hypothesis import strategies as st

from annotator.exchange.intake.filtering.addresses import without_network_addresses
from annotator.exchange.intake.filtering.flags import Flag, flags_of

IPV6 = st.ip_addresses(v=6).filter(lambda each: any(map(str.isdigit, str(each))))
WRITTEN_IPV6 = (
    "{}", "[{}]", "[{}]:80", "http://[{}]:8080/a", "{}%eth0", "[{}%25en1]", "{}/64", "ip={}", "({})"
)  # fmt: skip


@given(IPV6, st.sampled_from(WRITTEN_IPV6), st.sampled_from(("compressed", "exploded")))
def test_an_ipv6_address_is_flagged_however_it_is_written(
    address: IPv6Address, written: str, form: str
) -> None:
    query = f"who owns {written.format(getattr(address, form))} in town"
    for each in (query, query.upper()):
        assert without_network_addresses(each) != each
        assert Flag.NETWORK in flags_of(each, [], offensive=frozenset())


@given(st.ip_addresses(v=4), st.sampled_from(("::ffff:{}", "[::ffff:{}]:80", "64:ff9b::{}")))
def test_an_ipv4_address_within_an_ipv6_one_is_flagged(address: object, written: str) -> None:
    query = f"who owns {written.format(address)} in town"
    assert Flag.NETWORK in flags_of(query, [], offensive=frozenset())
    assert str(address) not in without_network_addresses(query)


@given(st.binary(min_size=6, max_size=6), st.booleans())
def test_a_mac_address_is_flagged_with_colons_hyphens_and_dots(mac: bytes, upper: bool) -> None:
    digits = mac.hex().upper() if upper else mac.hex()
    written = [mac.hex(":"), mac.hex("-")]
    if not digits.isdecimal():
        # Else it would be three groups of four digits, as in a bank's numbers.
        written.append(f"{digits[:4]}.{digits[4:8]}.{digits[8:]}")
    for each in written:
        query = f"who owns {each} in town"
        assert without_network_addresses(query).split() == ["who", "owns", "in", "town"]


SMALL = st.integers(0, 59)
PARTS = st.lists(SMALL, min_size=2, max_size=4)


@given(
    st.one_of(
        PARTS.map(lambda parts: ":".join(f"{each:02}" for each in parts)),  # times
        st.lists(st.integers(0, 9), min_size=2, max_size=8).map(
            lambda parts: ":".join(map(str, parts))  # ratios
        ),
        st.tuples(st.integers(1, 150), st.integers(1, 176), st.integers(1, 176)).map(
            lambda verses: "psalm {}:{}-{}".format(*verses)
        ),
        st.from_regex(r"std::[a-z_]{2,12}(::[a-z_]{2,12})?", fullmatch=True),
        st.from_regex(r"97[89]-[0-9]-[0-9]{2}-[0-9]{6}-[0-9]", fullmatch=True),  # ISBNs
        st.from_regex(r"[0-9]-[0-9]{3}-[0-9]{5}-[0-9X]", fullmatch=True),
    )
)
def test_times_ratios_verses_names_and_isbns_are_no_network_addresses(text: str) -> None:
    query = f"what is {text} about"
    assert without_network_addresses(query) == query
