"""The rows of a ring benchmark in the form of Λ∘λ's tables 4.3, 4.4 and 4.5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ringassay.analysis.bench.elsewhere import Elsewhere, Key
from ringassay.analysis.bench.ring import simple
from ringassay.store import BenchmarkRow


@dataclass(frozen=True)
class TableForm:
    """The columns of one of the tables: label, operation, basis of the operand."""

    caption: str
    columns: tuple[tuple[str, str, str], ...]


CONVERSIONS = TableForm(
    "Conversions between the powerful (P), CRT (C) and decoding (D) bases",
    (
        ("P→C", "crt", "powerful"),
        ("C→P", "crt_inverse", "crt"),
        ("D→P", "l", "decoding"),
        ("P→D", "l_inverse", "powerful"),
    ),
)
OPERATIONS = TableForm(
    "Multiplication, multiplication and division by g, lifting, addition",
    (
        ("a·b C", "multiply", "crt"),
        ("·g P", "mul_g", "powerful"),
        ("·g D", "mul_g", "decoding"),
        ("·g C", "mul_g", "crt"),
        ("/g P", "div_g", "powerful"),
        ("/g D", "div_g", "decoding"),
        ("/g C", "div_g", "crt"),
        ("lift P", "lift", "powerful"),
        ("a+b P", "add", "powerful"),
    ),
)
EXTENSIONS = TableForm(
    "From a ring to its subring and back",
    (
        ("twace P", "twace", "powerful"),
        ("twace D", "twace", "decoding"),
        ("twace C", "twace", "crt"),
        ("embed P", "embed", "powerful"),
        ("embed D", "embed", "decoding"),
        ("embed C", "embed", "crt"),
    ),
)
FORMS = (CONVERSIONS, OPERATIONS, EXTENSIONS)


@dataclass(frozen=True)
class Entry:
    """One measured operation; `others_us` has a figure for each source that knows it."""

    row: BenchmarkRow
    others_us: dict[str, float]

    @property
    def us(self) -> float:
        """Microseconds, the median."""
        return self.row.median_ns / 1000


@dataclass(frozen=True)
class TableLine:
    """One index, or one pair of indices, with an entry (or None) for each column."""

    m: int
    m_big: int | None
    n: int
    entries: tuple[Entry | None, ...]


def table_lines(
    form: TableForm,
    rows: Sequence[BenchmarkRow],
    sources: Sequence[Elsewhere],
    library: str = "ringassay",
) -> list[TableLine]:
    """The lines of one table, in the order in which the indices were measured."""
    ours = simple(rows, library)
    wanted = {(operation, basis) for _label, operation, basis in form.columns}
    places = dict.fromkeys(
        (key.m, key.m_big, row.n) for key, row in ours.items() if key[:2] in wanted
    )

    def entry(key: Key) -> Entry | None:
        if key not in ours:
            return None
        others = {s.key: s.figures[key] for s in sources if key in s.figures}
        return Entry(ours[key], others)

    return [
        TableLine(
            m,
            m_big,
            n,
            tuple(entry(Key(operation, basis, m, m_big)) for _, operation, basis in form.columns),
        )
        for m, m_big, n in places
    ]
