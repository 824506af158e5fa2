"""Who connects: strangers, nobody, somebody twice; Ctrl-C; addresses; session files."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sessions import Bench, Fault, Processes

from program import Cli
from ringassay.parties import Group, network
from ringassay.parties.network import certificates, connecting, frame, shares
from ringassay.parties.network.demo import COMBINER, columns, combining, document, joining
from ringassay.parties.network.errors import Cause, MessageError, Round, SessionFileError
from ringassay.parties.network.frame import HEADER, Kind, Place
from ringassay.parties.network.protocol import first_copy
from ringassay.parties.network.session import checked, host_and_port, read, written

NOTHING = Fault("", -1, 0)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    yield Bench(tmp_path_factory.mktemp("connections"))


class Running:
    """A session that has begun; what is left of it ends with the block."""

    def __init__(self, bench: Bench, said: dict[str, Any]) -> None:
        self.bench, self.said, self.session = bench, said, checked(said, "test")
        assert self.session.identity
        self.processes = Processes(bench.new_folder())

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self.processes.end()

    def start(self, *numbers: int, key: int | None = None, session: Any = None) -> None:
        """`key`: under which number a further process is kept."""
        for number in numbers:
            at = number if key is None else key
            folder = self.processes.folder / str(at)
            folder.mkdir()
            work = self.bench.work(session or self.session, number, folder)
            self.processes.start(at, work, NOTHING)

    @property
    def place(self) -> tuple[str, int]:
        assert self.session.combiner is not None
        return host_and_port(self.session.combiner.address or "")

    def connected(self) -> socket.socket:
        """A connection to the combiner, as soon as there is one."""
        for _ in range(600):
            try:
                return socket.create_connection(self.place, timeout=30)
            except ConnectionRefusedError:
                time.sleep(0.05)
        raise AssertionError("nobody listens")

    def client(self, name: str, **version: Any) -> ssl.SSLContext:
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
        if version:
            made.maximum_version = ssl.TLSVersion.TLSv1_2
        folder = self.bench.folder
        made.load_cert_chain(folder / f"{name}.crt", folder / f"{name}.key")
        return made


def test_connections_that_say_nothing_do_not_keep_anybody_out(bench: Bench) -> None:
    with (
        pytest.MonkeyPatch.context() as patch,
        Running(bench, bench.document("sum", 2)) as running,
        ExitStack() as stack,
    ):
        patch.setattr(connecting, "HANDSHAKE_S", 2.0)
        running.start(0)
        # More than are served at a time; some begin a handshake, byte by byte.
        for number in range(connecting.MOST_UNKNOWN + 8):
            silent = stack.enter_context(running.connected())
            if number % 2:
                silent.send(b"\x16")
        running.start(1, 2)
        running.processes.wait(120)
        assert set(running.processes.codes.values()) == {0}


def test_strangers_and_old_tls_are_refused(bench: Bench) -> None:
    with Running(bench, bench.document("sum", 2)) as running:
        running.start(0)
        for client in (running.client("mallory"), running.client("alice", maximum=2)):
            with (
                pytest.raises((ssl.SSLError, ConnectionError)),
                running.connected() as plain,
                client.wrap_socket(plain) as wrapped,
            ):
                wrapped.sendall(bytes(200))
                # In TLS 1.3 a client learns of a refusal when it reads.
                if not wrapped.recv(1):
                    raise ConnectionResetError
        running.start(1, 2)
        running.processes.wait(120)
        assert set(running.processes.codes.values()) == {0}


def test_a_party_that_connects_twice(bench: Bench) -> None:
    """The second process is told, the first goes on."""
    with Running(bench, bench.document("sum", 2)) as running:
        running.start(0, 1)
        time.sleep(1)
        running.start(1, key=7)
        running.processes.wait(120, 7)
        said = running.processes.said(7) or running.processes.said(1)
        assert "party 1 (alice) is connected already" in said
        running.start(2)
        running.processes.wait(120)
        assert sorted(running.processes.codes.values()) == [0, 0, 0, 1]


def test_a_party_that_died_before_all_were_there_comes_again(bench: Bench) -> None:
    with Running(bench, bench.document("sum", 2)) as running:
        running.start(0, 1)
        time.sleep(2)
        os.kill(running.processes.children[1], signal.SIGKILL)
        running.processes.wait(60, 1)
        running.start(1, key=7)
        running.start(2)
        running.processes.wait(120)
        assert {n: code for n, code in running.processes.codes.items() if n != 1} == {
            **{0: 0, 2: 0, 7: 0}
        }


def test_nobody_comes(bench: Bench) -> None:
    said = bench.document("sum", 2)
    said["joining_seconds"] = 3.0
    with Running(bench, said) as running:
        running.start(0, 2)
        running.processes.wait(120)
        for number in (0, 2):
            assert running.processes.codes[number] == 1
            wanted = "party 1 (alice) did not connect within the time limit, in the round joining"
            assert wanted in running.processes.said(number)


def test_another_session_file(bench: Bench) -> None:
    """The one who has another is told, and named if no other comes."""
    said = bench.document("sum", 2)
    other = {**said, "statistical_bits": 41.0}
    with Running(bench, said) as running:
        running.start(0, 1)
        running.start(2, session=checked(other, "other"))
        running.processes.wait(60, 2)
        assert running.processes.codes[2] == 1
        wanted = "sent a message of another session: compare the session files"
        assert wanted in running.processes.said(2)
        # With the right one it can join.
        running.start(2, key=7)
        running.processes.wait(120)
        assert sorted(running.processes.codes.values()) == [0, 0, 0, 1]
    with Running(bench, {**bench.document("sum", 2), "joining_seconds": 4.0}) as running:
        running.start(0, 1)
        running.start(2, session=checked({**other, "combiner": running.said["combiner"]}, "other"))
        running.processes.wait(60)
        assert set(running.processes.codes.values()) == {1}
        for number in (0, 1):
            assert f"party 2 (bob) {wanted}" in running.processes.said(number)


def test_a_combiner_with_another_certificate(bench: Bench) -> None:
    said = bench.document("sum", 2)
    false = {**said, "combiner": {**said["combiner"], **bench.contact("mallory")}}
    session = checked(false, "false")
    with Running(bench, said) as running:
        work = lambda: network.combine(session, bench.folder / "mallory.key")  # noqa: E731
        running.processes.start(0, work, NOTHING)
        running.start(1)
        running.processes.wait(60, 1)
        assert "combiner (combiner) shows another certificate" in running.processes.said(1)


def test_ipv6(bench: Bench) -> None:
    said = bench.document("sum", 2)
    port = said["combiner"]["address"].rpartition(":")[2]
    said["combiner"]["address"] = f"[::1]:{port}"
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        # Nothing is to be said of IPv6 where there is none; addresses are read all the same.
        assert host_and_port("[::1]:7000") == ("::1", 7000)
        return
    with Running(bench, said) as running:
        running.start(0, 1, 2)
        running.processes.wait(120)
        assert set(running.processes.codes.values()) == {0}


def test_an_address_in_use_and_two_combiners(bench: Bench) -> None:
    with Running(bench, bench.document("sum", 2)) as running:
        running.start(0)
        running.connected().close()
        running.start(0, key=7)
        running.processes.wait(60, 7)
        assert running.processes.codes[7] == 2
        assert "cannot listen at 127.0.0.1" in running.processes.said(7)


# ---- Files ------------------------------------------------------------------------------------


def test_keys_ledgers_and_secrets_that_are_refused(bench: Bench, tmp_path: Path) -> None:
    said = bench.document("sum", 2)
    session, key = checked(said, "test"), bench.folder / "alice.key"
    column, ledger, secret = np.zeros(4), tmp_path / "l", tmp_path / "s"

    def refused(match: str, name: str = "alice", **other: Any) -> None:
        given = {"key": key, "column": column, "ledger": ledger, "secret": secret} | other
        with pytest.raises(SessionFileError, match=match):
            network.join(session, name, **given)

    refused("no party 'zoe'", name="zoe")
    refused("no private key of the certificate of alice", key=bench.folder / "bob.key")
    refused("No such file", key=tmp_path / "absent")
    refused("4 entries of each party, and here are 5", column=np.zeros(5))
    refused("from -1 to 1", column=np.full(4, 2.0))
    refused("from -1 to 1", column=np.full(4, np.nan))
    assert list(tmp_path.iterdir()) == []
    ledger.write_bytes(b"")
    refused("there already, and its secret is not given")
    ledger.unlink()
    party = session.group.party(1, ledger=ledger)
    secret.write_bytes(party.save())
    refused("open elsewhere")
    del party
    refused("the secret of party 1, not 2", name="bob", key=bench.folder / "bob.key")
    ledger.unlink()
    refused("cannot be opened")


def test_session_files_are_strict(bench: Bench, tmp_path: Path) -> None:
    said = bench.document("statistics")
    path = tmp_path / "s.toml"
    path.write_text(written(said))
    assert read(path).identity == checked(said, "test").identity
    # Another way to write it is the same session.
    path.write_text("# a remark\n" + written(said))
    assert read(path).identity == checked(said, "test").identity
    party = said["party"]
    for change, wanted in (
        ({"colour": 1}, "colour"),
        ({"version": 2}, "version"),
        ({"seed": "00"}, "seed"),
        ({"computation": "exec"}, "computation"),
        ({"party": party[:1]}, "party"),
        ({"party": [party[0], party[0], party[1]]}, "same name"),
        ({"party": [party[0], {**party[1], "certificate": party[0]["certificate"]}]}, "same cert"),
        ({"party": [party[0], {**party[1], "certificate": "x"}]}, "not one in PEM"),
        ({"combiner": None}, "all but the last need an address"),
        ({"combiner": {**said["combiner"], "address": "nowhere"}}, "no address"),
        ({"combiner": {**said["combiner"], "address": "a:0"}}, "no address"),
        ({"message_seconds": 0.0}, "message_seconds"),
        ({"message_seconds": float("nan")}, "message_seconds"),
        ({"parameters": {**said["parameters"], "scheme": "bgv"}}, "takes the scheme ckks"),
        ({"parameters": {**said["parameters"], "length": "4"}}, "length"),
    ):
        with pytest.raises(SessionFileError, match=wanted):
            checked({**said, **change}, "test")
    others = [
        {"name": "x"}, {"seed": bytes(32).hex()}, {"statistical_bits": 30.0},
        {"message_seconds": 9.0}, {"party": party[::-1]}, {"party": party[:2]},
        {"computation": "sum"}, {"parameters": {**said["parameters"], "range": 2.0}},
    ]  # fmt: skip
    identities = {checked({**said, **one}, "test").identity for one in others}
    assert len(identities | {read(path).identity}) == len(others) + 1


def test_a_share_of_another_party_under_a_new_sender(bench: Bench, tmp_path: Path) -> None:
    group: Group = checked(bench.document("sum", 2), "test").group
    one = group.party(1, ledger=tmp_path / "1")
    body = one.public_key_share().save()
    assert shares.load(group, body, "the public key", [1]) is not None
    assert shares.load(group, body, "the public key", [2]) is None
    assert shares.load(group, body, "a decryption", [1]) is None
    assert shares.load(group, body[:-1], "the public key", [1]) is None
    assert shares.load(group, b"", "the public key", [1]) is None


def test_headers() -> None:
    """The bytes as the module states them, and what is no header."""
    place, session = Place(Kind.SHARE, Round.KEYS, 3, 5), bytes(range(32))
    header = frame.pack(place, session, 2, 7, b"abcde")
    assert len(header) == HEADER.size == 96
    assert header[:24] == bytes.fromhex("89727072740d0a1a 0100 02 00 0100 0300 02000000 07000000")
    assert header[24:32] == (5).to_bytes(8, "little") and header[32:64] == session
    assert frame.unpack(header, place, session, 2, 7).length == 5
    for at in range(64):
        other = header[:at] + bytes([header[at] ^ 1]) + header[at + 1 :]
        with pytest.raises(MessageError):
            frame.unpack(other, place, session, 2, 7)
    failure = Place(Kind.FAILURE, Round.KEYS, 0, 0)
    long = frame.pack(failure, session, 2, 7, bytes(1000))
    with pytest.raises(MessageError, match="longer"):
        frame.unpack(long, place, session, 2, 7)
    assert frame.unpack_failure(frame.pack_failure(3, Cause.STALLED)) == (3, Cause.STALLED)
    for body in (b"", b"\0", b"\0\0\0\0NOTHING", b"\0\0\0\0\xff", b"\0\0\0\0" + b"x" * 90):
        with pytest.raises(MessageError):
            frame.unpack_failure(body)


# ---- The command ------------------------------------------------------------------------------


class Commands:
    """The example's processes, by their commands."""

    def __init__(self, folder: Path, bench: Bench) -> None:
        self.folder = folder
        names = ("alice", "bob", "carol")
        certificates.make((COMBINER, *names), folder)
        address = bench.document("sum")["combiner"]["address"]
        said = document(folder, address, length=8, degree=1024, insist=True)
        said["party"] = said["party"][:2]
        said["joining_seconds"] = 20.0
        (folder / "session.toml").write_text(written(said))
        for name, column in zip(names, columns(8), strict=True):
            (folder / f"{name}.txt").write_text("\n".join(map(str, column)))
        self.started: dict[str, subprocess.Popen[str]] = {}

    def start(self, name: str) -> None:
        words = combining() if name == COMBINER else joining(name)
        self.started[name] = subprocess.Popen(
            words, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def end(self) -> dict[str, tuple[int, str, str]]:
        try:
            said = {name: one.communicate(timeout=120) for name, one in self.started.items()}
        finally:
            for one in self.started.values():
                one.kill()
                one.wait()
        return {name: (self.started[name].returncode, *said[name]) for name in said}


@pytest.mark.parametrize("who", [COMBINER, "alice"])
def test_ctrl_c_ends_all(bench: Bench, tmp_path: Path, who: str) -> None:
    """While others wait for the last party."""
    commands = Commands(tmp_path, bench)
    for name in (COMBINER, "alice"):
        commands.start(name)
    _until_joined(commands)
    commands.started[who].send_signal(signal.SIGINT)
    ended = commands.end()
    assert ended[who][0] == 130, ended
    other = "alice" if who == COMBINER else COMBINER
    # Until all are there, a party may come again: it is awaited.
    wanted = "was interrupted" if who == COMBINER else "party 1 (alice) did not connect"
    assert ended[other][0] == 1 and wanted in ended[other][2], ended
    assert all("Traceback" not in err for _, _, err in ended.values()), ended
    assert {one.suffix for one in tmp_path.iterdir()} <= {
        ".crt",
        ".key",
        ".txt",
        ".toml",
        ".ledger",
    }


def _until_joined(commands: Commands) -> None:
    """Until a party has a ledger, and the time to connect."""
    for _ in range(1200):
        if (commands.folder / "alice.ledger").exists():
            break
        time.sleep(0.05)
    time.sleep(2)


def test_the_commands_compute_and_report(cli: Cli) -> None:
    """Certificates, a session file, the example with its report: by the installed program."""
    made = cli("party", "certificates", "c", "a", "b", "--out", "keys", "--json")
    assert made.code == 0, made.err
    assert (cli.folder / "keys/a.key").stat().st_mode & 0o077 == 0
    assert cli("party", "certificates", "a", "--out", "keys").code == 2
    words = ["party", "session", "s.toml", "--name", "n", "--length", "4"]
    parties = ["--party", "a=keys/a.crt", "--party", "b=keys/b.crt"]
    combiner = ["--combiner", "c=keys/c.crt@127.0.0.1:7001"]
    wrote = cli(*words, *parties, *combiner, "--json")
    assert wrote.code == 0, wrote.err
    session = read(cli.folder / "s.toml")
    assert wrote.json["identity"] == session.identity.hex()
    assert session.group.parameters.is_secure
    for change, wanted in (
        ([*words, *parties], "all but the last need an address"),
        ([*words, *parties, *combiner, "--plaintext", "17"], "takes no --plaintext"),
        ([*words, *parties, *combiner, "--scheme", "bgv"], "takes the scheme ckks"),
        ([*words, *parties, "--combiner", "c=keys/c.key@a:1"], "private key"),
        ([*words, *parties, "--combiner", "c"], "NAME=CERT"),
        ([*words, *parties, *combiner], "there already"),
    ):
        ended = cli(*change)
        assert ended.code == 2 and wanted in ended.err, ended
    (cli.folder / "x.txt").write_text("0.1\nsecret-0.2\n")
    join = ["party", "join", "s.toml", "a", "--key", "keys/a.key", "--data", "x.txt"]
    ended = cli(*join, "--ledger", "l")
    assert ended.code == 2 and "one number a line" in ended.err and "0.2" not in ended.err
    ran = cli("party", "demo", "--out", "r", "--json")
    assert ran.code == 0, ran.err
    assert ran.json["worst_difference"] < 2**-18
    assert [one["role"] for one in ran.json["roles"]] == [COMBINER, "alice", "bob", "carol"]
    page = (cli.folder / ran.json["report"]).read_text()
    assert "Who sent what" in page and f"{ran.json['roles'][1]['bytes_up'] / 2**20:.2f}" in page
    assert sorted(one.name for one in cli.folder.iterdir()) == ["keys", "r", "s.toml", "x.txt"]


def test_without_the_package_for_certificates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cryptography", None)
    with pytest.raises(SessionFileError, match="pip install 'cryptography"):
        certificates.make(["a"], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_input_of_another_party_is_not_taken_twice() -> None:
    assert first_copy({1: b"a", 2: b"b", 3: b"c"}) is None
    assert first_copy({3: b"a", 2: b"b", 1: b"a"}) == 3
