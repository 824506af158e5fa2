//! The system calls that a program may not make; seccomp(2).
//!
//! Name spaces keep programs from objects that have names. What is refused here has none of its own,
//! or hangs on what programs share all the same: keys, locks on files that both can read, name spaces
//! made inside, memory that no bound counts. A refused call answers as where the kernel lacks it, so
//! that programs and their libraries do without: they are not ended.

use std::collections::BTreeMap;
use std::io;

use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};

use crate::isolation::Refusal;

mod calls;

use calls::{Call, Refused};

/// The last call that was looked at, `file_setattr` of Linux 6.17. Those behind it are new, or, on
/// x86-64, those of the x32 interface, which are the same calls under other numbers.
const LAST_KNOWN: u32 = 469;

/// Refuses these calls to this process and everything it starts, for good. `shares_files`: locks are
/// left to a program that is to share its files with others.
pub(super) fn install(shares_files: bool) -> Result<(), Refusal> {
    let failed = Refusal::of::<io::Error>;
    let programs = programs(shares_files).map_err(failed("a filter of system calls"))?;
    for program in programs {
        apply_filter(&program)
            .map_err(|error| match error {
                seccompiler::Error::Prctl(error) | seccompiler::Error::Seccomp(error) => error,
                other => io::Error::other(other),
            })
            .map_err(failed("a filter of system calls"))?;
    }
    Ok(())
}

/// One program for each answer: they are asked in turn, and the first that refuses decides.
fn programs(shares_files: bool) -> io::Result<Vec<BpfProgram>> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let mut answers: BTreeMap<i32, BTreeMap<i64, Vec<SeccompRule>>> = BTreeMap::new();
    for refused in calls::refused(shares_files) {
        let Refused { call, number, errno } = refused;
        let rules = rules(&call).map_err(io::Error::other)?;
        answers.entry(errno).or_default().entry(number).or_default().extend(rules);
    }
    let mut programs = vec![unknown()];
    for (errno, rules) in answers {
        let answer = SeccompAction::Errno(errno.unsigned_abs());
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, answer, arch);
        programs.push(filter.and_then(TryInto::try_into).map_err(io::Error::other)?);
    }
    Ok(programs)
}

/// The conditions under which a call is refused, one of which must hold; none at all: always.
fn rules(call: &Call) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    // The kernel looks at the lower half of each of these arguments alone.
    let condition = |argument, operator, value: u32| {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value.into())
    };
    match *call {
        Call::Any => Ok(Vec::new()),
        Call::WithFlags { argument, flags } => (0..u32::BITS)
            .map(|bit| 1 << bit)
            .filter(|flag| flags & flag != 0)
            .map(|flag| {
                let operator = SeccompCmpOp::MaskedEq(u64::from(flag));
                SeccompRule::new(vec![condition(argument, operator, flag)?])
            })
            .collect(),
        Call::WithOneOf { argument, values } => values
            .iter()
            .map(|&value| SeccompRule::new(vec![condition(argument, SeccompCmpOp::Eq, value)?]))
            .collect(),
        Call::WithNoneOf { argument, values } => {
            let others = values.iter().map(|&value| condition(argument, SeccompCmpOp::Ne, value));
            Ok(vec![SeccompRule::new(others.collect::<Result<_, _>>()?)?])
        }
    }
}

/// Answers calls beyond [`LAST_KNOWN`] as a kernel does that is too old for them.
fn unknown() -> BpfProgram {
    let code = |code: u32| code as u16;
    let statement = |code, k| sock_filter { code, jt: 0, jf: 0, k };
    let number = code(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS);
    let beyond = code(libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K);
    let answer = code(libc::BPF_RET | libc::BPF_K);
    vec![
        // The first field of `seccomp_data`.
        statement(number, 0),
        sock_filter { code: beyond, jt: 0, jf: 1, k: LAST_KNOWN },
        statement(answer, libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs()),
        statement(answer, libc::SECCOMP_RET_ALLOW),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_call_has_one_entry_among_those_looked_at() {
        for shares_files in [false, true] {
            let refused = calls::refused(shares_files);
            let mut numbers: Vec<_> = refused.iter().map(|one| one.number).collect();
            numbers.sort_unstable();
            assert!(numbers.windows(2).all(|two| two[0] < two[1]), "{numbers:?}");
            assert!(numbers.iter().all(|number| (0..=i64::from(LAST_KNOWN)).contains(number)));
            assert_eq!(numbers.contains(&libc::SYS_fcntl), !shares_files);
            assert_eq!(programs(shares_files).unwrap().len(), 4);
        }
    }
}
