//! How long passes take.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use super::PassInfoNode;
use super::error::BoxError;
use super::instrument::{Instrument, PassInstrument};
use crate::module::IRModule;

/// Takes the time of each run of a pass, in every context that has its instrument, on every thread.
#[derive(Clone, Default)]
pub struct PassTiming {
    runs: Arc<Mutex<Runs>>,
}

/// A run of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassProfile {
    /// The name of the pass.
    pub name: String,
    /// How many runs it was part of.
    pub depth: usize,
    /// How long it took; nothing while it runs.
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
    /// In the order in which they began.
    profiles: Vec<PassProfile>,
    /// Those that have not ended, with the time at which they began; each is part of the one before.
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
    /// One that has seen no run yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What a context is given for its runs to be timed.
    pub fn instrument(&self) -> PassInstrument {
        PassInstrument::new("PassTimingInstrument", self.clone())
    }

    /// The one of this thread, which the instruments of [`instrument_by_thread`](Self::instrument_by_thread) write to.
    pub fn of_this_thread() -> Self {
        thread_local! {
            static TIMING: PassTiming = PassTiming::new();
        }
        TIMING.with(Self::clone)
    }

    /// What a context is given for runs to be timed by [`of_this_thread`](Self::of_this_thread), on whatever thread that is. They are
    /// forgotten when the context is left.
    ///
    /// ```
    /// use objet_ir::module::IRModule;
    /// use objet_ir::transform::{ModulePass, PassContext, PassInfo, PassTiming};
    ///
    /// let scope = PassContext::new(2).with_instruments([PassTiming::instrument_by_thread()]).enter()?;
    /// ModulePass::new(PassInfo::new(0, "Nothing", []), |module, _| Ok(module)).run(IRModule::new())?;
    /// assert!(PassTiming::of_this_thread().render().starts_with("Nothing: "));
    /// scope.exit()?;
    /// assert_eq!(PassTiming::of_this_thread().render(), "");
    /// # Ok::<(), objet_ir::transform::PassError>(())
    /// ```
    pub fn instrument_by_thread() -> PassInstrument {
        PassInstrument::new("PassTimingInstrument", ByThread)
    }

    /// The runs so far, in the order in which they began, thread after thread. After each one come those that were part of it.
    pub fn profiles(&self) -> Vec<PassProfile> {
        self.with(|runs| runs.threads.iter().flat_map(|timeline| &timeline.profiles).cloned().collect())
    }

    /// The runs so far as text, a line for each, indented by depth: how long it took, how long without those that were part of
    /// it, and which part of all, and of the run that it was part of, that is.
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

    /// Forgets the runs that have ended.
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

/// Times runs by the thread that they are on.
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
