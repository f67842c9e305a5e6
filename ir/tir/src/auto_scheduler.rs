//! Options of TVM's automatic scheduler, which its front end creates when it is imported. The
//! search itself is not here.

use objet::String;
use objet::prelude::*;

use crate::type_keys::auto_scheduler::MeasureCallback;

/// Base of models that estimate how fast programs are.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "auto_scheduler.CostModel")]
pub struct CostModelNode {
    base: Object,
}

/// A model whose estimates are random.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "auto_scheduler.RandomModel", is_final)]
pub struct RandomModelNode {
    base: CostModelNode,
}

/// Base of builders, which compile the programs of a search.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "auto_scheduler.ProgramBuilder")]
pub struct ProgramBuilderNode {
    base: Object,
    /// The number of programs that are compiled at a time.
    pub n_parallel: i32,
    /// The time limit of one compilation, in seconds.
    pub timeout: i32,
}

/// A builder on this machine.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "auto_scheduler.LocalBuilder", is_final)]
pub struct LocalBuilderNode {
    base: ProgramBuilderNode,
    /// The name of the function that exports a compiled program: `default`, `ndk` or a global
    /// function.
    pub build_func: String,
}

/// Base of runners, which measure the time of compiled programs.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "auto_scheduler.ProgramRunner")]
pub struct ProgramRunnerNode {
    base: Object,
    /// The time limit of one measurement, in seconds.
    pub timeout: i32,
    /// The number of runs whose mean is one measurement.
    pub number: i32,
    /// The number of measurements.
    pub repeat: i32,
    /// The minimum time of one measurement, in milliseconds. `number` grows until it is reached.
    pub min_repeat_ms: i32,
    /// The pause between two measurements, in seconds.
    pub cooldown_interval: f64,
    /// Whether the cache is flushed before each measurement.
    pub enable_cpu_cache_flush: bool,
}

/// A runner on this machine.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "auto_scheduler.LocalRunner", is_final)]
pub struct LocalRunnerNode {
    base: ProgramRunnerNode,
}

/// The options of a search.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "auto_scheduler.TuningOptions", is_final, new)]
pub struct TuningOptionsNode {
    base: Object,
    /// The number of programs that are measured.
    pub num_measure_trials: i32,
    /// The number of programs without an improvement after which the search ends, or -1.
    pub early_stopping: i32,
    /// The number of programs that are measured in one round.
    pub num_measures_per_round: i32,
    /// Whether progress is printed: 0 or 1.
    pub verbose: i32,
    /// The builder.
    pub builder: ProgramBuilder,
    /// The runner.
    pub runner: ProgramRunner,
    /// The functions that receive each measurement.
    pub measure_callbacks: Option<Array<MeasureCallback>>,
}

/// Creates a model whose estimates are random.
#[register_global("auto_scheduler.RandomModel", short)]
fn random_model() -> RandomModel {
    make_object(RandomModelNode { base: CostModelNode { base: Object::new() } }).into()
}

/// Creates a builder on this machine.
#[register_global("auto_scheduler.LocalBuilder", short)]
fn local_builder(timeout: i32, n_parallel: i32, build_func: String) -> LocalBuilder {
    let base = ProgramBuilderNode { base: Object::new(), n_parallel, timeout };
    make_object(LocalBuilderNode { base, build_func }).into()
}

/// Creates a runner on this machine.
#[register_global("auto_scheduler.LocalRunner", short)]
fn local_runner(
    timeout: i32,
    number: i32,
    repeat: i32,
    min_repeat_ms: i32,
    cooldown_interval: f64,
    enable_cpu_cache_flush: bool,
) -> LocalRunner {
    let base = Object::new();
    make_object(LocalRunnerNode {
        base: ProgramRunnerNode {
            base,
            timeout,
            number,
            repeat,
            min_repeat_ms,
            cooldown_interval,
            enable_cpu_cache_flush,
        },
    })
    .into()
}

/// Creates the options of a search.
#[register_global("auto_scheduler.TuningOptions", short)]
fn tuning_options(
    num_measure_trials: i32,
    early_stopping: i32,
    num_measures_per_round: i32,
    verbose: i32,
    builder: ProgramBuilder,
    runner: ProgramRunner,
    measure_callbacks: Option<Array<MeasureCallback>>,
) -> TuningOptions {
    TuningOptions::new(
        num_measure_trials,
        early_stopping,
        num_measures_per_round,
        verbose,
        builder,
        runner,
        measure_callbacks,
    )
}
