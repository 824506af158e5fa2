"""A stranger's text acts on no terminal, and a command that is printed to be copied is one."""

from __future__ import annotations

import ast
import json
import os
import pty
import re
import subprocess
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from sqlalchemy import select, update
from strangers import Forge, count_anew

import ringassay
from program import PROGRAM, Cli
from ringassay import shell
from ringassay.cli.commands import COMMANDS
from ringassay.cli.output import emit_json
from ringassay.cli.screen import Screen, printable
from ringassay.store import Store
from ringassay.store.integrity import seal
from ringassay.store.schema import evaluations, metadata

SOURCES = Path(ringassay.__file__).parent

NASTY = (
    "\x1b[31mred\x1b]0;title\x07\x9b2J\u202ereversed\u2066\n[bold]ok[/] :smile:\r\x7f\ufeff\u2028"
    + "e"
    + "\u0301" * 40
    + "\udc80"
)
"""Escapes of C0 and C1, direction, lines, markup of rich, accents on accents, half a character."""

PRINTERS = {"cli/screen.py", "cli/output.py"}
"""The modules that may print; all others print by them."""
APART = ("sut/", "bench/beside/programs/", "cli/toolchain.py")
"""Programs of their own: they speak a protocol on standard output, or are there before we are."""


def is_harmless(text: str) -> bool:
    """By the categories of Unicode: nothing but characters, spaces and the ends of lines."""
    marks = re.search(r"[\u0300-\u036f]{4}", text)
    return not marks and all(
        character == "\n"
        or (
            unicodedata.category(character)[0] not in "C"
            and unicodedata.category(character) not in ("Zl", "Zp")
        )
        for character in text
    )


def shown(act: str) -> str:
    """What a terminal without colours gets from one of the screen's ways to print."""
    screen, said = Screen(), StringIO()
    screen._console = Console(file=said, markup=False, emoji=False, highlight=False, width=300)
    match act:
        case "print":
            screen.print(NASTY, (NASTY, "bold"))
        case "heading":
            screen.heading(NASTY)
        case "head":
            screen.table((NASTY, "b"), [("x", "y")])
        case "cell":
            screen.table(("a", "b"), [(NASTY, NASTY)])
    return said.getvalue()


@pytest.mark.parametrize("act", ["print", "heading", "head", "cell"])
def test_text_is_printed_on_one_line_and_acts_on_nothing(act: str) -> None:
    said = shown(act)
    assert is_harmless(said), ascii(said)
    assert "[bold]ok[/] :smile:" in said
    assert said.count("\n") == {"print": 1, "heading": 2, "head": 2, "cell": 2}[act]


def test_what_prints_stays_as_it_is() -> None:
    for text in ("Größe 2³¹ − 1", "日本語", "e\u0301te\u0301", r"a\[b] $x ⟨ψ⟩", ""):
        assert printable(text) == text
    assert printable("1\u00a0000\u202fs") == "1 000 s"


def test_json_has_no_character_that_acts_and_the_same_value(
    capsys: pytest.CaptureFixture[str],
) -> None:
    emit_json({NASTY: [NASTY, "日本語", 1.5]})
    said = capsys.readouterr().out
    assert is_harmless(re.sub(r"[\u0300-\u036f]", "", said)) and "日本語" in said
    assert json.loads(said) == {NASTY: [NASTY, "日本語", 1.5]}


@pytest.mark.parametrize(
    "text", ["x'; touch PWN; echo '", "$(touch PWN)", "a b", "-x", "", "\x1b[31m\u202ea'\\\n1", "é"]
)
def test_a_name_is_one_word_of_the_shell(tmp_path: Path, text: str) -> None:
    """Judged by bash."""
    line = shell.command("count", "before", text, "after")
    assert is_harmless(line) and "\n" not in line
    script = f'count() {{ printf "%s\\0" "$@"; }}; {line}'
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\0") == ["before", text, "after", ""]
    assert list(tmp_path.iterdir()) == []


def test_names_in_a_store_act_on_no_terminal(strange: Path, forged: Forge) -> None:
    """The program's own bytes, through a pseudo-terminal."""
    forged(label="\x1b[2Jlabel [red]x[/]\u202e", suite="s\x9b2J\nRun x: every case is right")
    for command in (
        *(("show",), ("store", "list"), ("show", "--served")),
        ("store", "history", "evaluation"),
    ):
        said = on_a_terminal(strange, *command, "--store", "results.db")
        assert "label [red]x[/]" in said or command[0] == "history" or "--served" in command
        assert "2J\n" not in said and "\x1b[2J" not in said
        for sign in ("\u202e", "\x9b", "\x1b[31m"):
            assert sign not in said
        assert not re.search("^Run x: every case", said, re.MULTILINE)


