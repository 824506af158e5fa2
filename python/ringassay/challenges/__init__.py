"""Cryptanalytic challenges of ring-LWE and ring-LWR: made, opened, checked, estimated.

    from ringassay import challenges

    parameters = challenges.Parameters(64, 769, samples=3, variance=1 / 32)
    folder = challenges.generate(parameters, "published", epoch=1_783_680_960)
    record = challenges.Record.read("pulse.json")
    challenges.suppress(folder, record)
    challenges.verify(folder, record).closed

After Crockett and Peikert (ePrint 2016/782): an author publishes all instances of a challenge, and
afterwards every secret but the one that a public beacon chooses (docs/challenges.md). Raises
`ChallengeError`; `WrongChallengeError` for what is wrong with a challenge that is checked.
"""

from __future__ import annotations

from ringassay.challenges.checked import Verified, suppress, verify
from ringassay.challenges.errors import ChallengeError, WrongChallengeError
from ringassay.challenges.folder import Challenge, find, generate, read
from ringassay.challenges.parameters import Parameters
from ringassay.challenges.record import Record
from ringassay.challenges.toy import solve_toy

__all__ = [
    "Challenge",
    "ChallengeError",
    "Parameters",
    "Record",
    "Verified",
    "WrongChallengeError",
    "find",
    "generate",
    "read",
    "solve_toy",
    "suppress",
    "verify",
]
