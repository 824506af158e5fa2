//! What a source consists of.

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
    pub(super) functions: Vec<Function>,
    pub(super) test_lines: Vec<(usize, usize)>,
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
