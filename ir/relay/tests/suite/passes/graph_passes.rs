//! Passes that share or unshare expressions, and the removal of functions.

use std::sync::Mutex;

use objet::prelude::*;
use objet::{Array, Registry, String as Text};
use objet_ir::attrs;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::transform::Pass;
use objet_relay::analysis::{alpha_equal, check_basic_block_normal_form, well_formed};
use objet_relay::expr::{
    Call, Constant, Function, If, Let, LetNode, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var,
};
use objet_relay::functor::post_order;
use objet_relay::op::{add, cast, nn, sqrt, zeros};
use objet_relay::transform::{
    defuse_ops, eliminate_common_subexpr, inline, remove_unused_functions, split_args, to_a_normal_form_expr,
    to_basic_block_normal_form_expr, to_graph_normal_form,
};

use super::{body_of, bound, load, module_of, number, var};
use crate::deep::on_a_small_stack;

fn tuple(fields: &[RelayExpr]) -> RelayExpr {
    Tuple::new(fields, None).into()
}

fn root(of: impl Into<RelayExpr>) -> RelayExpr {
    sqrt(of.into()).unwrap().into()
}

fn function(param: &Var, body: impl Into<RelayExpr>) -> Function {
    Function::new([param.clone()], body, None, [], None, None)
}

fn call(callee: impl Into<RelayExpr>, arg: impl Into<RelayExpr>) -> RelayExpr {
    Call::new(callee, [arg.into()], None, [], None).into()
}

#[test]
fn graph_normal_form_inverts_a_normal_form() {
    let networks = ["resnet18_b1_s224.typed", "mlp_b1.typed"];
    for body in networks.map(|name| body_of(&load(name), "main")) {
        let graph = to_graph_normal_form(to_a_normal_form_expr(&body)).unwrap();
        assert!(alpha_equal(&graph, &body, false));
        assert!(to_graph_normal_form(graph.clone()).unwrap().same_as(&graph));
    }
    on_a_small_stack(|| {
        let chain = (0..200_000).fold(RelayExpr::from(var("x")), |below, _| root(below));
        let graph = to_graph_normal_form(to_a_normal_form_expr(&chain)).unwrap();
        assert!(alpha_equal(&graph, &chain, false));
    });
}

#[test]
fn lets_that_mean_something_stay_in_graph_normal_form() {
    let [x, y, z, f] = ["x", "y", "z", "f"].map(var);
    let recursive = bound(&f, function(&z, call(f.clone(), z.clone())), call(f.clone(), y.clone()));
    assert!(to_graph_normal_form(recursive.clone()).unwrap().same_as(&recursive));
    let write = RefWrite::new(x.clone(), y.clone(), None);
    let effects = bound(
        &x,
        RefCreate::new(y.clone(), None),
        bound(
            &z,
            write,
            bound(&f, root(y.clone()), tuple(&[f.clone().into(), RefRead::new(x.clone(), None).into()])),
        ),
    );
    let graph = to_graph_normal_form(effects).unwrap();
    let lets = post_order(&graph).filter(|expr| expr.is_instance::<LetNode>()).count();
    assert_eq!(lets, 2, "the reference and the write stay, the root does not");
    let twice = bound(&x, y.clone(), bound(&x, y, x.clone()));
    let error = to_graph_normal_form(twice).unwrap_err();
    assert_eq!(error.to_string(), "%x is bound more than once");
}

#[test]
fn calls_within_a_module_are_inlined_in_graph_normal_form() {
    let [x, y, v] = ["x", "y", "v"].map(var);
    let f = GlobalVar::new("f");
    let mut module = IRModule::new();
    module.add(f.clone(), function(&x, x.clone()), false).unwrap();
    let body = bound(&v, call(f, y.clone()), tuple(&[v.clone().into()]));
    module.add(GlobalVar::new("main"), function(&y, body), false).unwrap();
    let module = Pass::get("ToGraphNormalForm").unwrap().run(module).unwrap();
    assert_eq!(body_of(&module, "main").type_key(), "relay.Tuple");
}

/// Returns the number of calls after the elimination of common subexpressions.
fn calls_left(expr: &RelayExpr) -> usize {
    let left = eliminate_common_subexpr(expr.clone(), |_| Ok(false)).unwrap();
    post_order(&left).filter(|expr| expr.type_key() == "relay.Call").count()
}

