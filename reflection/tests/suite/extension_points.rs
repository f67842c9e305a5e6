//! Tests of extension points: functions from other modules, their order, and late extensions.

use std::sync::Once;

use objet::prelude::*;
use objet::walk::{FunctorError, NodeFunctor, RewriteContext, VisitContext};
use objet::{Rewriter, Visitor, extension_point};

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "extension.Expr", new)]
struct ExprNode {
    base: Object,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "extension.Number", is_final, new)]
struct NumberNode {
    base: ExprNode,
    value: i64,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "extension.Neg", is_final, new)]
struct NegNode {
    base: ExprNode,
    operand: Expr,
}

extension_point! {
    /// The text of an expression.
    static TEXT: NodeFunctor<String, ()> = NodeFunctor::new()
        .on::<ExprNode>(|_, text: &mut String| *text += "?");
}

extension_point! {
    static ORDER: Visitor<Vec<&'static str>>;
}

extension_point! {
    static FOLD: Rewriter;
}

extension_point! {
    static TWICE: NodeFunctor<(), u32>;
}

extension_point! {
    static BY_HAND: Visitor<u32>;
}

mod others {
    use super::*;

    #[extend(TEXT)]
    pub(super) fn text_of_number(number: &NumberNode, text: &mut String) {
        *text += &number.value.to_string();
    }

    #[extend(super::TEXT)]
    pub(super) fn text_of_neg(neg: &NegNode, text: &mut String) {
        text.push('-');
        TEXT.call(&neg.operand, text).unwrap();
    }

    #[extend(ORDER)]
    pub(super) fn second(_: &NumberNode, cx: &mut VisitContext<'_, Vec<&'static str>>) {
        cx.state.push("second");
    }

    #[extend(ORDER)]
    pub(super) fn third(_: &NumberNode, cx: &mut VisitContext<'_, Vec<&'static str>>) {
        cx.state.push("third");
    }

    #[extend(ORDER, enter)]
    pub(super) fn entered(_: &NumberNode, cx: &mut VisitContext<'_, Vec<&'static str>>) {
        cx.state.push("entered");
    }

    #[extend(FOLD)]
    pub(super) fn fold_neg(neg: &NegNode, _: &mut RewriteContext<'_>) -> Option<Number> {
        Some(Number::new(-neg.operand.as_node::<NumberNode>()?.value))
    }

    #[extend(TWICE)]
    pub(super) fn first_of_two(_: &NumberNode, (): &mut ()) -> u32 {
        1
    }
}

#[extend(ORDER)]
fn first(_: &ExprNode, cx: &mut VisitContext<'_, Vec<&'static str>>) {
    cx.state.push("first");
}

#[extend(TWICE)]
fn second_of_two(_: &NumberNode, (): &mut ()) -> u32 {
    2
}

/// Adds the functions if they are not collected at link time.
fn extend_by_hand() {
    static ONCE: Once = Once::new();
    if cfg!(feature = "inventory") {
        return;
    }
    ONCE.call_once(|| {
        TEXT.extend(|text| text.on::<NumberNode>(others::text_of_number).on::<NegNode>(others::text_of_neg))
            .unwrap();
        ORDER
            .extend(|order| {
                order
                    .on::<ExprNode>(first)
                    .on::<NumberNode>(others::second)
                    .on::<NumberNode>(others::third)
                    .on_enter::<NumberNode>(others::entered)
            })
            .unwrap();
        FOLD.extend(|fold| fold.on::<NegNode>(others::fold_neg)).unwrap();
        TWICE
            .extend(|twice| twice.on::<NumberNode>(second_of_two).on::<NumberNode>(others::first_of_two))
            .unwrap();
    });
}

fn minus_three() -> Expr {
    Neg::new(Number::new(3)).upcast()
}

#[test]
fn functions_of_other_modules_join() {
    extend_by_hand();
    let mut text = String::new();
    TEXT.call(&minus_three(), &mut text).unwrap();
    TEXT.call(&Expr::new(), &mut text).unwrap();
    assert_eq!(text, "-3?");

    let folded = FOLD.rewrite(minus_three()).unwrap();
    assert_eq!(folded.as_node::<NumberNode>().map(|number| number.value), Some(-3));
}

#[test]
fn functions_come_in_the_order_of_modules_and_lines() {
    extend_by_hand();
    let mut order = Vec::new();
    ORDER.visit_with(&Number::new(1), &mut order);
    assert_eq!(order, ["entered", "first", "second", "third"]);
}

#[test]
fn two_functions_for_a_type_are_an_error_with_both_places() {
    extend_by_hand();
    let error = TWICE.call(&Number::new(1), &mut ()).unwrap_err();
    let FunctorError::DuplicateFunction { type_key, first, second } = error else { panic!("{error}") };
    assert_eq!((type_key, first.file, second.file), ("extension.Number", file!(), file!()));
    assert_ne!(first, second);
}

#[test]
fn a_function_is_added_before_the_first_use_only() {
    BY_HAND.extend(|visitor| visitor.on::<NumberNode>(|_, cx| *cx.state += 1)).unwrap();
    let mut count = 0;
    BY_HAND.visit_with(&minus_three(), &mut count);
    assert_eq!(count, 1);
    let error = BY_HAND.extend(|visitor| visitor).unwrap_err();
    assert_eq!(
        error.to_string(),
        "extension point suite::extension_points::BY_HAND is in use: extend it before its first use"
    );
}
