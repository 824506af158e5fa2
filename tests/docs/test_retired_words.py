"""Words that docs/glossary.md retired are not used as names any more.

Names of code and words of comments are looked at, strings are not: stored formats, protocols,
labels of seeds and commands keep the words with which they were written. What users read (pages,
notebooks, the texts of the command line and of reports) is looked at word by word, strings too.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (
    *("crates", "python", "tests", "adapters", "examples", "scripts", "fuzz/invariants"),
    *("benches", "docs/pictures", "packaging"),
)

CRATES = r"crates/|fuzz/"
CODE = r""
WORDS = {
    # the retired word: (where, what to say instead)
    "rung": (CODE, "level"),
    "ladder": (CODE, "modulus chain"),
    "hint": (r"crates/(scheme|cost|params|bench|py|ringassay)/", "key-switching key"),
    "positional": (CODE, "multiprecision"),
    "spectra": (r"crates/(ring|scheme|cost|testkit)/|fuzz/", "evaluation form"),
    "alien": (CODE, "foreign"),
    "surroundings": (CODE, "working set, environment"),
    "promised": (r"crates/|fuzz/|python/|tests/", "guaranteed, checked"),
    "book": (r"crates/(ring|cost|py|predict|engine|scheme)/", "recording"),
    "observation": (CRATES, "cost record"),
    "seedling": (CODE, "candidate gate"),
    "workshop": (CODE, "plan inputs"),
    "comb": (r"crates/(kernels|ring|testkit)/", "strided map"),
    "fan": (r"crates/kernels/", "packed twiddles"),
    "masking": (r"crates/scheme/src/(bgv/|bfv/|hybrid)", "RLWE sample"),
    "setting": (r"crates/papers/src/(rlwe|scheme)/", "context"),
    "door": (CODE, "protocol"),
    "house": (CODE, "project"),
    "rooms": (CODE, "layers"),
    "face": (CODE, "API"),
    "journal": (CODE, "run writer, log"),
    "rig": (CODE, "host"),
}
# The same as a pair of parts.
PAIRS = {("capacity", "bits"): "budget bits"}
# (path, name): what users write or papers are called.
ALLOWED = {
    ("python/ringassay/evaluation/schedule.py", "Journal"),  # of Chemistry
    ("scripts/import_circles.py", "Journal"),  # on Computing
    ("python/ringassay/trace/function.py", "VAR_POSITIONAL"),  # of Python's own `inspect`
    # The option `--journal` of `ringassay predict`, which keeps its name, and the files it names.
    ("python/ringassay/cli/predict.py", "journal"),
    ("python/ringassay/predict/truth.py", "journal"),
    ("tests/predict/test_sweeps.py", "journal"),
}
# Words that no page, notebook, help or report uses.
PROSE = re.compile(
    r"\b(rungs?|ladders?|positional|spectra|aliens?|surroundings|seedlings?|workshops?"
    r"|doors?|houses?|rooms|faces?|journals?|rigs?|masked|hints?)\b",
    re.IGNORECASE,
)
PAGES = ("*.md", "docs/**/*.md", "vectors/*.md", "crates/*/README.md", "examples/*.ipynb")
SHOWN = ("python/ringassay/cli/*.py", "python/ringassay/report/**/*.py")
# What lists the words, or what was called so.
RECORDS = {"docs/glossary.md", "CHANGELOG.md"}
# (path, words around): a plain meaning, or a name that is kept (docs/glossary.md).
KEPT = {
    ("docs/methods.md", "Journal of Business"),
    ("docs/methods.md", "Scandinavian Journal of"),
    ("docs/install.md", "`positional fv"),  # a verb of the runtime
    ("docs/explore.md", "--journal runs.jsonl"),
    ("docs/serialisation.md", "ringassay 2026 fingerprint of positional"),  # a label that is hashed
    ("python/ringassay/cli/predict.py", "journal: Annotated"),
    ("python/ringassay/cli/predict.py", "journal=journal"),
}
SELF = Path(__file__).resolve()

STRING = {
    ".rs": r'b?r(?P<h>#*)".*?"(?P=h)|b?"(?:\\.|[^"\\])*"'
    r"|b?'(?:\\.|[^'\\\n])'|(?:std|core)::hint\b|\bhint::black_box\b",
    ".py": r'"""(?P<kept>.*?)"""|"(?:\\.|[^"\\\n])*"' r"|'(?:\\.|[^'\\\n])*'",
    ".go": r'`[^`]*`|"(?:\\.|[^"\\\n])*"',
}
COMMENT = {".rs": r"//[^\n]*", ".py": r"#[^\n]*", ".go": r"//[^\n]*"}
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def without_strings(text: str, suffix: str) -> str:
    """The code and its comments (and docstrings), in lines that stay where they were."""
    pattern = re.compile(f"(?P<comment>{COMMENT[suffix]})|{STRING[suffix]}", re.DOTALL)

    def kept(match: re.Match[str]) -> str:
        found = match["comment"] or match.groupdict().get("kept")
        return found or "\n" * match[0].count("\n")

    return pattern.sub(kept, text)


def parts(name: str) -> list[str]:
    return [part.lower() for part in PART.findall(name)]


def singular(part: str) -> str:
    return part[:-1] if part.endswith("s") and part not in WORDS else part


def retired(text: str, path: str) -> Iterator[tuple[int, str, str]]:
    """The line, the name and what to write instead, for each retired word."""
    suffix = Path(path).suffix.removesuffix("i")
    for number, line in enumerate(without_strings(text, suffix).splitlines(), 1):
        for name in re.findall(r"\w+", line):
            if (path, name) in ALLOWED:
                continue
            of = [singular(part) for part in parts(name)]
            for part in of:
                where, instead = WORDS.get(part, (None, ""))
                if where is not None and re.match(where, path):
                    yield number, name, instead
            for a, b in zip(of, parts(name)[1:], strict=False):
                if (a, b) in PAIRS:
                    yield number, name, PAIRS[a, b]


def sources() -> list[Path]:
    files = (file for folder in FOLDERS for file in (ROOT / folder).rglob("*"))
    kinds = {".rs", ".py", ".pyi", ".go"}
    return sorted(file for file in files if file.suffix in kinds and file.resolve() != SELF)


def test_no_name_is_a_retired_word() -> None:
    files = sources()
    assert len(files) > 900
    found = []
    for file in files:
        path = file.relative_to(ROOT).as_posix()
        names = {*parts(file.stem)}
        found += [
            f"{path}: the file"
            for word, (where, _) in WORDS.items()
            if word in names and re.match(where, path) and file.name not in KEPT_FILES
        ]
        for line, name, instead in retired(file.read_text(encoding="utf-8"), path):
            found.append(f"{path}:{line}: {name}: {instead}")
    assert not found, "\n".join(found)


def retired_prose(text: str, path: str) -> Iterator[tuple[int, str]]:
    """The line and the word, for each retired word in what users read."""
    for number, line in enumerate(text.splitlines(), 1):
        for _, kept in (one for one in KEPT if one[0] == path):
            line = line.replace(kept, "")  # noqa: PLW2901
        for word in PROSE.findall(line):
            yield number, word


def test_no_page_and_no_help_uses_a_retired_word() -> None:
    files = {file for pattern in (*PAGES, *SHOWN) for file in ROOT.glob(pattern)}
    assert len(files) > 150
    found, used = [], set()
    for file in sorted(files):
        path = file.relative_to(ROOT).as_posix()
        if path in RECORDS:
            continue
        text = file.read_text(encoding="utf-8")
        used |= {one for one in KEPT if one[0] == path and one[1] in text}
        found += [f"{path}:{line}: {word}" for line, word in retired_prose(text, path)]
    assert not found, "\n".join(found)
    assert used == KEPT, f"no longer needed: {KEPT - used}"


@pytest.mark.parametrize(
    ("path", "text", "count"),
    [
        ("docs/bgv.md", "The rooms of the house. Leave room for P.", 2),
        ("docs/bgv.md", "The Ladder\nand a rung; seedlings", 3),
        ("docs/methods.md", "Journal of Business & Statistics; a journal", 1),
        ("docs/suites.md", "Journal of Business", 1),
        ("python/ringassay/cli/run.py", 'help="Behind one door."', 1),
        ("docs/bgv.md", "surface, household, doorstep, trigger", 0),
    ],
)
def test_retired_words_are_found_in_prose(path: str, text: str, count: int) -> None:
    assert len(list(retired_prose(text, path))) == count


# Programs keep their names.
KEPT_FILES = {"ringassay-positional.rs"}


@pytest.mark.parametrize(
    ("path", "text", "count"),
    [
        ("crates/scheme/src/x.rs", "fn product_rung(a: Rungs) {} // of a Ladder", 3),
        ("crates/scheme/src/x.rs", 'Label::new("key.hint"); std::hint::black_box(x)', 0),
        ("crates/scheme/src/x.rs", "let KSHint = all_hints;", 2),
        ("crates/circuit/src/x.rs", "let hint = 1;", 0),
        (
            "crates/scheme/src/x.rs",
            "budget.capacity(); capacity_bits(); strung; Vec::with_capacity",
            1,
        ),
        ("python/ringassay/x.py", '"""A rung."""\nx = {"rung": ladder}', 2),
        ("python/ringassay/evaluation/schedule.py", "# Journal of\njournal", 1),
        ("adapters/lattigo/x.go", "ladder := `rung`", 1),
    ],
)
def test_retired_words_are_found(path: str, text: str, count: int) -> None:
    assert len(list(retired(text, path))) == count
