//! The systems under test that come with the project.

pub mod attack;
pub mod clear_slots;
pub mod echo;
pub mod faulty;
pub mod plaintext;
pub mod slots;
