//! The check of declared field types: nodes that refer to what files cannot hold, and nodes above
//! them.

use objet::fields::{ReflectError, Reflection};
use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "saveable.Leaf")]
struct LeafNode {
    base: Object,
    tensor: NDArray,
    shape: ShapeTuple,
    any: Option<ObjectRef>,
    above: Option<Root>,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "saveable.Bad")]
struct BadNode {
    base: Object,
    good: Leaf,
    functions: Map<objet::String, Array<PackedFunc>>,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "saveable.Root")]
struct RootNode {
    base: Object,
    names: Vec<std::string::String>,
    leaf: Leaf,
    bad: Array<Option<Bad>>,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "saveable.Silent", is_final)]
struct SilentNode {
    base: Object,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "saveable.Holder", is_final)]
struct HolderNode {
    base: Object,
    silent: Option<Silent>,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "saveable.Plain", is_final)]
struct PlainNode {
    base: Object,
    leaf: Map<objet::String, Array<Option<NDArray>>>,
}

#[test]
fn declared_types_are_checked() {
    objet::register_types!(
        objet::function::PackedFuncNode,
        LeafNode,
        BadNode,
        RootNode,
        SilentNode,
        HolderNode,
        PlainNode
    )
    .unwrap();
    let check = |checked: Result<(), ReflectError>| checked.map_err(|error| error.to_string());
    assert_eq!(
        check(Reflection::check_saveable::<RootNode>()),
        Err("saveable.Root.bad.functions: files have no form for runtime.PackedFunc; \
             exclude the field with `#[reflect(skip)]`"
            .into())
    );
    assert!(
        check(Reflection::check_saveable::<LeafNode>()).unwrap_err().contains("Leaf.above.bad.functions")
    );
    assert!(check(Reflection::check_saveable::<HolderNode>()).unwrap_err().contains("saveable.Silent"));
    assert_eq!(check(Reflection::check_saveable::<PlainNode>()), Ok(()));
}
