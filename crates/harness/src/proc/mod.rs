//! Reading `/proc`: who descends from whom, and what they use.

mod gauge;
mod tree;

pub(crate) use gauge::{Gauge, Reading};
pub(crate) use tree::{
    descendants, held_bytes, inner_number, is_ended_orphan, named, processes, stat_field, tree,
};

use std::fs;

/// A file of `/proc` as text; `None` when the process is gone or may not be read.
pub(crate) fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok()
}
