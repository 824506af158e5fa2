//! BLIF (Berkeley Logic Interchange Format, 1992): combinational tables, in one model or in a
//! hierarchy of models.

mod cover;
mod flat;
mod model;
mod read;
mod tokens;
mod write;

pub(super) use read::read;
pub(super) use write::write;
