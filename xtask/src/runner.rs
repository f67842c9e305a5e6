//! Runs steps, and prints a summary.
//!
//! - Steps that are not concurrent run first, one after the other, with all cores.
//! - The others run concurrently, in lanes that divide the cores. Of the steps that build in the
//!   same folder, one runs at a time. Those of the shared folder have their output in the terminal.
//!   The output of another step is shown when the step ends.
//! - If there can be only one lane, all steps run one after the other in the order of the table.

use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, File};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::repository;
use crate::shell::Shell;
use crate::step::{Folder, Step};

/// The options of a run.
pub(crate) struct Options {
    /// Starts no further step after a failure.
    pub(crate) fail_fast: bool,
    /// Treats a skipped check as a failure.
    pub(crate) no_skip: bool,
    /// The number of cores to use.
    pub(crate) cores: usize,
}

/// The outcome of a step.
enum Outcome {
    Passed,
    Failed,
    Skipped,
    NotStarted,
}

struct Record {
    step: &'static Step,
    outcome: Outcome,
    /// The skipped checks, with reasons.
    skips: Vec<String>,
    time: Duration,
}

/// The number of lanes, and the number of cargo's jobs in each step of a lane.
#[derive(Debug, PartialEq, Eq)]
struct Lanes {
    count: usize,
    jobs: usize,
}

impl Lanes {
    /// Divides cores among steps, of which this number can run concurrently.
    fn of(steps: usize, cores: usize) -> Self {
        // Tests sometimes use more than one core, so the number of lanes stays small.
        let most = if cores >= 8 { cores / 2 } else { cores };
        let count = most.min(steps).max(1);
        Self { count, jobs: (cores / count).max(1) }
    }
}

/// The steps that have not begun.
struct Queue {
    steps: VecDeque<&'static Step>,
    /// The folders in which steps build now.
    busy: BTreeSet<Folder>,
}

impl Queue {
    /// Removes the first step whose folder is free.
    fn next(&mut self) -> Option<&'static Step> {
        let place = self.steps.iter().position(|step| !self.busy.contains(&step.folder))?;
        let step = self.steps.remove(place)?;
        if step.folder != Folder::Own {
            self.busy.insert(step.folder);
        }
        Some(step)
    }
}

