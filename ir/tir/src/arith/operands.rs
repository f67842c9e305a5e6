//! The operands of expressions.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_ir::functor::{NodeClass, downcast_known};

use super::term::Operator;
use crate::expr::{
    Add, And, Broadcast, BufferLoad, Call, Cast, Div, EQ, FloorDiv, FloorMod, GE, GT, LE, LT, Let, Load, Max,
    Min, Mod, Mul, NE, Not, Or, ProducerLoad, Ramp, Reduce, Select, Shuffle, Sub,
};
use crate::functor::{Class, foreign_parts, with_foreign_parts};

/// Returns the class of an expression.
pub(crate) fn class(expr: &PrimExpr) -> Option<Class> {
    Class::of(expr.as_object_ref())
}

macro_rules! binary {
    ($with:ident) => {
        $with! { Add Sub Mul Div Mod FloorDiv FloorMod Min Max EQ NE LT LE GT GE And Or }
    };
}

/// Returns the operator of an expression and its operands, if rules have patterns for it.
pub(super) fn operands(expr: &PrimExpr) -> Option<(Operator, [Option<&PrimExpr>; 3])> {
    let class = class(expr)?;
    let operator = Operator::of(class)?;
    let object = expr.as_object_ref();
    macro_rules! operands {
        ($($node:ident)*) => {
            match class {
                $(Class::$node => {
                    let node: &$node = downcast_known(object);
                    [Some(&node.a), Some(&node.b), None]
                })*
                Class::Not => [Some(&downcast_known::<Not>(object).a), None, None],
                Class::Select => {
                    let node: &Select = downcast_known(object);
                    [Some(&node.condition), Some(&node.true_value), Some(&node.false_value)]
                }
                Class::Ramp => {
                    let node: &Ramp = downcast_known(object);
                    [Some(&node.base), Some(&node.stride), None]
                }
                Class::Broadcast => [Some(&downcast_known::<Broadcast>(object).value), None, None],
                _ => return None,
            }
        };
    }
    Some((operator, binary!(operands)))
}

/// Whether an expression is a binary operator on two data types.
pub(crate) fn has_mixed_operands(expr: &PrimExpr) -> bool {
    match operands(expr) {
        Some((_, [Some(a), Some(b), None])) => a.dtype != b.dtype,
        _ => false,
    }
}

/// Returns all operands of an expression that are evaluated where the expression is.
pub(crate) fn all_operands(class: Class, expr: &PrimExpr) -> Vec<PrimExpr> {
    let object = expr.as_object_ref();
    macro_rules! operands {
        ($($node:ident)*) => {
            match class {
                $(Class::$node => {
                    let node: &$node = downcast_known(object);
                    vec![node.a.clone(), node.b.clone()]
                })*
                Class::Not => vec![downcast_known::<Not>(object).a.clone()],
                Class::Select => {
                    let node: &Select = downcast_known(object);
                    vec![node.condition.clone(), node.true_value.clone(), node.false_value.clone()]
                }
                Class::Ramp => {
                    let node: &Ramp = downcast_known(object);
                    vec![node.base.clone(), node.stride.clone()]
                }
                Class::Broadcast => vec![downcast_known::<Broadcast>(object).value.clone()],
                Class::Cast => vec![downcast_known::<Cast>(object).value.clone()],
                Class::Let => {
                    let node: &Let = downcast_known(object);
                    vec![node.value.clone(), node.body.clone()]
                }
                Class::Call => downcast_known::<Call>(object).args.to_vec(),
                Class::Load => {
                    let node: &Load = downcast_known(object);
                    vec![node.index.clone(), node.predicate.clone()]
                }
                Class::BufferLoad => downcast_known::<BufferLoad>(object).indices.to_vec(),
                Class::ProducerLoad => downcast_known::<ProducerLoad>(object).indices.to_vec(),
                Class::Shuffle => {
                    let node: &Shuffle = downcast_known(object);
                    [node.vectors.to_vec(), node.indices.to_vec()].concat()
                }
                Class::Reduce => {
                    let node: &Reduce = downcast_known(object);
                    node.source.iter().chain(&node.condition).cloned().collect()
                }
                Class::PrimExpr => foreign_parts(object),
                _ => Vec::new(),
            }
        };
    }
    binary!(operands)
}

/// Returns the expression with other operands, which are in the order of [`all_operands`].
/// Constants are not folded. The operands have the data types of the originals.
pub(crate) fn with_operands(class: Class, expr: &PrimExpr, operands: Vec<PrimExpr>) -> PrimExpr {
    let originals = all_operands(class, expr);
    if originals.iter().zip(&operands).all(|(original, operand)| original.same_as(operand)) {
        return expr.clone();
    }
    let mut operands = operands.into_iter();
    let mut object = expr.clone().into_object_ref();
    let mut next = |original: &PrimExpr| operands.next().unwrap_or_else(|| original.clone());
    macro_rules! replace {
        ($type:ident: $($field:ident),*) => {{
            let mut node = downcast_known::<$type>(&object).clone();
            {
                let fields = node.make_mut();
                $(*fields.$field = next(&fields.$field);)*
            }
            object = node.into_object_ref();
        }};
    }
    macro_rules! replace_all {
        ($type:ident: $($field:ident),*) => {{
            let mut node = downcast_known::<$type>(&object).clone();
            {
                let fields = node.make_mut();
                $(*fields.$field = fields.$field.iter().map(|original| next(original)).collect();)*
            }
            object = node.into_object_ref();
        }};
    }
    macro_rules! with_binary {
        ($($node:ident)*) => {
            match class {
                $(Class::$node => replace!($node: a, b),)*
                Class::Not => replace!(Not: a),
                Class::Select => replace!(Select: condition, true_value, false_value),
                Class::Ramp => replace!(Ramp: base, stride),
                Class::Broadcast => replace!(Broadcast: value),
                Class::Cast => replace!(Cast: value),
                Class::Let => replace!(Let: value, body),
                Class::Call => replace_all!(Call: args),
                Class::Load => replace!(Load: index, predicate),
                Class::BufferLoad => replace_all!(BufferLoad: indices),
                Class::ProducerLoad => replace_all!(ProducerLoad: indices),
                Class::Shuffle => replace_all!(Shuffle: vectors, indices),
                Class::Reduce => {
                    replace_all!(Reduce: source);
                    let mut node = downcast_known::<Reduce>(&object).clone();
                    if let Some(condition) = node.make_mut().condition {
                        *condition = next(&*condition);
                    }
                    object = node.into_object_ref();
                }
                Class::PrimExpr => object = with_foreign_parts(object, operands),
                _ => {}
            }
        };
    }
    binary!(with_binary);
    object.downcast().unwrap_or_else(|_| expr.clone())
}
