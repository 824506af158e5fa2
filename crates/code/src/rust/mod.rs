//! Functions of a Rust source and their cyclomatic complexity.
//!
//! The complexity of a function is one more than its decisions (McCabe, *A Complexity Measure*,
//! 1976): `if` and `if let`, `while`, `for`, every arm of a `match` after the first, every guard of
//! an arm, `let … else`, `?`, `&&` and `||`. Closures belong to the function around them; functions
//! inside functions are functions of their own. Arguments of macros are read where they are
//! expressions (`assert!(a && b)`); what a `macro_rules!` writes is not seen.

mod bound;
pub(crate) mod literals;
mod visitor;

use proc_macro2::TokenStream;

/// Stack for [`read`] (syn descends one call for each level of an expression).
pub const STACK_BYTES: usize = 256 << 20;

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name behind that of its module, type or trait: `Poly::add`.
    pub name: String,
    /// First line, that of `fn` and its qualifiers, from 1.
    pub line: usize,
    /// Last line.
    pub end_line: usize,
    /// One more than its decisions.
    pub complexity: usize,
    /// Whether it is a test, or inside `#[cfg(test)]`.
    pub test: bool,
}

/// A Rust source, read.
#[derive(Clone, Debug, Default)]
pub struct Source {
    functions: Vec<Function>,
    test_lines: Vec<(usize, usize)>,
}

impl Source {
    /// Lines (from 1, both ends included) of items that are compiled for tests only.
    #[must_use]
    pub fn test_lines(&self) -> &[(usize, usize)] {
        &self.test_lines
    }

    /// Forgets the functions that are tests.
    pub fn drop_tests(&mut self) {
        self.functions.retain(|function| !function.test);
    }

    /// The functions, in the order of their first lines.
    #[must_use]
    pub fn into_functions(self) -> Vec<Function> {
        self.functions
    }
}

/// Why the functions of a source could not be counted.
#[derive(Debug, thiserror::Error)]
pub enum SyntaxError {
    /// The source does not follow the grammar.
    #[error("line {line}: {message}; functions not counted")]
    Grammar {
        /// From 1.
        line: usize,
        /// The parser's.
        message: String,
    },
    /// An expression or type nests so deeply that reading it could exhaust the stack.
    #[error("nested too deeply; functions not counted")]
    TooDeep,
}

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
