"""The files of a suite, as HEtest has them (docs/formats.md): its harness can run the script."""

from __future__ import annotations

from pathlib import Path

from ringassay.circuit import Circuit
from ringassay.cli.run import find_suite
from ringassay.cli.writing import refuse_existing
from ringassay.files import write_whole


def write_suite(suite: str, out: Path, *, force: bool = False) -> int:
    """Writes every file of a suite below `out`; the number of circuits."""
    from ringassay.evaluation.own import specs

    found = find_suite(suite)
    script: list[str] = []
    key_files: dict[bytes, str] = {}
    folders, listing = ("keys", "circuits", "inputs"), out / "test_script.txt"
    refuse_existing([listing, *(out / folder for folder in folders)], force=force)
    for folder in folders:
        (out / folder).mkdir(parents=True, exist_ok=True)
    last_key = ""
    count = 0
    for spec in specs(found):
        circuit = spec.make(Circuit)
        key = spec.key(circuit, found.security)
        if key not in key_files:
            key_files[key] = f"keys/{len(key_files)}.txt"
            write_whole(out / key_files[key], key)
        if key_files[key] != last_key:
            last_key = key_files[key]
            script += ["KEY", last_key]
        name = f"circuits/{spec.position}.txt"
        write_whole(out / name, circuit.to_bytes())
        script += ["CIRCUIT", name]
        for index in range(spec.inputs):
            name = f"inputs/{spec.position}-{index}.txt"
            write_whole(out / name, spec.input(circuit, index).text)
            script += ["INPUT", name]
        count += 1
    write_whole(listing, "\n".join(script) + "\n")
    return count
