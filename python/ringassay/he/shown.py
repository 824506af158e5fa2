"""What notebooks show of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ringassay.notebook import card, facts

if TYPE_CHECKING:
    from ringassay.he.keys import EvaluationKeys, Keys, PublicKey


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
