//! Comparison of function types. The type parameters are compared first, because the types of
//! arguments and results refer to them.

use objet::compare::{EqualReducer, HashReducer};

use super::FuncTypeNode;

pub(super) fn equal<'a>(
    lhs: &'a FuncTypeNode,
    rhs: &'a FuncTypeNode,
    reducer: &mut EqualReducer<'a>,
) -> bool {
    reducer.definition("type_params", &lhs.type_params, &rhs.type_params)
        && reducer.field("arg_types", &lhs.arg_types, &rhs.arg_types)
        && reducer.field("ret_type", &lhs.ret_type, &rhs.ret_type)
        && reducer.field("type_constraints", &lhs.type_constraints, &rhs.type_constraints)
}

pub(super) fn hash<'a>(node: &'a FuncTypeNode, reducer: &mut HashReducer<'a>) {
    reducer.definition(&node.type_params);
    reducer.field(&node.arg_types);
    reducer.field(&node.ret_type);
    reducer.field(&node.type_constraints);
}
