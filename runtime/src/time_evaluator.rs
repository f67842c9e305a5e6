//! How long a function takes.

use std::time::{Duration, Instant};

use objet_object::{Device, RetValue};

use crate::args::Args;
use crate::backend::check_signals;
use crate::device::DeviceClock;
use crate::error::Result;
use crate::pack::PackedArgs;
use crate::packed_func::PackedFunc;

/// Measures how long a function takes on a device, by running it many times.
///
/// ```
/// use objet_object::Device;
/// use objet_runtime::{TimeEvaluator, TypedPackedFunc};
///
/// let function = TypedPackedFunc::new(|n: u64| (0..n).sum::<u64>() as i64).into();
/// let timing = TimeEvaluator::new(function, Device::cpu(0)).number(10).repeat(3).run((1000,))?;
/// assert_eq!(timing.results().len(), 3);
/// assert!(timing.min() <= timing.median() && timing.median() <= timing.max());
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TimeEvaluator {
    function: PackedFunc,
    device: Device,
    number: u64,
    repeat: usize,
    min_repeat: Duration,
    before_repeat: Option<PackedFunc>,
}

/// A measurement that cannot be made as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimeEvaluatorError {
    /// There would be nothing to measure.
    #[error("expected {what} of 1 or more for a time evaluator, found 0")]
    Zero {
        /// What was 0.
        what: &'static str,
    },
}

impl TimeEvaluator {
    /// Measures a function that works on that device. Unless told otherwise, it is run once.
    pub fn new(function: PackedFunc, device: Device) -> Self {
        Self { function, device, number: 1, repeat: 1, min_repeat: Duration::ZERO, before_repeat: None }
    }

    /// How many runs are timed together, of which each measurement is the mean.
    #[must_use]
    pub fn number(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// How many measurements are made.
    #[must_use]
    pub fn repeat(self, repeat: usize) -> Self {
        Self { repeat, ..self }
    }

    /// How many milliseconds a measurement takes at least: the number of runs is raised until that is reached.
    #[must_use]
    pub fn min_repeat_ms(self, milliseconds: u32) -> Self {
        Self { min_repeat: Duration::from_millis(milliseconds.into()), ..self }
    }

    /// A function that is called with the same arguments before each measurement, which leaves it out.
    #[must_use]
    pub fn before_repeat(self, function: PackedFunc) -> Self {
        Self { before_repeat: Some(function), ..self }
    }

    /// Runs the function with these arguments: once before the measurements, for what is done but once, and then as often as
    /// asked. The device has done all work whenever a clock is read.
    ///
    /// # Errors
    /// Those of the function; or if a number is 0, if there is no such device, or if it fails; or if the user wants to stop, as
    /// [`check_signals`] says.
    pub fn run<'a>(&self, args: impl PackedArgs<'a>) -> Result<Timing> {
        for (what, count) in [("a number of runs", self.number), ("a number of repeats", self.repeat as u64)]
        {
            if count == 0 {
                return Err(TimeEvaluatorError::Zero { what }.into());
            }
        }
        let clock = DeviceClock::new(self.device)?;
        args.lend(|args| self.measure(clock, args))
    }

    fn measure(&self, clock: DeviceClock, args: Args<'_>) -> Result<Timing> {
        let mut result = RetValue::Null;
        self.function.call_packed(args, &mut result)?;
        clock.now()?;
        let mut results = Vec::new();
        let mut number = self.number;
        for _ in 0..self.repeat {
            if let Some(function) = &self.before_repeat {
                function.call_packed(args, &mut result)?;
            }
            let took = loop {
                let start = clock.now()?;
                self.runs(number, args, &mut result)?;
                let took = clock.now()? - start;
                if took >= self.min_repeat {
                    break took;
                }
                number = more(number, took, self.min_repeat);
            };
            results.push(took.as_secs_f64() / number as f64);
        }
        Ok(Timing { results })
    }

    /// So many runs. Whether the user wants to stop is asked the more seldom, the shorter they are.
    fn runs(&self, number: u64, args: Args<'_>, result: &mut RetValue) -> Result<()> {
        let (mut left, mut at_once) = (number, 1);
        while left > 0 {
            let start = Instant::now();
            for _ in 0..at_once.min(left) {
                self.function.call_packed(args, result)?;
            }
            left = left.saturating_sub(at_once);
            check_signals()?;
            if start.elapsed() < SHORT {
                at_once *= 2;
            }
        }
        Ok(())
    }
}

/// Runs that take no longer than this are not told apart by a user who waits.
const SHORT: Duration = Duration::from_millis(5);

/// How many runs to try after so many took less time than they should: as many as it would take by that, and at least half as
/// many again.
fn more(number: u64, took: Duration, least: Duration) -> u64 {
    let one = took.as_secs_f64() / number as f64;
    let guess = least.as_secs_f64() / one + 1.0;
    // Out of a time of 0 comes no number that means anything.
    let guess = if guess.is_finite() { guess as u64 } else { 0 };
    guess.max(number.saturating_add(number.div_ceil(2)))
}

/// How long a function took, in seconds for each run.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    results: Vec<f64>,
}

impl Timing {
    /// The measurements, in order. There is at least one.
    pub fn results(&self) -> &[f64] {
        &self.results
    }

    /// The mean of the measurements.
    pub fn mean(&self) -> f64 {
        self.results.iter().sum::<f64>() / self.results.len() as f64
    }

    /// The measurement in the middle, or the mean of the two there.
    pub fn median(&self) -> f64 {
        let mut sorted = self.results.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        if sorted.len().is_multiple_of(2) {
            (sorted[middle - 1] + sorted[middle]) / 2.0
        } else {
            sorted[middle]
        }
    }

    /// The shortest measurement.
    pub fn min(&self) -> f64 {
        self.results.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The longest measurement.
    pub fn max(&self) -> f64 {
        self.results.iter().copied().fold(0.0, f64::max)
    }

    /// The measurements as the bytes of one double after the other, which is what TVM's front ends take of a time evaluator.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.results.iter().flat_map(|seconds| seconds.to_le_bytes()).collect()
    }
}
