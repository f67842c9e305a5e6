//! A library that is loaded at run time shares the host's state: its nodes enter the host's type
//! table, and objects cross in both directions. The test has a separate process, because a library
//! adopts the state only once.

#![expect(unsafe_code, reason = "loads a library and trusts the types of its functions")]

#[path = "plugin/host.rs"]
mod host;

use host::function;
use objet::containers::{ArrayNode, Closure, ClosureNode};
use objet::prelude::*;
use objet::process::{self, ProcessState};
use objet::{Registry, load_json, make_node, print, save_json, structural_equal, types};

#[test]
fn a_library_that_is_loaded_later_shares_the_hosts_types_and_objects() {
    // The host has objects and a type table before the library is loaded.
    let closure = Closure::from(make_object(ClosureNode::new()));
    assert!(types::by_key("plugin.Square").is_none());

    let library = host::load();
    let adopt: extern "Rust" fn(&'static ProcessState) -> bool = function(library, "plugin_adopt");
    let make: extern "Rust" fn() -> Array<ObjectRef> = function(library, "plugin_make");
    let count: extern "Rust" fn(&Array<ObjectRef>) -> [usize; 4] = function(library, "plugin_count");

    assert!(adopt(process::current()));
    assert!(!adopt(process::current()), "a library adopts once");

    let shape = types::by_key("plugin.Shape").unwrap();
    let square = types::by_key("plugin.Square").unwrap();
    let callback = types::by_key("plugin.Callback").unwrap();
    assert_eq!(square.parent(), Some(shape));
    assert!(
        shape.range().contains(&square.index().value()),
        "types that are registered together have one range"
    );
    assert_eq!(shape.range().len(), 3, "the shape, the square, and the declared slot");
    assert_eq!(callback.parent(), types::by_key("runtime.Closure"));

    let mut objects = make();
    let keys: Vec<_> = objects.iter().map(|object| object.type_key()).collect();
    assert_eq!(keys, ["plugin.Square", "plugin.Shape", "plugin.Callback"]);
    assert!(ObjectRef::from(objects.clone()).is_instance::<ArrayNode>());
    let closures: Vec<_> = objects.iter().map(|object| object.is_instance::<ClosureNode>()).collect();
    assert_eq!(closures, [false, false, true]);

    // The host has access to the fields of the library's nodes.
    let made = make_node("plugin.Square", [("sides", 4.into()), ("name", "square".into())]).unwrap();
    assert!(structural_equal(&made, &objects[0]));
    assert_eq!(print(&objects[0]).to_string(), r#"plugin.Square(sides=4, name="square")"#);
    let back = load_json(&save_json(&objects[0]).unwrap()).unwrap();
    assert!(structural_equal(&back, &made));
    objects.push(back);
    assert_eq!(count(&objects), [3, 2, 1, 0]);
    objects.pop();

    objects.push(closure.clone().into());
    objects.push(Array::<ObjectRef>::new().into());
    assert_eq!(count(&objects), [2, 1, 2, 1]);
    assert_eq!(types::refused(), []);

    // Host and library call functions of each other by name, with typed arguments.
    let call: extern "Rust" fn(&str, i64, i64) -> Option<i64> = function(library, "plugin_call");
    Registry::register("host.sub", TypedPackedFunc::new(|a: i64, b: i64| a - b)).unwrap();
    assert_eq!(call("host.sub", 5, 3), Some(2));
    assert_eq!(call("host.add", 5, 3), None);
    let angles = Registry::expect("plugin.angles").unwrap();
    assert_eq!(angles.call_as::<i64>((&objects[0],)).unwrap(), 360);
    assert_eq!(format!("{angles:?}"), "PackedFunc(plugin.angles(shape: &Shape) -> i64)");
    assert!(Registry::rejected().is_empty());

    // The host drops objects that the library created.
    let weak = objects[0].downgrade();
    drop(objects);
    assert!(weak.upgrade().is_none());
    assert_eq!(closure.strong_count(), 1);
}
