//! Constants, encoded once for all that is tried.

use std::{collections::HashMap, sync::Arc};

use ringassay_kernels::fork::Mutex;
use ringassay_scheme::{IntegerScheme, Plaintext, Ring, hybrid::Context};

use crate::{Error, Graph, Target};

/// The most bytes of encodings that are kept.
const MOST_BYTES: usize = 256 << 20;

/// The plaintexts of a graph's constants, while there is room for them.
pub(super) struct Encodings<'a, P> {
    graph: &'a Graph,
    target: &'a Target<P>,
    kept: Mutex<HashMap<u32, Arc<Plaintext>>>,
}

impl<'a, P: IntegerScheme> Encodings<'a, P> {
    pub(super) fn new(graph: &'a Graph, target: &'a Target<P>) -> Self {
        Self { graph, target, kept: Mutex::default() }
    }

    pub(super) fn plaintext(
        &self,
        constant: u32,
        context: &Context<P, impl Ring>,
    ) -> Result<Arc<Plaintext>, Error> {
        let kept = || self.kept.lock();
        if let Some(plaintext) = kept().get(&constant) {
            return Ok(Arc::clone(plaintext));
        }
        let known = self.graph.constants().get(constant as usize);
        let known = known.ok_or(Error::Internal("no such constant"))?;
        let plaintext = Arc::new(known.plaintext(self.target, context)?);
        let bytes = 8 * plaintext.coefficients().len();
        let mut kept = kept();
        if (kept.len() + 1) * bytes <= MOST_BYTES {
            kept.insert(constant, Arc::clone(&plaintext));
        }
        Ok(plaintext)
    }
}
