"""`ringassay bench lattice`: libraries that are planted, ours really measured; tables, report."""

from __future__ import annotations

import json
import signal
import time
from dataclasses import replace
from functools import partial

import pytest
from planted import planted_bgv
from planted_libraries import frugal, planted_facts, planted_library, planted_row, stand_in

from ringassay import security
from ringassay.analysis.bench import LATTICE_LABELS, lattice_grids
from ringassay.bench import (
    LATTICE_GROUPS,
    LATTICE_SHAPES,
    SINGLE_SCHEMES,
    LatticeSettings,
    measure_lattice,
)
from ringassay.bench import lattice as lattice_module
from ringassay.bench.beside import measure, program
from ringassay.bench.beside.best_chains import Chain, aim
from ringassay.bench.beside.lattice_shapes import LatticeShape
from ringassay.bench.beside.program import SINGLE
from ringassay.bench.lattice import THREADED, USUAL_GROUPS
from ringassay.report.benchmark import build_benchmark_report
from ringassay.report.document import Table
from ringassay.store import Store, add_benchmark, load_benchmark

TINY = LatticeShape(
    "tiny", 1 << 10, Chain((50, 40, 40), (50,)), Chain((45, 45, 45), (46,)), t=12289
)


_SLOWING = """
import json, sys
facts = {"library": "theirs", "version": "7", "scheme": "CKKS", "log2_q": 100.0, "log2_p": 40.0,
         "digits": 3, "levels": 2, "ciphertext_bytes": 5, "keys_bytes": None,
         "technique": "slower and slower"}
print(json.dumps(facts), flush=True)
for number, _ in enumerate(sys.stdin):
    print(json.dumps({"add": 200.0 + 10 * number, "other": 1.0}), flush=True)
print(json.dumps({"peak_bytes": 1}), flush=True)
"""


@pytest.fixture
def tiny(monkeypatch):
    """A shape that is measured in no time, ours alone."""
    monkeypatch.setitem(LATTICE_SHAPES, "tiny", TINY)
    return LatticeSettings(shapes=("tiny",), rounds=5, sample_us=100, peers=False)


def test_operations_and_labels_are_the_same_names():
    operations = [name for group in LATTICE_GROUPS.values() for name in group]
    assert len(set(operations)) == len(operations)
    assert set(operations) == set(LATTICE_LABELS)
    assert set(THREADED) < set(operations)
    assert set(LATTICE_GROUPS) - set(USUAL_GROUPS) == {"dense"}


@pytest.mark.parametrize("name", LATTICE_SHAPES)
def test_shapes_are_secure_where_that_can_be(name):
    shape = LATTICE_SHAPES[name]
    own = {(scheme, "ringassay") for scheme in SINGLE_SCHEMES}
    for scheme, library in own | set(shape.best):
        chain = shape.chain(scheme, library)
        log2_qp = sum(chain.q_bits) + sum(chain.p_bits)
        # Errors of key switching are divided by P: it is as large as a digit.
        limbs = len(chain.p_bits)
        digits = [chain.q_bits[i : i + limbs] for i in range(0, len(chain.q_bits), limbs)]
        if library != "OpenFHE":  # it decides of P itself, of primes of 60 bits
            assert max(sum(digit) for digit in digits) <= sum(chain.p_bits) + 1
        if shape.n >= 1 << 12:
            assert security.estimate(shape.n, float(log2_qp)).bits > 124
        else:
            # The smallest chain for a product is not secure there: the tables say how little.
            assert security.estimate(shape.n, float(log2_qp)).bits < 80


@pytest.mark.parametrize("name", ["N13", "N14"])
def test_every_librarys_best_chain_keeps_to_the_aim(name):
    best = LATTICE_SHAPES[f"{name}-best"]
    assert {scheme for scheme, _ in best.best} == set(SINGLE_SCHEMES)
    for (scheme, library), chain in best.best.items():
        assert library in {one.name for one in SINGLE}
        wanted = aim(name, scheme)
        assert sum(chain.q_bits) + sum(chain.p_bits) <= wanted.log2_qp
        # The prime of level 0 and one for each product, at its scale.
        assert scheme != "CKKS" or len(chain.q_bits) == wanted.levels + 1
        asked = best.asked(scheme, 100, library)
        assert (asked["q_bits"], asked["p_bits"]) == (chain.q_bits, chain.p_bits)
        assert asked["library"] == library
    # Others have as many bits to a prime as their words hold.
    theirs = best.chain("BGV", "Lattigo")
    assert max(theirs.q_bits) > 50 > max(best.chain("BGV", "ringassay").q_bits)
    assert len(theirs.q_bits) < len(LATTICE_SHAPES[name].integers.q_bits)


