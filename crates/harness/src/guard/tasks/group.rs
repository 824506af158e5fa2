//! A control group with a bound on its tasks; cgroups(7).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How groups are called, before the number of the guard that made one.
const PREFIX: &str = "ringassay-";
/// A group can be removed a moment after its last process is gone.
const PATIENCE: Duration = Duration::from_millis(200);

/// A control group that is removed when this is dropped.
#[derive(Debug)]
pub(in crate::guard) struct TaskGroup {
    folder: PathBuf,
}

impl TaskGroup {
    /// A group below the own one that admits so many tasks. Has to be made while the machine's files
    /// are in sight.
    pub(in crate::guard) fn make(tasks: u64) -> io::Result<Self> {
        let own = own_group(
            &fs::read_to_string("/proc/self/cgroup")?,
            &fs::read_to_string("/proc/self/mountinfo")?,
        )
        .ok_or_else(|| io::Error::other("no control group bounds tasks"))?;
        remove_orphans(&own);
        let folder = own.join(format!("{PREFIX}{}", std::process::id()));
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        // From here on it is removed, whatever fails.
        let group = Self { folder };
        fs::write(group.folder.join("pids.max"), tasks.to_string())?;
        Ok(group)
    }

    /// Moves a process into the group, and with it all that it starts from then on.
    pub(in crate::guard) fn add(&self, pid: i32) -> io::Result<()> {
        fs::write(self.folder.join("cgroup.procs"), pid.to_string())
    }

    /// Whether the kernel has refused a task.
    pub(in crate::guard) fn has_refused(&self) -> bool {
        fs::read_to_string(self.folder.join("pids.events")).is_ok_and(|text| refusals(&text) > 0)
    }
}

impl Drop for TaskGroup {
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

fn refusals(events: &str) -> u64 {
    let count = events.lines().find_map(|line| line.strip_prefix("max ")?.trim().parse().ok());
    count.unwrap_or(0)
}

/// The folder of this process's group where tasks are bounded: in the hierarchy of `pids` (version 1),
/// else in the one of all controllers (version 2) if groups below the own one are given `pids`.
fn own_group(groups: &str, mounts: &str) -> Option<PathBuf> {
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
        .find(|line| line.split(':').nth(1).is_some_and(|list| has(list, "pids")))
        .and_then(|line| folder(line, &|kind, options| kind == "cgroup" && has(options, "pids")));
    first.or_else(|| {
        let line = groups.lines().find(|line| line.starts_with("0::"))?;
        let own = folder(line, &|kind, _| kind == "cgroup2")?;
        let given = fs::read_to_string(own.join("cgroup.subtree_control")).ok()?;
        given.split_ascii_whitespace().any(|name| name == "pids").then_some(own)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const V1: &str = "39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n\
                      41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";

    #[test]
    fn the_own_group_is_found_where_it_is_mounted() {
        let found = own_group("9:name=systemd:/\n8:pids:/a/b\n0::/\n", V1).unwrap();
        assert_eq!(found, Path::new("/sys/fs/cgroup/pids/a/b"));
        // A container sees its own group as the root of the mount.
        let mounts = "5 4 0:3 /docker/f00 /sys/fs/cgroup/pids ro,nosuid - cgroup cgroup rw,pids\n";
        let found = own_group("8:pids:/docker/f00/x\n", mounts).unwrap();
        assert_eq!(found, Path::new("/sys/fs/cgroup/pids/x"));
        assert_eq!(own_group("8:pids:/elsewhere\n", mounts), None);
        assert_eq!(own_group("0::/user.slice\n", V1), None, "no pids for groups below that one");
        assert_eq!(own_group("", ""), None);
    }

    #[test]
    fn the_second_version_is_asked_what_it_gives_to_groups_below() {
        let root = std::env::temp_dir().join(format!("group-{}", std::process::id()));
        fs::create_dir_all(root.join("job")).unwrap();
        let mounts = format!("1 2 0:3 / {} rw - cgroup2 cgroup2 rw,nsdelegate\n", root.display());
        for (given, expected) in [("cpu memory pids\n", Some(root.join("job"))), ("cpu\n", None)] {
            fs::write(root.join("job/cgroup.subtree_control"), given).unwrap();
            assert_eq!(own_group("0::/job\n", &mounts), expected);
        }
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn refusals_are_counted() {
        assert_eq!(refusals("max 0\n"), 0);
        assert_eq!(refusals("max 17\n"), 17);
        assert_eq!(refusals("max 3\nmax.imposed 3\n"), 3);
        assert_eq!(refusals(""), 0);
    }
}
