//! What saved objects are made of, for schemes of other crates: the envelope, fields, packed words,
//! elements of a ring.

pub use super::{
    envelope::{begin, end, open},
    fields::{Reader, Writer},
    pack::{bits, packed_bytes, unpack_words_into},
    residues::{element_bytes, read_element, read_residues, write_element, write_residues},
};
