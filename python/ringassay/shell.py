"""Commands that are printed to be copied: whatever a name contains, one word of the shell."""

from __future__ import annotations

import shlex


def word(text: object) -> str:
    r"""`text` as one word of a POSIX shell, which prints as it is.

    What a terminal would act on or hide (controls, marks of direction, parts of characters) stands
    as bytes in `$'…'`, which bash and zsh read: `$'a\x1b'`.
    """
    said = str(text)
    if said.isprintable():
        return shlex.quote(said)
    return f"$'{''.join(map(_escaped, said))}'"


def command(*words: object) -> str:
    """A command of these words."""
    return " ".join(map(word, words))


def _escaped(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    if character.isprintable():
        return character
    # Octal has three digits at most: what follows is never read as part of it.
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))
