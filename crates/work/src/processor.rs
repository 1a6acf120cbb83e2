//! Processor time: what a thread or a program has used, unaffected by other load.

use std::str::FromStr;
use std::time::Duration;

/// The kind of time that a limit counts.
///
/// ```
/// use lastmove_work::Count;
/// assert_eq!("cpu".parse(), Ok(Count::Cpu));
/// assert_eq!(Count::default().to_string(), "clock");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Count {
    /// wall-clock time
    #[default]
    Clock,
    /// processor time
    Cpu,
}

impl FromStr for Count {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = [Self::Clock, Self::Cpu].into_iter().find(|count| count.to_string() == name);
        found.ok_or_else(|| "expected clock or cpu".to_owned())
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Clock => "clock",
            Self::Cpu => "cpu",
        })
    }
}

/// The processor time of the calling thread; `None` if the system does not report it.
#[cfg(unix)]
pub fn thread_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).ok()
}

/// The processor time of the calling thread; `None` if the system does not report it.
#[cfg(not(unix))]
pub fn thread_time() -> Option<Duration> {
    None
}

/// The processor time of another running program: of all its threads, including those that have
/// ended, and of the programs that it has started and that still run. `None` if the system does not
/// report it.
pub fn program_time(id: u32) -> Option<Duration> {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).ok()?;
    let (mut sum, mut children) = (Duration::ZERO, Duration::ZERO);
    for thread in threads.flatten() {
        // A thread may end in the meantime.
        let text = std::fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
        let nanoseconds = text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
        sum += Duration::from_nanos(nanoseconds);
        let text = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        for child in text.split_whitespace().filter_map(|id| id.parse().ok()) {
            children += program_time(child).unwrap_or_default();
        }
    }
    // exact for threads that run, in ticks for those that have ended
    Some(sum.max(ticks(&id.to_string()).unwrap_or_default()) + children)
}

/// The user and system time that Linux has counted for a program, including threads that have
/// ended, in ticks of 1/100 s.
pub(crate) fn ticks(id: &str) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // the name of the program, in parentheses, may contain spaces
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (next()? + next()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Moment;

    #[test]
    fn sleeping_costs_no_processor_time() {
        let (Some(before), started) = (thread_time(), Moment::now()) else { return };
        std::thread::sleep(Duration::from_millis(60));
        let slept = thread_time().unwrap() - before;
        assert!(started.elapsed() >= Duration::from_millis(60));
        assert!(slept < Duration::from_millis(30), "{slept:?}");
        let mut sum = 0u64;
        while thread_time().unwrap() - before < Duration::from_millis(40) {
            sum = std::hint::black_box(sum + 1);
        }
        if let Some(all) = program_time(std::process::id()) {
            assert!(all >= Duration::from_millis(20), "{all:?}");
        }
    }

    #[test]
    fn threads_that_have_ended_count() {
        let Some(before) = program_time(std::process::id()) else { return };
        let work = || {
            while thread_time().unwrap() < Duration::from_millis(200) {
                std::hint::black_box(0);
            }
        };
        std::thread::scope(|scope| scope.spawn(work).join()).unwrap();
        let used = program_time(std::process::id()).unwrap() - before;
        assert!(used >= Duration::from_millis(150), "{used:?}");
    }
}
