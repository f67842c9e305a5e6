//! Shapes: nodes and functions in Rust, for Python.
//!
//! Only the last function, which initializes the Python module, is specific to Python. Functions
//! that are declared `short` have cheaper calls.

mod traps;

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use objet::String;
use objet::function::RuntimeError;
use objet::prelude::*;
use objet::tensor::DLTensor;
use pyo3::prelude::{Bound, PyModule, PyResult, pymodule};

/// Base of all shapes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Shape", child_slots = 8)]
pub struct ShapeNode {
    base: Object,
    /// The name of the shape.
    #[reflect(default = String::from(""))]
    pub name: String,
}

/// All points within `radius` of the center.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Circle", is_final)]
pub struct CircleNode {
    base: ShapeNode,
    /// The distance from the center to the edge.
    #[reflect(lower_bound = 0)]
    pub radius: i64,
}

/// Two shapes on top of each other.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Stack", is_final)]
pub struct StackNode {
    base: ShapeNode,
    /// The shape in front.
    pub top: Shape,
    /// The shape behind.
    pub bottom: Shape,
}

/// All points between two distances from the center.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Ring", is_final)]
#[reflect(check = has_points)]
pub struct RingNode {
    base: ShapeNode,
    /// The distance from the center to the inner edge.
    pub inner: i64,
    /// The distance from the center to the outer edge.
    pub outer: i64,
}

fn has_points(ring: &RingNode) -> Result<(), std::string::String> {
    let RingNode { inner, outer, .. } = ring;
    if inner < outer { Ok(()) } else { Err(format!("nothing is between {inner} and {outer}")) }
}

/// All points between corners.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Polygon", is_final)]
pub struct PolygonNode {
    base: ShapeNode,
    /// The coordinates of the corners, x and y in turn.
    pub corners: Vec<f64>,
    /// The numbers of the layers.
    #[reflect(default = [0, 1])]
    pub layers: [i32; 2],
    /// The names of the edges.
    #[reflect(default = Vec::new())]
    pub edges: Vec<std::string::String>,
    /// The width of the line, if the polygon has one.
    pub width: Option<f64>,
    /// Whether the polygon is filled, if known.
    pub filled: Option<bool>,
    /// The letter on the polygon.
    #[reflect(default = 'p')]
    pub letter: char,
    /// The pixels.
    #[reflect(default = Vec::new())]
    pub pixels: Vec<u8>,
    /// The colors of the corners.
    #[reflect(serde, default = BTreeMap::new())]
    pub colors: BTreeMap<std::string::String, (u8, u8, u8)>,
}

/// Two numbers.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Pair", is_final)]
pub struct PairNode {
    base: Object,
    /// The first number.
    pub a: i64,
    /// The second number.
    pub b: i64,
}

/// Returns the number of circles in a shape.
#[register_global("shapes.circles")]
fn circles(shape: Shape) -> i64 {
    let count = objet::post_order(&shape).filter(|found| found.is_instance::<CircleNode>()).count();
    count as i64
}

/// Returns `x + 1`.
#[register_global("shapes.add_one", short)]
fn add_one(x: i64) -> i64 {
    x + 1
}

/// Returns the sum of three numbers.
#[register_global("shapes.add_three", short)]
fn add_three(a: i64, b: i64, #[default(0)] c: i64) -> i64 {
    a + b + c
}

/// Returns `-x`. Like most functions, this function is not declared `short`.
#[register_global("shapes.negate")]
fn negate(x: i64) -> i64 {
    -x
}

/// Returns the number of bytes in a string.
#[register_global("shapes.text_len", short)]
fn text_len(text: &str) -> i64 {
    text.len() as i64
}

/// Whether a shape is a circle.
#[register_global("shapes.is_circle", short)]
fn is_circle(shape: &Shape) -> bool {
    shape.is_instance::<CircleNode>()
}

/// Returns the number of dimensions of a tensor.
#[register_global("shapes.rank")]
fn rank(tensor: &DLTensor) -> i32 {
    tensor.ndim
}

/// Calls a function with a number and returns the result.
#[register_global("shapes.apply")]
fn apply(function: &PackedFunc, x: i64) -> Result<i64, RuntimeError> {
    function.call_as((x,))
}

/// Calls a function with the numbers below `times` and returns the sum of the results.
#[register_global("shapes.apply_often")]
fn apply_often(function: &PackedFunc, times: i64) -> Result<i64, RuntimeError> {
    let mut sum = 0;
    for x in 0..times {
        sum += function.call_as::<i64>((x,))?;
    }
    Ok(sum)
}

/// Calls a function on several threads at once, each with its number, and returns the sum of the
/// results.
#[register_global("shapes.apply_in_threads")]
fn apply_in_threads(function: &PackedFunc, threads: i64) -> Result<i64, RuntimeError> {
    thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|x| scope.spawn(move || function.call_as::<i64>((x,)))).collect();
        all.into_iter().map(|one| one.join().unwrap_or_else(|_| Err("a thread panicked".into()))).sum()
    })
}

/// Drops an array on another thread and returns its length.
#[register_global("shapes.end_in_thread")]
fn end_in_thread(items: Array<ObjectRef>) -> Result<i64, RuntimeError> {
    let ended = thread::spawn(move || items.len() as i64).join();
    ended.map_err(|_| "a thread panicked".into())
}

/// Waits, without checking for signals.
#[register_global("shapes.sleep_ms")]
fn sleep_ms(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

/// Waits, and fails early if a signal arrives.
#[register_global("shapes.wait_ms")]
fn wait_ms(milliseconds: u64) -> Result<(), RuntimeError> {
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(milliseconds) {
        objet::function::check_signals()?;
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
