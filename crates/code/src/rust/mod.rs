//! Functions of a Rust source and their cyclomatic complexity.
//!
//! The complexity of a function is one more than its decisions (McCabe, *A Complexity Measure*,
//! 1976): `if` and `if let`, `while`, `for`, every arm of a `match` after the first, every guard of
//! an arm, `let … else`, `?`, `&&` and `||`. Closures belong to the function around them; functions
//! inside functions are functions of their own. Arguments of macros are read where they are
//! expressions (`assert!(a && b)`); what a `macro_rules!` writes is not seen.

mod bound;
pub(crate) mod literals;
mod source;
mod visitor;

use proc_macro2::TokenStream;

pub use source::{Function, Source, SyntaxError};

/// Stack for [`read`] (syn descends one call for each level of an expression).
pub const STACK_BYTES: usize = 256 << 20;

/// Reads a source. Call it with [`STACK_BYTES`] of stack.
///
/// # Errors
/// [`SyntaxError`] if the source is not a Rust file or nests too deeply.
pub fn read(text: &str) -> Result<Source, SyntaxError> {
    let tokens: TokenStream = body(text).parse().map_err(|error: proc_macro2::LexError| {
        SyntaxError::Grammar { line: error.span().start().line, message: error.to_string() }
    })?;
    bound::check(&tokens)?;
    let file: syn::File = syn::parse2(tokens).map_err(|error| SyntaxError::Grammar {
        line: error.span().start().line,
        message: error.to_string(),
    })?;
    Ok(visitor::collect(&file))
}

/// `text` without a byte order mark and without a first line for the shell, which are no Rust.
fn body(text: &str) -> &str {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.strip_prefix("#!") {
        // `#![…]` is an attribute.
        Some(rest) if !rest.trim_start().starts_with('[') => {
            text.find('\n').map_or("", |end| &text[end..])
        }
        _ => text,
    }
}
