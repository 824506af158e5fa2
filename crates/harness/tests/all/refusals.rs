//! What attacks achieve where nothing protects, and what is said where a system refuses a protection.

use std::process::Command;

use keyutils::Keyring;
use ringassay_harness::{Class, Handshake, Pair, Protection, Role, Standing};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

use crate::attacks::Mode;
use crate::builtin::{program, right, spec};
use crate::common::{CLIENT, SERVER, bounds, options, run, shell};

#[test]
fn what_attacks_achieve_without_protection_is_seen() {
    let program = program();
    Keyring::join_anonymous_session().unwrap();
    crate::attacks::plant("planted");
    // Not as the superuser, and none that harms.
    let attempt = |attack: &str| {
        let mut command = Command::new("setpriv");
        if rustix::process::getuid().is_root() {
            command.args(crate::common::UNPRIVILEGED);
        } else {
            command.arg("--");
        }
        let role = ["attack", "client", "--mark", "planted", "--do", attack];
        command.arg(&program).args(role).env_clear().env("SECRET", "1");
        command.stdin(std::process::Stdio::null()).output().unwrap().status.code()
    };
    assert_eq!(attempt("see-others"), Some(66));
    assert_eq!(attempt("read-environment"), Some(66));
    assert_eq!(attempt("see-sockets"), Some(66));
    for refused_by_the_filter in ["find-key", "lock-file", "watch-file", "hide-memory"] {
        assert_eq!(attempt(refused_by_the_filter), Some(66), "{refused_by_the_filter}");
    }
}

/// A system that refuses every name space: programs run all the same, and each protection that is
/// missing is named with a reason.
#[test]
fn what_a_system_refuses_is_said() {
    let mode = Mode::current();
    if mode != Mode::NoNameSpaces {
        program();
        let Some(mut inside) = Mode::NoNameSpaces.command() else { return };
        crate::common::passes(inside.arg("refusals::what_a_system_refuses_is_said"), 1);
        return;
    }
    let pair = Pair::start(&spec(&program(), ["plaintext"; 2], 2), &bounds(30.0), &options());
    let mut pair = pair.unwrap();
    assert!(mode.is_told(pair.isolation(Role::Client)), "{:?}", pair.isolation(Role::Client));
    for (protection, standing) in pair.isolation(Role::Client).iter() {
        match standing {
            Standing::InForce => {}
            Standing::Refused(why) => assert!(why.len() > 10, "{protection:?}: {why}"),
            Standing::NotAsked => panic!("{protection:?}"),
        }
    }
    assert!(!pair.isolation(Role::Server).is_whole());
    assert!(right(&mut pair).unwrap());
    assert_eq!(pair.close().client.survivors, 0);
    what_becomes_of_a_guard_in_reach();
}

/// Without a process name space a program reaches its guard. What follows is booked on nobody.
fn what_becomes_of_a_guard_in_reach() {
    for (signal, word) in [("TERM", "by a signal"), ("STOP", "stopped"), ("KILL", "killed")] {
        let attack = format!("ENDKEY) kill -{signal} $PPID; sleep 0.2;");
        let spec = shell(&CLIENT.replacen("ENDKEY)", &attack, 1), SERVER);
        let failure = run(&spec, &bounds(20.0)).unwrap_err();
        assert_eq!((failure.class, failure.role), (Class::HarnessError, None), "{failure:?}");
        assert!(failure.message.contains(word), "{failure:?}");
    }
    // What stands around a system is known also where it fails at start.
    let mut spec = shell("exit 3", SERVER);
    spec.handshake = Handshake::Required;
    let failure = Pair::start(&spec, &bounds(20.0), &options()).unwrap_err();
    assert_eq!(failure.class, Class::StartFailed);
    let told = failure.detail.isolation;
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|(_, isolation)| !isolation.is_whole()));
}

/// A system without filters: the program runs, both protections say why they are missing, and what the
/// two programs can then meet through is named.
#[test]
fn a_refused_filter_is_said() {
    let refused = |call: i64| (call, Vec::new());
    let rules = [nix::libc::SYS_seccomp, nix::libc::SYS_keyctl].map(refused).into();
    let (allow, eperm) = (SeccompAction::Allow, SeccompAction::Errno(1));
    let arch = std::env::consts::ARCH.try_into().unwrap();
    let outer: BpfProgram =
        SeccompFilter::new(rules, allow, eperm, arch).unwrap().try_into().unwrap();
    let start = || Pair::start(&spec(&program(), ["plaintext"; 2], 2), &bounds(30.0), &options());
    let whole = start().unwrap();
    assert_eq!(whole.shared(), Vec::<&str>::new());
    // This thread, and what it starts.
    seccompiler::apply_filter(&outer).unwrap();
    let mut pair = start().unwrap();
    for (protection, standing) in pair.isolation(Role::Client).iter() {
        let refused = matches!(protection, Protection::Keyring | Protection::Filter);
        match standing {
            Standing::Refused(why) => {
                assert!(
                    refused && why.contains("Operation not permitted"),
                    "{protection:?}: {why}"
                );
            }
            other => assert!(!refused, "{protection:?}: {other:?}"),
        }
    }
    assert_eq!(pair.shared(), ["file locks", "keyrings"]);
    assert!(right(&mut pair).unwrap());
}
