//! What a program may not reach: its guard, the harness, the user's files and variables, the
//! network. Each attack ends the program with [`SUCCEEDED`] where it succeeds.

use std::path::PathBuf;
use std::process::Command;

use ringassay_harness::{Bounds, Options, Pair, Role, SutSpec};

use crate::common::{CLIENT, SERVER, STEPS, assert_gone, bounds, options, ordinary, shell, take};

/// Exit code of a program whose attack succeeded.
const SUCCEEDED: i32 = 66;

/// Runs a client and a server that attack as they start; neither may succeed, and both must still
/// answer every step.
fn withstands(attack: &str, options: &Options) {
    withstands_in_sight(attack, options, &[]);
}

/// The same with `readable` in the programs' sight.
fn withstands_in_sight(attack: &str, options: &Options, readable: &[PathBuf]) {
    let attack = format!("if {attack}; then exit {SUCCEEDED}; fi;");
    let attacked = [
        shell(&format!("{attack} {CLIENT}"), SERVER),
        shell(CLIENT, &format!("{attack} {SERVER}")),
    ];
    for mut spec in attacked {
        spec.readable = readable.to_vec();
        runs(&spec, options, &bounds(10.0), &attack);
    }
}

fn runs(spec: &SutSpec, options: &Options, bounds: &Bounds, what: &str) {
    let mut pair = Pair::start(spec, bounds, options).unwrap();
    for role in [Role::Client, Role::Server] {
        assert!(pair.isolation(role).is_whole(), "{:?}", pair.isolation(role));
    }
    for stage in STEPS {
        if let Err(failure) = take(&mut pair, stage) {
            panic!("{what}: {failure:?}");
        }
    }
    let closed = pair.close();
    assert_eq!((closed.client.exit_code, closed.server.exit_code), (Some(0), Some(0)), "{what}");
    assert_eq!(closed.client.survivors + closed.server.survivors, 0, "{what}");
}

#[test]
fn a_program_that_kills_its_guard_gains_nothing() {
    let mark = format!("killer-{}", std::process::id());
    for signal in ["KILL", "STOP"] {
        // What is left has neither the group nor the variable that it could be found by.
        let stay = format!("(setsid env -i sh -c ': {mark}; sleep 600' &)");
        let attack = format!("{stay}; kill -{signal} $PPID; sleep 0.2;");
        let spec = shell(&format!("{attack} {CLIENT}"), &format!("{attack} {SERVER}"));
        runs(&spec, &options(), &bounds(10.0), signal);
        assert_gone(&mark);
    }
}

#[test]
fn a_program_cannot_look_into_guard_or_harness() {
    let harness = std::process::id();
    for file in ["mem", "environ", "maps"] {
        for process in ["$PPID".to_owned(), harness.to_string()] {
            withstands(&format!("(exec 3</proc/{process}/{file}) 2>/dev/null"), &options());
        }
    }
}

#[test]
fn a_program_sees_and_signals_nobody_else() {
    withstands(&format!("kill -0 {} 2>/dev/null", std::process::id()), &options());
    // Itself, the shell's helpers and the first process.
    withstands("[ $(ls -d /proc/[0-9]* | wc -l) -gt 9 ]", &options());
}

#[test]
fn a_program_cannot_open_the_store() {
    let folder = std::env::temp_dir().join(format!("ringassay-store-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let store = folder.join("runs.db");
    std::fs::write(&store, "figures").unwrap();
    let mut options = options();
    // A home within homes, and what is not there.
    let nested = folder.join("nested");
    std::fs::create_dir_all(nested.join("home")).unwrap();
    options.hidden = vec![store.clone(), nested.clone(), nested.join("home"), folder.join("none")];
    let store = store.display();
    // Also where its folder is in sight for the program's sake.
    for readable in [vec![], vec![folder.clone()]] {
        for attack in [
            format!("grep -qs figures {store}"),
            format!("(echo forged >>{store}) 2>/dev/null"),
            format!("(mv {store} {store}.old) 2>/dev/null"),
        ] {
            withstands_in_sight(&attack, &options, &readable);
        }
    }
    assert_eq!(std::fs::read_to_string(folder.join("runs.db")).unwrap(), "figures");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_program_changes_no_file_of_the_machine() {
    // Whatever its owner could: of this crate, of the system, beside the program.
    let own = env!("CARGO_MANIFEST_DIR");
    for folder in [own, "/etc", "/usr", "/var", "/opt", "/"] {
        let file = format!("{folder}/ringassay-written-{}", std::process::id());
        withstands(&format!("(: >{file}) 2>/dev/null"), &options());
        assert!(!std::path::Path::new(&file).exists(), "{file}");
    }
    let file = format!("{own}/Cargo.toml");
    withstands(&format!("(exec 3>>{file}) 2>/dev/null"), &options());
}

#[test]
fn a_program_sees_no_home_disk_or_temporary_file() {
    let name = format!("ringassay-seen-{}", std::process::id());
    for folder in ["/root", "/home", "/mnt", "/media", "/srv", "/tmp", "/var/tmp", "/run"] {
        let file = std::path::Path::new(folder).join(&name);
        // Where this user may make one; else what is there has to do.
        let made = std::fs::write(&file, "seen").is_ok();
        withstands(&format!("grep -qs seen {}", file.display()), &options());
        if made {
            std::fs::remove_file(&file).unwrap();
        }
    }
}

#[test]
fn a_program_has_nothing_of_the_users_environment() {
    // Cargo sets it for this test.
    assert!(std::env::var_os("CARGO_PKG_NAME").is_some());
    withstands("[ -n \"$CARGO_PKG_NAME\" ]", &options());
    withstands("grep -qs CARGO_PKG_NAME /proc/[0-9]*/environ", &options());
}

#[test]
fn a_program_reaches_nobody_over_the_network() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let call = format!("bash -c 'echo psst >/dev/tcp/127.0.0.1/{port}' 2>/dev/null");
    withstands(&call, &options());
    assert!(listener.accept().is_err());
    // Unless it is let.
    let spec = shell(&format!("{call}; {CLIENT}"), SERVER);
    runs(&spec, &options(), &Bounds { network: true, ..bounds(10.0) }, "with the network");
    assert!(listener.accept().is_ok());
}

/// Every test here once more, as a user without privileges.
#[test]
fn the_same_for_an_ordinary_user() {
    let Some(mut again) = ordinary() else { return };
    crate::common::passes(again.args(["isolation::", "--test-threads=2"]), 10);
}

#[test]
fn the_ordinary_user_is_none_with_privileges() {
    let Some(_) = ordinary() else { return };
    let id = Command::new("setpriv").args(crate::common::UNPRIVILEGED).args(["id", "-u"]).output();
    assert_eq!(String::from_utf8_lossy(&id.unwrap().stdout).trim(), "65534");
}
