//! Declarations of the same type key.

use objet::prelude::*;
use objet::types::{self, TypeError, get_or_alloc_type_index, make_object_of_type};

/// Declares a node with this key in a module. Each use of the macro has another source location.
macro_rules! declare {
    ($module:ident, $key:literal, $value:ty, $($options:tt)*) => {
        mod $module {
            use objet::prelude::*;

            #[derive(Object)]
            #[repr(C)]
            #[object(key = $key, $($options)*)]
            pub(crate) struct DeclaredNode {
                pub(crate) base: Object,
                pub(crate) value: $value,
            }
        }
    };
}

declare!(same, "registration.Same", i64, child_slots = 2);
// Different declarations of the same key.
declare!(slots_1, "registration.Slots", i64, child_slots = 1);
declare!(slots_2, "registration.Slots", i64, child_slots = 2);
declare!(finality_1, "registration.Finality", i64, is_final);
declare!(finality_2, "registration.Finality", i64,);
declare!(overflow_1, "registration.Overflow", i64, child_slots = 2, child_slots_can_overflow = false);
declare!(overflow_2, "registration.Overflow", i64, child_slots = 2);
// Structs with the same fields are still different structs: the fields of the second could be
// public.
declare!(struct_1, "registration.Struct", i64,);
declare!(struct_2, "registration.Struct", i64,);

/// A parent with one slot, for which two linked children compete.
#[derive(Object)]
#[repr(C)]
#[object(key = "registration.Full", child_slots = 1, child_slots_can_overflow = false)]
struct FullNode {
    base: Object,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "registration.Full.A")]
struct FitsNode {
    base: FullNode,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "registration.Full.B")]
struct RefusedNode {
    base: FullNode,
}

#[test]
fn a_linked_type_that_does_not_fit_is_rejected_by_name() {
    let fits = types::try_type_index::<FitsNode>().unwrap();
    assert_eq!(fits.value(), FullNode::type_index().value() + 1);
    let error = types::try_type_index::<RefusedNode>().unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("`registration.Full` cannot take `registration.Full.B` ("), "{text}");
    assert!(matches!(error, TypeError::ParentFull { child_slots: 1, used: 1, needed: 1, .. }), "{error}");
}

/// Returns the error for `B`, after `A` is registered.
fn refusal<A: IsObject, B: IsObject>() -> TypeError {
    types::try_type_index::<A>().unwrap();
    types::try_type_index::<B>().unwrap_err()
}

#[test]
fn a_different_declaration_is_an_error_with_both_locations() {
    let cases = [
        (refusal::<slots_1::DeclaredNode, slots_2::DeclaredNode>(), "child_slots"),
        (refusal::<finality_1::DeclaredNode, finality_2::DeclaredNode>(), "finality"),
        (refusal::<overflow_1::DeclaredNode, overflow_2::DeclaredNode>(), "child_slots_can_overflow"),
        (refusal::<struct_1::DeclaredNode, struct_2::DeclaredNode>(), "structs"),
    ];
    for (error, expected) in cases {
        let TypeError::DuplicateKey { difference, first, second, .. } = &error else { panic!("{error}") };
        assert_eq!(*difference, expected);
        assert!(first.line < second.line, "the first declaration in the source is accepted: {error}");
        for place in [first, second] {
            assert!(place.file.ends_with("object/tests/suite/type_registration.rs"), "{place}");
            assert!(error.to_string().contains(&place.to_string()), "{error}");
        }
        if cfg!(feature = "inventory") {
            assert!(types::refused().contains(&error), "{error}");
        }
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn a_rejected_type_has_no_objects() {
    type Second = struct_2::DeclaredNode;
    refusal::<struct_1::DeclaredNode, Second>();
    let making = std::panic::catch_unwind(|| drop(make_object(Second { base: Object::new(), value: 1 })));
    let message = *making.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("`registration.Struct` is declared twice with different structs"), "{message}");
    // No object is mistaken for one either.
    let object = make_object(struct_1::DeclaredNode { base: Object::new(), value: 1 });
    assert!(!object.is_instance::<Second>());
}

#[test]
fn a_front_end_may_declare_a_known_type_again() {
    let known = types::try_type_index::<same::DeclaredNode>().unwrap();
    assert_eq!(get_or_alloc_type_index("registration.Same", TypeIndex::OBJECT, 2, true), Ok(known));
    let error = get_or_alloc_type_index("registration.Same", known, 2, true).unwrap_err();
    assert!(matches!(error, TypeError::DuplicateKey { difference: "parent", .. }), "{error}");
    let error = get_or_alloc_type_index("registration.Same", TypeIndex::OBJECT, 3, true).unwrap_err();
    assert!(matches!(error, TypeError::DuplicateKey { difference: "child_slots", .. }), "{error}");
    let error = get_or_alloc_type_index("", TypeIndex::OBJECT, 0, true).unwrap_err();
    assert!(matches!(error, TypeError::EmptyKey { .. }), "{error}");
}

#[test]
fn a_type_without_a_struct_can_be_declared_twice() {
    let first = get_or_alloc_type_index("registration.NoStruct", TypeIndex::OBJECT, 1, true).unwrap();
    assert_eq!(get_or_alloc_type_index("registration.NoStruct", TypeIndex::OBJECT, 1, true), Ok(first));
    let error = get_or_alloc_type_index("registration.NoStruct", TypeIndex::OBJECT, 1, false).unwrap_err();
    assert!(
        matches!(error, TypeError::DuplicateKey { difference: "child_slots_can_overflow", .. }),
        "{error}"
    );
    let object = make_object_of_type(Object::new(), first).unwrap();
    assert_eq!(ObjectRef::from(object).type_key(), "registration.NoStruct");
}

#[test]
fn the_same_declaration_twice_is_one_type() {
    objet::register_types!(same::DeclaredNode, same::DeclaredNode).unwrap();
    objet::register_types!(same::DeclaredNode).unwrap();
    assert_eq!(types::all().iter().filter(|info| info.key() == "registration.Same").count(), 1);
    let error = objet::register_types!(slots_1::DeclaredNode, slots_2::DeclaredNode).unwrap_err();
    assert!(matches!(error, TypeError::DuplicateKey { difference: "child_slots", .. }), "{error}");
}

#[test]
fn a_front_end_may_declare_a_derived_type_again() {
    let cases = [
        ("runtime.String", TypeIndex::OBJECT, 0, TypeIndex::STRING),
        ("registration.Full.A", FullNode::type_index(), 0, FitsNode::type_index()),
    ];
    for (key, parent, slots, index) in cases {
        // The front end states neither that the type is final nor that its parent's slots cannot
        // overflow.
        assert_eq!(get_or_alloc_type_index(key, parent, slots, true), Ok(index));
    }
}
