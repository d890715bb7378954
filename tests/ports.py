"""Ports for servers that tests start, each one's own until the process that asked for it ends."""

import random
import socket
from collections.abc import Sequence
from contextlib import suppress

PORTS = range(20_000, 32_000)
"""Below those that the kernel gives to anyone who asks for any."""

_claims: list[socket.socket] = []


def claim_port(ports: Sequence[int] = PORTS) -> int:
    """A port of 127.0.0.1 that nobody listens on, and that no other run of the tests will take.

    A claim is a name in the kernel (an abstract Unix socket), so that a killed process leaves none.
    """
    for port in random.sample(ports, len(ports)):
        claim = socket.socket(socket.AF_UNIX)
        with suppress(OSError):
            claim.bind(f"\0plumbline-port-{port}")
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
            _claims.append(claim)
            return port
        claim.close()
    raise RuntimeError(f"all ports from {ports[0]} to {ports[-1]} are taken")
