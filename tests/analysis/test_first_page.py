"""Every sentence and figure of a report's first page, recomputed from the export.

The export is read with `csv` and computed with `statistics` and `math`: nothing of the analysis is
used but the estimator of security, by name. A sentence that no pattern here knows fails the test.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import fmean, median, quantiles, stdev

import factory
import pytest
from scipy.stats import t as student

from ranked import beyond_chance, typical
from ringassay.report.build import build_report
from ringassay.report.document import Callout, Details, Document, Items, KeyFigures, Table, walk
from ringassay.report.markup.inline import plain
from ringassay.report.sections.decision import MARK
from ringassay.security.delivered import delivered
from ringassay.security.stated import stated
from ringassay.store import RunData, export_csv
from ringassay.store.frames import FRAMES, make_frame

Row = dict[str, str]
STEPS = ("encrypt", "evaluate", "decrypt")
UNITS = {"ns": 1.0, "µs": 1e3, "ms": 1e6, "s": 1e9}
CLOSE = 6e-3  # three digits
BEST = "Who is best"
POINTS = [(8, d, w) for d in (2, 3, 4, 5, 6, 7) for w in (3, 6)]


def stored() -> RunData:
    """Three that encrypt, of which one delivers more than the others and costs more, one that does
    not encrypt."""
    costs = {
        "quick": factory.Costs(decrypt=lambda d, w, n: 9e6 + 4e5 * d),
        "slow": factory.Costs(
            evaluate=lambda d, w, n: 3e7 + 11e6 * w * d, key_bytes=lambda d, w, n: 3e5 * d * d + 1e6
        ),
        "apart": factory.Costs(
            evaluate=lambda d, w, n: 1e8 + 4e7 * w * d, key_bytes=lambda d, w, n: 4e5 * d * d + 1e7
        ),
    }
    suts = [factory.Sut("plain", security_bits=0.0)]
    suts += [factory.Sut(name, cost) for name, cost in costs.items()]
    suts.append(factory.Sut("quick (again)", costs["quick"]))
    frames = factory.run(suts, POINTS, single_gates=("LADD", "LMUL"))
    frames.suts["twin_of"] = [None, None, None, None, "quick"]
    keys = frames.keys
    keys.loc[keys["sut"] == "apart", "log2_qp"] = 300.0
    keys.loc[(keys["sut"] == "slow") & (keys["depth"] == 2.0), "log2_qp"] = 320.0
    return RunData(
        **{name: make_frame(name, list(records(getattr(frames, name), name))) for name in FRAMES},
        damaged=(),
    )


def records(frame, name: str) -> Iterable[dict[str, object]]:  # type: ignore[no-untyped-def]
    for row in frame.to_dict("records"):
        for column, value in row.items():
            if isinstance(value, float) and math.isnan(value):
                row[column] = None
            elif FRAMES[name].get(column) == "Int64" and value is not None:
                row[column] = round(value)
        yield row


class Export:
    """The exported rows, the second measurement of `quick` apart."""

    def __init__(self, folder: Path) -> None:
        def read(name: str) -> list[Row]:
            with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
                return [
                    {k: v.removeprefix("'") for k, v in row.items()} for row in csv.DictReader(file)
                ]

        self.circuits = {row["circuit"]: row for row in read("circuits")}
        self.keys, self.ingestions = read("keys"), read("ingestions")
        self.evaluations = read("evaluations")
        self.key_of = {(row["sut"], row["key"]): row for row in self.keys}
        self.ingestion_of = {(r["sut"], r["key"], r["circuit"]): r for r in self.ingestions}
        assert {row["outcome"] for row in self.evaluations} == {"ok"}

    def of(self, rows: list[Row], sut: str) -> list[Row]:
        return [row for row in rows if row["sut"] == sut]

    def bits(self, sut: str) -> dict[str, float]:
        """Our estimate for each request."""
        return {
            row["params"]: delivered(
                stated(
                    "BFV",
                    float(row["n"]),
                    float(row["m"]),
                    (float(row["log2_q"]), float(row["log2_qp"])),
                    (row["secret"], row["error"], row["parameters"]),
                )
            ).bits
            for row in self.of(self.keys, sut)
        }

    def price(self, less: str, more: str) -> float:
        """The most bits that one lies below the other for a request."""
        one, other = self.bits(less), self.bits(more)
        return max(other[params] - one[params] for params in one)

    def params(self, row: Row) -> str:
        return self.key_of[row["sut"], row["key"]]["params"]


def steps(row: Row, clock: str, which: Iterable[str] = STEPS) -> float:
    return sum(float(row[f"{step}_{clock}_ns"]) for step in which)


def first_answer(export: Export, row: Row) -> float:
    key = export.key_of[row["sut"], row["key"]]
    taken = export.ingestion_of[row["sut"], row["key"], row["circuit"]]
    return float(key["client_cpu_ns"]) + float(taken["server_cpu_ns"]) + steps(row, "cpu")


Value = Callable[[Export, Row], float]
# Phrase of a sentence: rows, unit of repetition, and what decides.
ASPECTS: dict[str, tuple[str, str, Value]] = {
    "key generation": ("keys", "params", lambda e, r: float(r["client_cpu_ns"])),
    "key size": ("keys", "params", lambda e, r: float(r["key_bytes"])),
    "ingestion": ("ingestions", "circuit", lambda e, r: float(r["server_cpu_ns"])),
    **{
        words: ("evaluations", "circuit", lambda e, r, s=step: steps(r, "cpu", [s]))
        for words, step in zip(("encryption", "evaluation", "decryption"), STEPS, strict=True)
    },
    "an answer under a key that exists": ("evaluations", "circuit", lambda e, r: steps(r, "cpu")),
    "a first answer from nothing": ("evaluations", "params", first_answer),
    "size of fresh ciphertexts": ("evaluations", "circuit", lambda e, r: float(r["fresh_bytes"])),
    "size of an evaluated ciphertext": (
        "evaluations", "circuit", lambda e, r: float(r["evaluated_bytes"])
    ),
}  # fmt: skip


def log_ratios(export: Export, less: str, more: str, aspect: str) -> list[float]:
    """The mean logarithm of more over less, unit by unit."""
    sides = paired(export, less, more, aspect)
    units: dict[str, list[float]] = {}
    for case, needed in sides[0].items():
        units.setdefault(case[0], []).append(math.log(sides[1][case] / needed))
    return [fmean(logs) for logs in units.values()]


def quotient_of_sums(export: Export, less: str, more: str, aspect: str) -> float:
    """All units together, each with its mean."""
    sums = []
    for side in paired(export, less, more, aspect):
        units: dict[str, list[float]] = {}
        for case, needed in side.items():
            units.setdefault(case[0], []).append(needed)
        sums.append(sum(fmean(one) for one in units.values()))
    return sums[1] / sums[0]


def paired(export: Export, less: str, more: str, aspect: str) -> list[dict[tuple[str, ...], float]]:
    """What each needs, case by case, the unit first."""
    frame, unit, value = ASPECTS[aspect]
    sides: list[dict[tuple[str, ...], float]] = []
    for sut in (less, more):
        rows = export.of(getattr(export, frame), sut)
        sides.append(
            {
                (export.params(r) if unit == "params" else r["circuit"],
                 r.get("circuit", ""), r.get("input", "")): value(export, r)
                for r in rows
            }
        )  # fmt: skip
    return sides


def interval(logs: list[float]) -> tuple[float, float]:
    half = stdev(logs) / math.sqrt(len(logs)) * float(student.ppf(0.975, len(logs) - 1))
    return math.exp(fmean(logs) - half), math.exp(fmean(logs) + half)


def floor(export: Export, clock: str) -> float:
    """What the second measurement of `quick` differs from the first beyond chance."""
    sides = [
        {(r["circuit"], r["input"]): steps(r, clock) for r in export.of(export.evaluations, sut)}
        for sut in ("quick", "quick (again)")
    ]
    units: dict[str, list[float]] = {}
    for case, time in sides[0].items():
        units.setdefault(case[0], []).append(math.log(sides[1][case] / time))
    logs = [fmean(one) for one in units.values()]
    return max(0.02, math.expm1(beyond_chance(logs)))


def number(text: str) -> float:
    return float(text.replace("\u202f", ""))


def time_ns(text: str) -> float:
    value, unit = text.removesuffix(f"\u00a0{MARK}").split("\u00a0")
    return number(value) * UNITS[unit]


# --- a check for each kind of sentence -----------------------------------------------------------


def check_all_right(export: Export, found: re.Match[str]) -> None:
    suts = ("plain", "quick", "slow", "apart")
    each = len(export.of(export.evaluations, "quick"))
    assert number(found[1]) == sum(len(export.of(export.evaluations, s)) for s in suts)
    bound = 100.0 * (1.0 - 0.05 ** (1.0 / each))
    assert float(found[2]) == pytest.approx(bound, abs=0.051)


def check_choice(export: Export, found: re.Match[str]) -> None:
    chosen = found[1]
    gains = re.findall(
        r"([a-z][a-z ]*?) \((\w+), the next, needs ([\d.]+) times as much"
        r"(?:, ([\d.]+) to ([\d.]+))?(?:, ([\d.]+) in sum)?\)",
        found[2],
    )
    assert gains and len(gains) == found[2].count("(")
    for words, more, factor, low, high, in_sum in gains:
        aspect = words.removeprefix("or ")
        logs = log_ratios(export, chosen, more, aspect)
        factor_of, *ends = map(math.exp, typical(logs))
        assert float(factor) == pytest.approx(factor_of, rel=CLOSE), aspect
        assert ends[0] > 1.0, aspect
        if low:
            assert (float(low), float(high)) == pytest.approx(ends, rel=CLOSE), aspect
        else:
            assert "size" in aspect  # counted
        sums = quotient_of_sums(export, chosen, more, aspect)
        assert float(in_sum or factor) == pytest.approx(sums, rel=CLOSE if in_sum else 0.06), aspect
        if aspect == "an answer under a key that exists":
            assert float(factor) > 1.0 + floor(export, "cpu")
    prices = re.findall(r"up to ([\d.]+) bits less than (\w+) \(([^)]*)\)", found[3])
    assert prices
    for bits, other, beside in prices:
        assert float(bits) == pytest.approx(export.price(chosen, other), rel=CLOSE)
        shown = [float(bits) for bits in re.findall(r"[\d.]+", beside)]
        ends = [end(export.bits(s).values()) for s in (chosen, other) for end in (min, max)]
        assert sorted(set(shown)) == sorted({float(f"{bits:.3g}") for bits in ends})


def check_between(export: Export, found: re.Match[str]) -> None:
    """Of the two no difference is planted; the third needs more."""
    logs = log_ratios(export, found[2], found[3], found[1])
    assert abs(fmean(logs)) < 0.02
    assert interval(log_ratios(export, found[2], found[4], found[1]))[0] > 1.0


def check_bare(export: Export, found: re.Match[str]) -> None:
    assert {float(r["security_bits"]) for r in export.of(export.keys, found[1])} == {0.0}


def check_overhead(export: Export, found: re.Match[str]) -> None:
    rows = export.of(export.evaluations, found[1])
    ratios = [float(r["total_wall_ns"]) / float(r["baseline_ns"]) for r in rows]
    units: dict[str, list[float]] = {}
    for row, ratio in zip(rows, ratios, strict=True):
        units.setdefault(row["circuit"], []).append(math.log(ratio))
    logs = [fmean(one) for one in units.values()]
    cuts = quantiles(ratios, n=20, method="inclusive")
    expected = (math.exp(fmean(logs)), *interval(logs), fmean(ratios), cuts[0], cuts[-1])
    assert [number(text) for text in found.groups()[1:]] == pytest.approx(expected, rel=CLOSE)


def check_gates(export: Export, found: re.Match[str]) -> None:
    times: dict[str, list[float]] = {}
    for row in export.of(export.evaluations, found[1]):
        circuit = export.circuits[row["circuit"]]
        if circuit["kind"] == "single" and float(circuit["batch"]) == float(found[2]):
            alone = float(row["evaluate_compute_cpu_ns"]) - (
                float(row["evaluate_load_ns"]) + float(row["evaluate_save_ns"])
            )
            times.setdefault(circuit["gate"], []).append(alone / float(circuit["gates"]))
    medians = {gate: median(found) for gate, found in times.items()}
    cheap, dear = min(medians, key=lambda g: medians[g]), max(medians, key=lambda g: medians[g])
    assert (found[4], found[6]) == (cheap, dear)
    assert time_ns(found[3]) == pytest.approx(medians[cheap], rel=CLOSE)
    assert time_ns(found[5]) == pytest.approx(medians[dear], rel=CLOSE)


def check_floor(export: Export, found: re.Match[str]) -> None:
    for text, clock in ((found[1], "cpu"), (found[2], "wall")):
        assert float(text) == pytest.approx(100.0 * floor(export, clock), abs=0.051)
    assert found[3] == "quick"
    circuits = {row["circuit"] for row in export.of(export.evaluations, "quick (again)")}
    assert int(found[4]) == len(circuits)


_N = r"([\d\u202f]+(?:\.\d+)?)"
KNOWN: dict[str, Callable[[Export, re.Match[str]], None]] = {
    rf"All {_N} results of plain, quick, slow and apart are right\. With 95.% confidence each of "
    r"them errs in fewer than ([\d.]+).% of such evaluations\.": check_all_right,
    r"For circuits of these families, choose (\w+) if what counts is (.*)\. "
    r"(The price is security: for the same request .*)\.": check_choice,
    r"In (.*) the choice is between (\w+) and (\w+): (\w+) needs more than "
    r"another\.": check_between,
    r"(\w+) is no candidate: it does not encrypt\.": check_bare,
    rf"(\w+) takes {_N} times as long as the plaintext baseline in the geometric mean \(95.% "
    rf"interval {_N} to {_N}\) and {_N} times in the arithmetic mean; the middle nine tenths of "
    rf"the ratios lie between {_N} and {_N}\.": check_overhead,
    r"(\w+) \(gf2, K = 128, ℓ = (\d+)\): the medians of the time per gate lie between (\S+) "
    r"\((\w+)\) and (\S+) \((\w+)\)\.".replace(r"(\S+)", r"([\d.]+\u00a0\S+)"): check_gates,
    r"Differences below ([\d.]+).% of CPU time and ([\d.]+).% of wall time are not resolved here "
    r"\((\w+) measured twice on (\d+) circuits, total time\)\.": check_floor,
}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> tuple[Document, Export]:
    data = stored()
    folder = tmp_path_factory.mktemp("export")
    export_csv(data, folder)
    return build_report(data), Export(folder)


def test_every_sentence(page: tuple[Document, Export]) -> None:
    document, export = page
    sentences: list[str] = []
    for block in walk(document.summary):
        match block:
            case Items(items):
                sentences += items
            case Callout(_, text):
                sentences.append(text)
            case Table() | KeyFigures() | Details():
                pass  # the tests below
            case _:
                raise AssertionError(f"a kind of block that nobody recomputes: {block}")
    checked = set()
    for sentence in map(plain, sentences):
        (pattern, found) = next(
            ((p, m) for p in KNOWN if (m := re.fullmatch(p, sentence))), (None, None)
        )
        assert pattern and found, f"a sentence that nobody recomputes: {sentence}"
        KNOWN[pattern](export, found)
        checked.add(pattern)
    assert checked == set(KNOWN)  # each kind was there


def test_every_figure_of_the_table(page: tuple[Document, Export]) -> None:
    document, export = page
    (table,) = [b for b in walk(document.summary) if isinstance(b, Table) and b.caption != BEST]
    heads = [column.label for column in table.columns]
    columns = dict(zip(("encryption", "evaluation", "decryption"), STEPS, strict=True))
    for cells in table.cells():
        row = dict(zip(heads, (cell.text for cell in cells), strict=True))
        sut = plain(row["system"])
        keys, taken, answers = (
            export.of(rows, sut) for rows in (export.keys, export.ingestions, export.evaluations)
        )
        assert row["right"] == f"{len(answers)} of {len(answers)}"
        if sut == "plain":
            assert row["security"] == "none"
        else:
            bits = export.bits(sut).values()
            ends = dict.fromkeys(f"{end(bits):.3g}" for end in (min, max))
            assert row["security"] == " to ".join(ends)
        times = {
            "key generation": [float(r["wall_ns"]) for r in keys],
            "ingestion": [float(r["wall_ns"]) for r in taken],
        } | {label: [steps(r, "wall", [s]) for r in answers] for label, s in columns.items()}
        for label, values in times.items():
            assert time_ns(row[label]) == pytest.approx(median(values), rel=CLOSE), label
        peaks = [
            *(float(r["client_peak_bytes"]) for r in keys),
            *(float(r["server_peak_bytes"]) for r in taken),
            *(float(r[f"{step}_peak_bytes"]) for r in answers for step in STEPS),
        ]
        sizes = {
            "key": median(float(r["key_bytes"]) for r in keys),
            "ciphertext": median(float(r["fresh_bytes"]) for r in answers),
            "peak": max(peaks),
        }
        for label, value in sizes.items():
            shown = number(row[label].removesuffix(f"\u00a0{MARK}"))
            assert shown == pytest.approx(value / 1e6, rel=CLOSE), label


def test_marks_stand_where_a_sentence_chooses(page: tuple[Document, Export]) -> None:
    document, _ = page
    (table,) = [b for b in walk(document.summary) if isinstance(b, Table) and b.caption != BEST]
    marked = {
        (plain(row[0].text), column.label)
        for row in table.cells()
        for cell, column in zip(row, table.columns, strict=True)
        if cell.text.endswith(MARK)
    }
    words = {"key": "key size", "ciphertext": "size of fresh ciphertexts"}
    choices = {
        found[1]: found[2]
        for block in document.summary
        if isinstance(block, Items)
        for item in block.items
        if (found := re.search(r"choose (\w+) (.*)", plain(item)))
    }
    labels = [c.label for c in table.columns[3:] if c.label != "peak"]
    expected = {
        (sut, label)
        for sut, reasons in choices.items()
        for label in labels
        if re.search(rf"(?:is|,|or) {words.get(label, label)} \(", reasons)
    }
    assert marked == expected and {("quick", "evaluation"), ("quick", "key")} <= marked


def test_the_table_of_the_best_says_what_the_sentences_say(page: tuple[Document, Export]) -> None:
    document, export = page
    (best,) = [b for b in walk(document.summary) if isinstance(b, Table) and b.caption == BEST]
    cells = {plain(row[0].text): plain(row[1].text) for row in best.cells()}
    low, high = interval(log_ratios(export, "quick", "slow", "evaluation"))
    found = re.fullmatch(
        r"quick, up to ([\d.]+)\u00a0bits weaker \(slow: ([\d.]+) to ([\d.]+)\u00a0times\)",
        cells["Evaluation"],
    )
    assert found is not None
    assert (float(found[2]), float(found[3])) == pytest.approx((low, high), rel=CLOSE)
    most = max(export.price("quick", other) for other in ("slow", "apart"))
    assert float(found[1]) == pytest.approx(most, abs=0.51)
    assert cells["Size of fresh ciphertexts"] == "all equal"


def test_key_figures(page: tuple[Document, Export]) -> None:
    document, export = page
    (figures,) = [b for b in document.summary if isinstance(b, KeyFigures)]
    *overheads, least = figures.items
    assert [item.label.split(", ")[-1] for item in overheads] == ["quick", "slow", "apart"]
    told = " ".join(
        plain(i) for b in walk(document.summary) if isinstance(b, Items) for i in b.items
    )
    for item in overheads:
        low, high = item.note.split(": ")[1].split(" to ")
        times = item.value.removesuffix("×")
        # The sentence beside them, which is recomputed above, says the same.
        assert f"takes {times} times as long as the plaintext baseline" in told
        assert f"interval {low} to {high})" in told
    bits = min(bits for sut in ("quick", "slow", "apart") for bits in export.bits(sut).values())
    assert float(least.value.split()[0]) == pytest.approx(bits, abs=0.06)
