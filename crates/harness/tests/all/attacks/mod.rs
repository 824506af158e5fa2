//! Every attack of the built-in system under test, by client and server, in each mode of the machine: what
//! comes of it is what the table in `docs/attacks.md` says, all answers are right where it fails, and
//! nothing is left.

mod modes;
mod target;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use keyutils::Keyring;
use ringassay_harness::Role;

pub(crate) use modes::Mode;
use modes::Row;
use target::Environment;
pub(crate) use target::plant;

use crate::builtin::program;

/// Between these lines, the document has the table.
const MARKS: [&str; 2] = ["<!-- attacks -->\n", "<!-- end of attacks -->"];

fn rows(program: &Path) -> Vec<Row> {
    let list = Command::new(program).args(["attack", "--list", "--json"]).output().unwrap();
    serde_json::from_slice(&list.stdout).unwrap()
}

#[test]
fn every_attack_ends_as_the_table_says() {
    let program = program();
    let mode = Mode::current();
    mode.enter();
    // Nothing of it is the user's.
    Keyring::join_anonymous_session().unwrap();
    let environment = Environment::new();
    let mut rows = rows(&program);
    assert!(rows.len() >= 43 + 14, "{rows:?}");
    // A filter to look at one attack.
    if let Ok(only) = std::env::var("HARNESS_ATTACK") {
        rows.retain(|row| row.attack == only);
    }
    let mut wrong = Vec::new();
    for row in &rows {
        for role in [Role::Client, Role::Server] {
            let required = mode.required(row);
            match environment.attacked(&program, row, role, mode) {
                Ok(succeeded) => {
                    let found = if succeeded { "succeeds" } else { "fails" };
                    if required != "depends" && required != found {
                        wrong.push(format!("{} by the {role} {found}", row.attack));
                    }
                }
                Err(what) => wrong.push(what),
            }
        }
    }
    assert!(wrong.is_empty(), "{mode:?}: {}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The test above, in another mode.
fn again(mode: Mode) {
    // Built before, for another user cannot.
    program();
    let Some(mut again) = mode.command() else { return };
    again.args(["attacks::every_attack_ends_as_the_table_says", "--exact"]);
    crate::common::passes(&mut again, 1);
}

#[test]
fn the_same_of_an_ordinary_users_program() {
    again(Mode::Ordinary);
}

#[test]
fn the_same_without_name_spaces() {
    again(Mode::NoNameSpaces);
}

#[test]
fn the_same_without_a_filter() {
    again(Mode::NoFilter);
}

/// `RINGASSAY_WRITE_TABLES=1` writes the table anew.
#[test]
fn the_document_has_the_table() {
    let mut table = String::new();
    // Where every protection is in force, every attack fails, which the document says once.
    let (whole, lacking): (Vec<_>, Vec<_>) =
        Mode::ALL.into_iter().partition(|mode| matches!(mode, Mode::Superuser | Mode::Ordinary));
    let titles: Vec<_> = lacking.iter().map(|mode| mode.title()).collect();
    writeln!(table, "| attack | it | stopped by | {} |", titles.join(" | ")).unwrap();
    writeln!(table, "|---|---|---|{}", "---|".repeat(lacking.len())).unwrap();
    for row in rows(&program()) {
        assert!(whole.iter().all(|mode| mode.required(&row) == "fails"), "{}", row.attack);
        let cells: Vec<_> = lacking.iter().map(|mode| mode.required(&row)).collect();
        let cells = cells.join(" | ");
        let stops = row.stopped_by.join(", ");
        writeln!(table, "| `{}` | {} | {stops} | {cells} |", row.attack, row.summary).unwrap();
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/attacks.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (front, rest) = text.split_once(MARKS[0]).unwrap();
    let (found, back) = rest.split_once(MARKS[1]).unwrap();
    if std::env::var_os("RINGASSAY_WRITE_TABLES").is_some() {
        let whole = format!("{front}{}{table}{}{back}", MARKS[0], MARKS[1]);
        std::fs::write(path, whole).unwrap();
        return;
    }
    assert_eq!(found, table, "RINGASSAY_WRITE_TABLES=1 writes it anew");
}
