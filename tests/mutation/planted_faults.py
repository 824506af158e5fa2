"""Faults planted in the rules of the statistics, one after the other: does a test notice each?

    .venv/bin/python tests/mutation/planted_faults.py

Each fault is an edit of one source file, made while the module is imported (no file changes), and
the tests that have to fail with it. Without a fault they have to pass. Exits with 1 if a fault
survives, if its text is no longer in the source, or if the tests fail without it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from planting import Change, outcome


@dataclass(frozen=True)
class Fault:
    """`old` text of a module becomes `new`; the tests that notice."""

    what: str
    module: str
    old: str
    new: str
    tests: tuple[str, ...]

    def edit(self, source: str) -> str:
        """`source` with the fault."""
        if source.count(self.old) != 1:
            raise ImportError(f"{self.old!r} is {source.count(self.old)} times there")
        return source.replace(self.old, self.new)


_A, _T = "ringassay.analysis", "analysis"
FAULTS = (
    Fault(
        "p values without rounds", f"{_A}.crossed",
        "stats.t.sf(abs(mean) / shown.error, shown.freedom)",
        "stats.t.sf(abs(mean) / circuits.error, circuits.freedom)",
        (f"{_T}/test_crossed.py",),
    ),
    Fault(
        "p values of ranks without rounds", f"{_A}.effect",
        "error = at.error * found.stretch", "error = at.error",
        (f"{_T}/test_ranks.py",),
    ),
    Fault(
        "times of few circuits by ranks", f"{_A}.effect",
        "if found.units < RANKED_UNITS:", "if found.units < 6:",
        (f"{_T}/test_decision.py",),
    ),
    Fault(
        "ranks without a cap", f"{_A}.ranks",
        "np.minimum(np.rint(2.0 * ranks), ranks.size + 1.0)", "np.rint(2.0 * ranks)",
        (f"{_T}/test_ranks.py",),
    ),
    Fault(
        "times by their mean", f"{_A}.comparison",
        'timed = aspect.quantity == "time"\n        size', 'timed = False\n        size',
        (f"{_T}/test_comparison.py",),
    ),
    Fault(
        "no least floor", f"{_A}.floor", "max(LEAST, beyond) for", "beyond for",
        (f"{_T}/test_comparison.py",),
    ),
    Fault(
        "a floor that counts chance", f"{_A}.floor",
        "at.value**2 - at.error**2", "at.value**2 + at.error**2",
        (f"{_T}/test_first_page.py", f"{_T}/test_widening.py"),
    ),
    Fault(
        "check without signed ranks", f"{_A}.check", "if beyond and agreed else", "if beyond else",
        (f"{_T}/test_check.py::test_no_single_circuit_decides",),
    ),
    Fault(
        "check without the floor", f"{_A}.check", " and found.ratio > 1.0 + (floor or 0.0)", "",
        (f"{_T}/test_check.py::test_what_is_less_than_the_floor_is_not_worse_in_quiet_either",),
    ),
    Fault(
        "check of a disturbed run without rounds", f"{_A}.check",
        "found = wider.widened(found)", "pass",
        (f"{_T}/test_check.py::test_a_disturbed_run_without_a_floor_is_judged_by_its_rounds",),
    ),
    Fault(
        "first answer without the key's loading", f"{_A}.first_answers",
        ' - loaded + most["loaded"]', " - loaded",
        (f"{_T}/test_first_answers.py",),
    ),
    Fault(
        "in turns by two changes of hands", f"{_A}.disturbance",
        "changes < max(2, circuits / 2)", "changes < 2",
        (f"{_T}/test_turns.py",),
    ),
    Fault(
        "Cox's mean without s²/2", f"{_A}.locations",
        "float(logs.mean()) + variance / 2.0", "float(logs.mean())",
        (f"{_T}/test_locations.py",),
    ),
    Fault(
        "change points at α = 0.2", f"{_A}.changes", "ALPHA = 0.05", "ALPHA = 0.2",
        (f"{_T}/test_changes.py::test_what_chance_shows_once_in_ten_times_is_no_change",),
    ),
    Fault(
        "advice that ranks by one input", "ringassay.advice.advising",
        "        inputs=inputs,\n    )", "    )",
        ("advice/test_ranking.py",),
    ),
    Fault(
        "advice whose reasons are of one input", "ringassay.advice.ranking",
        "times = limits.inputs if step in", "times = 1 if step in",
        ("advice/test_ranking.py",),
    ),
    Fault(
        "± of samples that prices have seen", "ringassay.advice.linear",
        "_solve([*usable[:at], *usable[at + 1 :]], names)", "_solve(usable, names)",
        ("advice/test_linear.py",),
    ),
    Fault(
        "an accusation at 2 bits of evidence", "ringassay.evaluation.probing.questions",
        "ACCUSING_BITS = 20.0", "ACCUSING_BITS = 2.0",
        ("evaluation/test_probing_parts.py",),
    ),
    Fault(
        "many systems without a correction for pairs", f"{_A}.family",
        "corrected = iter(holm(raw))", "corrected = iter([math.nan] * len(raw))",
        (f"{_T}/test_family.py::test_the_correction_is_that_of_holm_over_all_times_of_all_pairs",),
    ),
    Fault(
        "a disturbance that widens nothing", f"{_A}.widening",
        "_with_ends(found, 1.0)", "found",
        (f"{_T}/test_widening.py",),
    ),
    Fault(
        "a widening that leaves chance out", f"{_A}.widening",
        "math.sqrt(max(0.0, away * away + sign * by * by))", "by",
        (f"{_T}/test_widening.py",),
    ),
    Fault(
        "keys without a floor", f"{_A}.floor",
        "beyond = whole if floor.beyond is None else floor.beyond",
        'beyond = None if floor.label == "key generation" else floor.beyond',
        (f"{_T}/test_widening.py",),
    ),
)  # fmt: skip


def main() -> int:
    """Prints the table; 1 if a fault survives."""
    good = True
    for fault in FAULTS:
        code, noticed = outcome(Change(fault.module, fault.edit), fault.tests)
        good &= code == 1
        print(f"{fault.what:44} {noticed if code == 1 else f'SURVIVES ({noticed})'}", flush=True)
    every = list(dict.fromkeys(test for fault in FAULTS for test in fault.tests))
    code, said = outcome(None, every)
    print(f"{'none':44} {'all pass' if code == 0 else said}")
    return 0 if good and code == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
