//! What several tests share.

pub(crate) mod arbitrary;
pub(crate) mod exact;
pub(crate) mod lanes;
pub(crate) mod naive;
pub(crate) mod numbers;
