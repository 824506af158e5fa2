"""Parties as processes: a session over TLS, which ends well or names who ended it.

    from ringassay.parties import network

    session = network.read("session.toml")
    network.combine(session, "combiner.key")  # in one process
    network.join(session, "alice", "alice.key", column, ledger="alice.ledger")  # in another

The session file is the same for all (`ringassay party session` writes one). docs/parties.md says
what is sent and who learns what.
"""

from __future__ import annotations

from ringassay.parties.network.errors import Cause, Role, Round, RoundError, SessionFileError
from ringassay.parties.network.roles import combine, join
from ringassay.parties.network.session import Session, read

__all__ = [
    "Cause",
    "Role",
    "Round",
    "RoundError",
    "Session",
    "SessionFileError",
    "combine",
    "join",
    "read",
]
