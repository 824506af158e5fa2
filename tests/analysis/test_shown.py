"""What is said of a system's encryption: four words, by every way out, in every company."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import factory
import pandas as pd
import pytest

from ringassay.analysis import prepare
from ringassay.analysis.decision import decide
from ringassay.analysis.secrecy import Word, encryption
from ringassay.cli.decided import as_markdown
from ringassay.evaluation.probing.verdict import PROBES
from ringassay.report.build import build_comparison, build_report
from ringassay.report.document import Document, Table
from ringassay.report.sections.choosing import sentences
from ringassay.report.sections.decision import table

POINTS = [(8, d, w) for d in (1, 2, 3, 4) for w in (2, 4)]
CHEAP = factory.Sut("innocent", factory.Costs(evaluate=lambda d, w, n: 1e5 * w * d))
BESIDE = {
    "the plaintext": factory.Sut("plaintext", security_bits=0.0, scheme="none"),
    "an honest one": factory.Sut("honest"),
}

# The kinds of systems, and the probes that tell of them: what every other probe found, and what
# these found. None: no probe is stored.
KINDS: dict[str, tuple[Word, dict[str, str] | None]] = {
    "honest": ("shown", {}),
    "honest, slow": ("shown", {"server-work": "open", "apart": "open"}),
    "base64": ("refuted", {"randomised": "failed", "hidden": "failed", "elsewhere": "open"}),
    "original": ("refuted", {"elsewhere": "failed"}),
    "key in the ciphertext": ("refuted", {"other-key": "failed"}),
    "half of it is plain": ("refuted", {"hidden": "failed"}),
    "a smaller ring than claimed": ("refuted", {"claimed-size": "failed"}),
    "the client computes": ("refuted", {"client-work": "failed"}),
    "constant": ("cannot be probed", {"varied": "open"}),
    "nobody computes": ("cannot be probed", {"server-work": "failed"}),
    "too slow for probes": ("cannot be probed", dict.fromkeys(PROBES, "open")),
    "not probed, or probes deleted": ("not probed", None),
}

PRAISE = (
    r"\binnocent is the only one that encrypts",
    r"\bchoose innocent\b",
    r"(?<!Whether )\binnocent (encrypts|is encrypted)\b",
    r"\bbetween [^.:]*\binnocent\b[^.:]*: [^.:]* needs? more than another",
)
"""What a person would take for a recommendation."""


def frames_of(kind: str, beside: str) -> factory.Frames:
    """A run of a system of a kind beside another."""
    _, found = KINDS[kind]
    frames = factory.run([CHEAP, BESIDE[beside]], POINTS)
    probes = frames.probes
    own = probes["sut"] == "innocent"
    if found is None:
        return replace(frames, probes=probes[~own])
    rows = probes.to_dict("records")
    for row in rows:
        result = found.get(row["probe"], "passed") if row["sut"] == "innocent" else row["result"]
        reason = {"failed": "it was seen to fail", "open": "it was not to be had"}.get(result, "")
        row |= {"result": result, "reason": reason}
    return replace(frames, probes=pd.DataFrame(rows))


def said(frames: factory.Frames) -> str:
    """Everything that report, comparison, terminal and Markdown say."""
    study = prepare(frames)
    decision = decide(study)
    told = sentences(decision)
    shown = table(decision)
    first, second = study.systems
    documents = (build_report(frames), build_comparison(frames, first, second))
    texts = [text for document in documents for text in every_text(document)]
    texts += [*told, as_markdown(shown, told) if shown is not None else ""]
    return re.sub(r"[*\\]", "", "\n".join(texts)).replace("\u00a0", " ")


def every_text(document: Document) -> list[str]:
    """Sentences and cells of a document, a row a line."""
    found = []
    for block in document.blocks():
        if isinstance(block, Table):
            found += [" | ".join(cell.text for cell in row) for row in block.cells()]
        values = [getattr(block, one.name) for one in fields(block)]
        found += [value for value in values if isinstance(value, str)]
        found += [
            item
            for many in values
            if isinstance(many, tuple)
            for item in many
            if isinstance(item, str)
        ]
    return found


@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize("kind", KINDS)
def test_only_what_is_shown_is_recommended(kind: str, beside: str) -> None:
    word, _ = KINDS[kind]
    frames = frames_of(kind, beside)
    assert encryption(prepare(frames), "innocent").word == word
    text = said(frames)
    praised = [pattern for pattern in PRAISE if re.search(pattern, text)]
    assert bool(praised) == (word == "shown"), praised
    not_shown = re.search(r"Whether innocent encrypts is not shown: ", text) is not None
    assert not_shown == (word in ("not probed", "cannot be probed"))
    decided = decide(prepare(frames))
    assert ("innocent" in decided.candidates) == (word == "shown")


def test_what_is_not_shown_is_compared_all_the_same() -> None:
    """Two that nobody probed: what they cost is told, and nobody is chosen."""
    frames = factory.run([CHEAP, BESIDE["an honest one"]], POINTS, probed=False)
    text = " ".join(sentences(decide(prepare(frames))))
    assert "*honest* needs more than *innocent* in evaluation (" in text
    assert "Whether *innocent* and *honest* encrypt is not shown: no probe was made." in text
    assert "choose" not in text


def test_what_is_weak_as_well_is_said_not_to_be_shown() -> None:
    """Bits of security are those of an encryption, if it is one."""
    weak = replace(CHEAP, log2_qp=470.0)
    frames = factory.run([weak, BESIDE["an honest one"]], POINTS, probed=False)
    decision = decide(prepare(frames))
    assert [one.standing for one in decision.contenders] == ["weak", "unshown"]
    assert "Whether *innocent* and *honest* encrypt is not" in " ".join(sentences(decision))
    shown = table(decision)
    assert shown is not None
    assert all(row[2].text.endswith(", not probed") for row in shown.cells())


def test_a_key_that_convicts_is_not_outvoted() -> None:
    frames = factory.run([CHEAP, BESIDE["an honest one"]], POINTS)
    other = frames.keys[frames.keys["sut"] == "innocent"].iloc[1]
    row = {
        "run": other["run"], "sut": "innocent", "key": other["key"], "params": other["params"],
        "probe": "elsewhere", "result": "failed", "reason": "it was seen to fail",
    }  # fmt: skip
    probes = pd.concat([frames.probes, pd.DataFrame([row])])
    assert encryption(prepare(replace(frames, probes=probes)), "innocent").word == "refuted"