def test_ratios_are_those_of_rounds(monkeypatch, tiny):
    ours = stand_in("CKKS", "add", "rotate")
    theirs = planted_library("theirs", "CKKS", _SLOWING)
    monkeypatch.setattr(lattice_module, "SINGLE", (ours, theirs))
    benchmark, _ = measure_lattice(replace(tiny, schemes=("CKKS",), peers=True))
    own, other = benchmark.peers
    assert own.ratios == {}
    # 200, 210, … over 100, 101, …: what ours has not is compared with nothing.
    assert set(other.ratios) == {"add"}
    assert other.ratios["add"] == pytest.approx((2, 220 / 102, 240 / 104))
    assert other.technique == "slower and slower"
    (times,) = [one for one in lattice_grids(benchmark) if "reals" in one.caption]
    (add, _) = times.rows[:2]
    assert add[-2:] == (pytest.approx(220 / 102), "2–2.31")
    (facts,) = [one for one in lattice_grids(benchmark) if one.caption.endswith("parameters")]
    assert "theirs: slower and slower" in facts.note


def test_ours_is_really_measured(tiny):
    benchmark, missing = measure_lattice(replace(tiny, threads=2))
    assert missing == ()
    assert [one.scheme for one in benchmark.peers] == ["CKKS", "BFV", "BGV"]
    reals, bfv, bgv = benchmark.peers
    assert (reals.limbs, reals.special_limbs, reals.digits, reals.levels) == (3, 1, 3, 2)
    assert (reals.plaintext, bfv.plaintext) == (0, 12289)
    assert reals.precision_bits is not None
    assert reals.precision_bits > 20
    assert bgv.levels >= (bgv.certain_levels or 0) >= 1
    words = reals.compressed["words"]
    assert words == reals.objects["ciphertext"]["memory_bytes"] == 2 * 3 * 1024 * 8
    assert reals.objects["ciphertext"]["saved_bytes"] < reals.compressed["gzip"] < words
    assert reals.counted["rotate"]["transforms"] == 3 * 4 + 2 * 4
    cpu = {(row.parameter_set, row.operation): row for row in benchmark.rows if row.clock == "cpu"}
    # Its depth is 2; that of degree 7 is 3.
    assert ("tiny CKKS", "polynomial_3") in cpu
    assert ("tiny CKKS", "polynomial_7") not in cpu
    assert ("tiny BFV", "rescale") in cpu
    assert cpu["tiny CKKS", "multiply"].median_ns > cpu["tiny CKKS", "add"].median_ns
    # Of one prime there is less to decrypt.
    for scheme in SINGLE_SCHEMES:
        assert (f"tiny {scheme}", "decode_low") in cpu
        low = cpu[f"tiny {scheme}", "decrypt_decode_low"].median_ns
        assert low < 1.5 * cpu[f"tiny {scheme}", "decrypt_decode"].median_ns
    assert cpu["tiny CKKS", "gzip"].median_ns > 0
    walls = {row.threads for row in benchmark.rows if row.clock == "wall"}
    assert walls == {1, 2}
    captions = [grid.caption for grid in lattice_grids(benchmark)]
    assert "tiny CKKS: ours beside its transforms" in captions
    assert "Our schemes beside each other" in captions
    assert "Threads within one operation" in captions


def test_an_interrupt_keeps_whole_rounds(monkeypatch, tiny):
    monkeypatch.setattr(lattice_module, "SINGLE", (stand_in("CKKS", "add"),))
    rounds = 0

    def interrupted(self):
        nonlocal rounds
        rounds += 1
        if rounds > 7:
            # In the middle of a round: its figures are on their way.
            self._tell("round\n")
            raise KeyboardInterrupt
        return original(self)

    original = measure.Program.round
    monkeypatch.setattr(measure.Program, "round", interrupted)
    settings = replace(tiny, schemes=("CKKS",), rounds=20)
    benchmark, _ = measure_lattice(settings)
    (row,) = benchmark.rows
    assert (row.samples, row.median_ns) == (7, 103)
    assert benchmark.peers[0].peak_bytes == 1234
    # Before there are five, nothing is concluded.
    rounds = 4
    with pytest.raises(KeyboardInterrupt):
        measure_lattice(settings)


def test_memory_is_compared_for_the_operations_that_all_have(monkeypatch, tiny):
    libraries = (
        frugal("CKKS", "add", "multiply", "diagonals_16", "diagonals_64"),
        frugal("CKKS", "add", "multiply", "rescale"),
        frugal("CKKS", "multiply", "add"),
    )
    monkeypatch.setattr(lattice_module, "SINGLE", libraries)
    settings = replace(tiny, schemes=("CKKS",), peers=True)
    benchmark, missing = measure_lattice(settings)
    assert missing == ()
    assert [one.peak_bytes for one in benchmark.peers] == [4000, 3000, 2000]
    assert [one.shared_peak_bytes for one in benchmark.peers] == [2000, 2000, 2000]
    (facts,) = [one for one in lattice_grids(benchmark) if one.caption.endswith("parameters")]
    labels = [head.label for head in facts.heads]
    assert [row[labels.index("for what all do")] for row in facts.rows] == [0.002] * 3
    # Alone there is nothing to compare.
    monkeypatch.setattr(lattice_module, "SINGLE", libraries[:1])
    benchmark, _ = measure_lattice(settings)
    assert [one.shared_peak_bytes for one in benchmark.peers] == [None]


