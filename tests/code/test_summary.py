"""Tables and histogram of planted functions; sums over real code bases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ringassay.analysis.code import (
    CodeBase,
    CodeError,
    FileMetrics,
    Function,
    Grade,
    Lines,
    Options,
    measure,
)
from ringassay.analysis.code.languages import MEASURED, c_headers, kind
from ringassay.analysis.code.summary import (
    by_directory,
    grades,
    grades_by_language,
    histogram,
    lines_by_language,
    most_complex,
    remarks,
    source_lines,
)

ROOT = Path(__file__).parents[2]
# How many functions of each complexity are planted.
PLANTED = {1: 40, 2: 9, 3: 8, 5: 4, 6: 3, 10: 2, 11: 5, 13: 1, 14: 2, 15: 1, 300: 1}


def _function(name: str, complexity: int) -> Function:
    return Function(name, 1, 2, complexity)


def _planted() -> list[Function]:
    return [
        _function(f"f{complexity}_{n}", complexity)
        for complexity, many in PLANTED.items()
        for n in range(many)
    ]


def test_grades_change_after_five_and_ten() -> None:
    expected = {1: Grade.A, 5: Grade.A, 6: Grade.B, 10: Grade.B, 11: Grade.C, 99: Grade.C}
    assert {cc: _function("f", cc).grade for cc in expected} == expected


def test_planted_complexities_come_back() -> None:
    counted = grades(_planted())
    assert (counted.a, counted.b, counted.c, counted.straight) == (61, 5, 10, 40)
    assert counted.total == sum(PLANTED.values())
    shown = dict(histogram(_planted()))
    assert list(shown) == [*map(str, range(1, 14)), "14+"]
    assert shown["14+"] == PLANTED[14] + PLANTED[15] + PLANTED[300]
    assert all(shown[str(cc)] == PLANTED.get(cc, 0) for cc in range(1, 14))
    assert sum(shown.values()) == sum(PLANTED.values())


def _base(name: str, *files: FileMetrics) -> CodeBase:
    return CodeBase(name, name, files)


def test_the_most_complex_come_first_and_ties_in_order() -> None:
    one = _base(
        "one",
        FileMetrics("b.rs", "Rust", Lines(9), (_function("low", 2), _function("high", 20))),
        FileMetrics("a/c.rs", "Rust", Lines(1), (_function("straight", 1),)),
    )
    two = _base("two", FileMetrics("a.c", "C", Lines(5), (_function("tie", 20),)))
    found = [(located.base, located.function.name) for located in most_complex([one, two], 9)]
    assert found == [("one", "high"), ("two", "tie"), ("one", "low")]
    assert len(most_complex([one, two], 1)) == 1
    assert most_complex([one, two], 0) == ()


def test_directories_are_cut_at_the_depth() -> None:
    base = _base(
        "x",
        FileMetrics("a/b/c/d.rs", "Rust", Lines(1, 2, 3), (_function("f", 7),)),
        FileMetrics("a/e.py", "Python", Lines(10), ()),
        FileMetrics("f.go", "Go", Lines(100), (_function("g", 1),)),
        FileMetrics("a/notes.md", "Markdown", Lines(1000)),
    )
    found = {one.path: (one.files, one.lines.code, one.grades.b) for one in by_directory(base, 2)}
    assert found == {"a/b": (1, 1, 1), "a": (1, 10, 0), ".": (1, 100, 0)}
    assert [one.path for one in by_directory(base, 0)] == ["."]


def test_headers_go_with_the_larger_part() -> None:
    assert c_headers(["C", "C Header"]) == "C"
    assert c_headers(["C++", "C Header", "C Header"]) == "C++"
    assert c_headers(["C", "C", "C++", "C Header"]) == "C"
    assert c_headers(["C Header"]) == "C"
    assert (kind("C Header", "C++"), kind("C++ Header"), kind("Rust")) == ("C++", "C++", "Rust")


@pytest.fixture(scope="module")
def crates() -> CodeBase:
    return measure(ROOT / "crates", "crates")


def test_sums_of_the_crates_agree(crates: CodeBase) -> None:
    total = source_lines(crates)
    measured = [file for file in crates.files if file.language in MEASURED]
    assert total == sum((file.lines for file in measured), Lines())
    assert total == sum((d.lines for d in by_directory(crates, 1)), Lines())
    rust = next(one for one in lines_by_language(crates) if one.language == "Rust")
    assert rust.files == len([file for file in measured if file.language == "Rust"])
    functions = [function for _, function in crates.functions("Rust")]
    ((_, counted),) = ((lang, g) for lang, g in grades_by_language(crates) if lang == "Rust")
    assert counted.total == len(functions) == sum(count for _, count in histogram(functions))
    assert remarks(crates) == ()


def test_every_line_of_the_crates_is_counted_once(crates: CodeBase) -> None:
    for file in crates.files:
        if file.language == "Rust":
            text = (ROOT / "crates" / file.path).read_text()
            assert file.lines.total == len(text.split("\n")) - text.endswith("\n"), file.path


def test_every_function_of_the_crates_is_known_once(crates: CodeBase) -> None:
    """Against a scan for `fn name` that knows only comments and literals."""
    hidden = re.compile(
        r'//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?\'(?:\\.[^\']*|[^\'\\])\'', re.S
    )
    checked = 0
    for file in crates.files:
        text = (ROOT / "crates" / file.path).read_text()
        if file.language != "Rust" or re.search(r"macro_rules!|proptest!|\bi!", text):
            continue  # what a macro is given is no function of the source
        bare = hidden.sub(lambda match: "\n" * match.group().count("\n"), text)
        scanned = []
        for match in re.finditer(r"\bfn\s+(\w+)", bare):
            rest = bare[match.end() :]
            depth = 0
            for c in rest:
                depth += (c in "([") - (c in ")]")
                if not depth and c in "{;":
                    break
            if c == "{":
                scanned.append(match[1])
        found = [f.name.rpartition("::")[2] for f in file.functions or ()]
        assert sorted(found) == sorted(scanned), file.path
        checked += len(found)
    assert checked > 500


# Functions of the crates, counted by hand.
OWN = {
    ("code/src/rust/bound.rs", "check"): 1,
    # while let, if, ?, three arms, three arms, ||, if, &&, a guard
    ("code/src/rust/bound.rs", "descend"): 12,
    # six times ?, two for, two if
    ("code/src/rust/literals.rs", "hidden"): 11,
    # while let, four arms
    ("code/src/rust/literals.rs", "ranges"): 5,
    # three times ?
    ("code/src/rust/mod.rs", "read"): 4,
    # two arms, a guard
    ("code/src/rust/mod.rs", "body"): 3,
    # seven arms
    ("code/src/rust/visitor.rs", "type_name"): 7,
    # three arms, a guard
    ("code/src/rust/visitor.rs", "needs_test"): 4,
    ("code/src/survey.rs", "without"): 1,
}


@pytest.mark.parametrize(("path", "name"), OWN)
def test_own_sources_match_a_hand_count(crates: CodeBase, path: str, name: str) -> None:
    (function,) = (f for file, f in crates.functions() if (file.path, f.name) == (path, name))
    assert function.complexity == OWN[path, name]


def test_tests_and_vendored_code_can_be_left_out(tmp_path: Path) -> None:
    sources = {
        "src/a.rs": "fn a() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {}\n}\n",
        "tests/b.rs": "fn b() {}\n",
        "a_test.go": "package a\nfunc TestA() {}\n",
        "test_c.py": "def test_c():\n    pass\n",
        "vendor/d.c": "int d(void) { return 1; }\n",
        "GadgetSpec.hs": "spec = 1\n",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    everything = measure(tmp_path, "x")
    assert {file.path for file in everything.files} == set(sources)
    core = measure(tmp_path, "x", Options(tests=False, vendored=False))
    assert [(file.path, file.lines.code) for file in core.files] == [("src/a.rs", 1)]
    assert [f.name for _, f in core.functions()] == ["a"]
    some = measure(tmp_path, "x", Options(exclude=("*.rs", "vendor")))
    assert {file.path for file in some.files} == {"a_test.go", "test_c.py", "GadgetSpec.hs"}


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def f(:\n")
    (tmp_path / "broken.rs").write_text("fn f( {}\n")
    (tmp_path / "latin.c").write_bytes(b"/* \xe9 */ int f(int a) { return a ? 1 : 2; }\n")
    (tmp_path / "wide.py").write_bytes("def g():\n    return 1\n".encode("utf-16"))
    (tmp_path / "large.c").write_text("int x;\n" * 100)
    base = measure(tmp_path, "x", Options(max_bytes=600))
    said = dict(remarks(base))
    assert set(said) == {"broken.py", "broken.rs", "latin.c", "large.c"}
    assert said["large.c"] == "larger than 600 bytes"
    counted = {f.name: f.complexity for _, f in base.functions()}
    assert counted == {"f": 2, "g": 1}
    assert source_lines(base).code == 5


def test_nothing_to_measure_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    with pytest.raises(CodeError, match="no source file"):
        measure(tmp_path, "x")
    with pytest.raises(OSError, match="none"):
        measure(tmp_path / "none", "x")
    (tmp_path / "a.c").write_text("int a;\n")
    with pytest.raises(CodeError, match="gitignore"):
        measure(tmp_path, "x", Options(exclude=("a{",)))
