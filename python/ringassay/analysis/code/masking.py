"""Hides from a token counter what it could mistake for code.

Comments, literals and preprocessor lines become blanks; every line stays where it is. Of the
branches of an `#if` the first stays (`#if 0`: the next), so that braces balance, and each function
is met once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_C = re.compile(
    r"""
      (?P<directive> ^[ \t]* \# (?: \\\r?\n | /\*.*?(?:\*/|\Z) | //(?:\\\r?\n|[^\n])* | [^\n] )* )
    | (?P<comment> //(?:\\\r?\n|[^\n])* | /\*.*?(?:\*/|\Z) )
    | (?P<string> (?:u8|[uUL])?R"(?P<end>[^()\\\s]{0,16})\(.*?(?:\)(?P=end)"|\Z)
                | "(?:\\.|[^"\\\n])*(?:"|(?=\n)|\Z) )
    | (?P<char> '(?:\\.|[^'\\\n])*(?:'|(?=\n)|\Z) )
    | (?P<keep> \.?\d(?:[eEpP][+-]|'?[\w.])* | \w+ )
    """,
    re.X | re.S | re.M,
)
_GO = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?(?:\*/|\Z) )
    | (?P<string> `[^`]*(?:`|\Z) | "(?:\\.|[^"\\\n])*(?:"|(?=\n)|\Z) )
    | (?P<char> '(?:\\.|[^'\\\n])*(?:'|(?=\n)|\Z) )
    """,
    re.X | re.S,
)
_IN_DIRECTIVE = re.compile(
    r"""
      (?P<comment> //(?:\\\r?\n|[^\n])* | /\*.*?(?:\*/|\Z) )
    | (?P<string> "(?:\\.|[^"\\\n])*(?:"|(?=\n)|\Z) )
    | (?P<char> '(?:\\.|[^'\\\n])*(?:'|(?=\n)|\Z) )
    """,
    re.X | re.S,
)
# `&&` that can only be part of a type.
_RVALUE = re.compile(r"(?:(?<=auto)|(?<=const)|(?<=>))(\s*)&&|&&(?=\s*(?:[,>)]|\.\.\.))")
_CONDITIONAL = re.compile(r"\s*#\s*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b(.*)", re.S)
_NEVER = re.compile(r"\s*(?:0|false)\s*(?:/[/*].*)?\Z", re.S)
_GO_SIGN = re.compile(r"\w+|[^\w\s]|\n")


def c_family(text: str) -> str:
    """C and C++ for a counter."""
    branches = _Branches()
    return _RVALUE.sub(_single, "".join(_pieces(text, _C, branches)))


def go(text: str) -> str:
    """Go for a counter; declarations without a body (of assembly) are hidden too."""
    shown = "".join(_pieces(text, _GO, None))
    for match in reversed(list(re.finditer(r"^func\b", shown, re.M))):
        end = _bodyless(shown, match.end())
        if end is not None:
            shown = shown[: match.start()] + _blank(shown[match.start() : end]) + shown[end:]
    return shown


def c_literals(text: str) -> str:
    """C or C++ for a counter of lines: literals hidden, comments and everything else kept."""
    return _C.sub(_unquoted, text)


def go_literals(text: str) -> str:
    """Go for a counter of lines."""
    return _GO.sub(_unquoted, text)


class _Branches:
    """Whether the text between preprocessor lines is read."""

    def __init__(self) -> None:
        self.reading = True
        self._around: list[tuple[bool, bool]] = []  # was it read outside; was a branch taken

    def directive(self, line: str) -> None:
        """Follows one preprocessor line."""
        found = _CONDITIONAL.match(line)
        if found is None:
            return
        word, condition = found.groups()
        if word in {"if", "ifdef", "ifndef"}:
            never = word == "if" and _NEVER.match(condition) is not None
            self._around.append((self.reading, not never))
            self.reading = self.reading and not never
        elif self._around:
            outside, taken = self._around.pop()
            if word == "endif":
                self.reading = outside
            else:
                self._around.append((outside, True))
                self.reading = outside and not taken


def _pieces(text: str, pattern: re.Pattern[str], branches: _Branches | None) -> Iterator[str]:
    """The text, piece by piece, with what is hidden replaced."""
    at = 0
    for match in pattern.finditer(text):
        reading = branches is None or branches.reading
        between = text[at : match.start()]
        yield between if reading else _blank(between)
        yield _replacement(match, reading)
        if branches is not None and match.lastgroup == "directive":
            branches.directive(match.group())
        at = match.end()
    rest = text[at:]
    yield rest if branches is None or branches.reading else _blank(rest)


def _replacement(match: re.Match[str], reading: bool) -> str:
    token = match.group()
    if not reading or match.group("comment") is not None:
        return _blank(token)
    kinds = match.groupdict()
    if kinds["string"] is not None:
        return '""' + "\n" * token.count("\n")
    if kinds["char"] is not None:
        return "0"
    return _blank(token) if kinds.get("directive") is not None else token


def _unquoted(match: re.Match[str]) -> str:
    """A token with its literal hidden; a line inside a string is never blank."""
    token, kinds = match.group(), match.groupdict()
    if kinds.get("directive") is not None:
        return _IN_DIRECTIVE.sub(_unquoted, token)
    if kinds["string"] is not None or kinds["char"] is not None:
        return "x" + "\nx" * token.count("\n")
    return token


def _blank(text: str) -> str:
    return " " + "\n" * text.count("\n")


def _single(match: re.Match[str]) -> str:
    return f"{match.group(1) or ''}&"


def _bodyless(text: str, start: int) -> int | None:
    """Where a declaration of Go ends that has no body; None if it has one."""
    depth, before = 0, ""
    for match in _GO_SIGN.finditer(text, start):
        sign = match.group()
        if sign == "{" and not depth and before not in {"interface", "struct"}:
            return None
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "\n" and depth <= 0:
            return match.start()
        before = sign
    return len(text)
