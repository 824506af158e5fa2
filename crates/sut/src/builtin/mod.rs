//! The systems under test that come with the project.

pub mod attack;
pub mod echo;
pub mod faulty;
pub mod plaintext;
pub mod slots;
