//! Passes over local functions preserve the results of programs, and refuse invalid ones.

use objet::Registry;
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::transform::Pass;
use objet_ir::types::{FuncType, FuncTypeNode, TensorType, Type, TypeKind, TypeVar};
use objet_relay::analysis::module_well_formed;
use objet_relay::expr::{Call, Constant, Function, FunctionNode, If, Tuple, Var};
use objet_relay::functor::post_order;
use objet_relay::infer::{infer_function, infer_module};
use objet_relay::text::{import_std, pretty_print};
use objet_relay::transform::{
    dedup, defunctionalization, lambda_lift, lazy_gradient_init, to_a_normal_form_expr, to_cps, un_cps,
};
use proptest::prelude::*;

use super::{bound, module_of, number, op, var};
use crate::scalar_programs::interpreter::{run, run_in};
use crate::scalar_programs::random::program;

fn int() -> Type {
    TensorType::scalar(DataType::int(32)).upcast()
}

fn typed(name: &str) -> Var {
    Var::new(name, Some(int()), None)
}

fn unary() -> Type {
    FuncType::new([int()], int(), [], [], None).upcast()
}

fn function(params: impl Into<Array<Var>>, body: impl Into<RelayExpr>) -> Function {
    Function::new(params, body, None, [], None, None)
}

fn called(callee: impl Into<RelayExpr>, args: &[RelayExpr]) -> RelayExpr {
    Call::new(callee, args, None, [], None).upcast()
}

fn call_of(name: &str, module: &IRModule) -> RelayExpr {
    called(module.get_global_var(name).unwrap(), &[])
}

/// Returns the function in continuation-passing style whose answer is an integer.
fn with_answer(cps: Function) -> Function {
    let answer = cps.type_params[0].clone();
    let mut cps = cps;
    let mut fields = cps.make_mut();
    (*fields.type_params, *fields.checked_type) = (Array::new(), None);
    objet::rewrite(cps, |object: ObjectRef| match object.downcast_ref::<TypeVar>() {
        Some(var) if *var == answer => int().into_object_ref(),
        _ => object,
    })
    .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn results_are_preserved(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
        let before = to_a_normal_form_expr(&program(&bytes));
        let expected = run(&before).0;
        prop_assert_eq!(expected, run(&dedup(&before).unwrap()).0);

        let lifted = lambda_lift(&module_of([("main", &[], before.clone())])).unwrap();
        prop_assert_eq!(module_well_formed(&lifted), Ok(()));
        prop_assert_eq!(expected, run_in(&lifted, &call_of("main", &lifted)).0);

        let (cps, module) = to_cps(&function([], before), &IRModule::new()).unwrap();
        let typed_cps = infer_function(cps, Some(&module)).unwrap();
        let direct = un_cps(&typed_cps).unwrap();
        prop_assert_eq!(expected, run(&called(direct.clone(), &[])).0);
        infer_function(direct, None).unwrap();

        // Continuations are functions as values.
        let x = typed("x");
        let identity = function([x.clone()], x);
        let main = function([], called(with_answer(typed_cps), &[identity.upcast()]));
        let (main, module) = defunctionalization(&main, &module).unwrap();
        let mut module = module;
        module.add(GlobalVar::new("main"), main, false).unwrap();
        let module = infer_module(&module).unwrap();
        prop_assert_eq!(expected, run_in(&module, &call_of("main", &module)).0);
        let main = module.lookup_by_name("main").unwrap();
        let has_function = |ty: &Type| ty.is_instance::<FuncTypeNode>();
        let values = post_order(&main).filter(|expr| expr.type_key() == "relay.Var");
        prop_assert!(!values.filter_map(|var| var.checked_type.clone()).any(|ty| has_function(&ty)));
    }
}

/// `let again = fn (y) { body }; again(3)`, where `body` gets `again` and `y`.
fn recursive(body: impl FnOnce(&Var, &Var) -> RelayExpr) -> RelayExpr {
    let (again, y) = (Var::new("again", Some(unary()), None), typed("y"));
    let value = Function::new([y.clone()], body(&again, &y), Some(int()), [], None, None);
    bound(&again, value, called(again.clone(), &[number(3)]))
}

