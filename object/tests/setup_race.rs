//! Concurrent first use of the type table. A separate process, because the setup happens only once
//! per process.

use std::sync::Barrier;
use std::thread;

use objet::prelude::*;
use objet::types;

/// A base node.
#[derive(Object)]
#[repr(C)]
#[object(key = "setup.Base")]
struct BaseNode {
    base: Object,
}

/// A node that derives from the base node.
#[derive(Object)]
#[repr(C)]
#[object(key = "setup.Leaf")]
struct LeafNode {
    base: BaseNode,
}

#[test]
fn many_threads_may_set_up_the_table_at_once() {
    let barrier = Barrier::new(8);
    thread::scope(|scope| {
        for thread in 0..8 {
            let barrier = &barrier;
            scope.spawn(move || {
                barrier.wait();
                match thread % 4 {
                    0 => {
                        let leaf =
                            Leaf::from(make_object(LeafNode { base: BaseNode { base: Object::new() } }));
                        assert!(
                            leaf.is_instance::<BaseNode>()
                                && !leaf.is_instance::<objet::containers::ClosureNode>()
                        );
                        let base: Base = leaf.into();
                        assert!(base.is_instance::<LeafNode>());
                    }
                    1 => assert_eq!(types::by_index(LeafNode::type_index()).unwrap().key(), "setup.Leaf"),
                    2 => {
                        let node = BaseNode { base: Object::new() };
                        assert!(!node.is_instance::<LeafNode>());
                    }
                    _ => objet::register_types!(LeafNode).unwrap(),
                }
            });
        }
    });
    assert_eq!(types::by_key("setup.Leaf").unwrap().parent(), types::by_key("setup.Base"));
}
