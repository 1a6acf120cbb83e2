//! Plays several games at a time and returns them in the order of their numbers, so that the file
//! of a run that was stopped has no gaps.

use crate::{Lab, LabError};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

impl Lab<'_> {
    /// Runs numbered jobs, as many at a time as there are threads, and passes their results to
    /// `take` in the order of their numbers. The first error ends all.
    pub(crate) fn in_order<T: Send>(
        &self,
        numbers: Range<usize>,
        job: impl Fn(usize) -> Result<T, LabError> + Sync,
        mut take: impl FnMut(T) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let next = AtomicUsize::new(numbers.start);
        std::thread::scope(|scope| {
            let (done, results) = mpsc::channel();
            for _ in 0..self.threads_or_one().min(numbers.len()) {
                let (done, job, next) = (done.clone(), &job, &next);
                scope.spawn(move || {
                    let mine = std::iter::repeat_with(|| next.fetch_add(1, Relaxed));
                    for number in mine.take_while(|&number| number < numbers.end) {
                        // after an error the receiver is gone
                        if done.send((number, job(number))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(done);
            let mut early = BTreeMap::new();
            let mut due = numbers.start;
            for (number, result) in results {
                early.insert(number, result?);
                while let Some(result) = early.remove(&due) {
                    take(result)?;
                    due += 1;
                }
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LabSettings;
    use lastmove_work::{Cancel, Silent};
    use std::time::Duration;

    #[test]
    fn results_come_in_order_and_end_with_an_error() {
        for threads in [1, 3] {
            let settings = LabSettings { threads: Some(threads), ..LabSettings::default() };
            let cancel = Cancel::new();
            let lab = Lab { settings, progress: &Silent, cancel: &cancel, warn: &|_| {} };
            let run = |bad: usize| {
                let mut taken = Vec::new();
                // the lower ones take longer
                let job = |number: usize| {
                    std::thread::sleep(Duration::from_millis(20 - number as u64));
                    if number == bad { Err(LabError::failed("no")) } else { Ok(number) }
                };
                let result = lab.in_order(5..15, job, |number| {
                    taken.push(number);
                    Ok(())
                });
                (result.is_ok(), taken)
            };
            assert_eq!(run(99), (true, (5..15).collect()));
            let (whole, taken) = run(9);
            assert!(!whole && taken.iter().copied().eq(5..5 + taken.len()) && taken.len() <= 4);
        }
    }
}