/// Runs steps. Returns whether all of them passed.
pub(crate) fn run(steps: &[&'static Step], options: &Options) -> Result<bool> {
    let begin = Instant::now();
    let runner = Runner { options, has_failed: AtomicBool::new(false), records: Mutex::default() };
    let Phases { first, concurrent, lanes } = Phases::of(steps, options.cores);
    for step in first {
        runner.run_in_terminal(step, options.cores);
    }
    runner.run_in_lanes(concurrent, &lanes);

    let mut records = runner.records.into_inner().expect("no step panics");
    let place = |record: &Record| steps.iter().position(|step| step.name == record.step.name);
    records.sort_by_key(place);
    Ok(sum_up(&records, options, begin.elapsed()))
}

/// The steps that run one after the other, and then those that run in lanes.
struct Phases {
    first: Vec<&'static Step>,
    concurrent: Vec<&'static Step>,
    lanes: Lanes,
}

impl Phases {
    fn of(steps: &[&'static Step], cores: usize) -> Self {
        let (concurrent, first): (Vec<_>, Vec<_>) =
            steps.iter().copied().partition(|step| step.is_concurrent);
        let own = concurrent.iter().filter(|step| step.folder == Folder::Own).count();
        let folders: BTreeSet<_> =
            concurrent.iter().map(|step| step.folder).filter(|folder| *folder != Folder::Own).collect();
        let lanes = Lanes::of(own + folders.len(), cores);
        if lanes.count == 1 {
            return Self { first: steps.to_vec(), concurrent: Vec::new(), lanes };
        }
        Self { first, concurrent, lanes }
    }
}

struct Runner<'a> {
    options: &'a Options,
    has_failed: AtomicBool,
    records: Mutex<Vec<Record>>,
}

impl Runner<'_> {
    fn run_in_lanes(&self, steps: Vec<&'static Step>, lanes: &Lanes) {
        let queue = Mutex::new(Queue { steps: steps.into(), busy: BTreeSet::new() });
        let queue = || queue.lock().expect("no step panics");
        thread::scope(|scope| {
            for _ in 0..lanes.count {
                scope.spawn(|| {
                    loop {
                        // The lock must end before the step begins.
                        let next = queue().next();
                        let Some(step) = next else { break };
                        match step.folder {
                            Folder::Shared => self.run_in_terminal(step, lanes.jobs),
                            Folder::Wheels | Folder::Own => self.run_aside(step, lanes.jobs),
                        }
                        queue().busy.remove(&step.folder);
                    }
                });
            }
        });
    }

    /// Runs a step with its output in the terminal.
    fn run_in_terminal(&self, step: &'static Step, jobs: usize) {
        if self.begins(step, "") {
            let begin = Instant::now();
            let (result, skips) = run_with(step, Shell::to_terminal(jobs));
            self.ends(step, result, skips, begin.elapsed(), "");
        }
    }

    /// Runs a step whose output is shown when the step ends.
    fn run_aside(&self, step: &'static Step, jobs: usize) {
        if self.begins(step, " (the output is shown at the end of the step)") {
            let begin = Instant::now();
            let path = repository::target().join("xtask").join(format!("{}.log", step.name));
            let (result, skips) = match create(&path) {
                Ok(log) => run_with(step, Shell::to_file(log, jobs)),
                Err(error) => (Err(error), Vec::new()),
            };
            let output = fs::read(&path).unwrap_or_default();
            let output = format!("\n== output of {}\n{}", step.name, String::from_utf8_lossy(&output));
            self.ends(step, result, skips, begin.elapsed(), &output);
        }
    }

    /// Reports the start of a step. Returns false if the step must not run.
    fn begins(&self, step: &'static Step, remark: &str) -> bool {
        if self.options.fail_fast && self.has_failed.load(Ordering::Relaxed) {
            self.record(Record {
                step,
                outcome: Outcome::NotStarted,
                skips: Vec::new(),
                time: Duration::ZERO,
            });
            return false;
        }
        println!("\n== {}: {}{remark}", step.name, step.about);
        let skips: Vec<_> = step.needs.iter().filter_map(|tool| tool.provide()).collect();
        if skips.is_empty() {
            return true;
        }
        for skip in &skips {
            println!("== SKIPPED {}: {skip}", step.name);
        }
        self.record(Record { step, outcome: Outcome::Skipped, skips, time: Duration::ZERO });
        false
    }

    /// Reports the outcome of a step, after its output.
    fn ends(
        &self,
        step: &'static Step,
        result: Result<()>,
        skips: Vec<String>,
        time: Duration,
        output: &str,
    ) {
        let outcome = match result {
            Ok(()) => {
                println!("{output}\n== {} passed in {}", step.name, seconds(time));
                Outcome::Passed
            }
            Err(error) => {
                println!("{output}\nerror: {error:#}\n{}", remedy(step));
                Outcome::Failed
            }
        };
        self.record(Record { step, outcome, skips, time });
    }

    fn record(&self, record: Record) {
        let is_failure = match record.outcome {
            Outcome::Failed => true,
            Outcome::Passed | Outcome::Skipped => self.options.no_skip && !record.skips.is_empty(),
            Outcome::NotStarted => false,
        };
        self.has_failed.fetch_or(is_failure, Ordering::Relaxed);
        self.records.lock().expect("no step panics").push(record);
    }
}

/// Runs a step in a shell. Returns the result and the skipped parts.
fn run_with(step: &Step, shell: Shell) -> (Result<()>, Vec<String>) {
    for missing in step.partly_needs.iter().filter_map(|tool| tool.provide()) {
        shell.skip(missing);
    }
    let result = step.run(&shell);
    (result, shell.into_skips())
}

fn create(path: &Path) -> Result<File> {
    let folder = path.parent().expect("the file is in a folder");
    let made = fs::create_dir_all(folder).and_then(|()| File::create(path));
    made.with_context(|| path.display().to_string())
}

