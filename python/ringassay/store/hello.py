"""What a SUT's HELLO says of how it was built: a stranger's text, so anything may stand there."""

from __future__ import annotations

import json
from typing import Any

from ringassay.store.canonical import clean_text
from ringassay.sut.about import BUILD_FACTS

_LIMIT = 500


def build_facts(hello: str | None) -> dict[str, str | None]:
    """The facts from the stored HELLO packets (role to HELLO, in JSON), as text: columns of `suts`.

    Where client and server differ both stand there.
    """
    said = _said(hello)
    return {key: _both([_text(one.get(key)) for one in said]) for key in BUILD_FACTS}


def declared_spaces(hello: str | None) -> frozenset[str] | None:
    """The plaintext spaces that client and server both declare; None where neither declares any."""
    lists = [one["spaces"] for one in _said(hello) if isinstance(one.get("spaces"), list)]
    if not lists:
        return None
    return frozenset.intersection(*(frozenset(map(str, spaces)) for spaces in lists))


def _said(hello: str | None) -> list[dict[str, Any]]:
    """What each role said."""
    try:
        roles = json.loads(hello) if hello else {}
    except ValueError:
        return []
    if not isinstance(roles, dict):
        return []
    return [one for one in roles.values() if isinstance(one, dict)]


def _both(texts: list[str | None]) -> str | None:
    """One text where all are equal; `None` where nobody says anything."""
    if not any(texts):
        return None
    return " / ".join(dict.fromkeys(text or "not said" for text in texts))


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, (dict, list)):
        return None
    return clean_text(str(value), _LIMIT) or None
