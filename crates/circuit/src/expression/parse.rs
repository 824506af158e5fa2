//! From tokens to programs on a stack.

use std::collections::HashMap;

use crate::expression::token::{Kind, Place, Token, Tokens};
use crate::limits;
use crate::text::FormatError;

/// One step on a stack of values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Pushes the value of a name.
    Name(u32, Place),
    /// Pushes an integer.
    Constant(u64),
    /// Replaces the two on top, a below b, by a + b.
    Add,
    /// Replaces the two on top, a below b, by a − b.
    Sub,
    /// Negates the one on top.
    Neg,
    /// Replaces the one on top by its power.
    Power(u64, Place),
    /// Replaces the two on top, a below b, by a·b·…·b with so many b.
    Times(u64, Place),
}

/// A name of the text.
#[derive(Debug)]
pub(super) struct Name<'a> {
    pub(super) text: &'a [u8],
    /// The program that defines it and where it does; an input has none.
    pub(super) definition: Option<(Vec<Step>, Place)>,
}

/// A whole expression.
#[derive(Debug)]
pub(super) struct Parsed<'a> {
    /// One program for each result.
    pub(super) results: Vec<Vec<Step>>,
    /// All names, in the order in which the text mentions them first.
    pub(super) names: Vec<Name<'a>>,
}

/// Reads `sum { "," sum } [ "where" name "=" sum { "," name "=" sum } ]`.
pub(super) fn parse(text: &[u8]) -> Result<Parsed<'_>, FormatError> {
    let mut tokens = Tokens::new(text);
    let here = tokens.next()?;
    let mut parser =
        Parser { tokens, here, names: Vec::new(), numbers: HashMap::new(), steps: Vec::new() };
    let mut results = Vec::new();
    loop {
        if results.len() == limits::OUTPUTS {
            return Err(parser.here.error(format!("at most {} results", limits::OUTPUTS)));
        }
        parser.sum(0)?;
        results.push(std::mem::take(&mut parser.steps));
        if parser.take(b',')?.is_none() {
            break;
        }
    }
    match parser.here.kind {
        Kind::Where => parser.definitions()?,
        Kind::End => {}
        _ => return Err(parser.here.error("an operator (+ - * ^), \",\", \"where\" or the end")),
    }
    Ok(Parsed { results, names: parser.names })
}

struct Parser<'a> {
    tokens: Tokens<'a>,
    here: Token<'a>,
    names: Vec<Name<'a>>,
    numbers: HashMap<&'a [u8], u32>,
    steps: Vec<Step>,
}

impl<'a> Parser<'a> {
    fn advance(&mut self) -> Result<Token<'a>, FormatError> {
        let next = self.tokens.next()?;
        Ok(std::mem::replace(&mut self.here, next))
    }

    /// Steps over `sign` if it is here, and says where it was.
    fn take(&mut self, sign: u8) -> Result<Option<Place>, FormatError> {
        if self.here.kind == Kind::Sign(sign) {
            self.advance().map(|token| Some(token.place))
        } else {
            Ok(None)
        }
    }

    fn name(&mut self, text: &'a [u8]) -> u32 {
        let next = self.names.len() as u32;
        let number = *self.numbers.entry(text).or_insert(next);
        if number == next {
            self.names.push(Name { text, definition: None });
        }
        number
    }

    fn definitions(&mut self) -> Result<(), FormatError> {
        loop {
            self.advance()?; // the "where" or the comma
            if self.here.kind != Kind::Name {
                return Err(self.here.error("a name to define, as in where S = c1 + c2"));
            }
            let defined = self.advance()?;
            if self.here.kind != Kind::Sign(b'=') {
                return Err(self.here.error("\"=\" and the definition"));
            }
            self.advance()?;
            let number = self.name(defined.text) as usize;
            if self.names[number].definition.is_some() {
                return Err(defined.error("one definition of each name"));
            }
            self.sum(0)?;
            let steps = std::mem::take(&mut self.steps);
            self.names[number].definition = Some((steps, defined.place));
            match self.here.kind {
                Kind::Sign(b',') => {}
                Kind::End => return Ok(()),
                _ => return Err(self.here.error("an operator (+ - * ^), \",\" or the end")),
            }
        }
    }

    /// `[ "+" / "-" ] product { ( "+" / "-" ) product }`
    fn sum(&mut self, nested: usize) -> Result<(), FormatError> {
        let negated = self.take(b'-')?.is_some();
        if !negated {
            self.take(b'+')?;
        }
        self.product(nested)?;
        if negated {
            self.steps.push(Step::Neg);
        }
        loop {
            let step = if self.take(b'+')?.is_some() {
                Step::Add
            } else if self.take(b'-')?.is_some() {
                Step::Sub
            } else {
                return Ok(());
            };
            self.product(nested)?;
            self.steps.push(step);
        }
    }

    /// `factor { "*" factor }`, `factor = atom [ "^" number ]`
    fn product(&mut self, nested: usize) -> Result<(), FormatError> {
        self.atom(nested)?;
        let (exponent, place) = self.exponent()?;
        if exponent != 1 {
            self.steps.push(Step::Power(exponent, place));
        }
        while let Some(place) = self.take(b'*')? {
            self.atom(nested)?;
            let (exponent, _) = self.exponent()?;
            self.steps.push(Step::Times(exponent, place));
        }
        Ok(())
    }

    fn exponent(&mut self) -> Result<(u64, Place), FormatError> {
        let Some(place) = self.take(b'^')? else { return Ok((1, self.here.place)) };
        let most = limits::EXPRESSION_GATES as u64;
        match self.here.kind {
            Kind::Number(exponent) if (1..=most).contains(&exponent) => {
                self.advance()?;
                if self.here.kind == Kind::Sign(b'^') {
                    return Err(self.here.error("a parenthesis around a power of a power"));
                }
                Ok((exponent, place))
            }
            _ => Err(self.here.error(format!("an exponent from 1 to {most}"))),
        }
    }

    /// `name / number / "(" sum ")"`
    fn atom(&mut self, nested: usize) -> Result<(), FormatError> {
        match self.here.kind {
            Kind::Name => {
                let token = self.advance()?;
                let number = self.name(token.text);
                self.steps.push(Step::Name(number, token.place));
            }
            Kind::Number(value) => {
                self.advance()?;
                self.steps.push(Step::Constant(value));
            }
            Kind::Sign(b'(') => {
                if nested == limits::EXPRESSION_NESTING {
                    let expected = format!(
                        "at most {nested} parentheses inside each other (name a part with where)"
                    );
                    return Err(self.here.error(expected));
                }
                self.advance()?;
                self.sum(nested + 1)?;
                if self.take(b')')?.is_none() {
                    return Err(self.here.error("an operator (+ - * ^) or \")\""));
                }
            }
            _ => return Err(self.here.error("a name, a number or \"(\"")),
        }
        Ok(())
    }
}
