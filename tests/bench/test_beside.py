"""Libraries in rounds: a stand-in that is planted, ours really measured."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import pytest
from planted import planted_bgv
from planted_libraries import planted_facts, planted_library, planted_row, stand_in

from ringassay import security
from ringassay.analysis.bench import grids
from ringassay.bench import PeersError
from ringassay.bench.beside import measure, program
from ringassay.bench.beside.measure import BesideSettings, measure_beside
from ringassay.bench.beside.shapes import SHAPES, Shape
from ringassay.report.benchmark import build_benchmark_report
from ringassay.report.document import Table
from ringassay.store import Store, add_benchmark, load_benchmark


@pytest.fixture
def tiny(monkeypatch):
    """A shape that is measured in no time."""
    shape = Shape("tiny", 1 << 10, (40, 40), (41,), 12289)
    monkeypatch.setitem(SHAPES, "tiny", shape)
    return BesideSettings(("tiny",), ("BGV",), rounds=5, sample_us=100)


def test_rounds_are_collected_in_turn(monkeypatch, tiny):
    monkeypatch.setattr(measure, "LIBRARIES", (stand_in("BGV", "add", "multiply"),) * 2)
    found = measure_beside(tiny)
    assert found.missing == ()
    assert [(row.library, row.operation) for row in found.rows] == [
        ("stand-in", "add"),
        ("stand-in", "multiply"),
    ] * 2
    first = found.rows[0]
    assert (first.median_ns, first.min_ns, first.samples) == (102, 100, 5)
    assert first.parameter_set == "tiny BGV"
    peer = found.peers[0]
    assert (peer.levels, peer.keys_bytes, peer.peak_bytes) == (2, None, 1234)
    assert peer.security_bits == security.estimate(1 << 10, 140.0).bits


def test_who_cannot_be_measured_is_named_and_costs_nobody_else(monkeypatch, tiny):
    texts = {
        "absent": "raise SystemExit('not installed: install it')",
        "silent": "",
        "babbling": "print('hello')",
    }
    others = tuple(planted_library(name, "BGV", text) for name, text in texts.items())
    monkeypatch.setattr(measure, "LIBRARIES", (stand_in("BGV", "add"), *others))
    found = measure_beside(tiny)
    assert [peer.library for peer in found.peers] == ["stand-in"]
    assert [text.split(": ")[1] for text in found.missing] == list(texts)
    assert "install it" in found.missing[0]
    assert "without a word" in found.missing[1]
    own = planted_library("own", "BGV", "raise SystemExit('broken')")
    monkeypatch.setattr(measure, "LIBRARIES", (own,))
    with pytest.raises(PeersError, match="broken"):
        measure_beside(tiny)


@pytest.mark.parametrize("scheme", ["BGV", "BFV"])
def test_ours_is_really_measured(tiny, monkeypatch, scheme):
    monkeypatch.setattr(measure, "LIBRARIES", (program.OWN,))
    found = measure_beside(replace(tiny, schemes=(scheme,)))
    operations = {row.operation: row for row in found.rows}
    wanted = {"encrypt", "decrypt", "add", "multiply", "rotate", "multiply_plain", "keys"}
    assert set(operations) == wanted
    assert all(row.median_ns > 0 and row.threads == 1 for row in found.rows)
    assert operations["multiply"].median_ns > operations["add"].median_ns
    (peer,) = found.peers
    assert peer.library == "ringassay"
    assert peer.log2_q + peer.log2_p <= SHAPES["tiny"].log2_qp + 1
    assert peer.levels >= (peer.certain_levels or 0) >= 1
    assert peer.peak_bytes > 10_000_000


def benchmark():
    row = partial(planted_row, place="N13 BGV")
    rows = (
        row("ringassay", "multiply", 2.0),
        row("ringassay", "add", 0.100),
        row("SEAL", "multiply", 5.0),
        row("SEAL", "add", 0.101),
    )
    peers = (planted_facts("ringassay", certain_levels=2), planted_facts("SEAL", levels=1))
    return replace(planted_bgv({}), sets=(), rows=rows, peers=peers)


def test_tables_divide_what_was_measured_in_one_run():
    times, sizes = grids(benchmark())
    labels = [head.label for head in times.heads]
    ours, seal = times.rows
    assert ours[labels.index("a·b, relinearised")] == pytest.approx(2)
    assert seal[labels.index("a·b, relinearised") + 1] == pytest.approx(2.5)
    # Middle halves that overlap are no difference.
    assert seal[labels.index("a + b") + 1] is None
    assert all(cell is None for cell in ours[2::2])
    found = {head.label: cell for head, cell in zip(sizes.heads, sizes.rows[1], strict=True)}
    assert (found["levels"], found["certain"], found["keys saved"]) == (1.0, None, None)
    assert found["peak memory"] == pytest.approx(70)
    document = build_benchmark_report(benchmark())
    tables = [block.caption for block in document.blocks() if isinstance(block, Table)]
    assert tables[:2] == [times.caption, sizes.caption]


def test_peers_are_stored(tmp_path):
    with Store(f"sqlite:///{tmp_path}/b.db") as store:
        name = add_benchmark(store, benchmark())
        loaded = load_benchmark(store, name)
    assert loaded.peers == benchmark().peers
    assert loaded.rows == benchmark().rows


def test_the_command_measures_and_shows_them(cli):
    bench = partial(cli, "bench", "bgv")

    short = ("--rounds", "5", "--sample-us", "100")
    done = bench("--peers", "--shapes", "N12", *short, "--json")
    assert done.code == 0, done.err
    said = [json.loads(line) for line in done.lines]
    peers = [one["peer"] for one in said if "peer" in one]
    assert peers[0]["library"] == "ringassay"
    assert all(one["shape"] == "N12" and one["levels"] >= 1 for one in peers)
    shown = bench("--show", "latest")
    assert "N12 BGV: N = 4096, t = 65537, measured in rounds" in shown.out
    assert bench("--shapes", "N12").code == 2
    unknown = bench("--peers", "--shapes", "N99")
    assert unknown.code == 2
    assert "N12" in unknown.err