/// `if (y < 1) { 0 } else { otherwise }`
fn unless_zero(y: &Var, otherwise: RelayExpr) -> RelayExpr {
    If::new(op("less", &[y.clone().into(), number(1)]), number(0), otherwise, None).upcast()
}

fn minus_one(y: &Var) -> RelayExpr {
    op("subtract", &[y.clone().into(), number(1)])
}

#[test]
fn recursive_functions_refer_to_themselves_from_anywhere() {
    let outer = typed("outer");
    let sum = |y: &Var, rest| op("add", &[op("add", &[y.clone().into(), outer.clone().into()]), rest]);
    let programs = [
        recursive(|again, y| unless_zero(y, sum(y, called(again.clone(), &[minus_one(y)])))),
        // In a local function with a name, which TVM refuses.
        recursive(|again, y| {
            let (inner, z) = (Var::new("inner", Some(unary()), None), typed("z"));
            let body = sum(y, called(again.clone(), &[z.clone().upcast()]));
            let value = Function::new([z], body, Some(int()), [], None, None);
            unless_zero(y, bound(&inner, value, called(inner.clone(), &[minus_one(y)])))
        }),
        // As a value, which TVM refuses.
        recursive(|again, y| {
            let (f, z) = (Var::new("f", Some(unary()), None), typed("z"));
            let calls =
                Function::new([f.clone(), z.clone()], called(f, &[z.upcast()]), Some(int()), [], None, None);
            unless_zero(y, sum(y, called(calls, &[again.clone().upcast(), minus_one(y)])))
        }),
        // In a function that does not capture what the recursive one captures.
        recursive(|again, y| {
            let z = typed("z");
            let calls =
                Function::new([z.clone()], called(again.clone(), &[z.upcast()]), Some(int()), [], None, None);
            unless_zero(y, sum(y, called(calls, &[minus_one(y)])))
        }),
    ];
    for body in programs {
        let main = bound(&outer, number(10), body);
        let lifted = lambda_lift(&module_of([("main", &[], main)])).unwrap();
        assert_eq!(run_in(&lifted, &call_of("main", &lifted)).0, 13 + 12 + 11);
    }
}

#[test]
fn lifted_functions_have_stable_and_different_names() {
    let [x, w] = ["x", "w"].map(typed);
    let sum = |with: &Var| {
        let y = typed("y");
        function([y.clone()], op("add", &[y.into(), with.clone().into()])).upcast()
    };
    let both: RelayExpr = Tuple::new([sum(&x), sum(&w), sum(&x)], None).upcast();
    let module = module_of([("main", &[x.clone(), w.clone()], both)]);
    let names = |module: &IRModule| {
        let functions = module.functions.load();
        functions.keys().map(|var| var.name_hint.to_string()).collect::<Vec<_>>()
    };
    let lifted = lambda_lift(&module).unwrap();
    assert_eq!(names(&lifted).len(), 3, "equal functions of the same variable are one");
    assert_eq!(names(&lifted), names(&lambda_lift(&module).unwrap()));
    // The functions in the bodies of closures are lifted once more.
    lambda_lift(&lifted).unwrap();
}

#[test]
fn closures_with_type_parameters_are_lifted() {
    let a = TypeVar::new("a", TypeKind::Type, None);
    let [u, w] = ["u", "w"].map(|name| Var::new(name, Some(a.clone().upcast()), None));
    let identity = function([w.clone()], w);
    let body = called(identity, &[u.clone().upcast()]);
    let main = Function::new([u], body, Some(a.clone().upcast()), [a], None, None);
    let mut module = IRModule::new();
    module.add(GlobalVar::new("main"), main, false).unwrap();
    // TVM does not call the closure, so that the types of its result are wrong.
    assert_eq!(lambda_lift(&module).unwrap().functions.load().len(), 2);
}

