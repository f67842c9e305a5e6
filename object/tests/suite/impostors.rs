//! Types that declare the key or the index of another type. The type table rejects them, and no
//! object is mistaken for one.

use objet::containers::{ArrayNode, StringNode};
use objet::prelude::*;
use objet::types::{self, TypeError};

/// Declares the index of arrays, with a key that sorts before theirs.
#[derive(Object)]
#[repr(C)]
#[object(key = "A", type_index = 4, is_final)]
struct FakeArrayNode {
    base: Object,
    capacity: usize,
    address: usize,
    len: usize,
}

/// Declares the key of the root type.
#[derive(Object)]
#[repr(C)]
#[object(key = "runtime.Object")]
struct FakeRootNode {
    base: Object,
}

/// Declares the key of strings.
#[derive(Object)]
#[repr(C)]
#[object(key = "runtime.String", type_index = 3, is_final)]
struct FakeStringNode {
    base: Object,
    text: &'static str,
}

mod honest {
    use objet::prelude::*;

    #[derive(Object)]
    #[repr(C)]
    #[object(key = "impostors.Parent")]
    pub(crate) struct ParentNode {
        pub(crate) base: Object,
        pub(crate) number: usize,
    }
}

/// Another struct with the same key, and a child of that struct.
mod other {
    use objet::prelude::*;

    #[derive(Object)]
    #[repr(C)]
    #[object(key = "impostors.Parent")]
    pub(crate) struct ParentNode {
        pub(crate) base: Object,
        pub(crate) text: &'static str,
    }

    #[derive(Object)]
    #[repr(C)]
    #[object(key = "impostors.Child")]
    pub(crate) struct ChildNode {
        pub(crate) base: ParentNode,
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn built_in_types_keep_their_keys_and_indices() {
    let text = objet::String::from("x");
    assert_eq!(text.type_key(), "runtime.String");
    assert!(text.is_instance::<StringNode>() && !text.is_instance::<FakeStringNode>());
    let array = ObjectRef::from(Array::<ObjectRef>::new());
    assert!(array.is_instance::<ArrayNode>() && !array.is_instance::<FakeArrayNode>());
    assert_eq!(types::by_index(TypeIndex::ARRAY).unwrap().key(), "Array");

    let error = types::try_type_index::<FakeArrayNode>().unwrap_err();
    assert!(matches!(error, TypeError::StaticIndexTaken { index: TypeIndex::ARRAY, .. }), "{error}");
    let error = types::try_type_index::<FakeStringNode>().unwrap_err();
    assert!(matches!(error, TypeError::DuplicateKey { .. }), "{error}");
    assert!(types::try_type_index::<FakeRootNode>().is_err());
    let making = std::panic::catch_unwind(|| {
        drop(make_object(FakeArrayNode { base: Object::new(), capacity: 1, address: 0x4141, len: 1 }));
    });
    assert!(making.is_err());
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn a_type_is_rejected_together_with_its_parent() {
    types::try_type_index::<honest::ParentNode>().unwrap();
    let error = types::try_type_index::<other::ParentNode>().unwrap_err();
    assert!(matches!(error, TypeError::DuplicateKey { difference: "structs", .. }), "{error}");
    let error = types::try_type_index::<other::ChildNode>().unwrap_err();
    assert!(matches!(error, TypeError::ParentRefused { .. }), "{error}");
    assert_eq!(types::by_key("impostors.Child"), None);
    let making = std::panic::catch_unwind(|| {
        let base = other::ParentNode { base: Object::new(), text: "not a number" };
        let child = make_object(other::ChildNode { base });
        child.as_node::<honest::ParentNode>().map(|parent| parent.number)
    });
    assert!(making.is_err());
}
