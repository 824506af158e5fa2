//! Hides literals, which a counter of lines could mistake for quotes or comments.

use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};

/// `text` with an `x` for every character of its literals, line for line; `None` if it cannot be
/// split into tokens. A line inside a string is never blank, so an empty one gets an `x` too.
pub(crate) fn hidden(text: &str) -> Option<String> {
    let tokens: TokenStream = super::body(text).parse().ok()?;
    let offset = text.len() - super::body(text).len();
    let mut shown = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges(tokens) {
        let range = range.start + offset..range.end + offset;
        let literal = text.get(range.clone())?;
        shown.push_str(text.get(at..range.start)?);
        at = range.end;
        // To the lexer documentation is a literal. It becomes a plain comment: tokei would read
        // Markdown in it, and loses lines.
        if literal.starts_with('/') {
            shown.push_str(literal.get(..2)?);
            shown.push('x');
            shown.push_str(literal.get(3..)?);
            continue;
        }
        for (place, line) in literal.split('\n').enumerate() {
            if place > 0 {
                shown.push('\n');
            }
            shown.extend(std::iter::repeat_n('x', line.chars().count().max(1)));
        }
    }
    shown.push_str(text.get(at..)?);
    Some(shown)
}

/// Where the literals are, in order.
fn ranges(tokens: TokenStream) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut waiting = vec![tokens.into_iter()];
    while let Some(level) = waiting.last_mut() {
        match level.next() {
            Some(TokenTree::Literal(literal)) => found.push(literal.span().byte_range()),
            Some(TokenTree::Group(group)) => waiting.push(group.stream().into_iter()),
            Some(_) => {}
            None => {
                waiting.pop();
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::hidden;

    #[test]
    fn literals_go_and_comments_stay() {
        let text = "\u{feff}/// é \"a\"\n/** b\n*/ fn f(x: &'a u8) { /* '\"' */ g('\"', b'{', r#\"é\n\n//\"#, 1) }\n";
        let expected = "\u{feff}//x é \"a\"\n/*x b\n*/ fn f(x: &'a u8) { /* '\"' */ g(xxx, xxxx, xxxx\nx\nxxxx, x) }\n";
        assert_eq!(hidden(text).as_deref(), Some(expected));
        assert_eq!(hidden("fn f( {"), None);
    }
}
