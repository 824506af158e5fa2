//! What saved objects are made of, for schemes of other crates: the envelope, fields, packed words, elements of a ring, and what
//! schemes over [`hybrid`](crate::hybrid) save of parameters and ciphertexts.

pub use super::{
    ciphertext_fields::{CiphertextHeader, SavedCiphertextFields},
    envelope::{begin, end, open},
    fields::{Reader, Writer},
    pack::{bits, packed_bytes, unpack_words_into},
    parameters::{
        read_count, read_distribution, read_index, read_primes, write_distribution, write_index,
        write_primes,
    },
    residues::{element_bytes, read_element, read_residues, write_element, write_residues},
};

/// Noise estimates.
pub mod noise {
    pub use super::super::noise::{NOISE_BYTES, check, read, write};
}
