//! Tests of functors, which dispatch on node types.

use std::error::Error;

use objet::prelude::*;
use objet::types::get_or_alloc_type_index;
use objet::walk::{FunctorError, NodeFunctor};

use super::{BaseNode, MiddleNode, make_node, middle, options};

#[test]
fn a_functor_falls_back_to_the_nearest_ancestor() -> Result<(), Box<dyn Error>> {
    let mut functor = NodeFunctor::<str, String>::new();
    let object = ObjectRef::from(middle());
    assert!(!functor.can_dispatch(&object));
    let error = functor.call(&object, &mut String::from("ctx")).unwrap_err();
    assert_eq!(error.to_string(), "no function for reflection.Middle or one of its ancestors");
    functor.set_dispatch(|node: &BaseNode, context| format!("base {} {context}", node.line))?;
    assert_eq!(functor.call(&object, &mut String::from("of"))?, "base 4 of");
    functor.set_dispatch(|node: &MiddleNode, _| format!("middle {}", node.data_type))?;
    assert_eq!(functor.call(&object, &mut String::new())?, "middle float32");
    assert_eq!(functor.call(&options(), &mut String::new())?, "middle int8");

    let twice = functor.set_dispatch(|_: &MiddleNode, _| String::new()).unwrap_err();
    let FunctorError::DuplicateFunction { type_key, first, second } = twice else { panic!("{twice}") };
    assert_eq!((type_key, first.file, second.file), ("reflection.Middle", file!(), file!()));
    assert!(first.line < second.line && second.line < line!());
    assert!(functor.clear_dispatch::<MiddleNode>() && !functor.clear_dispatch::<MiddleNode>());
    assert_eq!(functor.call(&object, &mut String::from("again"))?, "base 4 again");
    assert!(!functor.can_dispatch(&ObjectRef::from(objet::String::from("x"))));
    Ok(())
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_functor_handles_types_that_are_registered_later() -> Result<(), Box<dyn Error>> {
    let mut functor = NodeFunctor::<(), u32>::new();
    functor.set_dispatch(|node: &BaseNode, ()| node.line)?;
    assert_eq!(functor.call(&middle(), &mut ())?, 4);
    for number in 0..300 {
        let key = format!("reflection.late.{number}");
        get_or_alloc_type_index(&key, MiddleNode::type_index(), 0, true)?;
        let object = make_node(&key, [("dtype", "int8".into()), ("line", (2 * number).into())])?;
        std::thread::scope(|scope| {
            let call = || functor.call(&object, &mut ());
            let there = scope.spawn(call);
            assert_eq!((call(), there.join().unwrap()), (Ok(2 * number), Ok(2 * number)));
        });
    }
    Ok(())
}

#[test]
fn a_type_with_two_bodies_is_an_error_of_the_call() {
    let functor = NodeFunctor::<(), u32>::new()
        .on::<MiddleNode>(|_, ()| 1)
        .on::<MiddleNode>(|_, ()| 2)
        .on::<BaseNode>(|_, ()| 3);
    let error = functor.call(&middle(), &mut ()).unwrap_err();
    assert!(matches!(error, FunctorError::DuplicateFunction { type_key: "reflection.Middle", .. }));
    assert!(error.to_string().starts_with("duplicate function for reflection.Middle at "), "{error}");
    assert_eq!(functor.try_call(&middle(), &mut ()), None);
    assert!(!functor.can_dispatch(&middle()));
}
