//! Unification: makes two types equal by resolving their incomplete parts.
//!
//! - Tensor types unify extent by extent. `Any` and another extent unify to `Any`.
//! - Function types unify up to the names of their type parameters. Type parameters that only one
//!   of them has become incomplete types.
//! - A variable unifies with itself only.
//! - The result is a new type where both are composite, and represents both from then on.

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{
    FuncType, FuncTypeNode, IncompleteType, RelayRefTypeNode, TensorType, TensorTypeNode, TupleTypeNode,
    Type, TypeCallNode, TypeKind,
};

use super::type_parts::{of_parts, parts};
use super::type_table::{Slot, TypeTable, is_incomplete};
use crate::op::relation::extent;
use crate::text::pretty_print;
use crate::transform::bind_types;

/// The texts about two types that do not unify.
pub(super) struct Mismatch {
    pub(super) lhs: Type,
    pub(super) rhs: Type,
    /// A text about the parts of both types that differ.
    pub(super) detail: Option<String>,
}

/// The known types that keep their identity in a unification.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// Both types become the result of the unification.
    None,
    /// Only the first type becomes the result. An argument with a known shape, for example, does
    /// not take over the `Any` of a parameter.
    Rhs,
}

/// A step of a unification. Results of steps are on a stack.
enum Step {
    /// Unifies two types.
    Unify(Type, Type, Keep),
    /// Makes a type like the given one of the unified parts, and lets it represent the slots.
    Combine { sides: [Slot; 2], keep: Keep, like: Type, count: usize },
}

/// How two known types unify.
enum Outcome {
    /// The types unify to this one.
    Equal(Type),
    /// The types unify if these pairs of parts do. The result is made like the type.
    Parts(Vec<(Type, Type)>, Type),
    Different(Option<String>),
}

impl TypeTable {
    /// Unifies two types and returns the result. If parts of them differ, takes those of `lhs`, and
    /// adds a mismatch for each. With [`Keep::Rhs`], known types in `rhs` do not become the result.
    pub(super) fn unify(
        &mut self,
        lhs: &Type,
        rhs: &Type,
        keep: Keep,
        mismatches: &mut Vec<Mismatch>,
    ) -> Type {
        let mut steps = vec![Step::Unify(lhs.clone(), rhs.clone(), keep)];
        let mut results = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Unify(lhs, rhs, keep) => {
                    let (a, b) = (self.slot(&lhs), self.slot(&rhs));
                    let (lhs, rhs) = (self.ty(a).clone(), self.ty(b).clone());
                    if a == b {
                        results.push(lhs);
                    } else if is_incomplete(&lhs) {
                        results.push(self.bind(a, b, mismatches));
                    } else if is_incomplete(&rhs) {
                        results.push(self.bind(b, a, mismatches));
                    } else {
                        // As in TVM, the second type comes first: it stays if both are equal.
                        match outcome(&rhs, &lhs) {
                            Outcome::Equal(ty) => {
                                if !ty.same_as(&lhs) && !ty.same_as(&rhs) {
                                    self.forget_resolved();
                                }
                                self.represent([a, b], keep, &ty);
                                results.push(ty);
                            }
                            Outcome::Parts(pairs, like) => {
                                let count = pairs.len();
                                steps.push(Step::Combine { sides: [a, b], keep, like, count });
                                steps.extend(
                                    pairs.into_iter().rev().map(|(a, b)| Step::Unify(a, b, Keep::None)),
                                );
                            }
                            Outcome::Different(detail) => {
                                mismatches.push(Mismatch { lhs: lhs.clone(), rhs, detail });
                                results.push(lhs);
                            }
                        }
                    }
                }
                Step::Combine { sides, keep, like, count } => {
                    let parts = results.split_off(results.len() - count);
                    let ty = of_parts(&like, &parts);
                    self.represent(sides, keep, &ty);
                    results.push(ty);
                }
            }
        }
        results.pop().unwrap_or_else(|| lhs.clone())
    }

    /// Resolves the incomplete type of one slot to the type of another.
    fn bind(&mut self, incomplete: Slot, to: Slot, mismatches: &mut Vec<Mismatch>) -> Type {
        let (lhs, rhs) = (self.ty(incomplete).clone(), self.ty(to).clone());
        if !is_incomplete(&rhs) && self.occurs(incomplete, &rhs) {
            let detail = Some("the type would contain itself".into());
            mismatches.push(Mismatch { lhs, rhs: rhs.clone(), detail });
        } else {
            self.merge(incomplete, to);
        }
        rhs
    }

    /// Lets a type represent the sides of a unification.
    fn represent(&mut self, sides: [Slot; 2], keep: Keep, ty: &Type) {
        let changed = if keep == Keep::Rhs { &sides[..1] } else { &sides[..] };
        for side in changed {
            // The parts may have been unified with the whole in the meantime.
            let (side, top) = (self.root(*side), self.slot(ty));
            self.merge(side, top);
        }
    }
}

