"""`ringassay run --only CASE`: one case once more, to look at."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ringassay.cli.cases import print_case, print_times
from ringassay.cli.output import emit_json
from ringassay.sut import registry

if TYPE_CHECKING:
    from ringassay.evaluation import Suite
    from ringassay.evaluation.replay import OneCase


def replay_case(
    name: str,
    suite: Suite | None,
    store: str,
    run: str,
    suts: list[str] | None,
    sut_file: Path | None,
    *,
    as_json: bool,
) -> bool:
    """Replays a case of `suite`, else of the stored `run`; whether every answer was right."""
    from ringassay.evaluation.ports import real_ports
    from ringassay.evaluation.replay import replay, suite_case

    ports = real_ports([Path(store).absolute()] if "://" not in store else [])
    if suite is not None:
        case, names = suite_case(suite, name, ports), suts or list(suite.suts)
    else:
        case, suite, measured = _stored(name, store, run)
        names = suts or measured
    commands = [registry.lookup(one, sut_file) for one in names]
    found = [replay(case, command, suite, ports) for command in commands]
    for one in found:
        if as_json:
            emit_json(asdict(one))
            continue
        facts = {**asdict(one), **one.detail}
        print_case(f"{one.sut} {one.case} of {case.family}, keys {case.params.decode()}", facts)
        print_times(one.wall_ns)
    return all(one.outcome == "ok" for one in found)


def _stored(name: str, store: str, run: str) -> tuple[OneCase, Suite, list[str]]:
    from ringassay.evaluation import suite_from_json
    from ringassay.evaluation.ports import real_ports
    from ringassay.evaluation.replay import stored_case
    from ringassay.store import Store
    from ringassay.store.reader import RunReader

    with Store(store, create=False) as opened:
        identifier = opened.find(run)
        suite = suite_from_json(opened.suite_json(identifier))
        case = stored_case(RunReader(opened, identifier), suite, name, real_ports())
        (summary,) = [one for one in opened.runs() if one.run == identifier]
    return case, suite, list(summary.suts)
