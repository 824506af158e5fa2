"""Sessions of real processes, one of which misbehaves at one message: named, in time, nothing left.

    python tests/parties/sessions.py --sessions 1000 [--seed 1]

A fault is drawn for each session: who, at which of its messages, what it does there. Whoever is
honest has to end within the time limit, with an error that names the one who is not; nobody reads a
wrong result; no process, no secret on the disk or in an error stays behind.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ringassay.errors import UserError
from ringassay.parties import Group, network
from ringassay.parties.network import certificates, frame
from ringassay.parties.network.channel import Channel
from ringassay.parties.network.demo import COMBINER, free_port
from ringassay.parties.network.frame import Kind, Place
from ringassay.parties.network.session import checked, written

SECONDS = 30.0
"""The time limit of a message; where somebody is late, `LATE_S`."""
JOINING_S = 15.0
LATE_S = 12.0
LIMIT_S = 4 * SECONDS
"""Of a whole session that fails: a party waits three times the limit for the combiner."""
LATE = ("stalled", "slow", "reordered", "lies about the length")
"""Where others may wait for what does not come."""
LENGTH = 4
NAMES = ("alice", "bob", "carol")

KINDS = (
    *(
        "killed",
        "killed before",
        "stalled",
        "slow",
        "truncated",
        "repeated",
        "reordered",
        "other session",
    ),
    *("other parameters", "too long", "lies about the length", "damaged", "other version"),
    *("in another's name", "closed", "huge", "interrupted"),
)


class Fault(NamedTuple):
    """What process `who` does in place of its message number `message`, from 0 on."""

    kind: str
    who: int
    message: int


NO_FAULT = Fault("", -1, 0)


class Gone(BaseException):
    """A process that did what it was to do, and ends."""


def plant(fault: Fault) -> None:
    """Has this process misbehave."""
    honest, state = Channel.send, {"sent": 0}
    held: list[bytes] = []

    async def send(self: Channel, place: Place, body: bytes, seconds: float) -> None:
        if place.kind == Kind.FAILURE:
            return await honest(self, place, body, seconds)
        number, state["sent"] = state["sent"], state["sent"] + 1
        if held and number == fault.message + 1:
            await honest(self, place, body, seconds)
            self._writer.write(held.pop())
            return None
        if number != fault.message:
            return await honest(self, place, body, seconds)
        return await misbehave(fault.kind, self, place, body, held)

    Channel.send = send  # type: ignore[method-assign]


async def misbehave(
    kind: str, channel: Channel, place: Place, body: bytes, held: list[bytes]
) -> None:
    own, writer = channel._own.number, channel._writer

    def packed(**other: Any) -> bytes:
        said = {"session": channel._session, "sender": own, "sequence": channel._sent, **other}
        return frame.pack(place, body=body, **said) + body

    async def write(data: bytes) -> None:
        channel._sent += 1
        writer.write(data)
        await writer.drain()

    honest = packed()
    header = frame.HEADER.size
    match kind:
        case "killed":
            writer.write(honest[: len(honest) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        case "killed before":
            os.kill(os.getpid(), signal.SIGKILL)
        case "interrupted":
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(60)
        case "closed":
            writer.close()
            raise Gone
        case "stalled":
            await asyncio.sleep(3600)
        case "slow":
            for byte in honest:
                await write(bytes([byte]))
                await asyncio.sleep(0.3)
        case "truncated":
            await write(honest[: max(len(honest) - 1 - len(body) // 2, 1)])
            writer.close()
            raise Gone
        case "repeated":
            await write(honest + honest)
        case "reordered":
            held.append(honest)
            channel._sent += 1
        case "other session":
            await write(packed(session=bytes(32)))
        case "other parameters":
            # Of what has no body, the hash of the session is that of parameters too.
            body = _of_other_parameters(len(body))
            await write(packed(**({} if body else {"session": bytes(32)})))
        case "too long":
            body = bytes(10 * max(len(body), 100))
            await write(packed())
        case "lies about the length":
            # It says what is expected, and sends less: the next message is in the middle of it.
            await write(honest[: header + len(body) // 2])
            channel._sent -= 1
            await write(packed())
        case "damaged":
            at = header + len(body) // 2 if body else header - 1
            await write(honest[:at] + bytes([honest[at] ^ 1]) + honest[at + 1 :])
        case "other version":
            await write(honest[:8] + b"\x09" + honest[9:])
        case "in another's name":
            await write(packed(sender=(own + 1) % 4))
        case "huge":
            fields = list(frame.HEADER.unpack(honest[:header]))
            fields[8] = 1 << 60
            await write(frame.HEADER.pack(*fields))
        case _:
            raise ValueError(kind)


def _of_other_parameters(length: int) -> bytes:
    """A share as it should be, of a session of more parties; cut or filled to the length."""
    found: Any = STATE["session"]
    single = found.work.parameters()
    group = Group(single, len(found.party) + 1, name="other", seed=bytes(32))
    with tempfile.TemporaryDirectory() as folder:
        share = group.party(1, ledger=Path(folder) / "l").public_key_share().save()
    return share[:length].ljust(length, b"\0")


STATE: dict[str, Any] = {}
"""The session of a child."""


@dataclass
class Processes:
    """The processes of a session, forked from this one; each writes what it says to a file."""

    folder: Path
    children: dict[int, int] = field(default_factory=dict)
    codes: dict[int, int] = field(default_factory=dict)

    def start(self, number: int, work: Callable[[], dict[str, Any]], fault: Fault) -> None:
        child = os.fork()
        if child:
            self.children[number] = child
            return
        code = 99
        try:
            said = os.open(
                self.folder / f"{number}.said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600
            )
            os.dup2(said, 1)
            os.dup2(said, 2)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if fault.who == number:
                plant(fault)
            found = work()
            (self.folder / f"{number}.result").write_text(repr(found["result"]))
            code = 0
        except UserError as error:
            os.write(2, str(error).encode())
            code = error.exit_code
        except KeyboardInterrupt:
            code = 130
        except Gone:
            code = 98
        except BaseException:
            os.write(2, traceback.format_exc().encode())
        finally:
            os._exit(code)

    def wait(self, seconds: float, *numbers: int) -> None:
        """Until these have ended, or all; raises if they do not."""
        until = time.monotonic() + seconds
        wanted = set(numbers or self.children)
        while wanted - self.codes.keys():
            for number in wanted - self.codes.keys():
                ended, status = os.waitpid(self.children[number], os.WNOHANG)
                if ended:
                    self.codes[number] = os.waitstatus_to_exitcode(status)
            if time.monotonic() > until:
                late = sorted(wanted - self.codes.keys())
                raise AssertionError(f"{late} did not end in {seconds} s")
            time.sleep(0.01)

    def end(self) -> None:
        """Kills what is left."""
        for number in self.children.keys() - self.codes.keys():
            os.kill(self.children[number], signal.SIGKILL)
            _, status = os.waitpid(self.children[number], 0)
            self.codes[number] = os.waitstatus_to_exitcode(status)

    def said(self, number: int) -> str:
        path = self.folder / f"{number}.said"
        return path.read_text() if path.exists() else ""

    def result(self, number: int) -> Any:
        return eval((self.folder / f"{number}.result").read_text())


class Bench:
    """Certificates, made once, and sessions with them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        certificates.make((COMBINER, *NAMES, "mallory"), folder)
        draws = np.random.default_rng(5)
        self.columns = draws.uniform(-1, 1, (3, LENGTH))
        self.count = 0

    def contact(self, name: str, port: int | None = None, host: str = "127.0.0.1") -> Any:
        text = (self.folder / f"{name}.crt").read_text()
        place = {} if port is None else {"address": f"{host}:{port}"}
        return {"name": name, "certificate": text, **place}

    def document(
        self, computation: str = "sum", count: int = 3, *, star: bool = True, **other: Any
    ) -> dict[str, Any]:
        """A session with the smallest ring."""
        found: dict[str, Any] = {
            "version": 1,
            "name": os.urandom(8).hex(),
            "seed": os.urandom(32).hex(),
            "computation": computation,
            "message_seconds": SECONDS,
            "joining_seconds": JOINING_S,
            "parameters": {"scheme": "ckks", "length": LENGTH, "degree": 1024, "insist": True},
            **other,
        }
        if star:
            found["combiner"] = self.contact(COMBINER, free_port())
            return found | {"party": [self.contact(name) for name in NAMES[:count]]}
        return found | {"party": [self.contact(name, free_port()) for name in NAMES[:count]]}

    def new_folder(self) -> Path:
        self.count += 1
        made = self.folder / f"session-{self.count}"
        made.mkdir()
        return made

    def work(
        self, session: network.Session, number: int, folder: Path, **options: Any
    ) -> Callable[[], dict[str, Any]]:
        """What a process of a session does."""
        STATE["session"] = session
        if number == 0:
            return lambda: network.combine(session, self.folder / f"{COMBINER}.key")
        name = NAMES[number - 1]
        return lambda: network.join(
            session,
            name,
            self.folder / f"{name}.key",
            self.columns[number - 1],
            **{"ledger": folder / f"{name}.ledger", **options},
        )

    def run(
        self,
        fault: Fault = NO_FAULT,
        document: dict[str, Any] | None = None,
        **options: Any,
    ) -> Processes:
        """A session with a fault: its processes, which have ended."""
        folder = self.new_folder()
        said = document or self.document(**options)
        if fault.kind in LATE:
            said["message_seconds"] = LATE_S
        session = checked(said, "test")
        assert session.identity  # parameters are chosen once, before the fork
        processes = Processes(folder)
        try:
            for number in sorted(session.roles):
                secret = folder / f"{number}.secret"
                work = self.work(session, number, folder, **({"secret": secret} if number else {}))
                processes.start(number, work, fault)
            honest = [number for number in session.roles if number != fault.who]
            processes.wait(LIMIT_S, *honest)
        finally:
            processes.end()
        judge(session, processes, fault, self.columns)
        return processes


