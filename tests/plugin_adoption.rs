//! Threads of the host use the types of a library as soon as they find them, while the library
//! still adopts the state. The test has a separate process, because a library adopts the state only
//! once.

#![expect(unsafe_code, reason = "loads a library and trusts the types of its functions")]

#[path = "plugin/host.rs"]
mod host;

use std::sync::Barrier;
use std::thread;

use host::function;
use objet::prelude::*;
use objet::process::{self, ProcessState};
use objet::{make_node, print, types};

#[test]
fn threads_use_a_library_that_is_loaded_later_from_the_moment_they_find_its_types() {
    let library = host::load();
    let adopt: extern "Rust" fn(&'static ProcessState) -> bool = function(library, "plugin_adopt");
    let count: extern "Rust" fn(&Array<ObjectRef>) -> [usize; 4] = function(library, "plugin_count");
    let state = process::current();

    let barrier = Barrier::new(4);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                barrier.wait();
                while types::all().iter().all(|info| info.key() != "plugin.Square") {
                    std::hint::spin_loop();
                }
                let square =
                    make_node("plugin.Square", [("sides", 4.into()), ("name", "square".into())]).unwrap();
                assert_eq!(print(&square).to_string(), r#"plugin.Square(sides=4, name="square")"#);
                // The instance checks of the library need its own ranges.
                assert_eq!(count(&[square.clone()].into()), [1, 1, 0, 0]);
                assert!(format!("{square:?}").contains("square"));
            });
        }
        barrier.wait();
        assert!(adopt(state));
    });
}
