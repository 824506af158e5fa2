//! The systems under test that come with the project. `faulty` and `attack` are instruments of its tests,
//! in no program that ships.

pub mod attack;
pub mod clear_slots;
pub mod echo;
pub mod faulty;
pub mod plaintext;
pub mod slots;
