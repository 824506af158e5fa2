"""C, C++ and Go: functions and decisions counted on tokens, by lizard."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from dataclasses import replace
from typing import Any

from ringassay.analysis.code import masking
from ringassay.analysis.code.model import Function

_ANONYMOUS = "anonymous__"
_RECEIVER = re.compile(r"\s*func\s*\(\s*(?:\w+\s+)?\*?\s*(\w+)[^()]*\)\s*(\w+)")


def c_family(text: str) -> tuple[tuple[Function, ...] | None, str]:
    """The functions of a C or C++ source, and a remark if they could not be counted.

    Decisions: `if`, `for`, `while`, every `case`, `catch`, `?`, `&&`, `||`. A lambda belongs to the
    function around it. Preprocessor conditions are no decisions.
    """
    return _analyse("source.cpp", masking.c_family(text))


def go(text: str) -> tuple[tuple[Function, ...] | None, str]:
    """The functions of a Go source, and a remark if they could not be counted.

    Decisions: `if`, `for`, every `case` of a `switch` or `select`, `&&`, `||`. A function literal
    belongs to the function around it.
    """
    shown = masking.go(text)
    functions, remark = _analyse("source.go", shown)
    return functions and _closures_inside(_methods(functions, shown)), remark


def _analyse(filename: str, text: str) -> tuple[tuple[Function, ...] | None, str]:
    lizard = _lizard()
    complaints = io.StringIO()
    try:
        with contextlib.redirect_stderr(complaints):
            analyzer = lizard.FileAnalyzer(lizard.get_extensions([]))
            found = analyzer.analyze_source_code(filename, text).function_list
    except (IndexError, RecursionError, ValueError, AttributeError) as error:
        return None, f"functions not counted: {type(error).__name__}"
    if complaints.getvalue():
        return None, "nested too deeply; functions not counted"
    functions = (
        Function(_name(one.name), one.start_line, one.end_line, one.cyclomatic_complexity)
        for one in found
    )
    return tuple(sorted(functions, key=lambda f: (f.line, f.end_line))), ""


def _lizard() -> Any:
    """The module lizard; importing it puts folders in front of `sys.path`, which are taken off."""
    before = list(sys.path)
    try:
        import lizard  # noqa: PLC0415 (half a hundred modules, only for these languages)
    finally:
        sys.path[:] = before
    return lizard


def _name(name: str) -> str:
    """lizard's name without the spaces between the signs of an operator."""
    head, operator, signs = name.partition("operator ")
    if operator and not any(c.isalnum() for c in signs):
        return f"{head}operator{signs.replace(' ', '')}"
    return name


def _methods(functions: tuple[Function, ...], text: str) -> tuple[Function, ...]:
    """Puts the type of its receiver before the name of a method, as in `Key.Weight`."""
    lines = text.split("\n")
    found = ((f, _RECEIVER.match(lines[f.line - 1])) for f in functions)
    return tuple(
        replace(f, name=f"{receiver[1]}.{f.name}") if receiver and receiver[2] == f.name else f
        for f, receiver in found
    )


def _closures_inside(functions: tuple[Function, ...]) -> tuple[Function, ...]:
    """Adds the decisions of function literals to the named function around them."""
    named = [f for f in functions if not f.name.startswith(_ANONYMOUS)]
    inside = dict.fromkeys(range(len(named)), 0)
    alone: list[Function] = []
    for closure in (f for f in functions if f.name.startswith(_ANONYMOUS)):
        around = [
            place
            for place, f in enumerate(named)
            if f.line <= closure.line and closure.end_line <= f.end_line
        ]
        if around:
            inside[max(around, key=lambda place: named[place].line)] += closure.complexity - 1
        else:
            alone.append(replace(closure, name="func literal"))
    whole = [replace(f, complexity=f.complexity + inside[place]) for place, f in enumerate(named)]
    return tuple(sorted([*whole, *alone], key=lambda f: (f.line, f.end_line)))
