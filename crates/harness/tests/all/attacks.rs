//! Every attack of the built-in system under test, by client and server: it must fail, all answers must
//! be right, and nothing may be left.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use keyutils::keytypes::User;
use keyutils::{Keyring, SpecialKeyring};
use ringassay_harness::{
    Bounds, Class, Handshake, Options, Pair, Protection, Role, Standing, SutSpec,
};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use serde::Deserialize;

use crate::builtin::{program, right, spec};
use crate::common::{CLIENT, SERVER, again, assert_gone, bounds, options, ordinary, run, shell};

/// More than this the filling attacks may not write.
const SCRATCH_BYTES: u64 = 16 << 20;

/// A line of `ringassay-sut attack --list --json`.
#[derive(Debug, Deserialize)]
struct Row {
    attack: String,
}

fn attacks(program: &Path) -> Vec<String> {
    let list = Command::new(program).args(["attack", "--list", "--json"]).output().unwrap();
    let rows: Vec<Row> = serde_json::from_slice(&list.stdout).unwrap();
    rows.into_iter().map(|row| row.attack).collect()
}

/// What an attack aims at.
struct Environment {
    folder: PathBuf,
    secret: PathBuf,
    listener: TcpListener,
    options: Options,
}

impl Environment {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("ringassay-attack-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let secret = folder.join("secret");
        std::fs::write(&secret, "figures").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let mut options = options();
        options.hidden = vec![secret.clone()];
        options.scratch = folder.clone();
        Self { folder, secret, listener, options }
    }

    /// Lets one role attack; a complaint if anything comes of it.
    fn withstand(
        &self,
        program: &Path,
        attack: &str,
        role: Role,
        mark: &str,
    ) -> Result<(), String> {
        let mut spec = spec(program, ["plaintext"; 2], 2);
        if attack == "find-key" {
            plant(mark);
        }
        self.arm(&mut spec, attack, role, mark);
        let bounds = Bounds { scratch_bytes: Some(SCRATCH_BYTES), ..bounds(30.0) };
        let complain = |what: String| Err(format!("{attack} by the {role}: {what}"));
        let mut pair = match Pair::start(&spec, &bounds, &self.options) {
            Ok(pair) => pair,
            Err(failure) => return complain(format!("{failure:?}")),
        };
        if !pair.isolation(role).is_whole() {
            return complain(format!("not whole: {:?}", pair.isolation(role)));
        }
        match right(&mut pair) {
            Ok(true) => {}
            Ok(false) => return complain("wrong".to_owned()),
            Err(failure) => return complain(format!("{failure:?}")),
        }
        let closed = pair.close();
        for ended in [closed.client, closed.server] {
            if (ended.exit_code, ended.survivors, &ended.left) != (Some(0), 0, &None) {
                return complain(format!("{ended:?}"));
            }
        }
        if attack != "find-key" && has_key(mark) {
            return complain("a key is left".to_owned());
        }
        self.check_nothing_is_left(mark).or_else(complain)
    }

    fn arm(&self, spec: &mut SutSpec, attack: &str, role: Role, mark: &str) {
        let argv = if role == Role::Client { &mut spec.client } else { &mut spec.server };
        argv[1] = "attack".to_owned();
        let port = self.listener.local_addr().unwrap().port().to_string();
        let bytes = (2 * SCRATCH_BYTES).to_string();
        let secret = self.secret.to_str().unwrap();
        let arguments =
            ["--do", attack, "--path", secret, "--port", &port, "--mark", mark, "--bytes", &bytes];
        argv.extend(arguments.map(str::to_owned));
    }

    fn check_nothing_is_left(&self, mark: &str) -> Result<(), String> {
        if self.listener.accept().is_ok() {
            return Err("somebody called".to_owned());
        }
        if std::fs::read_to_string(&self.secret).ok().as_deref() != Some("figures") {
            return Err("the secret was changed".to_owned());
        }
        for folder in [Path::new("/dev/shm"), Path::new("/tmp"), Path::new("/var/tmp")] {
            if folder.join(mark).symlink_metadata().is_ok() {
                return Err(format!("something is left in {}", folder.display()));
            }
        }
        if std::fs::read_dir(&self.folder).unwrap().count() != 1 {
            return Err("a scratch folder is left".to_owned());
        }
        Ok(())
    }
}

impl Drop for Environment {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Keeps a key in the keyring of this thread's session, which what it starts inherits.
fn plant(name: &str) {
    let mut session = Keyring::attach(SpecialKeyring::Session).unwrap();
    session.add_key::<User, _, _>(name, &b"secret"[..]).unwrap();
}

fn has_key(name: &str) -> bool {
    let session = Keyring::attach(SpecialKeyring::Session);
    session.is_ok_and(|session| session.search_for_key::<User, _, _>(name, None).is_ok())
}

#[test]
fn no_attack_succeeds() {
    let program = program();
    // Nothing of it is the user's.
    Keyring::join_anonymous_session().unwrap();
    let environment = Environment::new();
    let attacks = attacks(&program);
    assert!(attacks.len() >= 48, "{attacks:?}");
    let mut wrong = Vec::new();
    for attack in attacks {
        for role in [Role::Client, Role::Server] {
            let mark = format!("ringassay-left-{}-{attack}-{role}", std::process::id());
            wrong.extend(environment.withstand(&program, &attack, role, &mark).err());
            assert_gone(&mark);
        }
    }
    assert!(wrong.is_empty(), "{} attacks:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_attack_of_an_ordinary_users_program_succeeds() {
    // Built before, for the other user cannot.
    program();
    let Some(mut again) = ordinary() else { return };
    again.arg("attacks::no_attack_succeeds");
    crate::common::passes(&mut again, 1);
}

#[test]
fn what_attacks_achieve_without_protection_is_seen() {
    let program = program();
    Keyring::join_anonymous_session().unwrap();
    plant("planted");
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
    if std::env::var_os("RINGASSAY_TEST_REFUSED").is_some() {
        let pair = Pair::start(&spec(&program(), ["plaintext"; 2], 2), &bounds(30.0), &options());
        let mut pair = pair.unwrap();
        for (protection, standing) in pair.isolation(Role::Client).iter() {
            let there = matches!(
                protection,
                Protection::Environment
                    | Protection::Privileges
                    | Protection::Keyring
                    | Protection::Filter
            );
            match standing {
                Standing::InForce => assert!(there, "{protection:?}"),
                Standing::Refused(why) => {
                    assert!(!there && why.len() > 10, "{protection:?}: {why}");
                }
                Standing::NotAsked => panic!("{protection:?}"),
            }
        }
        assert!(!pair.isolation(Role::Server).is_whole());
        assert!(right(&mut pair).unwrap());
        assert_eq!(pair.close().client.survivors, 0);
        what_becomes_of_a_guard_in_reach();
        return;
    }
    program();
    let script = "echo 0 >/proc/sys/user/max_user_namespaces && \
                  exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- \"$@\"";
    let mut inside = Command::new("unshare");
    inside.args(["--user", "--map-current-user", "--keep-caps", "sh", "-c", script, "sh"]);
    if !again(&mut inside) {
        println!("skipped: a user name space cannot be made or bounded here");
        return;
    }
    let mut inside = Command::new("unshare");
    inside.args(["--user", "--map-current-user", "--keep-caps", "sh", "-c", script, "sh"]);
    inside.arg(std::env::current_exe().unwrap()).arg("attacks::what_a_system_refuses_is_said");
    crate::common::passes(inside.env("RINGASSAY_TEST_REFUSED", "1"), 1);
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
