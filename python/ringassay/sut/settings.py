"""A system under test with settings of its own: its name, and the options that follow it.

`"ringassay-bgv --threads 2"` is our BGV on two threads, wherever a system is named: on the command
line, in suites, in Python. Such a system is another one than `ringassay-bgv`: runs, reports and
comparisons call it by the whole text.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ringassay.errors import UserError
from ringassay.spelling import meant

_HYBRID = ("--threads", "--index", "--insist", "--encryption")
_INTEGERS = (
    *_HYBRID,
    "--objective",
    "--rotation-keys",
    "--fan-in-depth",
    "--constants-mib",
    "--for-this-machine",
)

OF_VERBS: dict[str, tuple[str, ...]] = {
    "bgv": _INTEGERS,
    "bfv": _INTEGERS,
    "ckks": (*_HYBRID, "--ring", "--refresh"),
    "gates": ("--threads",),
    "positional": ("--threads", "--degree", "--insist", "--log2-w", "--sums", "--fan-in-depth"),
}
"""The options of our own systems, by their verb of `ringassay-runtime`, whose `--help` explains
each."""


class SettingsError(UserError, ValueError):
    """The text does not name a system and its options; the message says what is allowed."""


def split(text: str) -> tuple[str, tuple[str, ...]]:
    """The name of a system and the options behind it. Raises `SettingsError`."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SettingsError(f"{text!r} names no system: {error}") from None
    if not words:
        raise SettingsError("the name of a system under test is empty")
    return words[0], tuple(words[1:])


def check(name: str, options: Sequence[str], allowed: Sequence[str]) -> None:
    """Raises `SettingsError` for an option that the shipped system does not have.

    Only what is listed may be set: other options of adapters name programs and folders.
    """
    for at, word in enumerate(options):
        option, _, _ = word.partition("=")
        if option in allowed:
            continue
        is_value = at > 0 and not word.startswith("-") and options[at - 1] in allowed
        if not is_value:
            known = f"its options: {', '.join(allowed)}" if allowed else "it has no options"
            raise SettingsError(f"{name} takes no {word!r}{meant(option, list(allowed))}; {known}")