/// Compares two known types.
fn outcome(lhs: &Type, rhs: &Type) -> Outcome {
    let pairs = |like: Type| -> Outcome {
        let (a, b) = (parts(lhs).unwrap_or_default(), parts(rhs).unwrap_or_default());
        Outcome::Parts(a.into_iter().cloned().zip(b.into_iter().cloned()).collect(), like)
    };
    match_node!(match (lhs, rhs) {
        (a @ TensorTypeNode, b @ TensorTypeNode) => tensors(lhs, a, b),
        (a @ TupleTypeNode, b @ TupleTypeNode) if a.fields.len() == b.fields.len() => {
            pairs(lhs.clone())
        }
        (RelayRefTypeNode, RelayRefTypeNode) => pairs(lhs.clone()),
        (a @ TypeCallNode, b @ TypeCallNode) if a.args.len() == b.args.len() => pairs(lhs.clone()),
        (a @ FuncTypeNode, b @ FuncTypeNode)
            if a.arg_types.len() == b.arg_types.len()
                && a.type_constraints.len() == b.type_constraints.len() =>
        {
            match a.type_params.len() < b.type_params.len() {
                true => functions(b, rhs, a, lhs),
                false => functions(a, lhs, b, rhs),
            }
        }
        _ if structural_equal(lhs, rhs) => Outcome::Equal(lhs.clone()),
        _ => Outcome::Different(None),
    })
}

/// Compares two function types. `more` has at least as many type parameters.
fn functions(more: &FuncTypeNode, more_type: &Type, fewer: &FuncTypeNode, fewer_type: &Type) -> Outcome {
    let unknown = || -> Type { IncompleteType::new(TypeKind::Type, None).upcast() };
    let params = more.type_params.iter().enumerate().map(|(index, param)| {
        let counterpart = fewer.type_params.get(index).map(|param| param.clone().upcast());
        (param.clone(), counterpart.unwrap_or_else(unknown))
    });
    let renamed = if more.type_params.is_empty() {
        more_type.clone()
    } else {
        let bare = FuncType::new(
            more.arg_types.clone(),
            more.ret_type.clone(),
            [],
            more.type_constraints.clone(),
            None,
        );
        match bind_types(bare.upcast(), params) {
            Ok(renamed) => renamed,
            Err(error) => return Outcome::Different(Some(error.to_string())),
        }
    };
    let (a, b) = (parts(&renamed).unwrap_or_default(), parts(fewer_type).unwrap_or_default());
    Outcome::Parts(a.into_iter().cloned().zip(b.into_iter().cloned()).collect(), fewer_type.clone())
}

fn tensors(lhs: &Type, a: &TensorTypeNode, b: &TensorTypeNode) -> Outcome {
    if structural_equal(&a.shape, &b.shape) && a.dtype == b.dtype {
        return Outcome::Equal(lhs.clone());
    }
    if a.dtype != b.dtype {
        return Outcome::Different(None);
    }
    if a.shape.len() != b.shape.len() {
        let (found, expected) = (a.shape.len(), b.shape.len());
        let text = |tensor: &TensorTypeNode| {
            pretty_print(Some(&TensorType::new(tensor.shape.clone(), tensor.dtype).upcast()))
        };
        return Outcome::Different(Some(format!(
            "tensor type `{}` has {found} dimensions, while `{}` has {expected} dimensions",
            text(a),
            text(b)
        )));
    }
    let mut conflicts = Vec::new();
    let extents = a.shape.iter().zip(&b.shape).enumerate().map(|(axis, (a, b))| {
        unified_extent(a, b).unwrap_or_else(|| {
            let text = |extent: &PrimExpr| pretty_print(Some(extent.upcast_ref()));
            conflicts.push(format!("dimension {axis} conflicts: {} does not match {}.", text(a), text(b)));
            a.clone()
        })
    });
    let shape: Array<PrimExpr> = extents.collect();
    match conflicts.is_empty() {
        true => Outcome::Equal(TensorType::new(shape, a.dtype).upcast()),
        false => Outcome::Different(Some(conflicts.join(" "))),
    }
}

/// Returns the extent that two extents unify to.
fn unified_extent(a: &PrimExpr, b: &PrimExpr) -> Option<PrimExpr> {
    if a.same_as(b) {
        return Some(a.clone());
    }
    if extent::is_any(a) || extent::is_any(b) {
        return Some(extent::any());
    }
    extent::is_same(a, b).then(|| a.clone())
}
