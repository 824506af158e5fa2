"""Which protections stand around the programs of a system under test."""

from __future__ import annotations

from collections.abc import Mapping

PROTECTIONS: dict[str, str] = {
    "environment": "variables from a list, not the user's",
    "privileges": "no privilege, and no way to one",
    "user": "nothing outside can be traced or looked into",
    "processes": "nothing outside can be signalled; all ends with the program",
    "process-list": "other processes are not listed",
    "files": "homes, devices and the store out of sight, the rest read-only",
    "network": "a network with nothing in it",
    "ipc": "System V objects and message queues of its own",
    "host-name": "a host name of its own",
    "keyring": "a session keyring of its own",
    "filter": "no system calls for keys, locks, name spaces, memory that is not counted",
}
"""What the harness puts around a program (docs/protocol.md): its name and what it means."""

IN_FORCE = "in-force"
NOT_ASKED = "not-asked"

Standing = Mapping[str, str]
"""`state` (in-force, refused, not-asked) and for refused `why`."""
Isolation = Mapping[str, Standing]
"""Protection to its standing."""


def told(standing: Standing | None) -> str:
    """A standing in words."""
    if standing is None:
        return "unknown"
    state = standing.get("state", "unknown")
    if state == "refused":
        return f"refused ({standing.get('why', 'no reason given')})"
    return state.replace("-", " ")


def missing(isolation: Mapping[str, Isolation]) -> dict[str, str]:
    """The protections that are wanted and not in force in some role, with the reason."""
    return {
        name: told(standings.get(name))
        for standings in isolation.values()
        for name in PROTECTIONS
        if standings.get(name, {}).get("state") not in {IN_FORCE, NOT_ASKED}
    }
