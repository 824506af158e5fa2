//! Bounds the depth of the tree that a parser would build, before it builds it.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::SyntaxError;

/// Tokens on the way from the file to any token, counting at each level of brackets those since
/// the last separator. A parser's recursion is at most a small multiple of it.
const LIMIT: usize = 20_000;

/// # Errors
/// [`SyntaxError::TooDeep`] if any path is longer than [`LIMIT`].
pub(super) fn check(tokens: &TokenStream) -> Result<(), SyntaxError> {
    descend(tokens.clone(), 0)
}

/// The own recursion is bounded too: every level of brackets adds at least one to `depth`.
fn descend(tokens: TokenStream, depth: usize) -> Result<(), SyntaxError> {
    let mut run = depth;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        run += 1;
        if run > LIMIT {
            return Err(SyntaxError::TooDeep);
        }
        match token {
            TokenTree::Group(group) => {
                descend(group.stream(), run)?;
                // A block ends what came before it, unless the expression goes on.
                let goes_on = match tokens.peek() {
                    // `#` begins an attribute, `'` a label: both begin something new.
                    Some(TokenTree::Punct(mark)) => !matches!(mark.as_char(), '#' | '\''),
                    Some(TokenTree::Ident(next)) => next == "else" || next == "as",
                    _ => false,
                };
                if group.delimiter() == Delimiter::Brace && !goes_on {
                    run = depth;
                }
            }
            TokenTree::Punct(mark) if matches!(mark.as_char(), ';' | ',') => run = depth,
            _ => {}
        }
    }
    Ok(())
}
