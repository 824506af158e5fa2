"""Sessions that wait for their next turn: held still, as many as memory allows.

A session belongs to a key; to end it costs its next turn a start, a key generation and an
ingestion. So it is kept while other systems are measured: stopped, with all that it started, so
that it takes no processor time, and only memory. When those that wait hold more than their share,
or are too many, the one whose next turn is farthest off is ended. One that cannot be held still
is ended, too.
"""

from __future__ import annotations

import resource
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from ringassay.evaluation.memory import available_bytes
from ringassay.evaluation.ports import SessionLike

SHARE = 0.4
"""Of the memory available when measuring begins, what waiting sessions may hold together."""

FILES_EACH = 24
"""Files that a session keeps open, generously."""

FILES_ELSE = 256
"""Files for everything else."""

MOST = 64
"""Waiting sessions, at most."""


@dataclass
class HostedPair:
    """A running pair of programs and the state that it is in."""

    session: SessionLike
    keyed: str = ""
    """Key parameters; empty while it has no key, and then it serves any."""
    ingested: str = ""
    """The circuit; empty while it has none."""
    identified: bool = False
    """It has said who it is, or will not."""
    is_cold: bool = True
    """No warm-up since the visit began or the circuit was ingested."""


@dataclass
class _Waiting:
    pair: HostedPair
    next_turn: int
    in_this_block: bool
    resident_bytes: int


@dataclass
class Shelf:
    """The waiting sessions of all systems; usable from several threads."""

    bound_bytes: int = field(default_factory=lambda: int(SHARE * available_bytes()))
    most: int = field(default_factory=lambda: most_sessions(_open_files()))
    ended_early: int = 0
    """Sessions that had to end although turns were left for them."""
    crowded: bool = False
    """One of them had a turn left in the block that was being measured."""
    _waiting: dict[tuple[str, str], _Waiting] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def put(
        self, sut: str, pair: HostedPair, next_turn: int | None, *, in_this_block: bool
    ) -> None:
        """Takes a session that rests until turn number `next_turn`; ends it if there is none."""
        if next_turn is None or not pair.session.hold():
            pair.session.close()
            return
        waiting = _Waiting(pair, next_turn, in_this_block, pair.session.resident_bytes())
        with self._lock:
            before = self._waiting.pop((sut, pair.keyed), None)
            self._waiting[sut, pair.keyed] = waiting
            ended = [] if before is None else [before]
            ended += self._surplus()
        for one in ended:
            one.pair.session.close()

    def take(self, sut: str, params: str) -> tuple[HostedPair, int] | None:
        """The session of a system for a key, running again, with the CPU time that it used while
        it waited; None where there is none, or where it has ended meanwhile."""
        with self._lock:
            waiting = self._waiting.pop((sut, params), None) or self._waiting.pop((sut, ""), None)
        if waiting is None:
            return None
        used_ns = waiting.pair.session.release()
        if used_ns is None:
            waiting.pair.session.close()
            return None
        return waiting.pair, used_ns

    def close(self) -> None:
        """Ends all, at the same time: some may have to be waited for."""
        with self._lock:
            ended = list(self._waiting.values())
            self._waiting.clear()
        if ended:
            with ThreadPoolExecutor(max_workers=len(ended)) as pool:
                list(pool.map(lambda one: one.pair.session.close(), ended))

    def _surplus(self) -> list[_Waiting]:
        ended = []
        while len(self._waiting) > self.most or self._held_bytes() > self.bound_bytes:
            place, farthest = max(self._waiting.items(), key=lambda item: item[1].next_turn)
            del self._waiting[place]
            ended.append(farthest)
            self.ended_early += 1
            self.crowded |= farthest.in_this_block
        return ended

    def _held_bytes(self) -> int:
        return sum(one.resident_bytes for one in self._waiting.values())


def most_sessions(files: int | None) -> int:
    """How many may wait when a process may open so many files (None: any number)."""
    return MOST if files is None else max(0, min(MOST, (files - FILES_ELSE) // FILES_EACH))


def _open_files() -> int | None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft
