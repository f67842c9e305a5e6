//! The output of `{}`, for nodes of this crate below those of another one.

use downstream::shown::{Add, AddNode, Expr, ExprNode};
use renamed_objet::text::ReprPrinter;
use renamed_objet::{IsObjectRef, Object, ObjectRef, Reflect, display};

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shown.Var", is_final, new, display = "{name}@{line}", crate = renamed_objet)]
struct VarNode {
    base: ExprNode,
    name: String,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shown.Block", is_final, new, display = show_block, crate = renamed_objet)]
struct BlockNode {
    base: ExprNode,
    body: renamed_objet::Array<Expr>,
}

fn show_block<'a>(block: &'a BlockNode, printer: &mut ReprPrinter<'a>) {
    printer.text("{\n").increase_indent();
    for expr in &block.body {
        printer.indent().object(expr).text(";\n");
    }
    printer.decrease_indent().indent().text("}");
}

/// A node without a form, which shows as the node that it derives from.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "shown.Wrapping", is_final, new(lhs: Expr, rhs: Expr), crate = renamed_objet)]
struct WrappingNode {
    base: AddNode,
}

#[test]
fn nodes_of_two_crates_show_each_other() {
    let x = Expr::from(Var::new("x"));
    let sum = Expr::from(Add::new(x.clone(), Wrapping::new(x.clone(), x.clone())));
    assert_eq!(sum.to_string(), "(x@1 + (x@1 + x@1))");
    let block = Block::new([x, Block::new([sum]).into()]);
    assert_eq!(block.to_string(), "{\n  x@1;\n  {\n    (x@1 + (x@1 + x@1));\n  };\n}");
    assert_eq!(display(&ObjectRef::from(block.clone())).to_string(), format!("{}", block.upcast::<Expr>()));
}
