//! What the gates of both dialects share: ids, operands, and the circuit being built.

use crate::model::{Builder, CircuitError, Node};
use crate::text::cursor::Cursor;
use crate::text::error::FormatError;
use crate::text::header::Head;
use crate::text::ids::Ids;

/// The label of the output gate of a fan-in circuit, which has no id in the file. No gate of a
/// file has this id: ids lie below it.
pub const OUTPUT_LABEL: u32 = u32::MAX;

/// Largest id of a gate in a file.
const MAX_ID: u64 = OUTPUT_LABEL as u64 - 1;

/// A circuit whose gates are being read.
pub(super) struct Gates {
    pub(super) builder: Builder,
    ids: Ids,
    wires: u32,
}

impl Gates {
    /// No gate yet, of the circuit that `head` declares in a text of `text_bytes`.
    ///
    /// # Errors
    /// If the header breaks a rule of the model; `line` is where it stands.
    pub(super) fn new(
        head: &Head,
        text_bytes: usize,
        line: &Cursor<'_>,
    ) -> Result<Self, FormatError> {
        let builder = Builder::new(head.shape, head.wires, head.header)
            .map_err(|error| broken(line, &error))?;
        Ok(Self { builder, ids: Ids::new(text_bytes), wires: head.wires })
    }

    /// Reads `G`, an id that is still free, and a colon.
    ///
    /// # Errors
    /// If something else is there; `expected` says what may begin a line here.
    pub(super) fn label(
        &self,
        cursor: &mut Cursor<'_>,
        expected: &str,
    ) -> Result<u32, FormatError> {
        cursor.blanks();
        let place = *cursor;
        if !cursor.take(b'G') {
            return Err(cursor.error(expected));
        }
        let id = cursor.number("a gate id", 0..=MAX_ID)? as u32;
        if self.ids.get(id).is_some() {
            return Err(place.error("a gate id that is not used yet"));
        }
        cursor.symbol(b':')?;
        Ok(id)
    }

    /// Notes the node that a gate read under `id` became.
    ///
    /// # Errors
    /// If the gate breaks a rule of the model; `place` is where it stands.
    pub(super) fn define(
        &mut self,
        id: u32,
        gate: Result<Node, CircuitError>,
        place: &Cursor<'_>,
    ) -> Result<(), FormatError> {
        let node = gate.map_err(|error| broken(place, &error))?;
        self.ids.insert(id, node.0);
        Ok(())
    }

    /// Reads an operand: a wire, or a gate of an earlier line.
    ///
    /// # Errors
    /// If something else is there.
    #[inline]
    pub(super) fn node(&self, cursor: &mut Cursor<'_>) -> Result<Node, FormatError> {
        let place = *cursor;
        let wire = match cursor.peek() {
            Some(b'W') => true,
            Some(b'G') => false,
            _ => return Err(cursor.error("a wire (W and its number) or a gate (G and its id)")),
        };
        cursor.advance(1);
        if wire {
            return match cursor.digits() {
                Some(wire) if wire < self.wires.into() => Ok(Node(wire as u32)),
                _ => Err(place.error(format!("a wire from W0 to W{}", self.wires - 1))),
            };
        }
        let node = cursor.digits().and_then(|id| self.ids.get(u32::try_from(id).ok()?));
        node.map(Node).ok_or_else(|| place.error("a gate defined on an earlier line"))
    }
}

/// The error that a rule of the model is broken, where no more specific one names the token.
#[cold]
pub(super) fn broken(place: &Cursor<'_>, error: &CircuitError) -> FormatError {
    place.error(format!("a valid circuit ({error})"))
}