#[test]
fn invalid_programs_are_refused() {
    let [x, y] = ["x", "y"].map(typed);
    let shared = op("add", &[x.clone().into(), number(1)]);
    let twice = function([x.clone()], op("add", &[shared.clone(), shared]));
    let empty = IRModule::new();
    let error = to_cps(&twice, &empty).unwrap_err().to_string();
    assert!(error.contains("shared expression"), "{error}");
    let attrs = DictAttrs::new([("Primitive", Integer::from(1))]);
    let fused = Function::new([y.clone()], y.clone(), None, [], Some(attrs), None);
    let error = to_cps(&function([x.clone()], called(fused, &[x.clone().upcast()])), &empty).unwrap_err();
    assert!(error.to_string().contains("fusion"), "{error}");
    let not_cps = [
        (function([], number(1)), "no parameters"),
        (function([x.clone()], number(1)), "not a function"),
        (function([Var::new("k", Some(unary()), None)], number(1)), "type parameter"),
    ];
    for (function, expected) in not_cps {
        let error = un_cps(&function).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let again = bound(&y, x.clone(), y.clone());
    let twice = Tuple::new([again, bound(&y, x.clone(), y.clone())], None).upcast();
    assert!(dedup(&twice).unwrap_err().to_string().contains("%y is bound more than once"));

    let refuse = |main: Function, expected: &str| {
        let error = defunctionalization(&main, &empty).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    let f = Var::new("f", Some(unary()), None);
    refuse(function([f.clone()], called(f, &[number(1)])), "the parameter %f");
    refuse(function([], function([y.clone()], y.clone())), "result");
    refuse(function([], recursive(|again, y| called(again.clone(), &[y.clone().upcast()]))), "calls itself");
    let a = TypeVar::new("a", TypeKind::Type, None);
    let u = Var::new("u", Some(a.clone().upcast()), None);
    refuse(Function::new([u.clone()], u, None, [a], None, None), "type parameters");
    let higher = Var::new("higher", Some(unary()), None);
    let module = module_of([("main", &[higher], number(1))]);
    let error = lazy_gradient_init(&module).unwrap_err().to_string();
    assert!(error.contains("the parameter %higher"), "{error}");
}

#[test]
fn parameters_are_bound_by_name() {
    let [x, w, v] = ["x", "w", "w"].map(typed);
    let sum = op("add", &[x.clone().into(), w.clone().into()]);
    let bind = Registry::expect("relay.build_module.BindParamsByName").unwrap();
    let constant: Constant = number(5).downcast().unwrap();
    let params = |name: &str| Map::from([(objet::String::from(name), constant.clone())]);
    let once = function([x.clone(), w.clone()], sum.clone());
    let bound: Function = bind.call_as((&once, &params("w"))).unwrap();
    assert_eq!(bound.params[..], *std::slice::from_ref(&x));
    assert_eq!(run(&called(bound, &[number(2)])).0, 7);
    let same: Function = bind.call_as((&once, &params("unknown"))).unwrap();
    assert!(objet::structural_equal(&same, &once));
    let twice = function([x, w, v], sum);
    let error = bind.call_as::<Function>((&twice, &params("w"))).unwrap_err().to_string();
    assert!(error.contains("several parameters have the name"), "{error}");
}

#[test]
fn functions_of_functions_are_defunctionalized() {
    let prelude = import_std(&IRModule::new(), "prelude.rly").unwrap();
    let x = typed("x");
    let adds = |amount| {
        let y = typed("y");
        function([y.clone()], op("add", &[y.into(), number(amount)])).upcast()
    };
    let compose = prelude.get_global_var("compose").unwrap();
    let f = var("f");
    // `let f = compose(add 1, add 2); f(f(x))`
    let calls = called(f.clone(), &[called(f.clone(), &[x.clone().upcast()])]);
    let body = bound(&f, called(compose, &[adds(1), adds(2)]), calls);
    let (main, module) = defunctionalization(&function([x], body), &prelude).unwrap();
    let mut module = module;
    module.add(GlobalVar::new("main"), main, false).unwrap();
    let module = infer_module(&module).unwrap();
    let call = called(module.get_global_var("main").unwrap(), &[number(10)]);
    assert_eq!(run_in(&module, &call).0, 16);
}

#[test]
fn callers_share_a_converted_function() {
    let (g, [x, y, z]) = (GlobalVar::new("g"), ["x", "y", "z"].map(typed));
    let mut module = module_of([]);
    module.add(g.clone(), function([y.clone()], minus_one(&y)), false).unwrap();
    for (name, param) in [("main", x), ("other", z)] {
        let body = called(g.clone(), &[param.clone().upcast()]);
        module.add(GlobalVar::new(name), function([param], body), false).unwrap();
    }
    let make: Pass = Registry::expect("relay._transform.ToCPS").unwrap().call_as(()).unwrap();
    let cps = make.run(module).unwrap();
    assert_eq!(cps.functions.load().len(), 4);
    assert!(cps.get_global_var("g_cps").is_ok());
    let main: Function = cps.lookup_by_name("main").unwrap().downcast().unwrap();
    assert_eq!(run_in(&cps, &called(un_cps(&main).unwrap(), &[number(10)])).0, 9);
}

#[test]
fn types_follow_from_the_answer() {
    // Parameters that are functions stay in continuation-passing style.
    let (f, x) = (Var::new("f", Some(unary()), None), typed("x"));
    let main = function([f.clone(), x.clone()], called(f, &[x.upcast()]));
    let (cps, module) = to_cps(&main, &IRModule::new()).unwrap();
    let cps = infer_function(cps, Some(&module)).unwrap();
    infer_function(un_cps(&cps).unwrap(), None).unwrap();
    let a = TypeVar::new("a", TypeKind::Type, None);
    let u = Var::new("u", Some(a.clone().upcast()), None);
    let identity = Function::new([u.clone()], u, Some(a.clone().upcast()), [a], None, None);
    let (cps, _) = to_cps(&identity, &IRModule::new()).unwrap();
    infer_function(un_cps(&infer_function(cps, None).unwrap()).unwrap(), None).unwrap();
}

#[test]
fn zeros_are_cells_of_zeros() {
    let ty: Type = TensorType::new([2.into(), 4.into()], DataType::float(32)).upcast();
    let x = Var::new("x", Some(ty), None);
    let zeros = op("zeros_like", &[x.clone().into()]);
    let body = op("multiply", &[x.clone().into(), zeros]);
    let lazy = lazy_gradient_init(&module_of([("main", std::slice::from_ref(&x), body)])).unwrap();
    let text = pretty_print(Some(&lazy.lookup_by_name("main").unwrap().upcast()));
    assert!(text.contains("Zero(") && !text.contains("One("), "{text}");
    // Tuples of tensors, branches and global functions, which TVM refuses.
    let yes = Var::new("yes", Some(TensorType::scalar(DataType::BOOL).upcast()), None);
    let g = GlobalVar::new("g");
    let y = Var::new("y", x.type_annotation.clone(), None);
    let both = Tuple::new([x.clone().upcast(), called(g.clone(), &[x.clone().upcast()])], None);
    let joined = objet_relay::op::concatenate(both, objet_ir::attrs! { axis: 0 }).unwrap();
    let parts = objet_relay::op::split(joined, objet_ir::attrs! { indices_or_sections: 2, axis: 0 }).unwrap();
    let part = |index| objet_relay::expr::TupleGetItem::new(parts.clone(), index, None);
    let choice: RelayExpr = If::new(yes.clone(), part(0), part(1), None).upcast();
    let mut module = module_of([]);
    module.add(g, function([y.clone()], op("exp", &[y.into()])), false).unwrap();
    module.add(GlobalVar::new("main"), function([yes, x], choice), false).unwrap();
    let lazy = lazy_gradient_init(&module).unwrap();
    let functions = lazy.functions.load();
    let main = functions
        .values()
        .find(|function| post_order(*function).any(|expr| expr.is_instance::<FunctionNode>()));
    assert!(main.is_some());
}
