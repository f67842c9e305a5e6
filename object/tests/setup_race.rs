//! A process of its own, since the type table is first used once: many threads do so at once.

use std::sync::Barrier;
use std::thread;

use objet::prelude::*;
use objet::types;

/// A node.
#[derive(Object)]
#[repr(C)]
#[object(key = "setup.Base")]
struct BaseNode {
    base: Object,
}

/// One below.
#[derive(Object)]
#[repr(C)]
#[object(key = "setup.Leaf")]
struct LeafNode {
    base: BaseNode,
}

#[test]
fn the_first_use_of_the_table_may_be_a_race() {
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
                        assert!(leaf.is_instance::<BaseNode>() && !leaf.is_instance::<objet::ClosureNode>());
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
