//! What attacks aim at, and what came of one.

use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};

use keyutils::keytypes::User;
use keyutils::{Keyring, SpecialKeyring};
use ringassay_harness::{Bounds, Class, Failure, Options, Pair, Role, SutSpec};

use super::modes::{Mode, Row};
use crate::builtin::{right, spec};
use crate::common::{assert_gone, bounds, options};

/// More than this the filling attacks may not write.
const SCRATCH_BYTES: u64 = 16 << 20;
/// Exit code of a program whose attack succeeded.
const SUCCEEDED: i32 = 66;
const TEMPORARY: [&str; 3] = ["/dev/shm", "/tmp", "/var/tmp"];

/// Everything that an attack may look for, and the options of the pairs that attack it.
pub(super) struct Environment {
    folder: PathBuf,
    secret: PathBuf,
    listener: TcpListener,
    options: Options,
}

impl Environment {
    pub(super) fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("ringassay-attack-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let secret = folder.join("secret");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let mut options = options();
        options.hidden = vec![secret.clone()];
        options.scratch = folder.clone();
        Self { folder, secret, listener, options }
    }

    /// Lets one role attack: whether the attack succeeded, else what is wrong.
    pub(super) fn attacked(
        &self,
        program: &Path,
        row: &Row,
        role: Role,
        mode: Mode,
    ) -> Result<bool, String> {
        let attack = &row.attack;
        let mark = format!("ringassay-left-{}-{attack}-{role}", std::process::id());
        std::fs::write(&self.secret, "figures").unwrap();
        let named = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&mark).unwrap());
        if attack == "find-key" {
            plant(&mark);
        }
        let succeeded = self.ran(program, attack, role, &mark, mode);
        drop(named);
        assert_gone(&mark);
        let succeeded = succeeded.map_err(|what| format!("{attack} by the {role}: {what}"))?;
        if attack != "find-key" && has_key(&mark) {
            return Err(format!("{attack} by the {role}: a key is left"));
        }
        // What is taken away, called or left is the success of an attack that was to do so.
        let changed = self.changed(&mark);
        match changed.first() {
            Some(what) if !succeeded && mode.required(row) == "fails" => {
                Err(format!("{attack} by the {role}: {what}"))
            }
            found => Ok(succeeded || found.is_some()),
        }
    }

    /// Runs the pair to its end.
    fn ran(
        &self,
        program: &Path,
        attack: &str,
        role: Role,
        mark: &str,
        mode: Mode,
    ) -> Result<bool, String> {
        let mut spec = spec(program, ["plaintext"; 2], 2);
        self.arm(&mut spec, attack, role, mark);
        let bounds = Bounds { scratch_bytes: Some(SCRATCH_BYTES), ..bounds(30.0) };
        let mut pair = match Pair::start(&spec, &bounds, &self.options) {
            Ok(pair) => pair,
            Err(failure) => return ended(&failure),
        };
        if !mode.is_told(pair.isolation(role)) {
            return Err(format!("not as it is: {:?}", pair.isolation(role)));
        }
        match right(&mut pair) {
            Ok(true) => {}
            Ok(false) => return Err("wrong".to_owned()),
            Err(failure) => return ended(&failure),
        }
        let closed = pair.close();
        for ended in [closed.client, closed.server] {
            if (ended.exit_code, ended.survivors, &ended.left) != (Some(0), 0, &None) {
                return Err(format!("{ended:?}"));
            }
        }
        Ok(false)
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

    /// What is not as it was; it is afterwards.
    fn changed(&self, mark: &str) -> Vec<String> {
        let mut found = Vec::new();
        if self.listener.accept().is_ok() {
            found.push("somebody called".to_owned());
        }
        if std::fs::read_to_string(&self.secret).ok().as_deref() != Some("figures") {
            found.push("the secret was changed".to_owned());
        }
        let marked = TEMPORARY.iter().map(|folder| Path::new(folder).join(mark));
        let others = std::fs::read_dir(&self.folder).unwrap().flatten().map(|entry| entry.path());
        for path in marked.chain(others.filter(|path| *path != self.secret)) {
            if path.symlink_metadata().is_ok() {
                found.push(format!("{} is left", path.display()));
                let gone = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
                gone.unwrap();
            }
        }
        found
    }
}

impl Drop for Environment {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Whether a pair ended because the attack succeeded: it says so, or the guard is gone.
fn ended(failure: &Failure) -> Result<bool, String> {
    let says = failure.detail.exit_code == Some(SUCCEEDED);
    if says || failure.class == Class::HarnessError {
        return Ok(true);
    }
    Err(format!("{failure:?}"))
}

/// Keeps a key in the keyring of this thread's session, which what it starts inherits.
pub(crate) fn plant(name: &str) {
    let mut session = Keyring::attach(SpecialKeyring::Session).unwrap();
    session.add_key::<User, _, _>(name, &b"secret"[..]).unwrap();
}

fn has_key(name: &str) -> bool {
    let session = Keyring::attach(SpecialKeyring::Session);
    session.is_ok_and(|session| session.search_for_key::<User, _, _>(name, None).is_ok())
}
