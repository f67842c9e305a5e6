//! Functions that this crate adds to extension points of another crate.

use downstream::expr::{Add, AddNode, Const, ConstNode, Expr, Var};
use downstream::extensible::{self, COST, LINES, SIMPLIFY};
use renamed_objet::walk::{RewriteContext, VisitContext};
use renamed_objet::{IsObjectRef, extend};

#[extend(COST, crate = renamed_objet)]
fn cost_of_add(add: &AddNode, (): &mut ()) -> u32 {
    let cost = |expr: &Expr| COST.call(expr, &mut ()).unwrap();
    1 + cost(&add.lhs) + cost(&add.rhs)
}

#[extend(downstream::extensible::SIMPLIFY, crate = renamed_objet)]
fn add_zero(add: &AddNode, _: &mut RewriteContext<'_>) -> Option<Expr> {
    (add.rhs.as_node::<ConstNode>()?.value == 0).then(|| add.lhs.clone())
}

#[extend(LINES, crate = renamed_objet)]
fn line_of_add(add: &AddNode, cx: &mut VisitContext<'_, Vec<u32>>) {
    cx.state.push(10 * add.line);
}

#[test]
fn functions_of_two_crates_join() {
    if !cfg!(feature = "inventory") {
        COST.extend(|cost| cost.on::<ConstNode>(extensible::cost_of_const).on::<AddNode>(cost_of_add))
            .unwrap();
        SIMPLIFY.extend(|rules| rules.on::<AddNode>(add_zero)).unwrap();
        LINES
            .extend(|lines| lines.on_enter::<AddNode>(extensible::line_of_add).on::<AddNode>(line_of_add))
            .unwrap();
    }
    let x = Var::new("x");
    let sum = Add::new(x.clone(), Const::new(0));
    assert_eq!(COST.call(&sum, &mut ()), Ok(2));
    assert!(SIMPLIFY.rewrite(sum.clone().upcast::<Expr>()).unwrap().same_as(&x));
    let mut lines = Vec::new();
    LINES.visit_with(&sum, &mut lines);
    assert_eq!(lines, [1, 10]);
}
