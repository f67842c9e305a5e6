//! Shapes: nodes and functions in Rust, for Python. Nothing here is about Python but the last function. Those that are over in a moment say
//! so, and are called at less cost.

mod traps;

use std::thread;
use std::time::{Duration, Instant};

use objet::prelude::*;
use objet::{RuntimeError, String};
use pyo3::prelude::{Bound, PyModule, PyResult, pymodule};

/// Base of all shapes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Shape", child_slots = 8)]
pub struct ShapeNode {
    base: Object,
    /// What it is called.
    #[reflect(default = String::from(""))]
    pub name: String,
}

/// All points that are as near to the middle as `radius`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Circle", is_final)]
pub struct CircleNode {
    base: ShapeNode,
    /// From the middle to the edge.
    #[reflect(lower_bound = 0)]
    pub radius: i64,
}

/// Two shapes, one on the other.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Stack", is_final)]
pub struct StackNode {
    base: ShapeNode,
    /// The one that is seen.
    pub top: Shape,
    /// The one below it.
    pub bottom: Shape,
}

/// All points that are farther from the middle than `inner`, and nearer than `outer`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Ring", is_final)]
#[reflect(check = has_points)]
pub struct RingNode {
    base: ShapeNode,
    /// From the middle to the inner edge.
    pub inner: i64,
    /// From the middle to the outer edge.
    pub outer: i64,
}

fn has_points(ring: &RingNode) -> Result<(), std::string::String> {
    let RingNode { inner, outer, .. } = ring;
    if inner < outer { Ok(()) } else { Err(format!("nothing is between {inner} and {outer}")) }
}

/// Two numbers.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Pair", is_final)]
pub struct PairNode {
    base: Object,
    /// The first one.
    pub a: i64,
    /// The second one.
    pub b: i64,
}

/// How many circles a shape is made of.
#[register_global("shapes.circles")]
fn circles(shape: Shape) -> i64 {
    let count = objet::post_order(&shape).filter(|found| found.is_instance::<CircleNode>()).count();
    count as i64
}

/// A number larger by one.
#[register_global("shapes.add_one", short)]
fn add_one(x: i64) -> i64 {
    x + 1
}

/// The sum of three numbers.
#[register_global("shapes.add_three", short)]
fn add_three(a: i64, b: i64, #[default(0)] c: i64) -> i64 {
    a + b + c
}

/// The number with the other sign. It does not say that it is short, as most functions do not.
#[register_global("shapes.negate")]
fn negate(x: i64) -> i64 {
    -x
}

/// How many bytes a text has.
#[register_global("shapes.text_len", short)]
fn text_len(text: &str) -> i64 {
    text.len() as i64
}

/// Whether a shape is a circle.
#[register_global("shapes.is_circle", short)]
fn is_circle(shape: &Shape) -> bool {
    shape.is_instance::<CircleNode>()
}

/// What a function makes of a number.
#[register_global("shapes.apply")]
fn apply(function: &PackedFunc, x: i64) -> Result<i64, RuntimeError> {
    function.call_as((x,))
}

/// Calls a function with a number, as many times as asked; the sum of the results.
#[register_global("shapes.apply_often")]
fn apply_often(function: &PackedFunc, times: i64) -> Result<i64, RuntimeError> {
    let mut sum = 0;
    for x in 0..times {
        sum += function.call_as::<i64>((x,))?;
    }
    Ok(sum)
}

/// Calls a function from that many threads at once, with the number of each; the sum of the results.
#[register_global("shapes.apply_in_threads")]
fn apply_in_threads(function: &PackedFunc, threads: i64) -> Result<i64, RuntimeError> {
    thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|x| scope.spawn(move || function.call_as::<i64>((x,)))).collect();
        all.into_iter().map(|one| one.join().unwrap_or_else(|_| Err("a thread panicked".into()))).sum()
    })
}

/// Gives up an array on another thread; how many items it had.
#[register_global("shapes.end_in_thread")]
fn end_in_thread(items: Array<ObjectRef>) -> Result<i64, RuntimeError> {
    let ended = thread::spawn(move || items.len() as i64).join();
    ended.map_err(|_| "a thread panicked".into())
}

/// Waits, without ever asking whether the user wants to stop.
#[register_global("shapes.sleep_ms")]
fn sleep_ms(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

/// Waits, unless the user wants to stop.
#[register_global("shapes.wait_ms")]
fn wait_ms(milliseconds: u64) -> Result<(), RuntimeError> {
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(milliseconds) {
        objet::check_signals()?;
        thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// Panics.
#[register_global("shapes.panic")]
fn panic() {
    panic!("on purpose")
}

#[pymodule(gil_used = true)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    objet_python::init(module)
}
