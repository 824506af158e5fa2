"""What can go wrong inside a system under test, and who is told."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - the name of the outcome in docs/protocol.md
    """This cannot be done: too deep, batch too large, not supported. The session goes on."""


class Failed(Exception):  # noqa: N818 - the name of the outcome in docs/protocol.md
    """Something went wrong inside the library. The session goes on."""


class ProtocolError(Exception):
    """The bytes on standard input are not the packet expected: the process ends."""

    def __init__(self, offset: int, expected: str, got: str) -> None:
        super().__init__(f"standard input, byte {offset}: expected {expected}, got {got}")
        self.offset = offset
        self.expected = expected
        self.got = got


class FormatError(Refused):
    """A text of docs/formats.md (key parameters, input) does not follow its grammar."""