def judge(
    session: network.Session, processes: Processes, fault: Fault, columns: np.ndarray[Any, Any]
) -> None:
    """Raises `AssertionError` unless everybody honest ended as they should."""
    clear = session.work.in_the_clear(list(columns[: len(session.party)]))
    culprit = session.roles.get(fault.who)
    for number in session.roles:
        code, said = processes.codes[number], processes.said(number)
        if code == 0:
            result = processes.result(number)
            for name, value in clear.items():
                assert np.allclose(np.array(result[name], float), value, atol=2**-12), (name, fault)
            continue
        if number == fault.who:
            continue
        assert culprit is not None, (number, code, said)
        assert code == 1, (fault, number, code, said)
        assert said.startswith(f"{culprit} "), (fault, number, said)
        assert "Traceback" not in said
    if culprit is not None and fault.kind not in ("slow", "repeated"):
        ended = [processes.codes[one] for one in session.roles if one != fault.who]
        assert any(ended), fault
    check_no_secret(processes, session)


def check_no_secret(processes: Processes, session: network.Session) -> None:
    """No part of a saved secret is in another file, and no number of a column in what was said."""
    files = [one for one in processes.folder.iterdir() if one.suffix != ".secret"]
    assert {one.suffix for one in files} <= {".ledger", ".said", ".result"}
    contents = [one.read_bytes() for one in files if one.suffix != ".result"]
    for secret in processes.folder.glob("*.secret"):
        assert secret.stat().st_mode & 0o077 == 0
        data = secret.read_bytes()[200:-32]
        parts = {data[at : at + 16] for at in range(0, len(data) - 16, 61)}
        parts = {part for part in parts if len(set(part)) > 4}
        assert parts
        assert not any(part in content for part in parts for content in contents)


