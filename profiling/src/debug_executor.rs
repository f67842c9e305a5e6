//! Graph executors that measure each of their nodes.
//!
//! Invariant: the callers of [`create`] promise what [`GraphExecutor::new`] demands.

#![expect(unsafe_code, reason = "graph executors write to tensors that callers share")]

use std::sync::{Mutex, PoisonError};

use objet_object::{ArgValue, Array, Device, DeviceType, NDArray, RetValue};
use objet_runtime::{
    Args, GraphExecutor, Module, ModuleKind, PackedFunc, Result, TimeEvaluator, TypedPackedFunc,
    register_global,
};

use crate::collector::MetricCollector;
use crate::metric::Metric;
use crate::profiler::Profiler;
use crate::report::Report;

/// A graph executor with functions for single nodes.
struct DebugExecutor {
    executor: GraphExecutor,
    /// The devices of the network. The first one is measured.
    devices: Vec<Device>,
    /// The node after the last one that `execute_node` ran.
    next: Mutex<usize>,
}

impl DebugExecutor {
    /// Returns the times of all nodes in seconds, each the mean of several runs, with a comma after
    /// each time. Inputs take no time.
    fn run_individual(&self, number: u64, repeat: usize, min_repeat_ms: u32) -> Result<String> {
        // The first run gives all tensors their elements.
        self.executor.run(&[])?;
        let mut times = String::new();
        for node in 0..self.executor.node_count() {
            let mut seconds = 0.0;
            if self.executor.node_function(node)?.is_some() {
                let executor = self.executor.clone();
                let run: PackedFunc = TypedPackedFunc::new(move || executor.run_node(node)).into();
                let evaluator = TimeEvaluator::new(run, self.devices[0]).number(number).repeat(repeat);
                seconds = evaluator.min_repeat_ms(min_repeat_ms).run(())?.mean();
            }
            times.push_str(&format!("{seconds},"));
        }
        Ok(times)
    }

    /// Runs a node and all nodes before it that have not been run since the last call. A node that
    /// is not after the last one starts from the first node again.
    fn execute_node(&self, node: usize) -> Result<()> {
        self.executor.node_name(node)?;
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let first = if node < *next { 0 } else { *next };
        for node in first..=node {
            self.executor.run_node(node)?;
            *next = node + 1;
        }
        Ok(())
    }

    /// Runs the network once and measures each node.
    fn profile(&self, collectors: &[MetricCollector]) -> Result<Report> {
        // The first run is slower than others.
        self.executor.run(&[])?;
        let mut profiler = Profiler::start(&self.devices, collectors)?;
        for node in 0..self.executor.node_count() {
            let Some(name) = self.executor.node_function(node)? else { continue };
            let shapes = self.executor.node_types(node)?;
            let shapes: Vec<_> = shapes.iter().map(|(dtype, shape)| format!("{dtype}{shape:?}")).collect();
            profiler.start_call(name, self.devices[0])?;
            let outcome = self.executor.run_node(node);
            profiler.stop_call([("Argument Shapes".into(), Metric::from(shapes.join(", ")))])?;
            outcome?;
        }
        profiler.report()
    }
}

/// A function of an executor.
type Function = fn(&DebugExecutor, Args<'_>) -> Result<RetValue>;

const FUNCTIONS: [(&str, Function); 6] = [
    ("run_individual", |debug, args| {
        Ok(debug.run_individual(args.get(0)?, args.get(1)?, args.get(2)?)?.into())
    }),
    ("execute_node", |debug, args| {
        debug.execute_node(args.get(0)?)?;
        Ok(RetValue::Null)
    }),
    ("get_node_output", |debug, args| {
        let (node, output) = (args.get(0)?, args.get::<usize>(1)?);
        let outputs = debug.executor.node_outputs(node)?;
        let count = outputs.len();
        let missing = || format!("node {node} has {count} outputs, so there is no output {output}");
        Ok(outputs.into_iter().nth(output).ok_or_else(missing)?.into())
    }),
    ("debug_get_output", |debug, args| {
        let node = match args.at(0)? {
            ArgValue::Int(_) => args.get(0)?,
            _ => node_of_name(&debug.executor, args.get(0)?)?,
        };
        debug.executor.node_name(node)?;
        for before in 0..=node {
            debug.executor.run_node(before)?;
        }
        debug.executor.copy_node_output(node, &args.get::<NDArray>(1)?)?;
        Ok(RetValue::Null)
    }),
    ("profile", |debug, args| {
        let collectors = match args.len() {
            0 => None,
            _ => args.get::<Option<Array<MetricCollector>>>(0)?,
        };
        let collectors: Vec<_> = collectors.iter().flatten().cloned().collect();
        Ok(debug.profile(&collectors)?.into())
    }),
    ("profile_rpc", |debug, _| Ok(debug.profile(&[])?.as_json()?.into())),
];

fn node_of_name(executor: &GraphExecutor, name: &str) -> Result<usize> {
    for node in 0..executor.node_count() {
        if executor.node_name(node)? == name {
            return Ok(node);
        }
    }
    Err(format!("the graph has no node {name:?}").into())
}

impl ModuleKind for DebugExecutor {
    fn type_key(&self) -> &str {
        "GraphExecutor"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        let Some((name, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
            return self.executor.module().function(name);
        };
        let called = |(module, function): &(Module, Function), args: Args<'_>, result: &mut RetValue| {
            *result = function(module.as_kind().ok_or("the module is not a debug executor")?, args)?;
            Ok(())
        };
        Ok(Some(PackedFunc::with_data_called(*name, (module.clone(), *function), called)))
    }
}

/// Creates an executor with functions that run and measure single nodes. The arguments are those of
/// `tvm.graph_executor.create`.
///
/// # Safety
/// The contract of [`GraphExecutor::from_args`].
#[register_global("tvm.graph_executor_debug.create", crate = objet_runtime)]
pub(crate) unsafe fn create(args: Args<'_>) -> Result<RetValue> {
    // SAFETY: the caller promises the same.
    let executor = unsafe { GraphExecutor::from_args(args) }?;
    let first = if matches!(args.at(2)?, ArgValue::Object(_)) { 3 } else { 2 };
    let mut devices = Vec::new();
    for pair in (first..args.len()).step_by(2) {
        devices.push(Device::new(DeviceType(args.get(pair)?), args.get(pair + 1)?));
    }
    Ok(Module::new(DebugExecutor { executor, devices, next: Mutex::new(0) }).into())
}
