//! The file formats of `docs/formats.md`: circuits, inputs, outputs, key parameters and scripts.
//!
//! Readers take bytes that anybody may have written. Whatever they are, a reader returns the
//! object or a [`FormatError`] that names the place: it never panics, recurses or allocates by a
//! number in the text, its time is linear in the size, and the bounds of [`crate::limits`] are
//! checked first. Writers produce the canonical form: `write(read(x))` is a fixed point, and
//! reading it again gives an equal object.

mod bits;
mod circuit;
mod complex;
mod cursor;
mod error;
mod fan_in;
mod fields;
mod gates;
mod header;
mod ids;
mod key_parameters;
mod lines;
mod number;
mod real;
mod script;
mod simd;
mod values;
mod vectors;

pub(crate) use cursor::Cursor;
pub(crate) use ids::Ids;
pub(crate) use lines::{Lines, without_byte_order_mark};

pub use circuit::{circuit_text, read_circuit, write_circuit};
pub use complex::{complex_text, read_complex_text};
pub use error::FormatError;
pub(crate) use error::excerpt;
pub use gates::OUTPUT_LABEL;
pub use key_parameters::{KeyParameters, read_key_parameters};
pub use real::{read_real_text, real_text};
pub use script::{Entry, UnsafePath, read_script, relative_path, script_text};
pub use vectors::{inputs_text, output_text, read_inputs, read_inputs_into, read_output};
