//! Programs that both rings run; what tests of other crates share with these.

#[path = "../../../../engine/tests/all/common/circuits.rs"]
mod circuits;
#[path = "../../../../cost/tests/all/common/differences.rs"]
mod differences;
pub(crate) mod schemes;
#[path = "../../../../engine/tests/all/common/sessions.rs"]
pub(crate) mod sessions;

pub(crate) use circuits::{expected, odd_circuit, random_inputs};
pub(crate) use differences::differences;