def messages_of(session: network.Session) -> dict[int, int]:
    """How many messages each process sends in a session that ends well."""
    work, count = session.work, len(session.party)
    exponents = len(session.group.exponents(rotations=work.rotations)) if work.rotations else 0
    pairs = count * (count + 1) // 2
    outputs = count + pairs if work.multiplies else 1
    shares = 1 + exponents + 2 * work.multiplies + outputs
    if session.combiner is None:
        return dict.fromkeys(range(1, count + 1), (count - 1) * (shares + 3))
    own = dict.fromkeys(range(1, count + 1), shares + 3)
    return {0: count * (shares + 2 + count - 1), **own}


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--sessions", type=int, default=100)
    said.add_argument("--seed", type=int, default=1)
    asked = said.parse_args()
    draws = random.Random(asked.seed)
    began, ended = time.monotonic(), {0: 0, 1: 0}
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for _ in range(asked.sessions):
            document = bench.document(
                draws.choice(["sum", "statistics"]), draws.choice([2, 3]), star=draws.random() < 0.5
            )
            session = checked(document, "test")
            who = draws.choice(sorted(session.roles))
            message = draws.randrange(messages_of(session)[who])
            fault = Fault(draws.choice(KINDS), who, message)
            try:
                processes = bench.run(fault, document)
            except BaseException:
                print(f"seed {asked.seed}: {fault}\n{written(document)}", file=sys.stderr)
                raise
            for number in session.roles.keys() - {who}:
                ended[processes.codes[number]] += 1
    took = time.monotonic() - began
    print(
        f"{asked.sessions} sessions in {took:.0f} s: {ended[1]} processes named who was at fault,"
    )
    print(f"{ended[0]} had ended before; none hung, none read a wrong result.")


if __name__ == "__main__":
    main()
