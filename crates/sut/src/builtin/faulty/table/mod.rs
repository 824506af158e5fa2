//! Every fault as data: what it does, where it can strike, and what the harness must record.

mod rows;

use serde::Serialize;

pub use rows::TABLE;

use super::fault::Fault;
use super::point::Point::{self, Ready, Spawn};
use crate::hello::Role::{self, Client};

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The fault.
    pub fault: Fault,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// The bound without which it is harmless, if there is one.
    pub needs: Option<Need>,
    /// Arguments beside `--at` and `--do` without which it does nothing.
    pub arguments: &'static [&'static str],
    /// Whether it can be seen only under protocol 2.
    pub protocol_2_only: bool,
    cells: &'static [Cells],
}

/// Points, and the outcome classes (names of `docs/protocol.md`) that are right there.
type Cells = (&'static [(Point, Role)], &'static [&'static str]);

/// A bound of the session that a fault runs into.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Need {
    /// Its name: `memory_bytes`, `processes`, `file_bytes`.
    pub bound: &'static str,
    /// It must be smaller than this.
    pub below: u64,
}

/// A fault at a point in a role, as it is exported.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// Name of the fault, for `--do`.
    pub fault: String,
    /// Where it strikes, for `--at`.
    pub point: Point,
    /// Which program misbehaves.
    pub role: Role,
    /// The step in whose row it shows (`wrong` and `flaky` show after decryption).
    pub step: &'static str,
    /// The outcome classes that are right, the most precise first.
    pub outcomes: &'static [&'static str],
    /// The protocols under which it can strike.
    pub protocols: &'static [u8],
    /// The bound that the session must set, if it needs one; otherwise its outcome is `ok`.
    pub needs: Option<Need>,
    /// Further arguments it needs.
    pub arguments: &'static [&'static str],
    /// What it does.
    pub summary: &'static str,
}

/// All faults at all points in all roles.
#[must_use]
pub fn cells() -> Vec<Cell> {
    let mut out = Vec::new();
    for entry in TABLE {
        for (places, outcomes) in entry.cells {
            for &(point, role) in *places {
                out.push(Cell {
                    fault: entry.fault.name(),
                    point,
                    role,
                    step: point.step(role),
                    outcomes,
                    protocols: if entry.protocol_2_only || (point == Ready && !everywhere(entry)) {
                        &[2]
                    } else {
                        &[1, 2]
                    },
                    needs: entry.needs,
                    arguments: entry.arguments,
                    summary: entry.summary,
                });
            }
        }
    }
    out
}

/// Whether a fault may strike at this point in this role.
#[must_use]
pub fn strikes(fault: Fault, point: Point, role: Role) -> bool {
    TABLE
        .iter()
        .filter(|entry| entry.fault == fault)
        .flat_map(|entry| entry.cells)
        .any(|(places, _)| places.contains(&(point, role)))
}

/// Whether a fault may strike at this point in any role.
#[must_use]
pub fn can_strike(fault: Fault, point: Point) -> bool {
    point.roles().iter().any(|&role| strikes(fault, point, role))
}

/// The table for a person: a paragraph for each fault.
#[must_use]
pub fn text() -> String {
    let mut out = String::new();
    for entry in TABLE {
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        line(format!("{}: {}", entry.fault.name(), entry.summary));
        for (places, outcomes) in entry.cells {
            let places: Vec<String> =
                places.iter().map(|(point, role)| format!("{role} {}", point.name())).collect();
            line(format!("    at {}: {}", places.join(", "), outcomes.join(" or ")));
        }
        if entry.protocol_2_only {
            line("    only with RINGASSAY_PROTOCOL=2".to_owned());
        }
        if let Some(Need { bound, below }) = entry.needs {
            line(format!("    needs a session with {bound} below {below}"));
        }
        if !entry.arguments.is_empty() {
            line(format!("    with {}", entry.arguments.join(" ")));
        }
    }
    out
}

/// Whether a fault needs no packet to spoil, so that it strikes at `ready` under both protocols.
fn everywhere(entry: &Entry) -> bool {
    strikes(entry.fault, Spawn, Client)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_fault_has_one_row_and_every_cell_can_happen() {
        let rows: Vec<_> = TABLE.iter().map(|entry| entry.fault).collect();
        assert_eq!(rows, Fault::value_variants());
        let mut seen = HashSet::new();
        for cell in cells() {
            assert!(cell.point.roles().contains(&cell.role), "{cell:?}");
            assert!(!cell.outcomes.is_empty(), "{cell:?}");
            let key = (cell.fault.clone(), cell.point, cell.role);
            assert!(seen.insert(key), "twice: {cell:?}");
        }
        assert!(TABLE.len() >= 40 && seen.len() >= 300, "{}", seen.len());
    }
}
