//! Tests of mutators that skip or replace objects.

use objet::containers::{ADT, ADTNode};
use objet::prelude::*;
use objet::walk::{Enter, Mutator, RewriteError, rewrite_with};

use super::{AddNode, add, is_var, text, var};
use crate::long_graphs::{LONG, on_a_small_stack};

/// Renames variables outside of ADTs, and replaces each sum by its left side.
#[derive(Default)]
struct Left {
    entered: usize,
}

impl Mutator for Left {
    type Error = RewriteError;

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
        self.entered += 1;
        Ok(match object.as_node::<AddNode>() {
            Some(add) => Enter::Replace(add.lhs.clone().into()),
            None if object.is_instance::<ADTNode>() => Enter::Keep,
            None => Enter::Inside,
        })
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        Ok(if is_var(&object, "x") { var("w").into() } else { object })
    }
}

#[test]
fn a_mutator_keeps_and_replaces_objects() {
    let sum = add(var("x"), var("y"));
    let adt = ADT::tuple([var("x").into()]);
    let root = Array::<ObjectRef>::from([
        sum.clone().into(),
        sum.into(),
        adt.clone().into(),
        adt.into(),
        var("x").into(),
    ]);
    let mut left = Left::default();
    let new = rewrite_with(root.clone(), &mut left).unwrap();
    let expected = r#"[%1 @ Var(name="x"), %1, %2 @ ADT#0(Var(name="x")), %2, Var(name="w")]"#;
    assert_eq!(text(&new), expected);
    assert!(new[2].same_as(&root[2]));
    // The root, the sum, the ADT, and the last variable.
    assert_eq!(left.entered, 4);
}

/// Replaces each sum by its rewritten left side, and `x` by `w`. Counts the calls of `enter`.
#[derive(Default)]
struct LeftRewritten {
    entered: usize,
}

impl Mutator for LeftRewritten {
    type Error = RewriteError;

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
        self.entered += 1;
        Ok(match object.as_node::<AddNode>() {
            Some(add) => Enter::Instead(add.lhs.clone().into()),
            None => Enter::Inside,
        })
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        Ok(if is_var(&object, "x") { var("w").into() } else { object })
    }
}

#[test]
fn a_replacement_can_be_rewritten() {
    let x = var("x");
    let sum = add(add(x.clone(), var("y")), var("z"));
    let root = Array::<ObjectRef>::from([sum.clone().into(), sum.into(), x.into()]);
    let mut left = LeftRewritten::default();
    let new = rewrite_with(root.clone(), &mut left).unwrap();
    assert_eq!(text(&new), r#"[%1 @ Var(name="w"), %1, %1]"#);
    // The root, two sums and `x`, each once.
    assert_eq!(left.entered, 4);
    assert!(is_var(&root[2], "x"));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_million_replacements_in_a_row_need_no_stack() {
    on_a_small_stack(|| {
        let chain = || (0..LONG).fold(var("x"), |below, _| add(below, var("y")));
        let held: Vec<_> =
            std::iter::successors(Some(chain()), |expr| expr.as_node::<AddNode>().map(|add| add.lhs.clone()))
                .collect();
        for root in [chain(), held[0].clone()] {
            assert!(is_var(rewrite_with(root, &mut LeftRewritten::default()).unwrap().as_object_ref(), "w"));
        }
    });
}

/// Stores the objects that it enters, and replaces each object by itself before it enters it.
#[derive(Default)]
struct Stash {
    entered: Vec<ObjectRef>,
    by_itself: bool,
}

impl Mutator for Stash {
    type Error = RewriteError;

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
        self.entered.push(object.clone());
        Ok(if self.by_itself && is_var(object, "x") { Enter::Replace(object.clone()) } else { Enter::Inside })
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        Ok(if is_var(&object, "x") { var("y").into() } else { object })
    }
}

#[test]
fn a_mutator_may_store_what_it_enters() {
    let mut stash = Stash::default();
    let calls = Array::from([add(var("x"), add(var("x"), var("z")))]);
    let new = rewrite_with(calls, &mut stash).unwrap();
    assert_eq!(text(&new), text(&Array::from([add(var("y"), add(var("y"), var("z")))])));
    assert_eq!(text(&stash.entered[0]), text(&Array::from([add(var("x"), add(var("x"), var("z")))])));
}

#[test]
fn an_object_that_replaces_itself_changes_nothing() {
    let mut stash = Stash { by_itself: true, ..Stash::default() };
    let root = add(var("x"), add(var("x"), var("z")));
    assert!(rewrite_with(root.clone(), &mut stash).unwrap().same_as(&root));
}
