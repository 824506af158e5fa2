//! The library and the program as their users see them.
#![allow(clippy::unwrap_used, clippy::panic)]

mod program;
mod rust_functions;
mod survey_files;
