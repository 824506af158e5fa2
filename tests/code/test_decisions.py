"""Each decision counts once, in every language; what looks like one counts nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ringassay.analysis.code import Function, haskell, measure, pythonic, tokens


def _rust(text: str) -> tuple[Function, ...]:
    raise AssertionError(f"counted by ringassay-code, from a file: {text}")


READERS: dict[str, Callable[[str], tuple[Function, ...] | None]] = {
    "c": lambda text: tokens.c_family(text)[0],
    "go": lambda text: tokens.go(text)[0],
    "hs": lambda text: haskell.functions(text)[0],
    "py": lambda text: pythonic.functions(text)[0],
    "rs": _rust,
}

# A function around a body, and statements that add the decisions beside them.
FRAMES = {
    "c": "int {name}(int a) {{\n{body}\nreturn a;\n}}\n",
    "go": "func {name}(a int) int {{\n{body}\nreturn a\n}}\n",
    "hs": "{name} :: Int -> IO Int\n{name} a = do\n{body}\n  return a\n",
    "py": "def {name}(a):\n{body}\n    return a\n",
    "rs": "fn {name}(a: u8) -> u8 {{\n{body}\na\n}}\n",
}
STATEMENTS = {
    "c": {
        "if (a) a++;": 1,
        "while (a) { a--; }": 1,
        "for (;;) { break; }": 1,
        "do { a--; } while (a > 0);": 1,
        "a = a ? 1 : 2;": 1,
        "a = a && 1 || 2;": 2,
        "switch (a) { case 1: break; case 2: break; default: break; }": 2,
        'puts("if (a) { && \\" ?");': 0,
        "/* if (a) { */ // while (a) {": 0,
        "#define CHECK(x) if (x) { \\\n  while (x) {": 0,
        "#if 0\nif (a) {\n#else\na++;\n#endif": 0,
        "#ifdef A\nif (a) {\n#elif B\nif (a > 1) {\n#else\nif (a > 2) {\n#endif\na++; }": 1,
        "a = '{' + '\\'' + '\"';": 0,
    },
    "go": {
        "if a > 0 { a++ }": 1,
        "for i := range 3 { a += i }": 1,
        "if a > 0 && a < 3 || a == 7 { a++ }": 3,
        "switch a { case 1, 2: a++; default: a-- }": 1,
        "defer func() { if a > 0 { a-- } }()": 1,
        "s := `if { && `; _ = s": 0,
        "r := '{'; _ = r // if {": 0,
        "goto end; end:": 0,
    },
    "hs": {
        "  if a > 0 then print 1 else print 2": 1,
        "  print (a > 0 && a < 3 || a == 7)": 2,
        "  case a of { 1 -> print 1; 2 -> print 2; _ -> print 3 }": 2,
        "  print (foldr (&&) True [])": 0,
        '  print "if a then && || case"': 0,
        "  -- if a then b else c": 0,
        "  print [x | x <- [a], even x]": 0,
        "  x <- pure a": 0,
    },
    "py": {
        "    if a: a += 1": 1,
        "    a = 1 if a else 2": 1,
        "    for i in range(3): a += i": 1,
        "    while a and a < 3 or a == 7: a -= 1": 3,
        "    x = [i for i in range(a) if i if i > 1]": 3,
        "    try: pass\n    except OSError: pass\n    finally: pass": 1,
        "    with a: pass": 0,
        "    assert a, 'if'": 0,
        "    match a:\n        case 1: pass\n        case b if b: pass\n        case _: pass": 3,
        "    s = f'{a if a else 2} if'": 1,
        "    # if a:": 0,
        "    g = lambda b: b or a": 1,
    },
    "rs": {
        "if a > 0 { g(); }": 1,
        "while a > 0 && b { g(); }": 2,
        "for i in 0..a { g(i); }": 1,
        "loop { break; }": 0,
        "match a { 0 => {} 1 | 2 => {} _ => {} }": 2,
        "let Some(b) = c else { return 0 };": 1,
        "g(a)?;": 1,
        "g(|| 1, '{', \"if { ?\");": 0,
    },
}
CASES = [(language, text, n) for language, all_ in STATEMENTS.items() for text, n in all_.items()]


def _complexity(language: str, body: str, folder: Path) -> int:
    text = FRAMES[language].format(name="f", body=body)
    if language == "rs":
        (folder / "f.rs").write_text(text)
        functions = measure(folder / "f.rs", "f").files[0].functions
    else:
        functions = READERS[language](text)
    assert functions is not None
    (only,) = (f for f in functions if f.name == "f")
    return only.complexity


@pytest.mark.parametrize(("language", "statement", "decisions"), CASES)
def test_what_a_statement_adds(
    language: str, statement: str, decisions: int, tmp_path: Path
) -> None:
    assert _complexity(language, statement, tmp_path) == 1 + decisions


@pytest.mark.parametrize("language", STATEMENTS)
def test_decisions_add_up(language: str, tmp_path: Path) -> None:
    """Any statements together, in any order, add what they add alone; one more `if` adds one."""
    known = STATEMENTS[language]
    one_if = next(iter(known))
    body, total = [], 1
    for statement, decisions in [*known.items(), *reversed(known.items())]:
        if language == "go" and "end:" in statement:
            continue  # a label can be set once
        body.append(statement)
        total += decisions
        assert _complexity(language, "\n".join(body), tmp_path) == total
        assert _complexity(language, "\n".join([*body, one_if]), tmp_path) == total + 1


@pytest.mark.parametrize("language", STATEMENTS)
def test_functions_do_not_touch_each_other(language: str, tmp_path: Path) -> None:
    """Every function is known once, whatever the one before it holds."""
    texts = [
        FRAMES[language].format(name=f"f{n}", body=body)
        for n, body in enumerate(STATEMENTS[language])
    ]
    source = tmp_path / f"many.{language}"
    source.write_text("\n\n".join(texts))
    (file,) = measure(source, "many").files
    found = {f.name: f.complexity for f in file.functions or ()}
    expected = {f"f{n}": 1 + d for n, d in enumerate(STATEMENTS[language].values())}
    assert found == expected
    assert len(file.functions or ()) == len(expected)


def test_go_without_a_body_is_no_function() -> None:
    text = (
        "package p\n\nfunc add(a, b []uint64,\n\tn int) (c []uint64, err error)\n"
        "func shape(a int) interface{ Area() int }\nfunc (k *Key) size() struct{ a int }\n"
        "func main() {\n\tif true {\n\t}\n}\n"
    )
    functions, _ = tokens.go(text)
    assert [(f.name, f.line, f.complexity) for f in functions or ()] == [("main", 7, 2)]


def test_a_comment_cannot_silence_the_count() -> None:
    text = "// GENERATED CODE\n// #lizard forgive global\nint f(int a) { return a ? 1 : 0; }\n"
    functions, _ = tokens.c_family(text)
    assert [(f.name, f.complexity) for f in functions or ()] == [("f", 2)]


def test_importing_lizard_leaves_the_path_alone() -> None:
    import sys

    before = list(sys.path)
    tokens.c_family("int f(void) { return 1; }\n")
    assert sys.path == before


def test_broken_haskell_is_counted_as_far_as_it_goes() -> None:
    text = (
        "f x = if x then 1 else 2\n\nbroken = case x of\n  | | in where )\n\n"
        "after = 1\n\ng 0 = 1\ng _ = 2\n"
    )
    functions, remark = haskell.functions(text)
    found = {f.name: f.complexity for f in functions}
    assert found["f"] == 2
    assert found["g"] == 2
    assert remark.startswith("line 4:")


def test_broken_python_says_where() -> None:
    functions, remark, _ = pythonic.functions("def f():\n    return (\n")
    assert functions is None
    assert remark.startswith("line 2:")


@pytest.mark.parametrize(
    "text", ["(" * 100_000, "x = " + "-" * 100_000 + "1", "a" + ".b" * 100_000, "[" * 5000]
)
def test_nesting_harms_nobody(text: str) -> None:
    assert haskell.functions(text) is not None
    assert pythonic.functions(text) is not None
    assert tokens.c_family(f"int f(void) {{ {text} }}") is not None
    assert tokens.go(f"package p\nfunc f() {{ {text} }}") is not None
