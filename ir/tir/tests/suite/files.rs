//! Functions and expressions of tir in files that TVM wrote.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::RewriteError;
use objet::{post_order, structural_equal};
use objet_ir::op::CallEffectKind;
use objet_tir::analysis::{all_vars, bound_vars, free_vars, side_effect, verify_ssa};
use objet_tir::expr::{AnyNode, Reduce, ReduceNode};
use objet_tir::function::PrimFuncNode;
use objet_tir::functor::substitute;
use objet_tir::stmt::{BlockNode, ForNode};
use objet_tir::te::TensorNode;

use crate::graphs::load;

fn count<N: IsObject>(root: &ObjectRef) -> usize {
    post_order(root).filter(|object| object.is_instance::<N>()).count()
}

#[test]
fn functions() -> Result<(), RewriteError> {
    for (name, loops, blocks) in
        [("lowered_matmul", 3, 0), ("primfunc_matmul", 3, 2), ("script_matmul", 3, 3)]
    {
        let root = load(name);
        assert_eq!(count::<PrimFuncNode>(&root), 1, "{name}");
        assert_eq!((count::<ForNode>(&root), count::<BlockNode>(&root)), (loops, blocks), "{name}");
        assert!(structural_equal(&root, &load(name)), "{name}");
        assert_eq!(free_vars(&root), [], "{name}");
        assert_eq!(verify_ssa(&root), Ok(()), "{name}");
        assert!(side_effect(&root) >= CallEffectKind::ReadState, "{name}");
        // Renaming all variables that a function binds leaves the function structurally equal.
        let mut names = HashMap::new();
        let renamed = substitute(root.clone(), |var| {
            let new = names.entry(var.clone()).or_insert_with(|| var.copy_with_suffix("_new"));
            Some((&*new).into())
        })?;
        assert!(names.len() > 5 && structural_equal(&renamed, &root), "{name}");
        assert!(all_vars(&renamed).iter().all(|var| var.name_hint.ends_with("_new")), "{name}");
    }
    Ok(())
}

#[test]
fn every_expression() {
    let root = load("tir_exprs_zoo");
    assert_eq!((count::<TensorNode>(&root), count::<ReduceNode>(&root), count::<AnyNode>(&root)), (1, 2, 1));
    let axes: Vec<_> = post_order(&root)
        .filter_map(|object| object.downcast::<Reduce>().ok())
        .flat_map(|reduce| reduce.axis.iter().map(|axis| axis.var.clone()).collect::<Vec<_>>())
        .collect();
    assert!(!axes.is_empty() && axes.iter().all(|axis| bound_vars(&root).contains(axis)));
    assert_eq!(side_effect(&root), CallEffectKind::Opaque);
}

#[test]
fn dimensions_of_any_length() {
    assert!(count::<AnyNode>(&load("prelude.typed")) > 500);
}
