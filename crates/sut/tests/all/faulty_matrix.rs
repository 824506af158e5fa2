//! Every fault at every point in every role does to a small harness what the table says.

#![expect(clippy::disallowed_types, reason = "of the tests, which do not fork")]

use std::os::unix::process::ExitStatusExt as _;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use ringassay_sut::builtin::faulty::table::{Cell, cells};
use ringassay_sut::builtin::faulty::{Fault, Point};
use ringassay_sut::hello::{ErrorReply, Hello, Report, Role};
use ringassay_sut::packet::{Decoder, Form, Kind, Limits, Packet, ProtocolError};

use crate::program::{PATIENCE, Program};

/// How long the small harness waits for a program that is expected to be silent.
const BOUND: Duration = Duration::from_millis(400);

/// Faults whose right outcome includes silence; all others get all the time they need.
fn may_be_silent(cell: &Cell) -> bool {
    cell.outcomes.contains(&"timeout")
}

/// A small harness for one program: the other one's part is played by fixed bytes.
struct Driver<'a> {
    cell: &'a Cell,
    program: Program,
    decoder: Decoder,
    protocol_2: bool,
}

type Outcome = &'static str;

impl<'a> Driver<'a> {
    fn start(cell: &'a Cell, protocol_2: bool) -> Self {
        let role = cell.role.name();
        let mut arguments = vec!["faulty", role, "--at", cell.point.name(), "--do", &cell.fault];
        arguments.extend(cell.arguments);
        // Small amounts: here it is the fault's own bound that must hold.
        arguments.extend(match cell.fault.as_str() {
            "flood-stdout" | "flood-packet" | "flood-line" => &["--bytes", "8000000"][..],
            "flood-stderr" | "eat-memory" | "fill-file" | "huge-control" => &["--bytes", "2000000"],
            "late" => &["--seconds", "0.05"],
            "drip" => &["--seconds", "5"],
            "daemon" | "orphan" | "respawn" => &["--seconds", "0.5"],
            "fork-bomb" => &["--count", "6", "--seconds", "0.05"],
            "flaky" => &["--probability", "1"],
            _ => &[],
        });
        let form = if protocol_2 { Form::Chunks } else { Form::Text };
        let limits = Limits { packet_bytes: 4 << 20, text_bytes: 4 << 20, control_bytes: 1 << 20 };
        Self {
            cell,
            program: Program::start(&arguments, protocol_2),
            decoder: Decoder::new(limits, form),
            protocol_2,
        }
    }

    /// The first outcome that is not `ok`.
    fn run(&mut self) -> Outcome {
        self.session().err().unwrap_or("ok")
    }

    fn session(&mut self) -> Result<(), Outcome> {
        if self.protocol_2 {
            let hello = self.packet(Kind::Hello, "start-failed")?;
            let hello = Hello::parse(hello.text()).map_err(|_| "protocol")?;
            if hello.role != self.cell.role {
                return Err("protocol");
            }
        }
        let inputs = ["[01101,11010,01100]", "[11111,11010,01100]"];
        let outputs = ["00100", "10110"];
        match self.cell.role {
            Role::Client => {
                self.ask(b"KEY\nL=5,D=4.0,K=80\nENDKEY\n", Kind::Key)?;
                for (input, output) in inputs.iter().zip(outputs).cycle().take(4) {
                    let request = format!("PDATA\n{input}\nENDPDATA\n");
                    let fresh = self.ask(request.as_bytes(), Kind::Edata)?;
                    demand(&chunks(&fresh), input)?;
                    let request = format!("EDATA\n5\n{output}ENDEDATA\n");
                    let answer = self.ask(request.as_bytes(), Kind::Pdata)?;
                    demand(answer.text(), output)?;
                }
            }
            Role::Server => {
                let key: &[u8] =
                    if self.protocol_2 { b"KEY\n1\nkENDKEY\n" } else { b"KEY\nk\nENDKEY\n" };
                self.send(key)?;
                let circuit =
                    b"CIRCUIT\nW=3,D=1.1,L=5\nG4:LMUL(W0,W1)\nG5:LADD(G4,W2)\nENDCIRCUIT\n";
                let ready = self.ask(circuit, Kind::Circuit)?;
                if ready.text() != b"CIRCUIT READY" {
                    return Err("protocol");
                }
                for (input, output) in inputs.iter().zip(outputs).cycle().take(4) {
                    let request = format!("EDATA\n{}\n{input}ENDEDATA\n", input.len());
                    let evaluated = self.ask(request.as_bytes(), Kind::Edata)?;
                    demand(&chunks(&evaluated), output)?;
                }
            }
        }
        Ok(())
    }

