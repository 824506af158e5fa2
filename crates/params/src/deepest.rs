//! The deepest parameters at an index.

use crate::{
    Choosable, Error, SlotChoice, reasons,
    request::{Request, refused},
    stated,
};

/// The parameters at the index that the request fixes which carry the most products in a row at the security asked for
/// and within `most_log2_qp`, with the request's slack in reserve; its depth is not looked at.
///
/// The number is doubled and halved by a scheme's quick answer ([`Choosable::serves`]) and raised from there by whole
/// searches until one fails.
///
/// # Errors
/// When not even depth 0 is to be had, with what to change.
pub fn deepest<P: Choosable>(request: &Request) -> Result<SlotChoice<P>, Error> {
    let m = request.index.ok_or_else(|| {
        refused("the deepest parameters are those of an index: name it, or a depth".into())
    })?;
    let at = |depth: f64| Request { depth, insist: false, ..request.clone() };
    let quick = stated::deepest(|depth| match depth.fract() {
        0.0 => P::serves(&at(depth)),
        // Products are counted whole.
        _ => Ok(false),
    })?;
    let mut depth = quick.unwrap_or(0.0);
    let mut best = P::choose(&at(depth));
    // The whole search may refuse what the quick answer allowed by a hair.
    while best.is_err() && depth >= 1.0 {
        depth -= 1.0;
        best = P::choose(&at(depth));
    }
    let Ok(mut best) = best else {
        return nothing(request, best);
    };
    while let Ok(deeper) = P::choose(&at(depth + 1.0)) {
        depth += 1.0;
        best = deeper;
    }
    let bound = match request.most_log2_qp {
        Some(most) => format!(" and log2 QP up to {most:.0}"),
        None => String::new(),
    };
    best.explanation.insert(
        1,
        format!(
            "Depth {depth}, products in a row, is the deepest for index {m} at {} bits of security{bound}: there are \
             no parameters for {}.",
            request.security_bits,
            reasons::depth(&at(depth + 1.0)).trim_end_matches(',').replacen("Depth", "depth", 1),
        ),
    );
    Ok(best)
}

/// Where not even depth 0 is to be had: that of the least security, if the request insists.
fn nothing<P: Choosable>(
    request: &Request,
    refusal: Result<SlotChoice<P>, Error>,
) -> Result<SlotChoice<P>, Error> {
    if request.insist {
        return P::choose(&Request { depth: 0.0, insist: true, ..request.clone() });
    }
    refusal
}
