//! The symbol table and the comment behind it.
//!
//! The comment begins with `c` on a line of its own. ABC writes its extensions there, as `c`, a letter, a length
//! and bytes without a line's end behind `c`: a line that begins with `c` ends the symbols.

use std::collections::HashMap;

use memchr::memchr;

use crate::netlist::Port;
use crate::netlist::aiger::place::place;
use crate::netlist::model::is_name;
use crate::netlist::ports::Grouping;
use crate::text::FormatError;

/// The ports of a file.
pub(super) struct Names {
    pub(super) inputs: Vec<Port>,
    pub(super) outputs: Vec<Port>,
}

/// Reads lines `i0 name` and `o0 name` from `offset` up to the end or the comment, `c`.
///
/// # Errors
/// The first line that is neither.
pub(super) fn read(
    text: &[u8],
    mut offset: usize,
    inputs: u32,
    outputs: u32,
) -> Result<Names, FormatError> {
    let mut names: [HashMap<u32, &str>; 2] = [HashMap::new(), HashMap::new()];
    while offset < text.len() {
        let rest = &text[offset..];
        let end = memchr(b'\n', rest).unwrap_or(rest.len());
        let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
        if line.first() == Some(&b'c') {
            break;
        }
        let (side, what, count) = match line.first() {
            Some(b'i') => (0, "input", inputs),
            Some(b'o') => (1, "output", outputs),
            _ => {
                let expected = "a symbol (\"i0 name\", \"o0 name\"), \"c\" or the end of the file";
                return Err(place(text, offset, expected));
            }
        };
        let digits = line[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let position = std::str::from_utf8(&line[1..=digits]).ok().and_then(|d| d.parse().ok());
        let Some(position) = position.filter(|&position: &u32| position < count) else {
            return Err(place(
                text,
                offset + 1,
                &format!("the number of an {what}, below {count}"),
            ));
        };
        if line.get(1 + digits) != Some(&b' ') {
            return Err(place(text, offset + 1 + digits, "a space and a name"));
        }
        let name = &line[2 + digits..];
        let name = std::str::from_utf8(name).ok().filter(|name| is_name(name.as_bytes()));
        let Some(name) = name else {
            let expected = "a name of printable ASCII without a space at either end";
            return Err(place(text, offset + 2 + digits, expected));
        };
        if names[side].insert(position, name).is_some() {
            let expected = format!("each {what} once, not {position} again");
            return Err(place(text, offset + 1, &expected));
        }
        offset += end + 1;
    }
    let ports = |side: usize, count: u32| {
        let mut grouping = Grouping::default();
        (0..count).for_each(|bit| grouping.push(names[side].get(&bit).copied().unwrap_or("")));
        grouping.finish()
    };
    Ok(Names { inputs: ports(0, inputs), outputs: ports(1, outputs) })
}
