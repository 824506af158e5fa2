"""How long and how large a system under test may become."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """Bounds on both programs of a system under test; `None` leaves it to the harness.

    Times are wall times of a step in seconds, `start_s` until both programs are ready.
    `memory_bytes` is the resident size of a program and its descendants together (by default half
    of the memory), `packet_bytes` one packet, `text_bytes` one without chunks (an output, a key in
    the original protocol), `processes` the processes and threads of a program and its
    descendants (256, or eight for each processor where these are more), `file_bytes` each file
    written and `scratch_bytes` temporary files and shared memory together (a quarter of the memory
    each). With `network` the programs keep the machine's network, with `files` the user's files;
    otherwise they have a network and a view of files of their own, where the system allows it.
    """

    start_s: float = 60.0
    keygen_s: float = 600.0
    ingest_s: float = 600.0
    encrypt_s: float = 600.0
    evaluate_s: float = 3600.0
    decrypt_s: float = 600.0
    memory_bytes: int | None = None
    packet_bytes: int = 1 << 30
    text_bytes: int | None = None
    processes: int | None = None
    file_bytes: int | None = None
    scratch_bytes: int | None = None
    network: bool = False
    files: bool = False