#[test]
fn equal_calls_become_one() {
    let (x, y) = (RelayExpr::from(var("x")), RelayExpr::from(var("y")));
    let plus = |a: &RelayExpr, b: &RelayExpr| RelayExpr::from(add(a.clone(), b.clone()).unwrap());
    let to = |dtype| RelayExpr::from(cast(x.clone(), attrs! { dtype: dtype }).unwrap());
    let (i8, i32) = (DataType::int(8), DataType::int(32));
    let none = || RelayExpr::from(zeros(attrs! { shape: [2], dtype: i8 }).unwrap());
    let dropout = || RelayExpr::from(nn::dropout(x.clone(), attrs! {}).unwrap());
    let vector = || RelayExpr::from(Constant::new(NDArray::from_slice(&[1], &[1]).unwrap(), None));
    let half = Constant::new(NDArray::from_slice(&[], &[1.0_f32]).unwrap(), None).into();
    let c = var("c");
    let cases = [
        ("equal", tuple(&[root(x.clone()), root(x.clone())]), 1),
        ("nested", plus(&root(root(x.clone())), &root(root(x.clone()))), 3),
        ("attributes", tuple(&[to(i8), to(i8), to(i32)]), 2),
        ("order of arguments", tuple(&[plus(&x, &y), plus(&y, &x)]), 2),
        ("scalars", tuple(&[plus(&x, &number(1)), plus(&x, &number(1)), plus(&x, &number(2))]), 2),
        ("data types of scalars", tuple(&[plus(&x, &number(1)), plus(&x, &half)]), 2),
        ("vectors", tuple(&[plus(&x, &vector()), plus(&x, &vector())]), 2),
        ("no arguments", tuple(&[none(), none()]), 2),
        ("stateful", tuple(&[dropout(), dropout()]), 2),
        ("branches", If::new(c, root(x.clone()), root(x.clone()), None).into(), 1),
    ];
    for (name, expr, expected) in cases {
        assert_eq!(calls_left(&expr), expected, "{name}");
    }
    let item = |index| RelayExpr::from(TupleGetItem::new(x.clone(), index, None));
    let items = eliminate_common_subexpr(tuple(&[item(0), item(0), item(1)]), |_| Ok(false)).unwrap();
    let fields = &items.downcast_ref::<Tuple>().unwrap().fields;
    assert!(fields[0].same_as(&fields[1]) && !fields[0].same_as(&fields[2]));
}

#[test]
fn a_callback_chooses_expressions_that_stay() {
    let x = RelayExpr::from(var("x"));
    let seen = std::sync::Arc::new(Mutex::new(0));
    let count = seen.clone();
    let skip: PackedFunc = TypedPackedFunc::new(move |_: RelayExpr| {
        *count.lock().unwrap() += 1;
        true
    })
    .into();
    let create = Registry::expect("relay._transform.EliminateCommonSubexpr").unwrap();
    let pass: Pass = create.call_as((&skip,)).unwrap();
    assert_eq!(pass.pass_info.opt_level, 3);
    let body = tuple(&[root(x.clone()), root(x.clone())]);
    let module = module_of([("main", &[x.downcast::<Var>().unwrap()], body.clone())]);
    let module = pass.run(module).unwrap();
    assert!(body_of(&module, "main").same_as(&body));
    assert_eq!(*seen.lock().unwrap(), 2);
}

#[test]
fn elimination_of_a_deep_program_is_linear() {
    on_a_small_stack(|| {
        let x = RelayExpr::from(var("x"));
        let (mut a, mut b) = (x.clone(), x);
        for _ in 0..100_000 {
            (a, b) = (root(a), root(b));
        }
        assert_eq!(calls_left(&tuple(&[a, b])), 100_000);
    });
}

#[test]
fn called_functions_are_replaced_by_their_bodies() {
    let [x, y, z] = ["x", "y", "z"].map(var);
    let fused = function(&x, root(root(x.clone())));
    let twice = call(fused.clone(), call(fused, y.clone()));
    let expected = (0..4).fold(RelayExpr::from(y.clone()), |below, _| root(below));
    assert!(alpha_equal(&defuse_ops(twice).unwrap(), &expected, false));
    // A variable may have a function as its value, which stays.
    let named = bound(&z, function(&x, root(x.clone())), call(z.clone(), y));
    assert!(defuse_ops(named.clone()).unwrap().same_as(&named));
    let error = defuse_ops(Call::new(function(&x, x.clone()), [], None, [], None).into()).unwrap_err();
    assert_eq!(error.to_string(), "call of a function: expected 1 arguments, found 0");
    let captured =
        function(&x, Let::new(z.clone(), x.clone(), tuple(&[x.clone().into(), z.clone().into()]), None));
    assert!(defuse_ops(call(captured, z)).unwrap_err().to_string().contains("%z"));
}

