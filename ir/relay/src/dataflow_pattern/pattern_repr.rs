//! Representations of dataflow patterns in front ends.

use objet::text::ReprPrinter;
use objet_ir::node_texts;

use super::{
    AltPatternNode, AttrPatternNode, CallPatternNode, ConstantPatternNode, DataTypePatternNode,
    DominatorPatternNode, ExprPatternNode, FunctionPatternNode, IfPatternNode, LetPatternNode,
    ShapePatternNode, TupleGetItemPatternNode, TuplePatternNode, TypePatternNode, VarPatternNode,
    WildcardPatternNode,
};

node_texts! {
    show_var(pattern: VarPatternNode) => "VarPattern" [pattern.name.as_str()];
    show_constant(_pattern: ConstantPatternNode) => "ConstantPattern" [];
    show_call(pattern: CallPatternNode) => "CallPatternNode" [&pattern.op, &pattern.args];
    show_function(pattern: FunctionPatternNode) => "FunctionPatternNode" [&pattern.params, &pattern.body];
    show_let(pattern: LetPatternNode) => "LetPatternNode" [&pattern.var, &pattern.value, &pattern.body];
    show_if(pattern: IfPatternNode) => "IfPattern" [&pattern.cond, &pattern.true_branch, &pattern.false_branch];
    show_tuple(pattern: TuplePatternNode) => "TuplePattern" [&pattern.fields];
    show_tuple_get_item(pattern: TupleGetItemPatternNode) => "TupleGetItemPatternNode" [&pattern.tuple, pattern.index];
    show_dominator(pattern: DominatorPatternNode) => "DominatorPattern" [&pattern.parent, &pattern.path, &pattern.child];
}

/// Defines printing functions for patterns that print as two operands with a word between them.
macro_rules! conditions {
    ($($function:ident($pattern:ident: $ty:ty) => $name:literal $left:expr, $word:literal, $right:expr;)+) => {
        $(
            pub(super) fn $function<'a>($pattern: &'a $ty, printer: &mut ReprPrinter<'a>) {
                printer.text(concat!($name, "(")).object($left).text($word).object($right).text(")");
            }
        )+
    };
}

conditions! {
    show_alt(pattern: AltPatternNode) => "AltPattern" &pattern.left, " | ", &pattern.right;
    show_type(pattern: TypePatternNode) => "TypePattern" &pattern.pattern, " has type ", &pattern.of_type;
    show_shape(pattern: ShapePatternNode) => "ShapePattern" &pattern.pattern, " has shape ", &pattern.shape;
    show_data_type(pattern: DataTypePatternNode) => "DataTypePattern" &pattern.pattern, " has dtype ", pattern.dtype;
    show_attr(pattern: AttrPatternNode) => "AttrPattern" &pattern.pattern, " has attributes ", &pattern.attrs;
}

pub(super) fn show_expr<'a>(pattern: &'a ExprPatternNode, printer: &mut ReprPrinter<'a>) {
    printer.object(&pattern.expr);
}

pub(super) fn show_wildcard(_: &WildcardPatternNode, printer: &mut ReprPrinter<'_>) {
    printer.text("*");
}
