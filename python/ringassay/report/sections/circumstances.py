"""Under which circumstances everything was measured."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.analysis.circumstances import (
    Difference,
    Load,
    differences,
    loads,
    repetitions,
    usable_cores,
)
from ringassay.analysis.study import Study
from ringassay.analysis.widening import widening
from ringassay.report.document import Block, Callout, Column, Paragraph, Section, Table, literal
from ringassay.report.plots.units import number, quantity
from ringassay.report.sections.isolation import protections
from ringassay.report.sections.wording import NONE, count, listed, percent, times
from ringassay.store import Circumstances

# Up to so many runs or machines stand side by side, their facts below one another.
_TURNED = 3


def section(study: Study) -> Section | None:
    """The section, None without a run."""
    if study.runs.empty:
        return None
    blocks: list[Block] = [*disturbances(study)]
    blocks.append(_runs(study))
    blocks.append(_machines(study))
    blocks.append(_systems(study))
    isolation = protections(study)
    if isolation is not None:
        blocks.append(isolation)
    blocks.append(Paragraph(_sampling(study)))
    return Section(
        "Circumstances",
        "circumstances",
        tuple(blocks),
        "Every figure of this report was measured under these circumstances.",
    )


def caption(study: Study) -> str:
    """The circumstances in one line, for the note of a figure; "" if nothing is known."""
    cpus = list(dict.fromkeys(literal(c) for c in study.machines["cpu_model"] if c))
    usable = [usable_cores(affinity) for affinity in study.runs["affinity"]]
    known_cores = [c for c in usable if c is not None] or study.machines["cores"].dropna()
    cores = sorted({int(c) for c in known_cores})
    facts = [
        listed(cpus),
        f"{listed([str(c) for c in cores])} cores" if cores else "",
        "under load" if any(load.disturbed for load in loads(study)) else "",
    ]
    known = ", ".join(fact for fact in facts if fact)
    return f"{known} (*Circumstances*)." if known else ""


def made_with(stored: str | None, version: str) -> str:
    """With what something beside runs was measured: a calibration, a benchmark."""
    if stored is None:
        return f"ringassay {literal(version)}; other circumstances were not recorded."
    made = Circumstances.from_json(stored)
    governors = made.governors or "not shown by the kernel"
    return (
        f"ringassay {literal(made.label)}, build profile {literal(made.build_profile)}, CPUs "
        f"{literal(made.affinity)}; frequency governor: {literal(governors)}."
    )


def disturbances(study: Study) -> tuple[Callout, ...]:
    """Warnings about everything that may have disturbed the measurement."""
    found = [_crowded(load, study) for load in loads(study) if load.disturbed]
    for run, jobs in zip(study.runs["run"], study.runs["jobs"], strict=True):
        if jobs > 1.0:
            found.append(
                f"Run `{literal(run)}` measured {number(jobs)} systems at the same time; they "
                "shared cores, caches and memory bandwidth."
            )
    if study.damaged:
        found.append(
            f"{count(study.damaged, 'stored row')} did not match the checksum and "
            f"{'was' if study.damaged == 1 else 'were'} left out."
        )
    if apart := differences(study):
        found.append(
            "The runs were made under different circumstances, to which differences between them "
            f"may be due: {'; '.join(map(_apart, apart))}."
        )
    return tuple(Callout("warning", text) for text in found)


def _apart(difference: Difference) -> str:
    values = []
    for value, runs in difference.values:
        names = listed([f"`{literal(run)}`" for run in runs])
        values.append(f"{literal(value) or 'not recorded'} (run {names})")
    return f"{literal(difference.fact)} {listed(values)}"


def _crowded(load: Load, study: Study) -> str:
    return (
        f"Run `{literal(load.run)}` had a load up to {number(load.maximum, 3)} on "
        f"{count(int(load.cores), 'core')} during {percent(load.crowded / load.known)} of its "
        f"evaluations: {_wider(study)}."
    )


_WIDER = {
    "twin": "which one system measured twice differs by",
    "rounds": "which rounds of one system differ by",
    "assumed": "as nothing was measured twice",
}
_SAME = {"twin": "two measurements of one system", "rounds": "rounds of one system"}


def _wider(study: Study) -> str:
    """What became of the intervals of times."""
    found = widening(study, study.systems, "evaluation")
    assert found is not None  # of CPU times something is always assumed
    if percent(found.relative) == percent(0.0):
        return f"{_SAME[found.source]} differ by no more than chance"
    return f"CPU times are uncertain by {percent(found.relative)} more, {_WIDER[found.source]}"


def _runs(study: Study) -> Table:
    load_of = {load.run: load for load in loads(study)}
    rows = []
    for row in study.runs.to_dict("records"):
        load = load_of.get(row["run"])
        rows.append(
            (
                f"`{literal(row['run'])}`",
                literal(row["suite"]) or NONE,
                literal(row["suite_hash"][:12]) or NONE,
                number(row["seed"], 20),
                number(row["security"]),
                number(row["warm_up"]),
                number(row["repetitions"]),
                literal(row["started_at"]) or NONE,
                literal(row["state"]) or NONE,
                number(row["resumed"]),
                literal(row["version"]) or NONE,
                literal(row["commit"]) or NONE,
                literal(row["built_from"]) or NONE,
                literal(row["build_profile"]) or NONE,
                literal(row["compiler"]) or NONE,
                literal(row["kernels"]) or NONE,
                literal(row["backend"]) or NONE,
                number(row["threads"]),
                literal(row["affinity"]) or NONE,
                literal(row["governors"]) or NONE,
                NONE
                if load is None
                else f"{number(load.median, 3)}, at most {number(load.maximum, 3)}",
            )
        )
    heads = (
        "run", "suite", "suite hash", "seed", "K", "warm-up", "repetitions", "started (UTC)",
        "state", "resumed", "ringassay", "commit", "compiled parts' commit", "build profile",
        "compiler", "kernels", "vector instructions in use", "threads", "CPUs that may be used",
        "frequency governor", "load, median",
    )  # fmt: skip
    return _table("Runs", heads, rows)


def _table(caption: str, heads: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Table:
    """The rows as they are, or, if they are few, turned: one fact a line, as far as it is known."""
    if len(rows) > _TURNED:
        return Table(caption, tuple(Column(head) for head in heads), tuple(rows))
    facts = [fact for fact in zip(heads, *rows, strict=True) if set(fact[1:]) != {NONE}]
    (_, *first), *others = facts or [("", *("" for _ in rows))]
    columns = (Column(heads[0]), *(Column(one) for one in first))
    return Table(caption, columns, tuple(others))


def _machines(study: Study) -> Table:
    heads = (
        "CPU", "family", "model number", "stepping", "cores", "SIMD", "memory", "system", "kernel",
        "governor of the first core", "Python",
    )  # fmt: skip
    rows = []
    for row in study.machines.to_dict("records"):
        rows.append(
            (
                literal(row["cpu_model"]) or NONE,
                number(row["cpu_family"]),
                number(row["cpu_number"]),
                number(row["cpu_stepping"]),
                number(row["cores"]),
                literal(row["simd"]) or NONE,
                quantity(row["memory_bytes"], "B", 3),
                literal(row["os"]) or NONE,
                literal(row["kernel"]) or NONE,
                literal(row["governor"]) or NONE,
                literal(row["python"]) or NONE,
            )
        )
    return _table("Machines", heads, rows)


def _systems(study: Study) -> Table:
    heads = (
        "system", "version", "library", "library version", "library's build", "scheme", "commit",
        "build profile", "vector instructions in use", "threads", "planner", "protocol",
    )  # fmt: skip
    rows = tuple(
        (
            f"*{literal(row['system'])}*",
            *(
                literal(row[column]) or NONE
                for column in (
                    "version", "library", "library_version", "library_build", "scheme", "commit",
                    "profile", "simd", "threads", "planner",
                )
            ),
            number(row["protocol"]),
        )
        for row in study.suts.to_dict("records")
    )  # fmt: skip
    note = "As the systems say themselves; a dash: not said."
    return Table("Systems under test", tuple(Column(head) for head in heads), rows, note)


def _warm_up(study: Study) -> str:
    asked = sorted({int(n) for n in study.runs["warm_up"].dropna()})
    if not asked or asked == [0]:
        return "There was no warm-up: every measurement is kept, the first of a process included."
    return (
        "Before the first measurement of a circuit in a process its first input was processed "
        f"{listed([times(n) if n else 'not at all' for n in asked], 'or')} unmeasured, as warm-up."
    )


def _sampling(study: Study) -> str:
    low, high = repetitions(study)
    if not high:
        return "No evaluation was recorded."
    how_often = times(high) if low == high else f"{number(low)} to {number(high)} times"
    return (
        f"Each input of each circuit was measured {how_often} per system. {_warm_up(study)} "
        "Start-up of the processes is not part of any step. Times are on the monotonic clock."
    )
