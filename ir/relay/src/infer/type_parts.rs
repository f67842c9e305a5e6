//! The types that a composite type is made of.

use objet::prelude::*;
use objet_ir::functor::downcast_known_owned;
use objet_ir::types::{
    FuncType, FuncTypeNode, RelayRefType, RelayRefTypeNode, TupleType, TupleTypeNode, Type, TypeCall,
    TypeCallNode, TypeConstraint, TypeRelation, TypeRelationNode,
};

/// Whether a type is made of other types.
pub(super) fn is_composite(ty: &Type) -> bool {
    match_node!(match ty {
        TupleTypeNode | FuncTypeNode | TypeCallNode | RelayRefTypeNode | TypeRelationNode => true,
        _ => false,
    })
}

/// Returns the types inside a composite type, in a fixed order. Returns `None` for other types,
/// such as tensor types.
pub(super) fn parts(ty: &Type) -> Option<Vec<&Type>> {
    Some(match_node!(match ty {
        tuple @ TupleTypeNode => tuple.fields.iter().collect(),
        func @ FuncTypeNode => {
            let constraints = func.type_constraints.iter().map(IsObjectRef::upcast_ref);
            func.arg_types.iter().chain([&func.ret_type]).chain(constraints).collect()
        }
        call @ TypeCallNode => std::iter::once(&call.func).chain(&call.args).collect(),
        reference @ RelayRefTypeNode => vec![&reference.value],
        relation @ TypeRelationNode => relation.args.iter().collect(),
        _ => return None,
    }))
}

/// Returns the number of fields of a tuple type, parameters of a function type, or arguments of a
/// type call, and 0 for other types.
pub(super) fn width(ty: &Type) -> usize {
    match_node!(match ty {
        tuple @ TupleTypeNode => tuple.fields.len(),
        func @ FuncTypeNode => func.arg_types.len(),
        call @ TypeCallNode => call.args.len(),
        _ => 0,
    })
}

/// Returns a new composite type with other parts, in the order of [`parts`]. As in TVM, new types
/// have no source range.
pub(super) fn of_parts(like: &Type, new: &[Type]) -> Type {
    match_node!(match like {
        TupleTypeNode => TupleType::new(new, None).upcast(),
        func @ FuncTypeNode => {
            let (args, new) = new.split_at(func.arg_types.len());
            let constraints: Array<TypeConstraint> = constraints(func, &new[1..]);
            FuncType::new(args, new[0].clone(), func.type_params.clone(), constraints, None).upcast()
        }
        TypeCallNode => TypeCall::new(new[0].clone(), &new[1..], None).upcast(),
        RelayRefTypeNode => RelayRefType::new(new[0].clone(), None).upcast(),
        relation @ TypeRelationNode => {
            let (func, attrs) = (relation.func.clone(), relation.attrs.clone());
            TypeRelation::new(func, new, relation.num_inputs, attrs, None).upcast()
        }
        _ => like.clone(),
    })
}

/// Returns a composite type with other parts, in the order of [`parts`]. Arrays and types whose
/// parts stay the same are not copied.
pub(super) fn with_parts(ty: &Type, new: &[Type]) -> Type {
    let old = parts(ty).unwrap_or_default();
    if old.iter().zip(new).all(|(old, new)| old.same_as(new)) {
        return ty.clone();
    }
    let new_type = of_parts(ty, new);
    let Some(func) = ty.as_node::<FuncTypeNode>() else { return new_type };
    let keeps_args = func.arg_types.iter().zip(new).all(|(old, new)| old.same_as(new));
    let mut new_type = downcast_known_owned::<FuncType>(new_type.upcast());
    let fields = new_type.make_mut();
    if keeps_args {
        *fields.arg_types = func.arg_types.clone();
    }
    if func.type_constraints.is_empty() {
        *fields.type_constraints = func.type_constraints.clone();
    }
    new_type.upcast()
}

/// Returns the constraints of a function type with other parts.
fn constraints(func: &FuncTypeNode, new: &[Type]) -> Array<TypeConstraint> {
    let constraint =
        |(old, new): (&TypeConstraint, &Type)| new.clone().downcast().unwrap_or_else(|_| old.clone());
    func.type_constraints.iter().zip(new).map(constraint).collect()
}
