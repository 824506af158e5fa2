"""Memory that is free to be used, as the kernel and the control group allow it."""

from __future__ import annotations

from pathlib import Path

_GROUPS = (
    ("memory.max", "memory.current", "memory.stat", "inactive_file"),
    (
        "memory/memory.limit_in_bytes",
        "memory/memory.usage_in_bytes",
        "memory/memory.stat",
        "total_inactive_file",
    ),
)
"""Versions 2 and 1 of control groups, as a container sees its own: limit, use, and what of the use
are copies of files, which the kernel gives back."""


def available_bytes(proc: Path = Path("/proc"), cgroup: Path = Path("/sys/fs/cgroup")) -> int:
    """What could be used without driving anybody out; 0 where nothing is known."""
    free = [_meminfo(proc), *(_below_limit(cgroup, *names) for names in _GROUPS)]
    return max(0, min((one for one in free if one is not None), default=0))


def _meminfo(proc: Path) -> int | None:
    for line in _text(proc / "meminfo").splitlines():
        name, _, rest = line.partition(":")
        if name == "MemAvailable":
            return int(rest.split()[0]) * 1024
    return None


def _below_limit(cgroup: Path, limit: str, use: str, stat: str, files: str) -> int | None:
    most, used = _text(cgroup / limit).strip(), _text(cgroup / use).strip()
    if not most.isdigit() or not used.isdigit():
        return None
    facts = dict(line.split() for line in _text(cgroup / stat).splitlines() if " " in line)
    return int(most) - int(used) + int(facts.get(files, "0"))


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
