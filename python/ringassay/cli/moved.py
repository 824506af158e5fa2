"""Former names of commands: each is answered with what to type now."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ringassay import shell
from ringassay.cli.errors import UsageError

Words = list[str]


def refuse_moved(name: str, rest: Sequence[str]) -> None:
    """Raises `UsageError` for a former name, with the command to type."""
    if name in MOVED:
        typed = shell.command(*MOVED[name](list(rest)))
        raise UsageError(f"`ringassay {name}` has another name now. Type: {typed}")


def _below(*words: str) -> Callable[[Words], Words]:
    return lambda rest: ["ringassay", *words, *rest]


def _by_option(option: str, words: Words, without: Words) -> Callable[[Words], Words]:
    """The command `words` where an option named what it takes, `without` else."""

    def now(rest: Words) -> Words:
        parted = [one.removeprefix(f"{option}=") for one in rest]
        if option in parted:
            parted.remove(option)
        return ["ringassay", *(without if parted == rest else words), *parted]

    return now


def _suts(rest: Words) -> Words:
    if "--installable" in rest:
        rest.remove("--installable")
        return ["ringassay", "sut", "install", *rest]
    return _by_option("--install", ["sut", "install"], ["sut", "list"])(rest)


def _generate(rest: Words) -> Words:
    is_suite = bool(rest) and not rest[0].startswith("-")
    words = ["suite", "write"] if is_suite else ["circuit", "generate"]
    return ["ringassay", *words, *rest]


MOVED: dict[str, Callable[[Words], Words]] = {
    "calibrate": _below("predict", "calibrate"),
    "code": lambda rest: ["ringassay-code", *rest],
    "convert": _below("circuit", "convert"),
    "eval": _below("circuit", "eval"),
    "export": _below("store", "export"),
    "generate": _generate,
    "history": _below("store", "history"),
    "library": _below("circuit", "library"),
    "runs": _by_option("--delete", ["store", "delete"], ["store", "list"]),
    "suts": _suts,
}