    fn ask(&mut self, request: &[u8], kind: Kind) -> Result<Packet, Outcome> {
        self.send(request)?;
        self.packet(kind, "crash")
    }

    fn send(&mut self, request: &[u8]) -> Result<(), Outcome> {
        if self.decoder.pending() > 0 {
            return Err("protocol");
        }
        if self.program.send(request) {
            return Ok(());
        }
        Err(self.ended("crash"))
    }

    /// The packet asked for, past any report.
    fn packet(&mut self, kind: Kind, death: Outcome) -> Result<Packet, Outcome> {
        loop {
            let packet = self.any_packet(death)?;
            match packet.kind {
                Kind::Report if self.protocol_2 && kind != Kind::Hello => {
                    Report::parse(packet.text()).map_err(|_| "protocol")?;
                }
                Kind::Error if self.protocol_2 && kind != Kind::Hello => {
                    ErrorReply::parse(packet.text()).map_err(|_| "protocol")?;
                    return Err("refused");
                }
                got if got == kind && self.decoder.pending() == 0 => return Ok(packet),
                _ => return Err("protocol"),
            }
        }
    }

    fn any_packet(&mut self, death: Outcome) -> Result<Packet, Outcome> {
        let wait = if may_be_silent(self.cell) { BOUND } else { PATIENCE };
        let deadline = Instant::now() + wait;
        let class = |error: ProtocolError| {
            if error.limit_bytes.is_some() { "resource" } else { "protocol" }
        };
        loop {
            if let Some(packet) = self.decoder.advance().map_err(class)? {
                return Ok(packet);
            }
            match self.program.receive(Duration::from_millis(20)) {
                Ok(Some(bytes)) => self.decoder.buffer().extend_from_slice(&bytes),
                Ok(None) => return Err(self.ended(death)),
                // A process it left behind may hold the pipe open.
                Err(()) if self.program.status(Duration::ZERO).is_some() => return Err(death),
                Err(()) if Instant::now() > deadline => return Err("timeout"),
                Err(()) => {}
            }
        }
    }

    /// A broken pipe: dead, or alive with the pipe closed.
    fn ended(&mut self, death: Outcome) -> Outcome {
        match self.program.status(Duration::from_millis(300)) {
            Some(_) => death,
            None => "protocol",
        }
    }
}

fn chunks(packet: &Packet) -> Vec<u8> {
    packet.chunks().flatten().copied().collect()
}

fn demand(got: &[u8], expected: &str) -> Result<(), Outcome> {
    if got == expected.as_bytes() { Ok(()) } else { Err("wrong") }
}

