//! Definitions in an order in which each comes before its use.

use crate::expression::parse::{Parsed, Step};
use crate::expression::token::Place;
use crate::text::FormatError;

/// Names shown of a cycle.
const SHOWN: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Untouched,
    Open,
    Done,
}

/// The defined names, each after those it uses, in the order in which the results ask for them.
///
/// # Errors
/// Definitions that lead back to themselves, or that no result needs: a misspelt name
/// would go unnoticed otherwise.
pub(super) fn order(parsed: &Parsed<'_>) -> Result<Vec<u32>, FormatError> {
    let mut states = vec![State::Untouched; parsed.names.len()];
    let mut sorted = Vec::new();
    let results = parsed.results.concat();
    // A path of definitions, each with the steps of it that were not yet looked at.
    let mut path: Vec<(Option<u32>, &[Step])> = vec![(None, &results)];
    while let Some((name, steps)) = path.last_mut() {
        let Some((first, rest)) = steps.split_first() else {
            if let Some(name) = *name {
                states[name as usize] = State::Done;
                sorted.push(name);
            }
            path.pop();
            continue;
        };
        *steps = rest;
        let &Step::Name(used, place) = first else { continue };
        let Some((definition, _)) = &parsed.names[used as usize].definition else { continue };
        match states[used as usize] {
            State::Done => {}
            State::Open => return Err(cycle(parsed, &path, used, place)),
            State::Untouched => {
                states[used as usize] = State::Open;
                path.push((Some(used), definition));
            }
        }
    }
    let unused = parsed.names.iter().zip(&states).find_map(|(name, state)| {
        let (_, place) = name.definition.as_ref()?;
        (*state == State::Untouched).then_some((name.text, *place))
    });
    match unused {
        None => Ok(sorted),
        Some((name, place)) => {
            Err(place.error("a definition that the result uses (take it away if none does)", name))
        }
    }
}

#[cold]
fn cycle(
    parsed: &Parsed<'_>,
    path: &[(Option<u32>, &[Step])],
    used: u32,
    place: Place,
) -> FormatError {
    let text = |name: u32| String::from_utf8_lossy(parsed.names[name as usize].text).into_owned();
    let from = path.iter().position(|&(name, _)| name == Some(used)).unwrap_or(0);
    let mut names: Vec<String> =
        path[from..].iter().filter_map(|&(name, _)| name).take(SHOWN).map(text).collect();
    names.push(if path.len() - from > SHOWN { "…".to_owned() } else { text(used) });
    let expected =
        format!("definitions that do not lead back to themselves ({})", names.join(" uses "));
    place.error(expected, parsed.names[used as usize].text)
}
