//! Representations of relay expressions in front ends.

use objet::print;
use objet::text::ReprPrinter;
use objet_ir::node_texts;

use super::{
    CallNode, ConstantNode, FunctionNode, IfNode, LetNode, RefCreateNode, RefReadNode, RefWriteNode,
    TupleGetItemNode, TupleNode, VarNode,
};

node_texts! {
    show_tuple(tuple: TupleNode) => "Tuple" [&tuple.fields];
    show_call(call: CallNode) => "CallNode" [&call.op, &call.args, &call.attrs, &call.type_args];
    show_let(binding: LetNode) => "LetNode" [&binding.var, &binding.value, &binding.body];
    show_if(branch: IfNode) => "IfNode" [&branch.cond, &branch.true_branch, &branch.false_branch];
    show_tuple_get_item(item: TupleGetItemNode) => "TupleGetItemNode" [&item.tuple_value, item.index];
    show_ref_create(create: RefCreateNode) => "RefCreateNode" [&create.value];
    show_ref_read(read: RefReadNode) => "RefReadNode" [&read.reference];
    show_ref_write(write: RefWriteNode) => "RefWriteNode" [&write.reference, &write.value];
    show_function(function: FunctionNode) => "FunctionNode" [
        &function.params,
        &function.ret_type,
        &function.body,
        &function.type_params,
        &function.attrs
    ];
}

pub(super) fn show_var<'a>(var: &'a VarNode, printer: &mut ReprPrinter<'a>) {
    printer.text("Var(").text(var.vid.name_hint.as_str());
    if let Some(ty) = &var.type_annotation {
        printer.text(", ty=").object(ty);
    }
    printer.text(")");
}

/// Prints the elements with the front end's function `relay._constant_repr`, or with `print` if
/// that function is not registered or fails.
pub(super) fn show_constant(constant: &ConstantNode, printer: &mut ReprPrinter<'_>) {
    let by_front_end = || {
        let expr = constant.to_object_ref()?;
        objet::Registry::find("relay._constant_repr")?.call((&expr,)).ok()?.get::<objet::String>().ok()
    };
    let elements = match by_front_end() {
        Some(text) => text.to_string(),
        None => print(&constant.data).to_string(),
    };
    printer.text("Constant(").text(elements).text(")");
}
