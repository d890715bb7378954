from annotator.foundation.names.derived_ids import derive_id


def test_an_id_is_the_first_63_bits_of_the_hash_of_the_lines() -> None:
    # `printf a | sha256sum` begins with ca978112ca1bbdca.
    assert derive_id("a") == 0xCA978112CA1BBDCA // 2
    assert derive_id("who builds with it", 7) == derive_id("who builds with it\n7")
    assert derive_id("7", "who builds with it") != derive_id("who builds with it", 7)
