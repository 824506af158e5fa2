//! Measures source code: lines of every file, functions of Rust sources with their complexity.
//!
//! - [`survey`](fn@survey): which files there are, in which language, and their lines (counted by
//!   `tokei`);
//! - [`rust`]: functions and decisions of a Rust source (read by `syn`).
//!
//! The program `ringassay-count` answers for both, in lines of JSON (`src/protocol.rs`).
//!
//! The other languages are read on the Python side (`ringassay.analysis.code`), where their parsers
//! live. What is counted is in docs/code-metrics.md.

mod count;
pub mod rust;
mod survey;

pub use count::{Lines, count_lines};
pub use survey::{Options, Skipped, SourceFile, Survey, SurveyError, survey};
