"""Hostile markup: each string tries to run something, fetch something, mislead or break out.

What would run calls ``boom()``, what would be fetched from elsewhere lies on ``evil.example``, and
what would be fetched from the site itself mostly below ``/evil/``.
"""

from collections.abc import Mapping

from tests.hostile.attacks import (
    addresses,
    clobbering,
    directions,
    drawings,
    encodings,
    forms,
    formulas,
    frames,
    handlers,
    heads,
    loads,
    mutations,
    scripts,
    spoofing,
    styles,
)

ATTACK_KINDS: Mapping[str, Mapping[str, str]] = {
    "scripts": scripts.ATTACKS,
    "handlers": handlers.ATTACKS,
    "drawings": drawings.ATTACKS,
    "formulas": formulas.ATTACKS,
    "styles": styles.ATTACKS,
    "addresses": addresses.ATTACKS,
    "mutations": mutations.ATTACKS,
    "clobbering": clobbering.ATTACKS,
    "loads": loads.ATTACKS,
    "heads": heads.ATTACKS,
    "forms": forms.ATTACKS,
    "frames": frames.ATTACKS,
    "encodings": encodings.ATTACKS,
    "spoofing": spoofing.ATTACKS,
    "directions": directions.ATTACKS,
}

ATTACKS: Mapping[str, str] = {
    f"{kind}: {name}": markup
    for kind, attacks in ATTACK_KINDS.items()
    for name, markup in attacks.items()
}
