//! Bristol Fashion and the older Bristol format (nigelsmart.github.io/MPC-Circuits).

mod read;
mod write;

pub(super) use read::{is_fashion, read};
pub(super) use write::write;

/// The two formats, which differ in their header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Line 2 has the number of inputs and their widths, line 3 the same of outputs.
    Fashion,
    /// Line 2 has the widths of two inputs and of one output.
    Old,
}