#[test]
fn unreachable_functions_are_removed() {
    let names = ["a", "b", "c", "d", "main"];
    let vars = names.map(GlobalVar::new);
    let body = |callees: &[usize]| {
        let calls: Vec<RelayExpr> = callees.iter().map(|callee| vars[*callee].clone().into()).collect();
        Function::new([], tuple(&calls), None, [], None, None)
    };
    let mut module = IRModule::new();
    for (var, callees) in vars.iter().zip([&[][..], &[0], &[3], &[2], &[1]]) {
        module.add(var.clone(), body(callees), false).unwrap();
    }
    let left = |entries: &[&str]| -> Vec<String> {
        let module = remove_unused_functions(module.clone(), entries.iter().copied()).unwrap();
        module.get_global_vars().iter().map(|var| var.name_hint.to_string()).collect()
    };
    assert_eq!(left(&["main"]), ["a", "b", "main"]);
    assert_eq!(left(&["c"]), ["c", "d"]);
    assert_eq!(left(&[]), [""; 0]);
    let error = remove_unused_functions(module.clone(), ["maim"]).unwrap_err();
    assert_eq!(error.to_string(), r#"the module has no function "maim", did you mean "main"?"#);
    let create = Registry::expect("relay._transform.RemoveUnusedFunctions").unwrap();
    let entries: Array<Text> = [Text::from("b")].into();
    let pass: Pass = create.call_as((&entries,)).unwrap();
    assert_eq!(pass.run(module).unwrap().functions.load().len(), 2);
}

#[test]
fn functions_that_double_the_program_are_errors() {
    let y = var("y");
    let twice = |callee: RelayExpr, x: &Var| call(callee.clone(), call(callee, x.clone()));
    let chain = |length| {
        (0..length).fold(function(&y, root(y.clone())), |callee, _| {
            let x = var("x");
            function(&x, twice(callee.into(), &x))
        })
    };
    let defused = defuse_ops(chain(10).into()).unwrap();
    assert_eq!(post_order(&defused).filter(|expr| expr.type_key() == "relay.Call").count(), 1024);
    let error = defuse_ops(chain(60).into()).unwrap_err().to_string();
    assert!(error.contains("have more than") && error.contains("expressions in all"), "{error}");

    let vars: Vec<GlobalVar> = (0..60).map(|index| GlobalVar::new(format!("f{index}"))).collect();
    let mut module = IRModule::new();
    for (index, name) in vars.iter().enumerate() {
        let x = var("x");
        let body = if index == 0 { root(x.clone()) } else { twice(vars[index - 1].clone().into(), &x) };
        let mut new = function(&x, body);
        *new.make_mut().attrs = Some(DictAttrs::new([("Inline", Integer::from(1))]));
        module.add_unchecked(name.clone(), new, false).unwrap();
    }
    let error = inline(module).unwrap_err().to_string();
    assert!(error.contains("have more than") && error.contains("expressions in all"), "{error}");
}

#[test]
fn kernels_have_room_for_an_input() {
    let error = split_args(tuple(&[]), 1).unwrap_err().to_string();
    assert!(error.starts_with("the maximum number of arguments of a function is at least 2"), "{error}");
    assert!(split_args(tuple(&[]), -1).is_ok());
}

#[test]
fn values_that_depend_on_their_own_function_are_not_bound() {
    let [f, x, y] = ["f", "x", "y"].map(var);
    // The function and the code after it share a call of the function.
    let shared = call(f.clone(), x.clone());
    let recursive = bound(&f, function(&y, tuple(&[shared.clone(), y.clone().into()])), shared);
    assert!(to_basic_block_normal_form_expr(&recursive).unwrap().same_as(&recursive));
    // Both share a value that does not depend on the function.
    let shared = root(x);
    let closure =
        bound(&f, function(&y, tuple(&[shared.clone(), y.clone().into()])), call(f.clone(), shared));
    let normal = to_basic_block_normal_form_expr(&closure).unwrap();
    assert!(check_basic_block_normal_form(&normal).is_ok());
    assert!(well_formed(&normal).is_ok());
    assert!(normal.as_node::<LetNode>().unwrap().body.is_instance::<LetNode>());
}
