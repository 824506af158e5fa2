//! Giving up privileges for good.

use rustix::process::{DumpableBehavior, set_dumpable_behavior};
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set,
    configure_capability_in_ambient_set, remove_capability_from_bounding_set, set_capabilities,
    set_no_new_privs,
};

use crate::isolation::Refusal;

/// Gives up every capability, and the means of gaining one by executing a program.
pub(super) fn drop_all() -> Result<(), Refusal> {
    set_no_new_privs(true).map_err(Refusal::of("no_new_privs"))?;
    let held = capabilities(None).map_err(Refusal::of("capabilities"))?;
    if held.permitted.is_empty() {
        return Ok(());
    }
    if held.effective.contains(CapabilitySet::SETPCAP) {
        // Up to the last that this kernel knows.
        for bit in 0..u64::BITS {
            let one = CapabilitySet::from_bits_retain(1 << bit);
            match remove_capability_from_bounding_set(one) {
                Err(rustix::io::Errno::INVAL) => break,
                other => other.map_err(Refusal::of("the bounding set"))?,
            }
        }
    }
    // Where the kernel has no such set there is nothing in it.
    let _ = clear_ambient_capability_set();
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none).map_err(Refusal::of("capabilities"))
}

/// Has the launcher keep the privileges that the guard has in its own user name space, which executing
/// a program would take from all but the superuser.
pub(super) fn pass_on() {
    let pass = || -> rustix::io::Result<()> {
        let mut sets = capabilities(None)?;
        sets.inheritable = sets.permitted;
        set_capabilities(None, sets)?;
        sets.permitted.iter().try_for_each(|one| configure_capability_in_ambient_set(one, true))
    };
    // What is lacking shows in what the launcher cannot do.
    let _ = pass();
}

/// Makes this process one that no unprivileged process may trace or look into, of the same user
/// neither. It lasts until another program is executed.
pub(super) fn close_to_tracers() {
    // The call has no way to fail for this value.
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
}
