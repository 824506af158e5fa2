//! Who this is.

use ringassay_kernels::Backend;
use ringassay_sut::{
    builtin::plaintext::GATES,
    hello::Limits,
    kit::{About, Build},
};

/// What both programs say of themselves.
pub(super) fn about(threads: usize) -> About {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    About {
        name: "ringassay-bgv".to_owned(),
        version: version.clone(),
        library: Some("ringassay".to_owned()),
        library_version: Some(version),
        scheme: Some("BGV".to_owned()),
        spaces: vec!["gf2".to_owned(), "zt".to_owned()],
        gates: GATES.map(str::to_owned).to_vec(),
        limits: Limits {
            max_modulus: Some((1 << 31) - 1),
            max_security: Some(512),
            ..Limits::default()
        },
        planner: None,
        build: build(threads),
    }
}

/// A backend that cannot be had is an error as soon as a ring is made; here it is named.
pub(crate) fn build(threads: usize) -> Build {
    let simd = Backend::chosen().map_or_else(|error| error.to_string(), |it| it.to_string());
    Build::ours(&simd, threads)
}
