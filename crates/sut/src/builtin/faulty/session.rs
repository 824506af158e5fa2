//! The life of a faulty program: an honest session, and the moment in which it is not.

use std::process::ExitCode;

use super::answers::{self, Honest, UNSOLICITED};
use super::fault::Fault;
use super::point::Point;
use super::process::{self, After};
use super::random::Random;
use super::{Plan, outputs, resources, stream, table};
use crate::hello::Role;
use crate::kit::{Answer, Body, Protocol, ServeError, Session};
use crate::packet::{Decoder, Kind, Limits, Packet, text_packet};

/// Reads are this short until the header of a request is known, so that a fault can strike before
/// the rest is read. The longest header is `CIRCUIT⏎`.
const HEADER_READ_BYTES: usize = 16;

/// A faulty program.
pub(super) struct Faulty<S> {
    plan: Plan,
    session: S,
    decoder: Decoder,
    random: Random,
    /// How many times the plan's point has been reached.
    arrivals: u64,
    /// The last honest answer at the plan's point.
    last: Option<Vec<u8>>,
}

/// What becomes of a request.
enum Next {
    Go,
    End(ExitCode),
}

impl<S: Session> Faulty<S> {
    pub(super) fn new(plan: Plan, session: S) -> Self {
        let limits = Limits { packet_bytes: 4 << 30, text_bytes: 4 << 30, ..Limits::default() };
        Self {
            decoder: Decoder::new(limits, session.key_form()),
            random: Random::new(plan.seed),
            arrivals: 0,
            last: None,
            plan,
            session,
        }
    }

    pub(super) fn run(&mut self) -> Result<ExitCode, ServeError> {
        if self.is_due(Point::Spawn)
            && let Next::End(code) = self.strike(None)?
        {
            return Ok(code);
        }
        let hello = self.session.hello().map(|packet| Honest {
            report: Vec::new(),
            packet,
            kind: Kind::Hello,
        });
        if self.is_due(Point::Ready) {
            if let Next::End(code) = self.strike(hello)? {
                return Ok(code);
            }
        } else if let Some(hello) = hello {
            stream::write(&hello.packet)?;
        }
        while let Some((request, due)) = self.receive()? {
            if let Next::End(code) = self.serve(&request, due)? {
                return Ok(code);
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Whether the fault strikes at this arrival at `point`.
    fn is_due(&mut self, point: Point) -> bool {
        let culprit = self.plan.culprit.is_none_or(|role| role == self.plan.role);
        if !culprit
            || point != self.plan.at
            || !table::strikes(self.plan.fault, point, self.plan.role)
        {
            return false;
        }
        self.arrivals += 1;
        self.arrivals > self.plan.after
    }

    /// The next request, and whether the fault is due in it.
    fn receive(&mut self) -> Result<Option<(Packet, bool)>, ServeError> {
        let mut due = None;
        loop {
            let packet = self.decoder.advance()?;
            let kind = packet.as_ref().map(|packet| packet.kind);
            if due.is_none()
                && let Some(kind) = kind.or_else(|| self.decoder.current())
            {
                let point = Point::of(self.plan.role, kind);
                let is_due = point.is_some_and(|point| self.is_due(point));
                due = Some(is_due);
                if is_due {
                    self.strike_before_reading(kind)?;
                }
            }
            if let Some(packet) = packet {
                return Ok(Some((packet, due == Some(true))));
            }
            let read = match due {
                None => stream::read(&mut self.decoder, Some(HEADER_READ_BYTES))?,
                Some(_) => stream::read(&mut self.decoder, None)?,
            };
            if read == 0 {
                if stream::is_input_closed() {
                    // Ours was closed on purpose: the pipe is what is broken, not the program.
                    process::hang();
                }
                return match self.decoder.end_of_stream() {
                    None => Ok(None),
                    Some(error) => Err(error.into()),
                };
            }
        }
    }

    /// The part of a fault that needs the request still unread.
    fn strike_before_reading(&mut self, request: Kind) -> Result<(), ServeError> {
        match self.plan.fault {
            Fault::ReadsNothing => process::hang(),
            Fault::CloseStdin => {
                stream::close_input()?;
                process::hang();
            }
            Fault::CloseBoth => {
                stream::close_input()?;
                stream::close_output()?;
                process::hang();
            }
            Fault::Early => {
                let zeros = vec![b'0'; 1 << 20];
                match (self.plan.role, request, self.session.protocol()) {
                    (Role::Client, Kind::Key, Protocol::Two) => {
                        stream::write(b"KEY\n9\nplaintextENDKEY\n")
                    }
                    (Role::Client, Kind::Key, Protocol::Original) => {
                        stream::write(b"KEY\n706c61696e74657874\nENDKEY\n")
                    }
                    (_, Kind::Circuit, _) => {
                        stream::write(&text_packet(Kind::Circuit, b"CIRCUIT READY"))
                    }
                    (Role::Client, Kind::Edata, _) => {
                        stream::write(&text_packet(Kind::Pdata, &zeros))
                    }
                    _ => stream::write(&[b"EDATA\n1048576\n", &zeros[..], b"ENDEDATA\n"].concat()),
                }
            }
            _ => Ok(()),
        }
    }

    fn serve(&mut self, request: &Packet, due: bool) -> Result<Next, ServeError> {
        let answer = self.session.answer(request)?;
        let at_point = Point::of(self.plan.role, request.kind) == Some(self.plan.at);
        let Some(mut answer) = answer else {
            return if due { self.strike(None) } else { Ok(Next::Go) };
        };
        if due {
            self.falsify(&mut answer);
        }
        let honest = Honest::of(&answer)?;
        let packet = at_point.then(|| honest.packet.clone());
        let next = if due {
            self.strike(Some(honest))?
        } else {
            stream::write(&honest.whole())?;
            Next::Go
        };
        self.last = packet.or(self.last.take());
        Ok(next)
    }

    /// Puts a wrong output into an answer, for faults of that sort.
    fn falsify(&mut self, answer: &mut Answer) {
        let (fault, probability) = (self.plan.fault, self.plan.probability);
        let output = match &answer.body {
            Body::Text(text) => text.clone(),
            Body::Chunks(chunks) => chunks.iter().flat_map(|c| c.as_ref()).copied().collect(),
        };
        if answer.kind == Kind::Error {
            return;
        }
        if let Some(wrong) = outputs::falsify(fault, &output, &mut self.random, probability) {
            answer.body = match answer.body {
                Body::Text(_) => Body::Text(wrong),
                Body::Chunks(_) => Body::Chunks(vec![wrong.into()]),
            };
        }
    }

    /// Misbehaves, in place of or together with what an honest program would write.
    fn strike(&mut self, honest: Option<Honest>) -> Result<Next, ServeError> {
        let after = match process::strike(&self.plan)? {
            Some(after) => Some(after),
            None => resources::strike(&self.plan).map_err(ServeError::Output)?,
        };
        match after {
            Some(After::End(code)) => return Ok(Next::End(code)),
            Some(After::Behave) => {
                if let Some(honest) = honest {
                    stream::write(&honest.whole())?;
                }
                return Ok(Next::Go);
            }
            None => {}
        }
        if let Some(honest) = honest {
            let end = answers::write(&self.plan, &honest, self.last.as_deref())?;
            return Ok(end.map_or(Next::Go, Next::End));
        }
        if self.plan.fault == Fault::Unsolicited {
            stream::write(UNSOLICITED)?;
        }
        Ok(Next::Go)
    }
}
