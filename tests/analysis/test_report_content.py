"""The report's content: what it says of planted data, and that no data make it stumble."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import factory
import numpy as np
import pandas as pd
import pytest

from ringassay.analysis import prepare
from ringassay.analysis.columns import TEXT
from ringassay.report.build import build_comparison, build_report
from ringassay.report.document import (
    Callout,
    Document,
    Figure,
    Formula,
    Items,
    KeyFigures,
    Listing,
    Paragraph,
    Table,
    walk,
)
from ringassay.report.sections import evaluation

SEAL = factory.Sut("seal")
LATTIGO = factory.Sut("lattigo", factory.Costs(evaluate=lambda d, w, n: 5e6 + 1e6 * w * d))


def texts(document: Document) -> Iterator[str]:
    """Everything the document says."""
    yield from (document.title, document.subtitle)
    for section in document.sections:
        yield from (section.title, section.intro)
    for block in document.blocks():
        match block:
            case Paragraph(text) | Callout(_, text):
                yield text
            case Items(items):
                yield from items
            case KeyFigures(items):
                for item in items:
                    yield from (item.value, item.label, item.note)
            case Formula(_, note):
                yield note
            case Figure(caption, _, note):
                yield from (caption, note)
            case Table(caption, columns, _, note):
                yield from (caption, note, *(c.label for c in columns))
                for row in block.cells():
                    yield from (cell.text for cell in row)


def said(document: Document) -> str:
    return "\n".join(texts(document)).replace("\u00a0", " ").replace("\u202f", " ")


DEGENERATE = {
    "empty": factory.empty,
    "one row": lambda: factory.run([SEAL], points=[(8, 2, 3)], inputs=1),
    "all failed": lambda: _all(factory.run([SEAL], points=[(8, 2, 3)]), "crash"),
    "all unsupported": lambda: _all(factory.run([SEAL], points=[(8, 2, 3)]), "unsupported"),
    "all wrong": lambda: _all(factory.run([SEAL], points=[(8, 2, 3)]), "wrong"),
    "fan-in only": lambda: _fan_in(3),
    "single gates only": lambda: factory.run([SEAL], points=[], single_gates=("LADD", "LMUL")),
    "all figures missing": lambda: _without_figures(factory.run([SEAL])),
    "original protocol": lambda: _original(factory.run([SEAL])),
    "keys failed": lambda: _no_keys(factory.run([SEAL])),
    "nothing but runs": lambda: replace(factory.empty(), runs=factory.run().runs),
}


@pytest.mark.parametrize("case", DEGENERATE)
@pytest.mark.filterwarnings("error")
def test_no_data_make_it_stumble(case: str) -> None:
    document = build_report(DEGENERATE[case]())
    text = said(document)
    assert document.summary
    assert not re.search(r"\b(nan|None|inf|NaN|<NA>)\b", text), text


def test_a_good_run_is_reported_as_such() -> None:
    text = said(build_report(factory.run([SEAL, LATTIGO], single_gates=("LADD", "LMUL"))))
    assert "All 222 results of *seal* and *lattigo* are right." in text
    assert re.search(
        r"choose \*lattigo\* if what counts is evaluation \(\*seal\* needs (3\.\d+) times as much, "
        r"(3\.\d+) to (\d\.\d+)",
        text,
    )
    assert "at least the security asked" in text
    assert "Nothing failed" in text


def test_no_headline_on_systems_that_do_not_deliver_what_was_asked() -> None:
    weak = factory.Sut("weak", log2_qp=500.0)
    silent = factory.Sut("silent", scheme="")
    for other, why in (
        (weak, r"\*weak\* delivers less security than asked for \d+ of \d+ requests"),
        (silent, r"how secure the keys of \*silent\* are \(not said: .*\) cannot be verified"),
    ):
        frames = factory.run([SEAL, other])
        for text in (
            said(build_report(frames)),
            said(build_comparison(frames, "seal", other.label)),
        ):
            assert "not compared in a headline" in text and re.search(why, text)
            assert re.search(r"\*seal\* delivers 13\d\.\d+ bits of security, in the mean", text)


def test_more_than_asked_is_compared_and_the_price_stands_beside() -> None:
    strong = factory.Sut("strong", log2_qp=330.0)
    text = said(build_comparison(factory.run([SEAL, strong]), "seal", "strong"))
    assert "not compared" not in text
    assert re.search(
        r"For the same request \*seal\* delivers up to \d+(?:\.\d)? bits of security less than "
        r"\*strong\*\.",
        text,
    )


def test_all_sections_stand_in_order() -> None:
    document = build_report(factory.run([SEAL, LATTIGO], single_gates=("LADD",)))
    assert [section.anchor for section in document.sections] == [
        "measured", "correctness", "secrecy", "metrics", "total-time", "gates", "key-generation",
        "ingestion", "encryption", "evaluation", "decryption", "sizes", "resources", "comparison",
        "parameters", "failures", "circumstances", "methods",
    ]  # fmt: skip


def test_formula_in_the_report_computes_the_planted_time() -> None:
    """The printed formula, read back as text, predicts the planted cost within 2 %."""
    document = build_report(factory.run([SEAL], inputs=5))
    (section,) = [s for s in document.sections if s.anchor == "evaluation"]
    (formula,) = [b for b in walk(section.blocks) if isinstance(b, Formula)]
    match = re.fullmatch(r"t = ([\d.]+) \+ ([\d.]+) \\, w d", formula.latex)
    assert match, formula.latex
    unit = {"in ms": 1e6, "in s": 1e9}[next(u for u in ("in ms", "in s") if u in formula.note)]
    for batch, d, w in factory.TABLE_4:
        shown = (float(match[1]) + float(match[2]) * w * d) * unit
        assert shown == pytest.approx(SEAL.costs.evaluate(d, w, batch), rel=0.02)


def test_no_coefficient_is_rounded_to_zero() -> None:
    tiny = factory.Costs(evaluate=lambda d, w, n: 1e9 + 3.0 * w * d * 1e3, keygen=lambda d, w, n: 1)
    document = build_report(factory.run([factory.Sut("x", tiny, spread=1e-9)]))
    (section,) = [s for s in document.sections if s.anchor == "evaluation"]
    (formula,) = [b for b in walk(section.blocks) if isinstance(b, Formula)]
    coefficients = [float(n) for n in re.findall(r"(?<![\^{\d.])\d+\.\d+", formula.latex)]
    assert len(coefficients) == 2
    assert min(coefficients) > 0.0


def test_weak_fits_are_called_weak() -> None:
    """A real but small effect under large noise: found, and not praised."""
    found = []
    for seed in range(12):
        sut = factory.Sut("x", factory.Costs(evaluate=lambda d, w, n: 1e9 * d), spread=0.6)
        section = evaluation.section(prepare(factory.run([sut], inputs=1, seed=seed)))
        assert section is not None
        for block in section.blocks:
            if isinstance(block, Table) and block.caption == "No formula worth relying on":
                findings = [row[-1].text for row in block.cells()]
                found += [
                    float(match[1])
                    for text in findings
                    if (match := re.search(r"weak: .* only ([\d.]+)\u00a0%", text))
                ]
            elif isinstance(block, Paragraph) and "r² = " in block.text:
                assert float(re.search(r"r² = ([\d.]+)", block.text)[1]) >= 0.5  # type: ignore[index]
    assert found
    assert max(found) < 50.0


def test_wrong_results_are_shown_with_both_outputs() -> None:
    frames = factory.with_outcomes(factory.run([SEAL], seed=5), {2: "wrong", 7: "crash"})
    document = build_report(frames)
    text = said(document)
    assert "*seal*: 97 of 99 evaluations right" in text  # 33 circuits with 3 inputs each
    (listing,) = [b for b in document.blocks() if isinstance(b, Listing) and "expected" in b.text]
    assert listing.text.split() == ["expected", "10110", "got", "10111"]
    assert "signal SIGSEGV" in text


def test_insecure_and_exposed_systems_are_flagged_in_the_summary() -> None:
    weak = factory.Sut("weak", log2_qp=600.0, security_bits=200.0)
    bare = factory.Sut("bare", factory.Costs(wire_bytes=lambda d, w, n: n / 8))
    document = build_report(factory.run([weak, bare]))
    warned = " ".join(b.text for b in document.summary if isinstance(b, Callout))
    assert re.search(r"keys of \*weak\* deliver 9\d\.\d+ bits of security where 128 were", warned)
    assert "it claims 200" in warned
    assert "*bare* are no longer than the plaintexts" in warned


def test_unfinished_crowded_and_damaged_runs_are_flagged() -> None:
    frames = factory.run([SEAL], load1=9.0)
    frames = replace(frames, runs=frames.runs.assign(state="interrupted"), damaged=(object(),))
    warned = " ".join(b.text for b in build_report(frames).summary if isinstance(b, Callout))
    assert "is not complete (state: interrupted)" in warned
    assert "load up to 9 on 2 cores" in warned
    assert "1 stored row did not match" in warned


def test_names_from_outside_cannot_speak_markup() -> None:
    frames = factory.run([factory.Sut("*bold* $x$ `code`")], points=[(8, 2, 3)])
    text = said(build_report(frames))
    assert r"\*bold\* \$x\$ \`code\`" in text
    assert "**bold*" not in text


def test_every_figure_names_its_circumstances() -> None:
    figures = list(build_report(factory.run([SEAL, LATTIGO])).figures())
    assert len(figures) > 10
    assert all("Example CPU" in figure.note for figure in figures)


def test_singular_and_plural() -> None:
    text = said(build_report(factory.run([SEAL], points=[(8, 2, 3)], inputs=1)))
    assert "1 evaluation of 1 circuit" in text
    assert not re.search(r"\b1 (circuits|evaluations|keys|results|inputs|points|cores)\b", text)


def test_the_types_of_the_store_make_no_difference() -> None:
    """Nullable integers, strings and floats, as `ringassay.store.load` returns them."""
    plain = factory.with_outcomes(factory.run([SEAL, LATTIGO]), {0: "wrong", 5: "timeout"})
    nullable = replace(plain, **{name: getattr(plain, name).convert_dtypes() for name in TEXT})
    # Compared as text, because a missing figure (NaN) differs from itself.
    assert repr(build_report(nullable)) == repr(build_report(plain))


def test_comparison_document() -> None:
    document = build_comparison(factory.run([SEAL, LATTIGO]), "seal", "lattigo")
    assert document.title == "seal against lattigo"
    assert "times as much" in said(document)
    with pytest.raises(LookupError, match="neither a system"):
        build_comparison(factory.run([SEAL]), "seal", "other")


def _all(frames: factory.Frames, outcome: str) -> factory.Frames:
    return factory.with_outcomes(frames, dict.fromkeys(range(len(frames.evaluations)), outcome))


def _fan_in(depth: int) -> factory.Frames:
    frames = factory.run([SEAL], points=[(1, depth, w) for w in (5, 9, 14)], kind="fan-in")
    circuits = frames.circuits.assign(
        depth=np.nan, requested_depth=np.nan, batch=pd.NA, multiplicative_depth=pd.NA
    )
    return replace(frames, circuits=circuits)


def _without_figures(frames: factory.Frames) -> factory.Frames:
    kept = ["run", "sut", "key", "circuit", "input", "repetition", "outcome"]
    return replace(
        frames,
        evaluations=frames.evaluations[kept],
        keys=frames.keys[["run", "sut", "key", "outcome", "params"]],
        ingestions=frames.ingestions[["run", "sut", "key", "circuit", "outcome"]],
        machines=frames.machines.iloc[:0],
    )


def _original(frames: factory.Frames) -> factory.Frames:
    """A SUT without handshake: it reports nothing about itself."""
    silent = ["compute_ns", "parameters", "n", "m", "log2_q", "log2_qp", "t", "security_bits",
              "security_method", "secret", "error", "notes"]  # fmt: skip
    evaluations = frames.evaluations.assign(
        **{f"{step}_compute_ns": pd.NA for step in ("encrypt", "evaluate", "decrypt")}
    )
    suts = frames.suts.assign(library=None, library_version=None, scheme=None, protocol=1)
    return replace(
        frames, keys=frames.keys.drop(columns=silent), evaluations=evaluations, suts=suts
    )


def _no_keys(frames: factory.Frames) -> factory.Frames:
    keys = frames.keys.assign(outcome="timeout", wall_ns=pd.NA, key_bytes=pd.NA)
    return replace(
        frames, keys=keys, ingestions=frames.ingestions[:0], evaluations=frames.evaluations[:0]
    )


def test_notes_that_differ_in_numbers_stand_once() -> None:
    frames = factory.run([SEAL], points=[(8, 2, w) for w in (3, 4, 5)])
    notes = [f'["{n} operations from level {n + 1} of 9", "rows are masked"]' for n in range(3)]
    text = said(build_report(replace(frames, ingestions=frames.ingestions.assign(notes=notes))))
    assert "0 operations from level 1 of 9 (and 2 notes like it, with other numbers)" in text
    assert text.count("rows are masked") == 1


def test_the_mode_of_encryption_stands_beside_the_sizes() -> None:
    frames = factory.run([SEAL, LATTIGO], points=[(8, 2, 3)])
    said_by = {"seal": '{"encryption": "secret key, seeded"}', "lattigo": "[1"}
    keys = frames.keys.assign(parameters=frames.keys["sut"].map(said_by))
    document = build_report(replace(frames, keys=keys))
    (sizes,) = [s for s in document.sections if s.anchor == "sizes"]
    (told,) = [b.text for b in sizes.blocks if isinstance(b, Paragraph) and "encrypt" in b.text]
    assert "*seal* secret key, seeded; *lattigo* does not say" in told


def test_circumstances_name_warm_up_and_repetitions() -> None:
    frames = factory.run([SEAL], points=[(8, 2, 3)], repetitions=2)
    text = said(build_report(replace(frames, runs=frames.runs.assign(warm_up=1, repetitions=2))))
    assert "was measured twice per system" in text
    assert "processed once unmeasured, as warm-up" in text
