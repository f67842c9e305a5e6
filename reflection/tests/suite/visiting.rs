//! Tests of visitors: the functions that run, their order, and the objects that are visited.

use objet::containers::{ADT, StringNode};
use objet::fields::{FieldCell, FieldKind, ReferenceKind};
use objet::prelude::*;
use objet::types::{FieldBuilder, TypeBuilder};
use objet::{String, Visitor, make_node, register_types, types};

use crate::long_graphs::{LONG, on_a_small_stack};

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "visiting.Expr", new)]
struct ExprNode {
    base: Object,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "visiting.Var", is_final, new)]
struct VarNode {
    base: ExprNode,
    name: String,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "visiting.Neg", is_final, new)]
struct NegNode {
    base: ExprNode,
    operand: Expr,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "visiting.Tuple", is_final, new)]
struct TupleNode {
    base: ExprNode,
    #[reflect(visit_last)]
    fields: Array<Expr>,
    last: Option<Expr>,
}

fn var(name: &str) -> Expr {
    Var::new(name).upcast()
}

fn names() -> Visitor<Vec<std::string::String>> {
    Visitor::<Vec<_>>::default().on::<VarNode>(|var, cx| cx.state.push(var.name.to_string()))
}

fn visited<R: IsObjectRef, T: Default>(visitor: &Visitor<T>, root: &R) -> T {
    let mut state = T::default();
    visitor.visit_with(root, &mut state);
    state
}

#[test]
fn each_object_is_visited_once_after_the_objects_below_it() {
    let x = var("x");
    let fields = [Neg::new(x.clone()).upcast(), x.clone(), var("z")];
    let tuple = Tuple::new(fields, Some(var("y")));
    // `fields` has the option `visit_last`.
    assert_eq!(visited(&names(), &tuple), ["y", "x", "z"]);
    assert_eq!(visited(&names(), &x), ["x"]);

    let order = Visitor::<std::string::String>::default()
        .on_enter::<ExprNode>(|_, cx| cx.state.push('('))
        .on::<VarNode>(|var, cx| *cx.state += var.name.as_str())
        .on::<ExprNode>(|_, cx| cx.state.push(')'))
        .on_enter::<NegNode>(|_, cx| cx.state.push('-'));
    assert_eq!(visited(&order, &tuple), "((y)(-(x))(z))");
}

#[test]
fn functions_run_for_descendants_and_for_objects_that_are_no_nodes() {
    let all = Visitor::<Vec<&'static str>>::default()
        .on::<ExprNode>(|_, cx| {
            let key = cx.object().type_key();
            cx.state.push(key);
        })
        .on::<StringNode>(|_, cx| cx.state.push("text"));
    let nest = ADT::tuple([Neg::new(var("x")).into(), String::from("y").into()]);
    let mut map = Map::<String, ADT>::new();
    map.insert("key".into(), nest);
    let mut found = visited(&all, &map);
    found.sort_unstable();
    assert_eq!(found, ["text", "text", "text", "visiting.Neg", "visiting.Var"]);
}

#[test]
fn subtrees_are_skipped_and_a_visit_stops() {
    let visitor = names().on_enter::<NegNode>(|_, cx| cx.skip_subtree());
    let x = var("x");
    let skipped = Tuple::new([Neg::new(x.clone()).upcast(), Neg::new(var("y")).upcast(), x], None);
    assert_eq!(visited(&visitor, &skipped), ["x"]); // on the other path

    let tuple = Tuple::new([var("a"), var("b"), var("c")], None);
    let to_b = names().on::<VarNode>(|var, cx| {
        if var.name == "b" {
            cx.stop();
        }
    });
    assert_eq!(visited(&to_b, &tuple), ["a", "b"]);
    let not_at_all = names().on_enter::<TupleNode>(|_, cx| cx.stop());
    assert!(visited(&not_at_all, &tuple).is_empty());
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_long_chain_needs_little_stack() {
    on_a_small_stack(|| {
        let mut chain = var("x");
        for _ in 0..LONG {
            chain = Neg::new(chain).upcast();
        }
        let count = Visitor::<usize>::default()
            .on_enter::<NegNode>(|_, cx| *cx.state += 1)
            .on::<ExprNode>(|_, cx| *cx.state += 1);
        assert_eq!(visited(&count, &chain), 2 * LONG + 1);
    });
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "visiting.Cell", is_final, new)]
struct CellNode {
    base: Object,
    next: FieldCell<Option<ObjectRef>>,
}

#[test]
fn a_cycle_is_visited_once() {
    let cell = Cell::new(FieldCell::new(None::<ObjectRef>));
    cell.next.store(Some(Array::from([cell.clone()]).into()));
    let count = Visitor::<usize>::default().on::<Object>(|_, cx| *cx.state += 1);
    assert_eq!(visited(&count, &cell), 2);
    cell.next.store(None);
}

#[test]
fn a_visitor_visits_types_that_are_registered_after_its_first_use() {
    register_types!(ExprNode, VarNode, NegNode, TupleNode).unwrap();
    let visitor = names();
    assert_eq!(visited(&visitor, &Neg::new(var("x"))), ["x"]);
    // A type that leads to variables: its field may be any object.
    let any = types::by_index(TypeIndex::OBJECT).unwrap();
    let inside = FieldBuilder::new("inside", FieldKind::Reference(ReferenceKind::to_type(any, false)));
    TypeBuilder::new("visiting.Late", ExprNode::type_index()).field(inside).register().unwrap();
    let late = make_node("visiting.Late", [("inside", (&var("z")).into())]).unwrap();
    assert_eq!(visited(&visitor, &Neg::new(late.downcast::<Expr>().unwrap())), ["z"]);
}
