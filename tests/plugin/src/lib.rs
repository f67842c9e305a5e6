//! A library that is loaded into a running process. It has its own copy of Objet and its own nodes,
//! and adopts the host's state.

#![expect(unsafe_code, reason = "exports functions by name, and adopts the host's state")]

use objet::Registry;
use objet::containers::{Closure, ClosureNode};
use objet::prelude::*;
use objet::process::{self, ProcessState};

pub mod modules;

/// A shape.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "plugin.Shape", child_slots = 1)]
pub struct ShapeNode {
    base: Object,
    /// The number of sides.
    pub sides: i64,
}

/// A shape with four sides. The host does not define this type.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "plugin.Square")]
pub struct SquareNode {
    base: ShapeNode,
    name: String,
}

/// A child of a type of the host.
#[derive(Object)]
#[repr(C)]
#[object(key = "plugin.Callback")]
pub struct CallbackNode {
    base: ClosureNode,
}

/// Returns the sum of the angles of a shape.
#[register_global("plugin.angles")]
fn angles(shape: &Shape) -> i64 {
    180 * (shape.sides - 2)
}

/// Calls a function of the host by name, with two numbers.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_call(name: &str, a: i64, b: i64) -> Option<i64> {
    Registry::get(name)?.call_as((a, b)).ok()
}

/// Adopts the host's state.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_adopt(host: &'static ProcessState) -> bool {
    // SAFETY: the host was built from the same sources by the same compiler, never unloads this
    // library, and calls this function before all others.
    unsafe { process::adopt(host) }
}

/// Returns a square, a shape and a callback.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_make() -> Array<ObjectRef> {
    let shape = |sides| ShapeNode { base: Object::new(), sides };
    let square = Square::from(make_object(SquareNode { base: shape(4), name: "square".into() }));
    let callback: Closure = Callback::from(make_object(CallbackNode { base: ClosureNode::new() })).into();
    [square.into(), Shape::from(make_object(shape(3))).into(), callback.into()].into()
}

/// Returns the numbers of shapes, squares, closures and arrays, by the instance checks of this
/// library.
#[unsafe(no_mangle)]
pub extern "Rust" fn plugin_count(objects: &Array<ObjectRef>) -> [usize; 4] {
    let mut counts = [0; 4];
    for object in objects {
        counts[0] += usize::from(object.is_instance::<ShapeNode>());
        counts[1] +=
            usize::from(object.as_node::<SquareNode>().is_some_and(|square| square.name == "square"));
        counts[2] += usize::from(object.is_instance::<ClosureNode>());
        counts[3] += usize::from(object.downcast_ref::<Array<ObjectRef>>().is_some());
    }
    counts
}