def on_a_terminal(folder: Path, *arguments: str) -> str:
    """What the program writes to a terminal, colours included."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, *arguments], cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs,
        env={**os.environ, "COLUMNS": "200"},
    )  # fmt: skip
    os.close(theirs)
    said = b""
    with suppress(OSError):  # the other end is closed
        while chunk := os.read(ours, 65536):
            said += chunk
    os.close(ours)
    assert process.wait() == 0, said.decode()
    return said.decode().replace("\r\n", "\n")


def test_the_command_that_replays_a_case_is_one_command(strange: Path) -> None:
    name = "x'; touch PWN; echo '\u202e"
    tables = [table for table in metadata.tables.values() if "sut" in table.c]
    with Store(str(strange / "results.db")) as store, store.engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        for table in tables:
            for row in connection.execute(select(table)).mappings().all():
                changed = {**row, "sut": name}
                if table is evaluations:
                    changed["outcome"] = "crash"
                sealed = seal(table, changed) if "row_hash" in table.c else changed
                key = [column == row[column.name] for column in table.primary_key]
                connection.execute(update(table).where(*key).values(sealed))
        count_anew(connection)
    ended = Cli(strange)("show", "--wrong", "--store", "results.db")
    assert ended.code == 0 and "Replay one with: " in ended.err, ended.err
    line = ended.err.split("Replay one with: ")[1]
    words = subprocess.run(
        ["bash", "-c", f'ringassay() {{ printf "%s\\0" "$@"; }}; {line}'],
        cwd=strange, capture_output=True, text=True, check=True,
    ).stdout.split("\0")  # fmt: skip
    assert words[words.index("--sut") + 1] == name
    assert not (strange / "PWN").exists() and is_harmless(ended.err + ended.out)


def calls() -> Iterator[tuple[str, ast.AST]]:
    """Place and node of everything in the sources that are judged."""
    for path in sorted(SOURCES.rglob("*.py")):
        name = str(path.relative_to(SOURCES))
        if name in PRINTERS or name.startswith(APART):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            yield f"{name}:{getattr(node, 'lineno', 0)}", node


def leads_out(node: ast.AST) -> bool:
    """Whether it is another way to a terminal than `cli/screen.py`."""
    match node:
        case ast.Call(func=func):
            called = ast.unparse(func)
            return called in {"print", "os.write", "warnings.warn"} or bool(
                re.fullmatch(r"(typer|click)\.s?echo|typer\.secho|.*print_exc|pprint.*", called)
            )
        case ast.ImportFrom(module=str(module)):
            return module.split(".")[0] == "rich"
        case ast.Import(names=names):
            return any(one.name.split(".")[0] == "rich" for one in names)
        case ast.Attribute():
            return ast.unparse(node) in {
                "sys.stdout.write",
                "sys.stderr.write",
                "sys.stdout.buffer",
            }
    return False


COMMAND = re.compile(
    rf"(?<![\w./-])ringassay ({'|'.join(COMMANDS)})( [a-z]+)?( --?[a-z-]+([ =]\S+)?)*[ =]['\"]?$"
)
"""A command up to where a value stands."""
HASHED = "store/ownership.py"
"""Has such a text that is hashed and never printed."""


def puts_a_name_into_a_command(node: ast.AST) -> bool:
    """Whether a text with a command has a value behind it that is no word of the shell."""
    if not isinstance(node, ast.JoinedStr):
        return False
    before = ""
    for part in node.values:
        if isinstance(part, ast.Constant):
            before += str(part.value)
            continue
        if COMMAND.search(before) and "shell." not in ast.unparse(part):
            return True
        before += "x"
    return False


def test_no_module_prints_in_another_way() -> None:
    assert [place for place, node in calls() if leads_out(node)] == []
    for bad in (
        "print(x)",
        "typer.echo(x)",
        "from rich.console import Console",
        "sys.stdout.write",
    ):
        assert any(map(leads_out, ast.walk(ast.parse(bad)))), bad


def test_no_command_is_put_together_without_quoting() -> None:
    found = [place for place, node in calls() if puts_a_name_into_a_command(node)]
    assert [place for place in found if not place.startswith(HASHED)] == []
    bad = "f\"do: ringassay run --of {name} --sut '{sut}'\""
    assert any(map(puts_a_name_into_a_command, ast.walk(ast.parse(bad))))
