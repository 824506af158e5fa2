//! What saved objects are made of, for schemes of other crates: the envelope, fields, packed words.

pub use super::{
    envelope::{begin, end, open},
    fields::{Reader, Writer},
    pack::{packed_bytes, unpack_words_into},
};