def of_reals(library, **other):
    objects = {"ciphertext": {"saved_bytes": 400_000, "memory_bytes": 500_000}}
    counted = {"rotate": {"transforms": 10, "growth_bytes": 1_000_000}}
    usual = {"scheme": "CKKS", "plaintext": 0, "objects": objects, "counted": counted}
    return planted_facts(library, **(usual | other))


def benchmark():
    row = partial(planted_row, place="N13 CKKS")
    rows = (
        row("ringassay", "rotate", 2.0),
        row("ringassay", "transform", 0.1),
        row("ringassay", "add", 0.1),
        row("ringassay", "add", 0.2, place="N13 BGV"),
        row("SEAL", "rotate", 1.0),
        row("SEAL", "add", 0.101),
    )
    peers = (
        of_reals("ringassay", certain_levels=2),
        of_reals("SEAL", objects={}, counted={}, ratios={"rotate": (0.4, 0.5, 0.55)}),
        of_reals("ringassay", scheme="BGV", plaintext=65537, counted={}),
    )
    return replace(planted_bgv({}), kind="lattice", sets=(), rows=rows, peers=peers)


def test_tables_show_losses_and_what_is_not_decided():
    grids = {grid.caption: grid for grid in lattice_grids(benchmark())}
    times = grids["N13 CKKS: N = 8192, reals"]
    rows = {row[0]: row[1:] for row in times.rows}
    # Theirs is twice as fast.
    assert rows["rotate by 1"] == (2, 1, pytest.approx(0.5), "0.4–0.55")
    # Middle halves overlap.
    assert rows["a + b"][2] == "≈"
    limits = grids["N13 CKKS: ours beside its transforms"].rows
    # 10 transforms of 0.1 ms; two ciphertexts.
    assert limits == (
        ("rotate by 1", 10, pytest.approx(1), pytest.approx(2), pytest.approx(2), 1, 2),
    )
    beside = grids["Our schemes beside each other"].rows
    assert beside == (("N13", "a + b", pytest.approx(0.1), None, None, pytest.approx(0.2), 2),)
    assert "N13 BGV: N = 8192, t = 65537" in grids


def test_the_report_has_every_table():
    document = build_benchmark_report(benchmark())
    tables = [block.caption for block in document.blocks() if isinstance(block, Table)]
    assert tables[: len(lattice_grids(benchmark()))] == [
        grid.caption for grid in lattice_grids(benchmark())
    ]
    assert "2 libraries" in str(document.summary)


def test_it_is_stored_whole(tmp_path):
    with Store(f"sqlite:///{tmp_path}/b.db") as store:
        name = add_benchmark(store, benchmark())
        loaded = load_benchmark(store, name)
    assert loaded.peers == benchmark().peers
    assert loaded.rows == benchmark().rows


def test_the_command_measures_reports_and_shows(cli, tmp_path):
    bench = partial(cli, "bench", "lattice")

    short = ("--rounds", "5", "--sample-us", "100", "--no-peers", "--groups", "arithmetic,keys")
    done = bench("--shapes", "N12", "--schemes", "CKKS", *short, "--json")
    assert done.code == 0, done.err
    said = [json.loads(line) for line in done.lines]
    (peer,) = [one["peer"] for one in said if "peer" in one]
    assert (peer["library"], peer["shape"], peer["levels"]) == ("ringassay", "N12", 1)
    assert {one["operation"] for one in said if "operation" in one} == {
        *LATTICE_GROUPS["keys"],
        *LATTICE_GROUPS["arithmetic"],
    }
    shown = bench("--show", "latest", "--out", "report")
    assert shown.code == 0, shown.err
    assert "N12 CKKS: N = 4096, reals" in shown.out
    assert "relinearisation key" in (tmp_path / "report" / "report.html").read_text("utf-8")
    for wrong, said_instead in [
        (("--shapes", "N99"), "N17x5"),
        (("--schemes", "FV"), "BGV"),
        (("--groups", "nothing"), "rotations"),
    ]:
        refused = bench(*wrong)
        assert refused.code == 2
        assert said_instead in refused.err


def test_programs_end_with_their_reader():
    """What is killed leaves nobody who waits."""
    asked = {**TINY.asked("CKKS", 100, "ringassay"), "operations": ["add"]}
    started = program.Program(program.SINGLE[0], asked)
    process = started._process
    assert process.stdin is not None
    process.stdin.close()
    deadline = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert process.poll() == 0
    started.kill()
    again = program.Program(program.SINGLE[0], asked)
    again.kill()
    assert again._process.returncode == -signal.SIGKILL