#[test]
fn every_cell_of_the_table() {
    let mut jobs: Vec<(Cell, u8)> = cells()
        .into_iter()
        .flat_map(|cell| cell.protocols.iter().map(move |&p| (cell.clone(), p)))
        .collect();
    let total = jobs.len();
    assert!(total >= 500, "{total}");
    jobs.reverse();
    let jobs = Mutex::new(jobs);
    let failures = Mutex::new(Vec::new());
    // Nearly all of the time is spent in waiting for silent programs.
    std::thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| {
                loop {
                    let Some((cell, protocol)) = jobs.lock().unwrap().pop() else {
                        break;
                    };
                    let outcome = Driver::start(&cell, protocol == 2).run();
                    // Within its own bound, a fault that needs a bound of the harness is harmless.
                    let right = cell.outcomes.contains(&outcome)
                        || (cell.needs.is_some() && outcome == "ok");
                    if !right {
                        failures.lock().unwrap().push(format!(
                            "{} at {} in the {} under protocol {protocol}: {outcome}, not {}",
                            cell.fault,
                            cell.point.name(),
                            cell.role,
                            cell.outcomes.join(" or ")
                        ));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} of {total}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn without_its_fault_a_faulty_program_behaves() {
    for role in [Role::Client, Role::Server] {
        for point in Point::value_variants().iter().filter(|p| p.roles().contains(&role)) {
            for (arguments, outcome) in [
                (&["--after", "99"][..], "ok"),
                (&["--role", "client"], if role == Role::Client { "struck" } else { "ok" }),
            ] {
                let mut cell = cells()
                    .into_iter()
                    .find(|c| c.fault == "exit1" && c.point == *point && c.role == role)
                    .expect("a cell");
                cell.arguments = arguments;
                let got = Driver::start(&cell, true).run();
                let expected = if outcome == "ok" { "ok" } else { cell.outcomes[0] };
                assert_eq!(got, expected, "{} {arguments:?}", point.name());
            }
        }
    }
}

#[test]
fn deaths_are_of_the_kind_guaranteed() {
    for (fault, code, signal) in [
        ("exit0", Some(0), None),
        ("exit1", Some(1), None),
        ("segv", None, Some(11)),
        ("abort", None, Some(6)),
        ("kill", None, Some(9)),
        ("hostile-stderr", Some(1), None),
    ] {
        let mut program =
            Program::start(&["faulty", "client", "--at", "spawn", "--do", fault], true);
        let status = program.status(PATIENCE).expect("it dies");
        assert_eq!((status.code(), status.signal()), (code, signal), "{fault}");
    }
}

#[test]
fn sigterm_is_withstood_and_sigstop_is_real() {
    let start = |fault| Program::start(&["faulty", "client", "--at", "ready", "--do", fault], true);
    let (mut deaf, mut stopped, mut asleep) = (start("ignore-term"), start("stop"), start("hang"));
    std::thread::sleep(BOUND);
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", stopped.child.id())).unwrap();
    assert!(stat.contains(") T "), "{stat}");
    for program in [&deaf, &asleep] {
        let pid = program.child.id().to_string();
        let kill = Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        assert!(kill.success());
    }
    assert_eq!(asleep.status(PATIENCE).expect("it dies").signal(), Some(15));
    assert_eq!(deaf.status(BOUND), None);
    assert_eq!(stopped.status(Duration::ZERO), None);
}

#[test]
fn partial_answers_end_at_any_byte() {
    let whole = b"EDATA\n19\n[01101,11010,01100]ENDEDATA\n";
    for cut in 0..=whole.len() {
        let cut_text = cut.to_string();
        let arguments =
            ["faulty", "client", "--at", "encrypt", "--do", "partial", "--bytes", &cut_text];
        let mut program = Program::start(&arguments, false);
        assert!(program.send(b"PDATA\n[01101,11010,01100]\nENDPDATA\n"));
        let (output, status) = program.finish();
        assert_eq!((&output[..], status.code()), (&whole[..cut], Some(0)));
    }
}

#[test]
fn the_list_is_the_table() {
    let program = Program::start(&["faulty", "--list", "--json"], false);
    let (output, status) = program.finish();
    assert_eq!(status.code(), Some(0));
    let listed: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
    assert_eq!(listed, serde_json::to_value(cells()).unwrap());
    assert_eq!(listed[0]["fault"], "exit0");
    assert_eq!(listed[0]["point"], "spawn");
    let (text, _) = Program::start(&["faulty", "--list"], false).finish();
    let text = String::from_utf8(text).unwrap();
    for fault in Fault::value_variants() {
        assert!(text.contains(&format!("{}: ", fault.name())), "{}", fault.name());
    }
}

#[test]
fn help_and_wrong_arguments() {
    for command in ["plaintext", "original", "echo", "faulty"] {
        let (help, status) = Program::start(&[command, "--help"], false).finish();
        assert!(status.success() && help.len() > 300, "{command}");
    }
    for wrong in [
        &[][..],
        &["plaintext"],
        &["plaintext", "both"],
        &["echo", "client", "--bytes", "-1"],
        &["faulty"],
        &["faulty", "client", "--at", "key"],
        &["faulty", "client", "--do", "hang"],
        &["faulty", "client", "--at", "spawn", "--do", "complement"],
        &["faulty", "client", "--at", "nowhere", "--do", "hang"],
    ] {
        let (_, status) = Program::start(wrong, false).finish();
        assert_eq!(status.code(), Some(2), "{wrong:?}");
    }
}
