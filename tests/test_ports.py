import socket

import pytest

from tests import ports


def test_a_port_is_claimed_once_and_not_where_somebody_listens() -> None:
    with socket.socket() as listener:
        two = [ports.claim_port() for _ in range(2)]
        # What this process holds is taken for others, too.
        with pytest.raises(RuntimeError, match="are taken"):
            ports.claim_port(two)
        ports._claims.pop().close()
        listener.bind(("127.0.0.1", two[1]))
        listener.listen()
        with pytest.raises(RuntimeError, match="are taken"):
            ports.claim_port(two)
    assert ports.claim_port(two) == two[1]
