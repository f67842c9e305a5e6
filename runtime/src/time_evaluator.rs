//! Measures the run time of functions.

use std::time::{Duration, Instant};

use objet_object::{Device, RetValue};

use crate::args::Args;
use crate::backend::check_signals;
use crate::device::DeviceClock;
use crate::error::Result;
use crate::pack::PackedArgs;
use crate::packed_func::PackedFunc;

/// Measures the run time of a function on a device by running it repeatedly.
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

/// A measurement is not possible with the requested settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimeEvaluatorError {
    /// A count is 0, so there is nothing to measure.
    #[error("time evaluator: {what} must be at least 1, found 0")]
    Zero {
        /// The count that is 0.
        what: &'static str,
    },
    /// The bytes of a measurement are not whole doubles.
    #[error("the result of a time evaluator has {found} bytes, which is no positive multiple of 8")]
    Bytes {
        /// The number of bytes.
        found: usize,
    },
}

impl TimeEvaluator {
    /// Creates an evaluator for a function that works on `device`. By default, the function is run
    /// and measured once.
    pub fn new(function: PackedFunc, device: Device) -> Self {
        Self { function, device, number: 1, repeat: 1, min_repeat: Duration::ZERO, before_repeat: None }
    }

    /// Sets the number of runs in each measurement. A measurement is the mean of its runs.
    #[must_use]
    pub fn number(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// Sets the number of measurements.
    #[must_use]
    pub fn repeat(self, repeat: usize) -> Self {
        Self { repeat, ..self }
    }

    /// Sets the minimum duration of a measurement in milliseconds. The number of runs is raised
    /// until a measurement takes that long.
    #[must_use]
    pub fn min_repeat_ms(self, milliseconds: u32) -> Self {
        Self { min_repeat: Duration::from_millis(milliseconds.into()), ..self }
    }

    /// Sets a function that is called with the same arguments before each measurement. The call is
    /// not measured.
    #[must_use]
    pub fn before_repeat(self, function: PackedFunc) -> Self {
        Self { before_repeat: Some(function), ..self }
    }

    /// Runs the function with these arguments: once as a warm-up, then as often as the settings
    /// require. The device has finished all its work whenever the clock is read.
    ///
    /// # Errors
    /// The error of the function. If a count is 0, if the device does not exist or fails, or if the
    /// user interrupts the measurement; see [`check_signals`].
    pub fn run<'a>(&self, args: impl PackedArgs<'a>) -> Result<Timing> {
        for (what, count) in
            [("the number of runs", self.number), ("the number of repeats", self.repeat as u64)]
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

    /// Runs the function `number` times. The shorter the runs are, the more of them are made
    /// between two signal checks.
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

/// Runs between two signal checks are doubled while they take less time than this. A user does not
/// notice a delay of this length.
const SHORT: Duration = Duration::from_millis(5);

/// Returns the number of runs to try after `number` runs took less than `least`. The result is the
/// linear estimate, and at least 1.5 times `number`.
fn more(number: u64, took: Duration, least: Duration) -> u64 {
    let one = took.as_secs_f64() / number as f64;
    let guess = least.as_secs_f64() / one + 1.0;
    // A measured time of 0 makes the guess infinite or NaN.
    let guess = if guess.is_finite() { guess as u64 } else { 0 };
    guess.max(number.saturating_add(number.div_ceil(2)))
}

/// The measured times of a function, in seconds per run.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    results: Vec<f64>,
}

impl Timing {
    /// Reads the measurements from the format of [`Timing::to_bytes`].
    ///
    /// # Errors
    /// If there is no measurement, or if the number of bytes is not a multiple of 8.
    ///
    /// ```
    /// use objet_runtime::Timing;
    ///
    /// let timing = Timing::from_bytes(&0.5_f64.to_le_bytes())?;
    /// assert_eq!(timing.results(), [0.5]);
    /// assert!(Timing::from_bytes(&[0; 7]).is_err());
    /// # Ok::<(), objet_runtime::Error>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TimeEvaluatorError> {
        let (seconds, rest) = bytes.as_chunks();
        if seconds.is_empty() || !rest.is_empty() {
            return Err(TimeEvaluatorError::Bytes { found: bytes.len() });
        }
        Ok(Self { results: seconds.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect() })
    }

    /// Returns the measurements in order. There is at least one.
    pub fn results(&self) -> &[f64] {
        &self.results
    }

    /// Returns the mean of the measurements.
    pub fn mean(&self) -> f64 {
        self.results.iter().sum::<f64>() / self.results.len() as f64
    }

    /// Returns the median of the measurements.
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

    /// Returns the shortest measurement.
    pub fn min(&self) -> f64 {
        self.results.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Returns the longest measurement.
    pub fn max(&self) -> f64 {
        self.results.iter().copied().fold(0.0, f64::max)
    }

    /// Returns the measurements as consecutive little-endian doubles. TVM's front ends expect this
    /// format from a time evaluator.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.results.iter().flat_map(|seconds| seconds.to_le_bytes()).collect()
    }
}
