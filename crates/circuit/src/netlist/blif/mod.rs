//! BLIF (Berkeley Logic Interchange Format, 1992): one model of combinational tables.

mod cover;
mod read;
mod tokens;
mod write;

pub(super) use read::read;
pub(super) use write::write;
