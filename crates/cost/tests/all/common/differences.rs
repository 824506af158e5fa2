//! The comparison of what is observed with what is tallied.

use std::collections::BTreeSet;

use ringassay_cost::CostRecord;

/// Where two records differ, in words.
pub(crate) fn differences(executed: &CostRecord, tallied: &CostRecord) -> Vec<String> {
    let mut differences = Vec::new();
    let mut compare = |what: String, a: String, b: String| {
        if a != b {
            differences.push(format!("{what}: executed {a}, tallied {b}"));
        }
    };
    let names = |seen: &CostRecord| {
        let names: Vec<&str> = seen.phases.iter().map(|phase| phase.name.as_str()).collect();
        format!("{names:?}")
    };
    compare("phases".into(), names(executed), names(tallied));
    for (a, b) in executed.phases.iter().zip(&tallied.phases) {
        let calls: BTreeSet<_> = a.counts.keys().chain(b.counts.keys()).collect();
        for call in calls {
            let [a, b] = [a, b].map(|seen| format!("{:?}", seen.counts.get(call)));
            compare(format!("{call:?}"), a, b);
        }
        let memory = |phase: &ringassay_cost::Phase| {
            format!("peak {}, total {}", phase.peak_bytes, phase.total_bytes)
        };
        compare(format!("memory of {:?}", a.name), memory(a), memory(b));
    }
    let memory = |seen: &CostRecord| {
        format!("live {}, peak {}, total {}", seen.live_bytes, seen.peak_bytes, seen.total_bytes)
    };
    compare("memory".into(), memory(executed), memory(tallied));
    if differences.is_empty() && executed.trace != tallied.trace {
        let pairs = executed.trace.iter().zip(&tallied.trace);
        let at = pairs.take_while(|(a, b)| a == b).count();
        let [a, b] = [executed, tallied].map(|seen| seen.trace.get(at));
        differences.push(format!("event {at}: executed {a:?}, tallied {b:?}"));
    }
    differences
}
