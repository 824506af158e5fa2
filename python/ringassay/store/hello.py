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
    try:
        roles = json.loads(hello) if hello else {}
    except ValueError:
        roles = {}
    said = (
        [one for one in roles.values() if isinstance(one, dict)] if isinstance(roles, dict) else []
    )
    return {key: _both([_text(one.get(key)) for one in said]) for key in BUILD_FACTS}


def _both(texts: list[str | None]) -> str | None:
    """One text where all are equal; `None` where nobody says anything."""
    if not any(texts):
        return None
    return " / ".join(dict.fromkeys(text or "not said" for text in texts))


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, (dict, list)):
        return None
    return clean_text(str(value), _LIMIT) or None
