//! Concurrent first use of the type table. A separate process, because the setup happens only once
//! per process.

#![expect(unsafe_code, reason = "makes an object field by field")]

use std::sync::Barrier;
use std::thread;

use objet::prelude::*;
use objet::types;
use objet_object::__private::{NewObject, ObjectType};

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
    let barrier = Barrier::new(10);
    thread::scope(|scope| {
        for thread in 0..10 {
            let barrier = &barrier;
            scope.spawn(move || {
                barrier.wait();
                match thread % 5 {
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
                    3 => {
                        let of = ObjectType::of_struct(LeafNode::node_type()).unwrap();
                        // SAFETY: the struct has no field besides the header.
                        let leaf = unsafe { NewObject::new(of).finish() };
                        assert!(leaf.as_node::<LeafNode>().is_some() && leaf.type_key() == "setup.Leaf");
                    }
                    _ => objet::register_types!(LeafNode).unwrap(),
                }
            });
        }
    });
    assert_eq!(types::by_key("setup.Leaf").unwrap().parent(), types::by_key("setup.Base"));
}
