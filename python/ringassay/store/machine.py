"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from ringassay.store.canonical import canonical_json, sha256_hex

SIMD_FLAGS = ("sse4_2", "avx", "avx2", "bmi2", "avx512f", "avx512dq", "avx512ifma", "asimd", "sve")
"""CPU flags that matter to ring arithmetic, as Linux names them."""


@dataclass(frozen=True)
class Machine:
    """What a measurement is made on. What may vary from run to run is in `Circumstances`."""

    cpu_model: str
    cpu_family: int | None
    """Family, model number and stepping: one name is given to several designs."""
    cpu_number: int | None
    cpu_stepping: int | None
    cores: int
    """CPUs that are online; those that a run may use are its affinity."""
    simd: str
    """Those of `SIMD_FLAGS` that the CPU has, separated by spaces."""
    memory_bytes: int
    kernel: str
    os: str
    python: str

    @property
    def identity(self) -> str:
        """Sixteen hexadecimal digits over every field: equal on equal circumstances.

        Memory counts in whole GiB: what the kernel keeps for itself varies from boot to boot.
        """
        fields = {**asdict(self), "memory_bytes": round(self.memory_bytes / 2**30)}
        return sha256_hex(canonical_json(fields).encode("ascii"))[:16]


def probe_machine() -> Machine:
    """Describes the machine this process runs on."""
    cpu = _key_values(Path("/proc/cpuinfo"), ":")
    memory = _key_values(Path("/proc/meminfo"), ":").get("MemTotal", "0 kB").split()[0]
    flags = set((cpu.get("flags") or cpu.get("Features") or "").split())
    release = _key_values(Path("/etc/os-release"), "=")
    return Machine(
        cpu_model=cpu.get("model name") or platform.processor() or platform.machine(),
        cpu_family=_number(cpu, "cpu family", "CPU architecture"),
        cpu_number=_number(cpu, "model", "CPU part"),
        cpu_stepping=_number(cpu, "stepping", "CPU revision"),
        cores=os.cpu_count() or 1,
        simd=" ".join(flag for flag in SIMD_FLAGS if flag in flags),
        memory_bytes=int(memory) * 1024 if memory.isdigit() else 0,
        kernel=f"{platform.system()} {platform.release()}",
        os=release.get("PRETTY_NAME", "").strip('"') or platform.platform(),
        python=platform.python_version(),
    )


def load1() -> float:
    """Load average over the last minute."""
    return round(os.getloadavg()[0], 2)


def steal_ns(stat: Path = Path("/proc/stat")) -> int | None:
    """What the host of a virtual machine has taken from its cores since it booted (proc(5))."""
    try:
        fields = stat.read_text("ascii").partition("\n")[0].split()
    except (OSError, ValueError):
        return None
    if len(fields) < 9 or fields[0] != "cpu" or not fields[8].isdigit():
        return None
    return int(fields[8]) * (1_000_000_000 // os.sysconf("SC_CLK_TCK"))


def _number(cpu: Mapping[str, str], *keys: str) -> int | None:
    """The first of the keys that is there, decimal (x86) or with its base (Arm)."""
    for key in keys:
        try:
            return int(cpu[key], 0)
        except (KeyError, ValueError):
            continue
    return None


def _key_values(path: Path, separator: str) -> dict[str, str]:
    """`key: value` lines; the first of equal keys wins (the first CPU of /proc/cpuinfo)."""
    found: dict[str, str] = {}
    try:
        lines = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return found
    for line in lines:
        key, found_separator, value = line.partition(separator)
        if found_separator:
            found.setdefault(key.strip(), value.strip())
    return found
