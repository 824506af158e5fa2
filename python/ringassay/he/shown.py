"""What notebooks show of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ringassay.notebook import card, facts

if TYPE_CHECKING:
    from ringassay.he.keys import EvaluationKeys, Keys, PublicKey
    from ringassay.he.program import Program


def secret_key() -> str:
    """Nothing of the key."""
    return card("secret key", "decrypts; nothing of it is shown")


def public_key(shown: PublicKey[Any]) -> str:
    """Of what."""
    return card("public key", f"{shown.parameters!r}")


def evaluation_keys(shown: EvaluationKeys[Any]) -> str:
    """How many key-switching keys."""
    note = f"products, and {shown.rotations} rotation keys"
    return card("evaluation keys", f"{note}; {shown.parameters!r}")


def keys(shown: Keys[Any]) -> str:
    """All three; nothing of the secret one."""
    rows = [
        ("secret", "decrypts; not shown"),
        ("public", "encrypts"),
        ("evaluation", f"multiplies; {shown.evaluation.rotations} rotation keys"),
    ]
    return card("keys of one user", f"{shown.secret.parameters!r}", facts(rows))


def program(shown: Program[Any]) -> str:
    """Its plan, and what it needs."""
    room, peak = shown.budget_bits, shown.peak_bytes
    rows = []
    if room is not None:
        rows.append(("noise budget of the output", f"{room:.1f} bits"))
    if peak is not None:
        rows.append(("ciphertexts at once", f"{peak / 1e6:.1f} MB"))
    return card("circuit, planned", shown.plan, facts(rows))
