"""Computing under a key that several parties share and nobody has: BGV, BFV, CKKS.

    from ringassay import ckks, parties

    parameters = ckks.choose(depth=1, precision=75, length=16)
    group = parties.Group(parameters, 3, name="salaries 2026", seed=bytes(32))
    alice = group.party(1, ledger="alice.ledger")
    share = alice.public_key_share()

A `Group` is a session of parties, which agree on its name and its seed; a `Party` has a secret and
makes a `Share` in each step, which is saved, sent and summed. What comes out are public keys,
evaluation keys and ciphertexts as of one user. A party gives one share for each ciphertext: its
`ledger`, a file, remembers (docs/parties.md).
"""

from __future__ import annotations

from ringassay.parties.group import Flooding, Group
from ringassay.parties.party import Party
from ringassay.parties.share import Share

__all__ = ["Flooding", "Group", "Party", "Share"]
