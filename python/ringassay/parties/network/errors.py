"""How a session between processes fails: who did what, in which round."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ringassay.errors import UserError


class SessionFileError(UserError):
    """A session file, a key or an address that cannot be used; the message says what to change."""


class Round(Enum):
    """The rounds of a session, by their names."""

    JOINING = "joining"
    KEYS = "keys"
    SECOND = "relinearisation key, round 2"
    INPUTS = "inputs"
    DECRYPTION = "decryption"
    END = "end"

    @property
    def number(self) -> int:
        """Its place in the order, which messages carry."""
        return list(Round).index(self)


class Cause(Enum):
    """What somebody did. Only the name is sent: no text of one process is shown by another."""

    ABSENT = "did not connect within the time limit"
    OTHER_CERTIFICATE = "shows another certificate than the one in the session file"
    CLOSED = "closed its connection"
    STALLED = "neither sent nor took a whole message within the time limit"
    NO_MESSAGE = "sent something that is no message of this version"
    OTHER_SESSION = "sent a message of another session: compare the session files"
    OTHER_SENDER = "sent a message in the name of somebody else"
    DISORDER = "sent a message out of order, or a second time"
    LENGTH = "sent a message that is longer or shorter than one in this place can be"
    DAMAGED = "sent a message that does not have its hash"
    WRONG_SHARE = "sent what is no share of this step, of this party and of these parameters"
    WRONG_INPUT = "sent what is no fresh ciphertext of these parameters"
    COPIED_INPUT = "sent another party's ciphertext as its own"
    DISAGREES = "computed something else than the others"
    TWICE = "is connected already, in another process"
    REFUSED = "gives no share: its ledger has one, or a result has no room for the noise"
    INTERRUPTED = "was interrupted"
    FAILED = "could not go on"


class Role(NamedTuple):
    """A process of a session: the combiner has number 0, parties from 1 on."""

    number: int
    name: str

    def __str__(self) -> str:
        """As errors name it."""
        return f"party {self.number} ({self.name})" if self.number else f"combiner ({self.name})"


class RoundError(UserError):
    """A round that failed, and with it the session: who did what."""

    exit_code = 1

    def __init__(
        self, who: Role, cause: Cause, round_: Round, said_by: Role | None = None, why: str = ""
    ) -> None:
        self.who, self.cause, self.round, self.said_by, self.why = who, cause, round_, said_by, why
        reporter = f" (says {said_by})" if said_by and said_by != who else ""
        reason = f": {why}" if why else ""
        super().__init__(
            f"{who} {cause.value}, in the round {round_.value}{reporter}{reason}\n"
            "The session has ended for all. Begin a new one, with a session file of its own "
            "(`ringassay party session`): keys and ciphertexts are made anew."
        )


class MessageError(Exception):
    """A message that is refused; the channel says whose."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause.value)
        self.cause = cause
