//! Measurement of the duration of passes.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use super::PassInfoNode;
use super::error::BoxError;
use super::instrument::{Instrument, PassInstrument};
use crate::module::IRModule;

/// Measures the duration of pass runs on all threads, in every context that contains its
/// instrument.
#[derive(Clone, Default)]
pub struct PassTiming {
    runs: Arc<Mutex<Runs>>,
}

/// The measurement of one run of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassProfile {
    /// The name of the pass.
    pub name: String,
    /// The number of runs that enclose this run.
    pub depth: usize,
    /// The duration; `None` while the pass runs.
    pub duration: Option<Duration>,
}

#[derive(Default)]
struct Runs {
    threads: Vec<Timeline>,
    by_id: HashMap<ThreadId, usize>,
}

/// The runs on one thread.
#[derive(Default)]
struct Timeline {
    /// The runs in the order in which they began.
    profiles: Vec<PassProfile>,
    /// The indices and start times of the runs in progress, from the outermost to the innermost.
    open: Vec<(usize, Instant)>,
}

impl Runs {
    fn of_this_thread(&mut self) -> &mut Timeline {
        let index = *self.by_id.entry(thread::current().id()).or_insert(self.threads.len());
        if index == self.threads.len() {
            self.threads.push(Timeline::default());
        }
        &mut self.threads[index]
    }
}

impl PassTiming {
    /// Creates a timer without measurements.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an instrument that measures the runs of its context.
    pub fn instrument(&self) -> PassInstrument {
        PassInstrument::new("PassTimingInstrument", self.clone())
    }

    /// Returns the timer of this thread, which the instruments of
    /// [`instrument_by_thread`](Self::instrument_by_thread) update.
    pub fn of_this_thread() -> Self {
        thread_local! {
            static TIMING: PassTiming = PassTiming::new();
        }
        TIMING.with(Self::clone)
    }

    /// Creates an instrument that measures runs with the timer of the executing thread, see
    /// [`of_this_thread`](Self::of_this_thread). Leaving the context discards the measurements.
    ///
    /// ```
    /// use objet_ir::module::IRModule;
    /// use objet_ir::transform::{ModulePass, PassContext, PassInfo, PassTiming};
    ///
    /// let instrument = PassTiming::instrument_by_thread();
    /// let scope = PassContext::new(2).with_instruments([instrument]).enter()?;
    /// let nothing = ModulePass::new(PassInfo::new(0, "Nothing", []), |module, _| Ok(module));
    /// nothing.run(IRModule::new())?;
    /// assert!(PassTiming::of_this_thread().render().starts_with("Nothing: "));
    /// scope.exit()?;
    /// assert_eq!(PassTiming::of_this_thread().render(), "");
    /// # Ok::<(), objet_ir::transform::PassError>(())
    /// ```
    pub fn instrument_by_thread() -> PassInstrument {
        PassInstrument::new("PassTimingInstrument", ByThread)
    }

    /// Returns the measurements, thread by thread, in the order in which the runs began. The nested
    /// runs of a run follow it.
    pub fn profiles(&self) -> Vec<PassProfile> {
        self.with(|runs| runs.threads.iter().flat_map(|timeline| &timeline.profiles).cloned().collect())
    }

    /// Formats the measurements, with one line per run, indented by depth. Each line shows the
    /// duration, the duration without nested runs, and the percentages of the total duration and of
    /// the enclosing run's duration.
    pub fn render(&self) -> String {
        let profiles = self.profiles();
        let mut within = vec![Duration::ZERO; profiles.len()];
        let mut parents = Vec::with_capacity(profiles.len());
        let mut open: Vec<usize> = Vec::new();
        let mut total = Duration::ZERO;
        for (index, profile) in profiles.iter().enumerate() {
            open.truncate(profile.depth);
            let duration = profile.duration.unwrap_or_default();
            *open.last().map_or(&mut total, |parent| &mut within[*parent]) += duration;
            parents.push(open.last().copied());
            open.push(index);
        }
        let mut text = String::new();
        for (index, profile) in profiles.iter().enumerate() {
            let indent = 2 * profile.depth;
            let _ = match profile.duration {
                None => writeln!(text, "{:indent$}{}: running", "", profile.name),
                Some(duration) => {
                    let of_parent =
                        parents[index].map_or(total, |parent| profiles[parent].duration.unwrap_or_default());
                    writeln!(
                        text,
                        "{:indent$}{}: {}us [{}us] ({:.2}%; {:.2}%)",
                        "",
                        profile.name,
                        duration.as_micros(),
                        duration.saturating_sub(within[index]).as_micros(),
                        percent(duration, total),
                        percent(duration, of_parent),
                    )
                }
            };
        }
        text
    }

    /// Discards the measurements of finished runs.
    pub fn clear(&self) {
        self.with(|runs| {
            for timeline in &mut runs.threads {
                let profiles = std::mem::take(&mut timeline.profiles);
                for (index, _) in &mut timeline.open {
                    timeline.profiles.push(profiles[*index].clone());
                    *index = timeline.profiles.len() - 1;
                }
            }
        });
    }

    fn with<T>(&self, function: impl FnOnce(&mut Runs) -> T) -> T {
        function(&mut self.runs.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn end(&self) {
        let now = Instant::now();
        self.with(|runs| {
            let timeline = runs.of_this_thread();
            if let Some((index, began)) = timeline.open.pop() {
                timeline.profiles[index].duration = Some(now.duration_since(began));
            }
        });
    }
}

fn percent(part: Duration, whole: Duration) -> f64 {
    if whole.is_zero() { 100.0 } else { 100.0 * part.as_secs_f64() / whole.as_secs_f64() }
}

impl Instrument for PassTiming {
    fn run_before_pass(&self, _: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        self.with(|runs| {
            let timeline = runs.of_this_thread();
            let profile =
                PassProfile { name: pass_info.name.to_string(), depth: timeline.open.len(), duration: None };
            timeline.profiles.push(profile);
            timeline.open.push((timeline.profiles.len() - 1, Instant::now()));
        });
        Ok(())
    }

    fn run_after_pass(&self, _: &IRModule, _: &PassInfoNode) -> Result<(), BoxError> {
        self.end();
        Ok(())
    }

    fn pass_failed(&self, _: &PassInfoNode) {
        self.end();
    }
}

/// Measures runs with the timer of the executing thread.
struct ByThread;

impl Instrument for ByThread {
    fn exit_pass_ctx(&self) -> Result<(), BoxError> {
        PassTiming::of_this_thread().clear();
        Ok(())
    }

    fn run_before_pass(&self, module: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        PassTiming::of_this_thread().run_before_pass(module, pass_info)
    }

    fn run_after_pass(&self, module: &IRModule, pass_info: &PassInfoNode) -> Result<(), BoxError> {
        PassTiming::of_this_thread().run_after_pass(module, pass_info)
    }

    fn pass_failed(&self, pass_info: &PassInfoNode) {
        PassTiming::of_this_thread().pass_failed(pass_info);
    }
}
