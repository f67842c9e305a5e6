//! Tests of sets of rules.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet::containers::StringNode;
use objet::fields::{FieldKind, ReferenceKind};
use objet::function::ArgValue;
use objet::prelude::*;
use objet::types::{FieldBuilder, TypeBuilder};
use objet::walk::{RewriteError, RewriteOrder, deep_copy};
use objet::{Rewriter, String, make_node, post_order, rewrite, structural_equal, types};
use proptest::prelude::*;

use super::{
    Add, AddNode, Call, CallNode, Expr, ExprNode, VarNode, add, address, expr, is_var, sides, text, var,
};
use crate::long_graphs::{LONG, on_a_small_stack};

fn call(args: impl IntoIterator<Item = Expr>) -> Expr {
    Call::from(make_object(CallNode { base: expr(), args: args.into_iter().collect() })).into()
}

fn is_zero(expr: &Expr) -> bool {
    is_var(expr.as_object_ref(), "0")
}

/// Replaces `0 + x` and `x + 0` by `x`.
fn simplify() -> Rewriter {
    Rewriter::new()
        .on::<AddNode>(|add, _| is_zero(&add.lhs).then(|| add.rhs.clone()))
        .on::<AddNode>(|add, _| is_zero(&add.rhs).then(|| add.lhs.clone()))
}

#[test]
fn the_first_rule_with_a_replacement_wins_and_ancestors_have_rules_too() {
    let rules = Rewriter::new()
        .on::<VarNode>(|node, _| (node.name == "x").then(|| var("y")))
        .on::<ExprNode>(|_, cx| is_var(cx.object(), "x").then(|| var("never")))
        .on::<ExprNode>(|_, cx| is_var(cx.object(), "z").then(|| var("w")));
    let new = rules.rewrite(add(var("x"), var("z"))).unwrap();
    assert_eq!(text(&new), r#"Add(lhs=Var(name="y"), rhs=Var(name="w"))"#);
}

#[test]
fn rules_apply_inside_of_containers_and_to_containers() {
    let rules = Rewriter::new().on::<VarNode>(|node, _| (node.name == "x").then(|| var("y")));
    let calls = Array::from([call([var("x"), add(var("x"), var("z"))])]);
    let map: Map<String, Array<Expr>> = [("k".into(), calls)].into_iter().collect();
    for root in [map.clone(), deep_copy(&map)] {
        let new = rules.rewrite(root).unwrap();
        assert_eq!(new["k"].len(), 1);
        assert!(!post_order(&new).any(|object| is_var(&object, "x")));
        assert_eq!(post_order(&new).filter(|object| is_var(object, "y")).count(), 2);
    }
    assert!(post_order(&map).any(|object| is_var(&object, "x")));

    let empty = Rewriter::new().on::<objet::containers::ArrayNode>(|array, _| {
        (array.as_slice().len() == 2).then(Array::<Expr>::new)
    });
    assert_eq!(text(&empty.rewrite(call([var("x"), var("y")])).unwrap()), "Call(args=[])");
}

#[test]
fn strings_in_fields_have_rules_if_asked_for() {
    #[derive(Clone, Object, Reflect)]
    #[repr(C)]
    #[object(key = "rewriting.rules.Named")]
    struct NamedNode {
        base: ExprNode,
        name: String,
        tags: Array<String>,
    }
    let upper = Rewriter::new().on::<StringNode>(|text, _| {
        let upper = text.as_str().to_uppercase();
        (upper != text.as_str()).then(|| String::from(upper))
    });
    let tags = Array::from([String::from("a"), String::from("B")]);
    let named = Named::from(make_object(NamedNode { base: expr(), name: "x".into(), tags }));
    let new = upper.rewrite(call([named.clone().upcast()])).unwrap();
    assert_eq!(text(&new), r#"Call(args=[rules.Named(name="X", tags=["A", "B"])])"#);
    let none = Rewriter::new().on::<AddNode>(|_, _| None::<Expr>);
    assert!(none.rewrite(named.clone()).unwrap().same_as(&named));
}

#[test]
fn unique_graphs_change_in_place_and_other_graphs_stay() {
    let rules = simplify();
    let root = add(add(var("x"), var("0")), var("y"));
    let (at, kept) = (address(&root), root.clone());
    let new = rules.rewrite(root).unwrap();
    assert_ne!(address(&new), at);
    assert!(sides(&new).1.same_as(sides(&kept).1));
    assert_eq!(text(&kept), text(&add(add(var("x"), var("0")), var("y"))));

    let root = deep_copy(&kept);
    let at = address(&root);
    let in_place = rules.rewrite(root).unwrap();
    assert_eq!(address(&in_place), at);
    assert!(structural_equal(&in_place, &new));
    assert!(rules.rewrite(new.clone()).unwrap().same_as(&new));
}

#[test]
fn shared_objects_are_rewritten_once() {
    let count = Rewriter::<usize>::default().on::<VarNode>(|_, cx| {
        *cx.state += 1;
        Some(var("y"))
    });
    let diamond = (0..60).fold(var("x"), |below, _| add(below.clone(), below));
    for root in [diamond.clone(), deep_copy(&diamond)] {
        let mut calls = 0;
        let new = count.rewrite_with(root, &mut calls).unwrap();
        assert_eq!((calls, post_order(&new).count()), (1, 61));
    }
}

#[test]
fn errors_of_rules_and_of_fields_end_the_rewriting() {
    #[derive(Debug, PartialEq)]
    enum RenameError {
        Name(std::string::String),
        Rewrite(std::string::String),
    }
    impl From<RewriteError> for RenameError {
        fn from(error: RewriteError) -> Self {
            Self::Rewrite(error.to_string())
        }
    }
    let rules = Rewriter::<(), RenameError>::default().on::<VarNode>(|node, _| match node.name.as_str() {
        "x" => Ok(Some(var("y"))),
        "text" => Ok(Some(ObjectRef::from(String::from("text"))).and_then(|text| text.downcast().ok())),
        name => Err(RenameError::Name(name.into())),
    });
    assert_eq!(text(&rules.rewrite(var("x")).unwrap()), r#"Var(name="y")"#);
    let error = rules.rewrite(add(var("x"), var("z"))).unwrap_err();
    assert_eq!(error, RenameError::Name("z".into()));

    let texts = Rewriter::new().on::<VarNode>(|_, _| Some(String::from("text")));
    let held = add(var("x"), var("x"));
    for root in [held.clone(), add(var("x"), var("x"))] {
        let error = texts.rewrite(root).unwrap_err().to_string();
        assert_eq!(error, "rewriting.Add.lhs: expected rewriting.Expr, found runtime.String");
    }
    let error = texts.rewrite(var("x")).unwrap_err().to_string();
    assert!(error.starts_with("type mismatch of the rewritten root"), "{error}");
    let bad = Rewriter::new().on::<VarNode>(|_, _| Some(var("bad")));
    let kept = add(var("x"), var("y"));
    for root in [kept.clone(), deep_copy(&kept)] {
        assert!(bad.rewrite(root).unwrap_err().to_string().contains("a bad variable"));
    }
}

#[test]
fn in_preorder_replacements_are_rewritten_before_the_objects_below() {
    // Moves additions to the right: `(a + b) + c` becomes `a + (b + c)`.
    let right = Rewriter::new()
        .on::<AddNode>(|outer, _| {
            let inner = outer.lhs.as_node::<AddNode>()?;
            Some(add(inner.lhs.clone(), add(inner.rhs.clone(), outer.rhs.clone())))
        })
        .order(RewriteOrder::PreOrder);
    let left = (0..5).fold(var("a"), |below, _| add(below, var("x")));
    for root in [left.clone(), deep_copy(&left)] {
        let mut at = right.rewrite(root).unwrap();
        let mut count = 0;
        while let Some(add) = at.clone().as_node::<AddNode>() {
            assert!(add.lhs.is_instance::<VarNode>());
            at = add.rhs.clone();
            count += 1;
        }
        assert_eq!(count, 5);
    }
}

#[test]
fn rules_may_store_the_objects_that_they_see() {
    // In preorder, a stored reference makes an object shared before it is entered.
    let stash = Rewriter::<Vec<ObjectRef>>::default()
        .on::<AddNode>(|_, cx| {
            cx.state.push(cx.object().clone());
            None::<Expr>
        })
        .on::<VarNode>(|node, _| (node.name == "x").then(|| var("y")))
        .order(RewriteOrder::PreOrder);
    let mut seen = Vec::new();
    let new = stash.rewrite_with(add(add(var("x"), var("z")), var("x")), &mut seen).unwrap();
    assert_eq!(text(&new), text(&add(add(var("y"), var("z")), var("y"))));
    assert_eq!(text(&seen[0]), text(&add(add(var("x"), var("z")), var("x"))));
    assert_eq!(seen.len(), 2);
}

#[test]
fn types_that_a_rule_registers_are_visited_in_a_fixpoint() {
    #[derive(Clone, Object, Reflect)]
    #[repr(C)]
    #[object(key = "rewriting.rules.Part", child_slots = 1)]
    struct PartNode {
        base: Object,
    }
    #[derive(Clone, Object, Reflect)]
    #[repr(C)]
    #[object(key = "rewriting.rules.Whole", new)]
    struct WholeNode {
        base: Object,
        is_new: bool,
        part: Part,
    }
    objet::register_types!(PartNode, WholeNode).unwrap();
    let rules = Rewriter::new()
        .on::<WholeNode>(|whole, _| {
            if whole.is_new {
                return None;
            }
            let any_expr = ReferenceKind::to_type(types::by_key("rewriting.Expr").unwrap(), false);
            TypeBuilder::new("rewriting.rules.LatePart", PartNode::type_index())
                .field(FieldBuilder::new("value", FieldKind::Reference(any_expr)))
                .register()
                .unwrap();
            let late = make_node("rewriting.rules.LatePart", [("value", ArgValue::from(&var("x")))]).unwrap();
            Some(Whole::new(true, late.downcast::<Part>().unwrap()))
        })
        .on::<VarNode>(|node, _| (node.name == "x").then(|| var("y")))
        .until_fixpoint();
    let part = Part::from(make_object(PartNode { base: Object::new() }));
    let new = rules.rewrite(Whole::new(false, part)).unwrap();
    assert!(post_order(&new).any(|object| is_var(&object, "y")));
}

#[test]
fn rules_without_an_end_are_an_error() {
    let swap = |order| {
        Rewriter::new()
            .on::<AddNode>(|node, _| Some(add(node.rhs.clone(), node.lhs.clone())))
            .order(order)
            .limit(1_000)
    };
    let sum = add(var("x"), var("y"));
    for rules in [
        swap(RewriteOrder::PreOrder),
        swap(RewriteOrder::PreOrder).until_fixpoint(),
        swap(RewriteOrder::PostOrder).until_fixpoint(),
    ] {
        let error = rules.rewrite(sum.clone()).unwrap_err().to_string();
        assert_eq!(
            error,
            "rules still replace objects after 1000 replacements: make the rules terminate, or raise the limit"
        );
    }
    let swapped = swap(RewriteOrder::PostOrder).rewrite(sum).unwrap();
    assert_eq!(text(&swapped), text(&add(var("y"), var("x"))));
}

#[test]
fn types_that_are_registered_later_are_visited() {
    let rules = Rewriter::new().on::<VarNode>(|node, _| (node.name == "x").then(|| var("y")));
    // No reference of this node leads to a variable.
    #[derive(Clone, Object, Reflect)]
    #[repr(C)]
    #[object(key = "rewriting.rules.Leaf", child_slots = 1)]
    struct LeafNode {
        base: Object,
    }
    #[derive(Clone, Object, Reflect)]
    #[repr(C)]
    #[object(key = "rewriting.rules.Box", new)]
    struct BoxNode {
        base: Object,
        leaf: Leaf,
    }
    objet::register_types!(LeafNode, BoxNode).unwrap();
    let boxed = Box::new(Leaf::from(make_object(LeafNode { base: Object::new() })));
    assert!(rules.rewrite(boxed.clone()).unwrap().same_as(&boxed));

    let any_expr = ReferenceKind::to_type(types::by_key("rewriting.Expr").unwrap(), false);
    TypeBuilder::new("rewriting.rules.Late", LeafNode::type_index())
        .field(FieldBuilder::new("value", FieldKind::Reference(any_expr)))
        .register()
        .unwrap();
    let late = make_node("rewriting.rules.Late", [("value", ArgValue::from(&var("x")))]).unwrap();
    let new = rules.rewrite(Box::new(late.downcast::<Leaf>().unwrap())).unwrap();
    assert!(post_order(&new).any(|object| is_var(&object, "y")));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_chain_of_a_million_nodes_is_rewritten_in_every_order() {
    on_a_small_stack(|| {
        let zero = var("0");
        let chain = || (0..LONG).fold(var("x"), |below, _| add(below, zero.clone()));
        let kept = chain();
        for root in [kept.clone(), chain()] {
            assert!(is_var(simplify().rewrite(root).unwrap().as_object_ref(), "x"));
        }
        let repeated = simplify().until_fixpoint();
        assert!(is_var(repeated.rewrite(kept.clone()).unwrap().as_object_ref(), "x"));
        for rules in [simplify(), simplify().until_fixpoint()] {
            let rules = rules.order(RewriteOrder::PreOrder);
            assert!(is_var(rules.rewrite(kept.clone()).unwrap().as_object_ref(), "x"));
        }
    });
}

/// Rules that need several steps: numbers are chains of calls, `s(s(z))` is 2, and sums of numbers
/// become numbers.
fn arithmetic() -> Rewriter {
    Rewriter::new().on::<AddNode>(|sum, _| {
        if is_var(sum.lhs.as_object_ref(), "z") {
            return Some(sum.rhs.clone());
        }
        let below = sum.lhs.as_node::<CallNode>()?.args[0].clone();
        Some(call([add(below, sum.rhs.clone())]))
    })
}

fn number(value: usize) -> Expr {
    (0..value).fold(var("z"), |below, _| call([below]))
}

proptest! {
    #[test]
    fn a_fixpoint_is_that_of_repeated_passes(values in prop::collection::vec(0_usize..6, 1..12), shared: bool) {
        let sums = |shared: bool| {
            let one = number(1);
            let number = |value: &usize| match value {
                1 if shared => one.clone(),
                value => number(*value),
            };
            let mut terms: Vec<_> = values.iter().map(number).collect();
            while terms.len() > 1 {
                let pairs = terms.chunks(2).map(|pair| match pair {
                    [lhs, rhs] => add(lhs.clone(), rhs.clone()),
                    rest => rest[0].clone(),
                });
                terms = pairs.collect();
            }
            terms.remove(0)
        };
        let sum: usize = values.iter().sum();
        for order in [RewriteOrder::PostOrder, RewriteOrder::PreOrder] {
            let rules = arithmetic().order(order).until_fixpoint();
            let result = rules.rewrite(sums(shared)).unwrap();
            prop_assert!(structural_equal(&result, &number(sum)), "{order:?}");
            prop_assert!(rules.rewrite(result.clone()).unwrap().same_as(&result));
        }
        // One pass at a time until nothing changes.
        let once = arithmetic();
        let mut root = sums(shared);
        loop {
            let new = once.rewrite(root.clone()).unwrap();
            if new.same_as(&root) {
                break;
            }
            root = new;
        }
        prop_assert!(structural_equal(&root, &number(sum)));
    }

    #[test]
    fn rules_do_what_a_function_does(names in prop::collection::vec(0_u8..4, 1..40), kept: bool) {
        let build = || {
            let mut nodes: Vec<Expr> = Vec::new();
            for (index, name) in names.iter().enumerate() {
                let node = match (name, nodes.len()) {
                    (0, count) if count > 1 => add(nodes[count - 1].clone(), nodes[index / 2].clone()),
                    (1, count) if count > 0 => call([nodes[index / 3].clone(), var("0")]),
                    (2, _) => var("0"),
                    _ => var("x"),
                };
                nodes.push(node);
            }
            nodes.pop().expect("at least one")
        };
        let root = build();
        let by_function = rewrite(build(), |object| {
            let Some(add) = object.as_node::<AddNode>() else { return Ok::<_, RewriteError>(object) };
            Ok(match (is_zero(&add.lhs), is_zero(&add.rhs)) {
                (true, _) => add.rhs.clone().into(),
                (_, true) => add.lhs.clone().into(),
                _ => object,
            })
        });
        let held = kept.then(|| root.clone());
        let by_rules = simplify().rewrite(root).unwrap();
        prop_assert!(structural_equal(&by_rules, &by_function.unwrap()));
        if let Some(held) = held {
            prop_assert!(structural_equal(&held, &build()));
        }
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn a_panic_in_a_rule_drops_the_graph() {
    let count = Arc::new(AtomicUsize::new(0));
    let root = super::counted(super::counted(var("x"), var("y"), &count), var("z"), &count);
    let rules = Rewriter::new().on::<VarNode>(|node, _| {
        assert!(node.name != "z", "a panic");
        Some(var("w"))
    });
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| rules.rewrite(root)));
    assert!(panic.is_err());
    assert_eq!(count.load(Ordering::SeqCst), 0);
    assert!(rules.rewrite(add(var("x"), var("y"))).is_ok());
    let _: Add = rules.rewrite(add(var("x"), var("y"))).unwrap().downcast().unwrap();
}
