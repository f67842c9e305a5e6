//! Tests of concurrent comparison, saving, printing and dispatch of one graph.

use std::sync::Barrier;
use std::thread;

use objet::compare::structural_hash;
use objet::prelude::*;
use objet::walk::NodeFunctor;
use objet::{load_json, print, save_json, structural_equal};

const THREADS: usize = 4;

/// The base of all nodes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "threads.Base", child_slots = 8)]
struct BaseNode {
    base: Object,
    next: Option<Base>,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "threads.Leaf")]
struct LeafNode {
    base: BaseNode,
}

fn leaf(next: Option<Base>) -> Leaf {
    make_object(LeafNode { base: BaseNode { base: Object::new(), next } }).into()
}

/// Runs `work` on several threads that start at the same time.
fn at_once(work: impl Fn() + Sync) {
    let barrier = Barrier::new(THREADS);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            let (work, barrier) = (&work, &barrier);
            scope.spawn(move || {
                barrier.wait();
                work();
            });
        }
    });
}

/// The threads race for data that is computed once on first use: layouts of types, checks of
/// containers, and functions of types.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn threads_compare_save_print_and_dispatch_one_graph() {
    let elements = (0..100).map(|_| leaf(Some(leaf(None).upcast())).upcast());
    let graph: Array<Base> = elements.collect();
    let mut functor = NodeFunctor::<usize, ()>::new();
    functor.set_dispatch::<BaseNode>(|_, count| *count += 1).unwrap();
    at_once(|| {
        let text = save_json(&graph).unwrap();
        let back: Array<Base> = load_json(&text).unwrap().downcast().unwrap();
        assert!(structural_equal(&graph, &back));
        assert_eq!(structural_hash(&graph), structural_hash(&back));
        assert!(print(&graph).to_string().starts_with("[threads.Leaf("));
        let seen: Array<Base> = ObjectRef::from(graph.clone()).downcast().unwrap();
        let mut count = 0;
        seen.iter().for_each(|element| functor.call(element, &mut count).unwrap());
        assert_eq!(count, 100);
    });
}
