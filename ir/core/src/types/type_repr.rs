//! Printing of types for front ends.

use objet::text::ReprPrinter;

use super::{
    FuncTypeNode, GlobalTypeVarNode, IncompleteTypeNode, PointerTypeNode, PrimTypeNode, RelayRefTypeNode,
    TensorAffineTypeNode, TensorTypeNode, TupleAffineTypeNode, TupleTypeNode, TypeCallNode, TypeRelationNode,
    TypeVarNode,
};
use crate::node_texts;

node_texts! {
    show_tensor_type(ty: TensorTypeNode) => "TensorType" [&ty.shape, ty.dtype];
    show_tuple_type(ty: TupleTypeNode) => "TupleTypeNode" [&ty.fields];
    show_func_type(ty: FuncTypeNode) => "FuncType" [&ty.type_params, &ty.arg_types, &ty.ret_type, &ty.type_constraints];
    show_type_var(var: TypeVarNode) => "TypeVar" [var.name_hint.as_str(), var.kind as i32];
    show_global_type_var(var: GlobalTypeVarNode) => "GlobalTypeVar" [var.name_hint.as_str(), var.kind as i32];
    show_ref_type(ty: RelayRefTypeNode) => "RelayRefTypeNode" [&ty.value];
    show_type_call(call: TypeCallNode) => "TypeCallNode" [&call.func, &call.args];
    show_tensor_affine_type(ty: TensorAffineTypeNode) => "TensorAffineType" [&ty.scale, &ty.zero_point, ty.dtype, ty.axis];
    show_tuple_affine_type(ty: TupleAffineTypeNode) => "TupleAffineType" [&ty.types];
}

pub(super) fn show_prim_type(ty: &PrimTypeNode, printer: &mut ReprPrinter<'_>) {
    printer.object(ty.dtype);
}

pub(super) fn show_pointer_type<'a>(ty: &'a PointerTypeNode, printer: &mut ReprPrinter<'a>) {
    if !ty.storage_scope.is_empty() {
        printer.text(ty.storage_scope.as_str()).text(" ");
    }
    printer.object(&ty.element_type).text("*");
}

/// Prints the address, because incomplete types differ in nothing else.
pub(super) fn show_incomplete_type(ty: &IncompleteTypeNode, printer: &mut ReprPrinter<'_>) {
    printer.text(format!("IncompleteTypeNode({}, {ty:p})", ty.kind as i32));
}

pub(super) fn show_type_relation<'a>(relation: &'a TypeRelationNode, printer: &mut ReprPrinter<'a>) {
    printer.text("TypeRelationNode(");
    match &relation.func {
        Some(func) => printer.text(func.name.as_str()),
        None => printer.object(()),
    };
    printer.text(", ").object(&relation.args).text(")");
}