/// Prints a line for each step, the skipped checks and the failures. Returns whether the run
/// passed.
fn sum_up(records: &[Record], options: &Options, time: Duration) -> bool {
    println!("\n== summary");
    for Record { step, outcome, skips, time } in records {
        let name = step.name;
        match outcome {
            Outcome::Passed if skips.is_empty() => println!("passed   {:>8}  {name}", seconds(*time)),
            Outcome::Passed => println!("partly   {:>8}  {name}", seconds(*time)),
            Outcome::Failed => println!("FAILED   {:>8}  {name}", seconds(*time)),
            Outcome::Skipped => println!("SKIPPED  {:>8}  {name}", "-"),
            Outcome::NotStarted => println!("not run  {:>8}  {name}", "-"),
        }
    }
    println!("in all   {:>8}", seconds(time));

    let skipped: Vec<_> =
        records.iter().flat_map(|record| record.skips.iter().map(|skip| (record.step.name, skip))).collect();
    if !skipped.is_empty() {
        println!("\n== SKIPPED: {} of the checks were not made", skipped.len());
        for (name, skip) in &skipped {
            println!("  {name}: {skip}");
        }
    }
    let failed: Vec<_> = records.iter().filter(|record| matches!(record.outcome, Outcome::Failed)).collect();
    if !failed.is_empty() {
        println!("\n== FAILED: {} of {} steps", failed.len(), records.len());
        for record in &failed {
            println!("  {}", remedy(record.step));
        }
    }
    if !skipped.is_empty() && options.no_skip {
        println!("\n== FAILED: with --no-skip, nothing may be skipped");
    }
    failed.is_empty() && (skipped.is_empty() || !options.no_skip)
}

fn remedy(step: &Step) -> String {
    format!("step {0} failed; run it alone with: cargo xtask step {0}", step.name)
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 100.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{:.0} min {:02.0} s", (seconds / 60.0).floor(), seconds % 60.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Lanes, Phases, Queue};
    use crate::step::{Folder, Group, Step};
    use crate::steps;

    #[test]
    fn cores_are_divided_among_lanes() {
        assert_eq!(Lanes::of(4, 1), Lanes { count: 1, jobs: 1 });
        assert_eq!(Lanes::of(1, 16), Lanes { count: 1, jobs: 16 });
        assert_eq!(Lanes::of(4, 2), Lanes { count: 2, jobs: 1 });
        assert_eq!(Lanes::of(4, 7), Lanes { count: 4, jobs: 1 });
        assert_eq!(Lanes::of(4, 8), Lanes { count: 4, jobs: 2 });
        assert_eq!(Lanes::of(4, 64), Lanes { count: 4, jobs: 16 });
        assert_eq!(Lanes::of(0, 2), Lanes { count: 1, jobs: 2 });
    }

    #[test]
    fn steps_keep_their_order_if_there_is_one_lane() {
        let names = |steps: &[&Step]| steps.iter().map(|step| step.name).collect::<Vec<_>>();
        let all: Vec<_> = steps::STEPS.iter().collect();
        let Phases { first, concurrent, .. } = Phases::of(&all, 2);
        assert_eq!(names(&first), ["format", "prose", "tests"]);
        assert_eq!(first.len() + concurrent.len(), all.len());
        assert_eq!(names(&Phases::of(&all, 1).first), names(&all));
        let lint = all.iter().copied().filter(|step| matches!(step.group, Group::Lint)).collect::<Vec<_>>();
        assert_eq!(names(&Phases::of(&lint, 2).first), ["format", "prose", "clippy", "doc"]);
    }

    #[test]
    fn one_step_at_a_time_builds_in_a_folder() {
        let names = ["python", "by-hand", "wheel", "wasm", "fuzz"];
        let steps = names.map(|name| steps::by_name(name).unwrap());
        let mut queue = Queue { steps: steps.into(), busy: BTreeSet::new() };
        let mut next = || queue.next().map(|step| step.name);
        assert_eq!([next(), next(), next(), next()], [Some("python"), Some("by-hand"), Some("fuzz"), None]);
        queue.busy.remove(&Folder::Wheels);
        assert_eq!(queue.next().map(|step| step.name), Some("wheel"));
        queue.busy.remove(&Folder::Shared);
        assert_eq!(queue.next().map(|step| step.name), Some("wasm"));
    }
}
