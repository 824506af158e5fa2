//! A circuit planned on a scheme with slots, ready to be run over the ring that computes and the one that
//! counts.

use std::{fmt, sync::Arc};

use ringassay_cost::TallyRing;
use ringassay_engine::{Plan, Target};
use ringassay_ring::RnsRing;
use ringassay_scheme::{IntegerScheme, hybrid::Context};

use super::run::{Application, Running};
use crate::PredictError;

/// A planned circuit of one scheme.
#[derive(Debug)]
pub(super) struct Planned<P> {
    pub(super) target: Target<P>,
    pub(super) plan: Plan,
}

/// A planned circuit, whichever the scheme.
pub(super) trait AnyPlanned: fmt::Debug + Send + Sync {
    /// Over a ring that counts.
    fn counting(
        self: Arc<Self>,
        ring: &TallyRing,
    ) -> Result<Box<dyn Application<TallyRing>>, PredictError>;

    /// Over a ring that computes.
    fn computing(
        self: Arc<Self>,
        ring: &RnsRing,
    ) -> Result<Box<dyn Application<RnsRing>>, PredictError>;
}

impl<P: IntegerScheme> AnyPlanned for Planned<P> {
    fn counting(
        self: Arc<Self>,
        ring: &TallyRing,
    ) -> Result<Box<dyn Application<TallyRing>>, PredictError> {
        Ok(Box::new(Running {
            context: Context::new(self.target.parameters(), ring)?,
            planned: self,
        }))
    }

    fn computing(
        self: Arc<Self>,
        ring: &RnsRing,
    ) -> Result<Box<dyn Application<RnsRing>>, PredictError> {
        Ok(Box::new(Running {
            context: Context::new(self.target.parameters(), ring)?,
            planned: self,
        }))
    }
}
