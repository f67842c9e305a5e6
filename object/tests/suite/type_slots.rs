//! The indices that the type table assigns: TVM's slot rules, with the linked types laid out as one
//! tree.

use objet::prelude::*;
use objet::types::{self, TypeError, TypeInfo, get_or_alloc_type_index, make_object_of_type};

macro_rules! nodes {
    ($($node:ident : $parent:ident { $($options:tt)* })+) => {
        $(
            #[derive(Object)]
            #[repr(C)]
            #[object($($options)*)]
            struct $node {
                base: $parent,
            }

            impl New for $node {
                fn new() -> Self {
                    Self { base: New::new() }
                }
            }
        )+

        fn register() {
            objet::register_types!($($node),+).unwrap();
        }

        /// Returns one object of each node, and the result of `is_instance` for each node.
        fn objects() -> Vec<(ObjectRef, Vec<(&'static str, bool)>)> {
            register();
            let objects: Vec<ObjectRef> = vec![$(ObjectRef::from(<$node as IsObject>::Ref::from(make_object($node::new())))),+];
            objects.into_iter().map(|object| {
                let answers = answers(&object);
                (object, answers)
            }).collect()
        }

        fn answers(object: &ObjectRef) -> Vec<(&'static str, bool)> {
            vec![$((<$node as IsObject>::TYPE_KEY, object.is_instance::<$node>())),+]
        }
    };
}

trait New {
    fn new() -> Self;
}

impl New for Object {
    fn new() -> Self {
        Object::new()
    }
}

nodes! {
    BaseNode: Object { key = "slots.Base", child_slots = 2 }
    ANode: BaseNode { key = "slots.A", is_final }
    BNode: BaseNode { key = "slots.B" }
    CNode: BaseNode { key = "slots.C" }
    // A node without fields, in a hierarchy of four levels.
    MiddleNode: BaseNode { key = "slots.Middle", child_slots = 1 }
    LowNode: MiddleNode { key = "slots.Low" }
    LeafNode: LowNode { key = "slots.Low.Leaf" }
    AfterNode: Object { key = "slots.BaseAfter" }
    // A parent whose slots cannot overflow.
    StrictNode: Object { key = "slots.Strict", child_slots = 4, child_slots_can_overflow = false }
    StrictChildNode: StrictNode { key = "slots.Strict.Child", child_slots = 1 }
    StrictLeafNode: StrictNode { key = "slots.Strict.Leaf" }
    // One parent for each test of late types, so that the tests do not share slots.
    RoomyNode: Object { key = "slots.Roomy", child_slots = 3 }
    RoomyLinkedNode: RoomyNode { key = "slots.Roomy.Linked" }
    NestedNode: Object { key = "slots.Nested", child_slots = 4 }
    DumpedNode: Object { key = "slots.Dumped", child_slots = 7 }
    DumpedChildNode: DumpedNode { key = "slots.Dumped.Child" }
    DumpedGrandchildNode: DumpedChildNode { key = "slots.Dumped.Child.Child" }
    FinalNode: Object { key = "slots.Final", is_final }
}

fn info<T: IsObject>() -> TypeInfo {
    register();
    types::by_index(T::type_index()).unwrap()
}

fn late(key: &str, parent: TypeInfo, slots: u32) -> Result<TypeInfo, TypeError> {
    get_or_alloc_type_index(key, parent.index(), slots, true).map(|index| types::by_index(index).unwrap())
}

/// Returns whether the index of `info` is outside the range of its parent.
fn overflowed(info: TypeInfo) -> bool {
    !info.parent().unwrap().range().contains(&info.index().value())
}

#[test]
fn linked_types_are_numbered_in_pre_order_with_siblings_by_key() {
    let base = info::<BaseNode>().index().value();
    let offsets = [
        info::<ANode>(),
        info::<BNode>(),
        info::<CNode>(),
        info::<MiddleNode>(),
        info::<LowNode>(),
        info::<LeafNode>(),
    ]
    .map(|info| info.index().value() - base);
    assert_eq!(offsets, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_linked_subtree_is_one_range_whatever_slots_it_declares() {
    // Base declares two slots for four children and two grandchildren.
    let range = info::<BaseNode>().range();
    // The type itself, six descendants, the slot that Middle reserves, and the two slots of Base.
    assert_eq!(range.len(), 1 + 6 + 1 + 2);
    for info in [info::<ANode>(), info::<LeafNode>(), info::<MiddleNode>()] {
        assert!(range.contains(&info.index().value()));
        assert!(info.range().end <= range.end);
    }
}

#[test]
fn the_sibling_after_a_subtree_is_outside_its_range() {
    assert_eq!(info::<AfterNode>().index().value(), info::<BaseNode>().range().end);
    assert!(!info::<AfterNode>().is_derived_from(info::<BaseNode>()));
}

#[test]
fn every_linked_object_is_an_instance_of_its_ancestors_only() {
    for (object, answers) in objects() {
        let own = types::by_index(object.type_index()).unwrap();
        for (key, answer) in answers {
            let asked = types::by_key(key).unwrap();
            assert_eq!(answer, own.is_derived_from(asked), "{own:?} is an instance of {asked:?}");
        }
    }
}

#[test]
fn late_types_take_the_slots_and_then_overflow() {
    let roomy = info::<RoomyNode>();
    assert_eq!(info::<RoomyLinkedNode>().index().value(), roomy.index().value() + 1);
    let inside = ["slots.late.1", "slots.late.2", "slots.late.3"].map(|key| late(key, roomy, 0).unwrap());
    assert_eq!(inside.map(|info| info.index().value() - roomy.index().value()), [2, 3, 4]);
    assert_eq!(inside[2].index().value(), roomy.range().end - 1, "the last slot");

    let outside = late("slots.late.4", roomy, 0).unwrap();
    assert!(overflowed(outside), "no slot is left");
    for info in inside.into_iter().chain([outside]) {
        let object = make_object_of_type(RoomyNode::new(), info.index()).unwrap();
        let object = ObjectRef::from(Roomy::from(object));
        for (key, answer) in answers(&object) {
            assert_eq!(answer, key == "slots.Roomy", "{info:?} is an instance of {key}");
        }
    }
}

#[test]
fn a_late_type_reserves_its_own_slots_at_once() {
    let nested = info::<NestedNode>();
    // The child takes three of the four slots: one for itself, two for its children.
    let child = late("slots.nested.child", nested, 2).unwrap();
    assert_eq!(child.range(), child.index().value()..child.index().value() + 3);
    assert_eq!(child.range().end, nested.range().end - 1);
    // The second child needs two slots, but one is left.
    let second = late("slots.nested.second", nested, 1).unwrap();
    assert!(overflowed(second));
    // The third child needs one.
    let third = late("slots.nested.third", nested, 0).unwrap();
    assert_eq!(third.index().value(), nested.range().end - 1);

    let grandchildren =
        ["a", "b", "c"].map(|name| late(&format!("slots.nested.child.{name}"), child, 0).unwrap());
    assert!(!overflowed(grandchildren[0]) && !overflowed(grandchildren[1]) && overflowed(grandchildren[2]));
    let under_overflowed = late("slots.nested.second.child", second, 0).unwrap();
    assert_eq!(under_overflowed.index().value(), second.index().value() + 1);

    for info in grandchildren.into_iter().chain([under_overflowed]) {
        assert_eq!(info.depth(), 3);
        let object = make_object_of_type(NestedNode::new(), info.index()).unwrap();
        assert!(object.is_instance::<NestedNode>() && !object.is_instance::<RoomyNode>());
    }
}

#[test]
fn a_late_type_under_a_leaf_overflows() {
    for leaf in [info::<LeafNode>(), info::<BNode>()] {
        let late = late(&format!("{}.late", leaf.key()), leaf, 0).unwrap();
        assert!(overflowed(late));
        assert!(late.is_derived_from(leaf) && late.is_derived_from(info::<BaseNode>()));
    }
    let late = types::by_key("slots.Low.Leaf.late").unwrap();
    let object = make_object_of_type(LeafNode::new(), late.index()).unwrap();
    assert!(object.is_instance::<LeafNode>() && object.is_instance::<MiddleNode>());
    assert!(!object.is_instance::<BNode>());
}

#[test]
fn a_parent_that_cannot_overflow_rejects_a_child_that_does_not_fit() {
    let strict = info::<StrictNode>();
    // Four slots: two for the child and its slot, one for the leaf, and one free.
    assert_eq!(strict.range().len(), 5);
    let error = late("slots.strict.two", strict, 1).unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("`slots.Strict` cannot take `slots.strict.two` (object/tests/suite/type_slots.rs:"),
        "{text}"
    );
    assert!(
        text.ends_with("it needs 2 of the parent's 4 child slots, 3 are used, and they cannot overflow"),
        "{text}"
    );
    late("slots.strict.one", strict, 0).unwrap();
    assert!(matches!(late("slots.strict.more", strict, 0), Err(TypeError::ParentFull { used: 4, .. })));
    // Children inherit that slots cannot overflow.
    let child = info::<StrictChildNode>();
    assert!(!child.child_slots_can_overflow());
    late("slots.strict.child.one", child, 0).unwrap();
    assert!(matches!(late("slots.strict.child.two", child, 0), Err(TypeError::ParentFull { .. })));
    // A rejected type is not in the table.
    assert_eq!(types::by_key("slots.strict.more"), None);
}

#[test]
fn nothing_derives_from_a_final_type() {
    let error = late("slots.final.child", info::<FinalNode>(), 0).unwrap_err();
    assert!(matches!(error, TypeError::FinalParent { .. }), "{error}");
}

#[test]
fn an_unknown_parent_is_an_error() {
    register();
    let error = get_or_alloc_type_index("slots.orphan", TypeIndex::new(60_000), 0, true).unwrap_err();
    assert_eq!(error.to_string(), "unknown type index 60000");
    let error = get_or_alloc_type_index("slots.orphan", TypeIndex::new(u32::MAX), 0, true).unwrap_err();
    assert_eq!(error, TypeError::UnknownIndex { index: TypeIndex::new(u32::MAX) });
}

#[test]
fn more_slots_than_indices_are_rejected() {
    register();
    for slots in [u32::MAX, 1 << 30, 1 << 20] {
        let error = get_or_alloc_type_index("slots.huge", TypeIndex::OBJECT, slots, true).unwrap_err();
        assert!(matches!(error, TypeError::TableFull { .. }), "{error}");
    }
}

#[test]
fn an_object_of_a_late_type_needs_the_struct_of_its_nearest_ancestor() {
    let late = late("slots.late.struct", info::<MiddleNode>(), 0).unwrap();
    make_object_of_type(MiddleNode::new(), late.index()).unwrap();
    let error = make_object_of_type(BaseNode::new(), late.index()).unwrap_err();
    let expected = "objects of type `slots.late.struct` do not use the struct of `slots.Base`";
    assert_eq!(error.to_string(), expected);
    let error = make_object_of_type(LeafNode::new(), late.index()).unwrap_err();
    let expected = "objects of type `slots.late.struct` do not use the struct of `slots.Low.Leaf`";
    assert_eq!(error.to_string(), expected);
    assert!(make_object_of_type(LeafNode::new(), TypeIndex::new(70_000)).is_err());
}

#[test]
fn the_table_can_be_inspected() {
    register();
    let middle = types::by_key("slots.Middle").unwrap();
    assert_eq!(middle, info::<MiddleNode>());
    assert_eq!((middle.depth(), middle.child_slots(), middle.is_final()), (2, 1, false));
    assert_eq!(middle.parent(), types::by_key("slots.Base"));
    assert_eq!(middle.ancestors().next(), Some(TypeIndex::OBJECT));
    assert_eq!(middle.ancestors().last(), Some(middle.index()));
    assert!(middle.num_children() >= 1);
    assert!(middle.declared().to_string().starts_with("object/tests/suite/type_slots.rs:"));

    let all = types::all();
    assert!(all.is_sorted_by_key(|info| info.index()));
    assert!(all.iter().all(|info| types::by_key(info.key()) == Some(*info)));
    assert!(all.iter().all(|info| types::by_index(info.index()) == Some(*info)));

    let dumped = info::<DumpedNode>().index();
    let line = format!("[{dumped}] slots.Dumped\tparent=runtime.Object\tnum_child_slots=7\tnum_children=2\n");
    assert!(types::dump(0).contains(&line) && types::dump(2).contains(&line));
    assert!(!types::dump(3).contains("slots.Dumped"));
}

#[test]
fn static_indices_are_those_of_tvm() {
    register();
    let expected = [
        (0, "runtime.Object"),
        (2, "runtime.NDArray"),
        (3, "runtime.String"),
        (4, "Array"),
        (5, "Map"),
        (6, "runtime.ShapeTuple"),
        (8, "runtime.Closure"),
        (9, "runtime.ADT"),
    ];
    for (index, key) in expected {
        assert_eq!(types::by_key(key).unwrap().index(), TypeIndex::new(index), "{key}");
    }
    assert!(types::all().iter().filter(|info| info.index() >= TypeIndex::DYNAMIC_BEGIN).count() > 10);
}
