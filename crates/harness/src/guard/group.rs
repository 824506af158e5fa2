//! A control group of a program; cgroups(7).

use std::fs::{self, DirBuilder, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, FileExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How groups are called, before the number of the guard that made one.
const PREFIX: &str = "ringassay-";
/// More than the kernel writes of any.
const EVENTS_BYTES: usize = 4096;
/// A group can be removed a moment after its last process is gone.
const PATIENCE: Duration = Duration::from_millis(200);

/// A control group that is removed when this is dropped.
///
/// Its counters are out of the program's sight: of another's, they would tell what that one holds.
#[derive(Debug)]
pub(super) struct Group {
    folder: PathBuf,
    /// The file in which the kernel counts what it refused.
    events: Option<File>,
}

impl Group {
    /// A group below the own one in which a controller (`pids`, `memory`) counts. In the hierarchy of all
    /// controllers, groups of several are one. Has to be made while the machine's files are in sight.
    pub(super) fn make(controller: &str) -> io::Result<Self> {
        let own = own_group(
            controller,
            &fs::read_to_string("/proc/self/cgroup")?,
            &fs::read_to_string("/proc/self/mountinfo")?,
        )
        .ok_or_else(|| io::Error::other(format!("no control group of {controller}")))?;
        remove_orphans(&own);
        let folder = own.join(format!("{PREFIX}{}", std::process::id()));
        // Until it is closed, nobody lists it: other programs are running.
        match DirBuilder::new().mode(0o300).create(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        Ok(Self { folder, events: None })
    }

    /// Writes one of its settings.
    pub(super) fn set(&self, file: &str, value: u64) -> io::Result<()> {
        fs::write(self.folder.join(file), value.to_string())
    }

    /// Names the file of its events.
    pub(super) fn watch(&mut self, file: &str) -> io::Result<()> {
        self.events = Some(File::open(self.folder.join(file))?);
        Ok(())
    }

    /// A line `name number` of its events; 0 if there is none.
    pub(super) fn count(&self, name: &str) -> u64 {
        let mut text = [0; EVENTS_BYTES];
        let read = self.events.as_ref().and_then(|events| events.read_at(&mut text, 0).ok());
        let text = read.and_then(|length| std::str::from_utf8(&text[..length]).ok());
        text.map_or(0, |text| counted(text, name))
    }

    /// Lets nobody enter its folder any more, whose owner the program may be. What is open stays so.
    pub(super) fn close(&self) {
        let _ = fs::set_permissions(&self.folder, Permissions::from_mode(0o0));
    }

    /// Moves a process into the group, and with it all that it starts from then on.
    pub(super) fn add(&self, pid: i32) -> io::Result<()> {
        fs::write(self.folder.join("cgroup.procs"), pid.to_string())
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let give_up = Instant::now() + PATIENCE;
        while fs::remove_dir(&self.folder).is_err_and(|e| e.kind() != io::ErrorKind::NotFound)
            && Instant::now() < give_up
        {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Removes groups of guards that were killed. One that still has a process is not removed.
fn remove_orphans(own: &Path) {
    for entry in fs::read_dir(own).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let guard = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse::<u32>().ok());
        if guard.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

fn counted(text: &str, name: &str) -> u64 {
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.find(|(it, _)| *it == name).and_then(|(_, it)| it.trim().parse().ok()).unwrap_or(0)
}

/// The folder of this process's group where a controller counts: in the hierarchy of its own (version 1),
/// else in the one of all controllers (version 2) if groups below the own one are given it.
fn own_group(controller: &str, groups: &str, mounts: &str) -> Option<PathBuf> {
    let folder = |line: &str, is_mounted: &dyn Fn(&str, &str) -> bool| {
        let path = line.splitn(3, ':').nth(2)?;
        mounts.lines().find_map(|mount| {
            let (front, back) = mount.split_once(" - ")?;
            let mut front = front.split(' ').skip(3);
            let (root, point) = (front.next()?, front.next()?);
            let mut back = back.split(' ');
            let (kind, options) = (back.next()?, back.nth(1)?);
            if !is_mounted(kind, options) {
                return None;
            }
            let below = Path::new(path).strip_prefix(root).ok()?;
            Some(Path::new(point).join(below))
        })
    };
    let has = |list: &str, name: &str| list.split(',').any(|one| one == name);
    let first = groups
        .lines()
        .find(|line| line.split(':').nth(1).is_some_and(|list| has(list, controller)))
        .and_then(|line| {
            folder(line, &|kind, options| kind == "cgroup" && has(options, controller))
        });
    first.or_else(|| {
        let line = groups.lines().find(|line| line.starts_with("0::"))?;
        let own = folder(line, &|kind, _| kind == "cgroup2")?;
        let given = fs::read_to_string(own.join("cgroup.subtree_control")).ok()?;
        given.split_ascii_whitespace().any(|name| name == controller).then_some(own)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const V1: &str = "39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n\
                      41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";

    #[test]
    fn the_own_group_is_found_where_it_is_mounted() {
        let found = own_group("pids", "9:name=systemd:/\n8:pids:/a/b\n0::/\n", V1).unwrap();
        assert_eq!(found, Path::new("/sys/fs/cgroup/pids/a/b"));
        // A container sees its own group as the root of the mount.
        let mounts = "5 4 0:3 /docker/f00 /sys/fs/cgroup/pids ro,nosuid - cgroup cgroup rw,pids\n";
        let found = own_group("pids", "8:pids:/docker/f00/x\n", mounts).unwrap();
        assert_eq!(found, Path::new("/sys/fs/cgroup/pids/x"));
        assert_eq!(own_group("pids", "8:pids:/elsewhere\n", mounts), None);
        assert_eq!(
            own_group("pids", "0::/user.slice\n", V1),
            None,
            "none for groups below that one"
        );
        assert_eq!(own_group("memory", "8:pids:/a\n4:memory:/a\n", V1), None, "not mounted");
        assert_eq!(own_group("pids", "", ""), None);
    }

    #[test]
    fn the_second_version_is_asked_what_it_gives_to_groups_below() {
        let root = std::env::temp_dir().join(format!("group-{}", std::process::id()));
        fs::create_dir_all(root.join("job")).unwrap();
        let mounts = format!("1 2 0:3 / {} rw - cgroup2 cgroup2 rw,nsdelegate\n", root.display());
        for (given, expected) in [("cpu memory pids\n", Some(root.join("job"))), ("cpu\n", None)] {
            fs::write(root.join("job/cgroup.subtree_control"), given).unwrap();
            for controller in ["pids", "memory"] {
                assert_eq!(own_group(controller, "0::/job\n", &mounts), expected);
            }
        }
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn events_are_counted_by_their_whole_name() {
        assert_eq!(counted("max 0\n", "max"), 0);
        assert_eq!(counted("max 17\n", "max"), 17);
        assert_eq!(counted("max.imposed 5\nmax 3\n", "max"), 3);
        assert_eq!(counted("oom 4\noom_kill 1\n", "oom_kill"), 1);
        assert_eq!(counted("", "max"), 0);
    }
}
