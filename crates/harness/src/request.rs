//! A request as it is written: parts of memory, none of them copied.

use std::io::IoSlice;

use ringassay_sut::packet::{Kind, Packet};

/// Most parts a request has: a key, a circuit's header, body, line feed and footer.
const MAX_PARTS: usize = 4;

/// Bytes to write, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    parts: [&'a [u8]; MAX_PARTS],
    /// Length of the KEY packet in front of a circuit.
    pub(crate) key_bytes: usize,
    /// Length of the last footer line: what a program may leave unread when it answers.
    pub(crate) footer_bytes: usize,
}

impl<'a> Request<'a> {
    /// A packet as it was received.
    pub(crate) fn forward(packet: &'a Packet) -> Self {
        Self {
            parts: [&packet.raw, b"", b"", b""],
            key_bytes: 0,
            footer_bytes: packet.kind.footer().len() + 1,
        }
    }

    /// A text packet, behind a key packet where one has to go first. One final line feed of the
    /// text is enough; a missing one is added.
    pub(crate) fn text(key: Option<&'a Packet>, kind: Kind, body: &'a [u8]) -> Self {
        let key: &[u8] = key.map_or(b"", |packet| &packet.raw);
        let (header, footer): (&[u8], &[u8]) = match kind {
            Kind::Circuit => (b"CIRCUIT\n", b"\nENDCIRCUIT\n"),
            Kind::Program => (b"PROGRAM\n", b"\nENDPROGRAM\n"),
            Kind::Key => (b"KEY\n", b"\nENDKEY\n"),
            _ => (b"PDATA\n", b"\nENDPDATA\n"),
        };
        Self {
            parts: [key, header, body.strip_suffix(b"\n").unwrap_or(body), footer],
            key_bytes: key.len(),
            footer_bytes: footer.len(),
        }
    }

    /// All bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.len()).sum()
    }

    /// For writing; advance with [`IoSlice::advance_slices`].
    pub(crate) fn slices(&self) -> Vec<IoSlice<'a>> {
        self.parts.iter().filter(|part| !part.is_empty()).map(|part| IoSlice::new(part)).collect()
    }
}

#[cfg(test)]
mod tests {
    use ringassay_sut::packet::text_packet;

    use super::*;

    #[test]
    fn text_requests_are_the_packets_of_the_encoder() {
        for kind in [Kind::Key, Kind::Circuit, Kind::Program, Kind::Pdata] {
            for body in [&b"a\nb"[..], b"a\nb\n"] {
                let request = Request::text(None, kind, body);
                let written = request.parts.concat();
                assert_eq!(written, text_packet(kind, b"a\nb"));
                assert_eq!(request.bytes(), written.len());
            }
        }
    }
}
