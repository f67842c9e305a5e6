//! Passes over relay: they preserve the results of programs, and produce the expected form.

mod answers_of_tvm;
mod closures;
mod composites;
mod deep_functions;
mod deep_programs;
mod devices;
mod graph_passes;
mod layouts;
mod lifted_names;
mod memory;
mod partial_evaluation;
mod precision;
mod quantized;
mod regions;
mod scales;
mod simulated;
mod sparse;

use objet::prelude::*;
use objet::structural_equal;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::Op;
use objet_ir::transform::Pass;
use objet_relay::adt::{Clause, Match, MatchNode, PatternVar};
use objet_relay::analysis::{alpha_equal, free_vars, well_formed};
use objet_relay::expr::{
    Call, CallNode, Constant, Function, FunctionNode, If, Let, LetNode, RefWrite, Tuple, Var,
};
use objet_relay::functor::post_order;
use objet_relay::transform::{dead_code_elimination, fold_constant, to_a_normal_form, to_a_normal_form_expr};
use proptest::prelude::*;

use crate::graphs;
use crate::scalar_programs::interpreter::run;
use crate::scalar_programs::random::program;

fn load(name: &str) -> IRModule {
    graphs::load(name).downcast().unwrap()
}

#[test]
fn a_normal_form_of_resnet_equals_tvm() {
    let anf = to_a_normal_form(load("resnet18_b1_s224.typed")).unwrap();
    let of_tvm = load("resnet18.anf");
    let difference = objet::compare::StructuralEqual::new().first_difference(&anf, &of_tvm);
    assert!(difference.is_none(), "{}", difference.unwrap());
}

#[test]
fn a_normal_form_is_idempotent_on_real_networks() {
    for name in ["lstm_i5_h32.typed", "mlp_b1.typed", "mobilenet_b1_s224.raw", "prelude.typed"] {
        let anf = to_a_normal_form(load(name)).unwrap();
        assert!(structural_equal(&anf, &to_a_normal_form(anf.clone()).unwrap()), "{name}");
        for function in anf.functions.load().values() {
            assert_a_normal_form(function.upcast_ref());
        }
    }
}

/// Checks that all operands are atoms, and that a `let` binds each computed value.
fn assert_a_normal_form(root: &RelayExpr) {
    let is_computed = |expr: &RelayExpr| {
        [
            "relay.Call",
            "relay.Tuple",
            "relay.TupleGetItem",
            "relay.If",
            "relay.Match",
            "relay.Constant",
            "relay.Function",
        ]
        .contains(&expr.type_key())
    };
    for expr in post_order(root) {
        if let Some(call) = expr.as_node::<CallNode>() {
            assert!(!call.args.iter().any(is_computed) && !is_computed(&call.op), "a call of {:?}", call.op);
        }
        if let Some(node) = expr.as_node::<LetNode>() {
            assert!(!node.value.is_instance::<LetNode>(), "{:?} is bound to a let", node.var);
            assert!(!is_computed(&node.body), "the body after {:?} is not an atom", node.var);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn passes_preserve_results(bytes in proptest::collection::vec(any::<u8>(), 0..160)) {
        let before = program(&bytes);
        let held = objet::walk::deep_copy(&before);
        prop_assert_eq!(well_formed(&before), Ok(()));
        let expected = run(&before).0;
        let passes: [(&str, &dyn Fn(RelayExpr) -> RelayExpr); 4] = [
            ("anf", &|expr| to_a_normal_form_expr(&expr)),
            ("fold", &|expr| fold_constant(expr).unwrap()),
            ("dce", &|expr| dead_code_elimination(expr, false).unwrap()),
            ("inline", &|expr| dead_code_elimination(expr, true).unwrap()),
        ];
        for (name, pass) in passes {
            let after = pass(before.clone());
            prop_assert_eq!(well_formed(&after), Ok(()), "{}", name);
            prop_assert!(free_vars(&after).is_empty(), "{}", name);
            prop_assert_eq!(expected, run(&after).0, "{}: {:?}", name, after);
            let again = pass(after.clone());
            prop_assert_eq!(expected, run(&again).0, "{} twice", name);
            if name != "inline" {
                prop_assert!(alpha_equal(&after, &again, false), "{}: {:?} then {:?}", name, after, again);
            }
            for (then, next) in passes {
                prop_assert_eq!(expected, run(&next(after.clone())).0, "{} then {}", name, then);
            }
        }
        prop_assert!(alpha_equal(&before, &held, false), "a pass changed a shared expression");
        // If sharing is expressed by names, no pass increases the number of computed operators.
        let anf = to_a_normal_form_expr(&before);
        assert_a_normal_form(&anf);
        let computed = run(&anf).1;
        prop_assert!(run(&fold_constant(anf.clone()).unwrap()).1 <= computed);
        prop_assert!(run(&dead_code_elimination(anf, false).unwrap()).1 <= computed);
    }
}

fn var(name: &str) -> Var {
    Var::new(name, None, None)
}

fn number(number: i32) -> RelayExpr {
    Constant::new(NDArray::from_slice(&[], &[number]).unwrap(), None).into()
}

fn op(name: &str, args: &[RelayExpr]) -> RelayExpr {
    Call::new(Op::get(name).unwrap(), args, None, [], None).into()
}

/// `let var = value; body`
fn bound(var: &Var, value: impl Into<RelayExpr>, body: impl Into<RelayExpr>) -> RelayExpr {
    Let::new(var.clone(), value, body, None).into()
}

/// Splits an expression into its leading `let`s and the expression after them.
fn bindings(mut expr: &RelayExpr) -> (Vec<&Let>, &RelayExpr) {
    let mut lets = Vec::new();
    while let Some(node) = expr.downcast_ref::<Let>() {
        lets.push(node);
        expr = &node.body;
    }
    (lets, expr)
}

#[test]
fn expressions_shared_by_branches_are_bound_before_them() {
    let [x, c] = ["x", "c"].map(var);
    let shared = op("nn.relu", &[x.clone().into()]);
    let own = op("sqrt", std::slice::from_ref(&shared));
    let choice = If::new(c, op("add", &[own.clone(), own]), shared, None);
    let anf = to_a_normal_form_expr(&choice.into());
    let (outer, result) = bindings(&anf);
    assert_eq!(outer.len(), 2);
    assert!(result.same_as(&outer[1].var));
    let choice = outer[1].value.downcast_ref::<If>().unwrap();
    let (inner, _) = bindings(&choice.true_branch);
    let ops: Vec<_> = inner.iter().map(|node| node.value.as_node::<CallNode>().unwrap()).collect();
    assert_eq!(
        ops.iter().map(|call| call.as_op().unwrap().name.as_str()).collect::<Vec<_>>(),
        ["sqrt", "add"]
    );
    assert!(ops[0].args[0].same_as(&outer[0].var) && choice.false_branch.same_as(&outer[0].var));
}

#[test]
fn clauses_and_functions_are_scopes_too() {
    let [x, y, z] = ["x", "y", "z"].map(var);
    let relu = |of: &Var| op("nn.relu", &[of.clone().into()]);
    let clause = Clause::new(PatternVar::new(y.clone(), None), relu(&y));
    let function = Function::new([z.clone()], relu(&z), None, [], None, None);
    let found = Match::new(x, [clause], true, None);
    let anf = to_a_normal_form_expr(&Tuple::new([found.into(), function.into()], None).into());
    let (outer, _) = bindings(&anf);
    let keys: Vec<_> = outer.iter().map(|node| node.value.type_key()).collect();
    assert_eq!(keys, ["relay.Match", "relay.Function", "relay.Tuple"]);
    let clause = &outer[0].value.as_node::<MatchNode>().unwrap().clauses[0];
    assert_eq!(bindings(&clause.rhs).0.len(), 1);
    assert_eq!(bindings(&outer[1].value.as_node::<FunctionNode>().unwrap().body).0.len(), 1);
}

#[test]
fn functions_of_external_compilers_and_fused_functions_are_unchanged() {
    let x = var("x");
    let relu = op("nn.relu", &[x.clone().into()]);
    let with = |attr: &str, value: ObjectRef| {
        let attrs = DictAttrs::new([(attr, value)]);
        Function::new([x.clone()], relu.clone(), None, [], Some(attrs), None)
    };
    let mut module = IRModule::new();
    let foreign = with("Compiler", objet::String::from("dnnl").into());
    module.add(GlobalVar::new("foreign"), foreign.clone(), false).unwrap();
    let fused = with("Primitive", Integer::from(1).into());
    let caller = Function::new([], fused.clone(), None, [], None, None);
    module.add(GlobalVar::new("main"), caller, false).unwrap();
    let anf = to_a_normal_form(module).unwrap();
    assert!(anf.lookup_by_name("foreign").unwrap().same_as(&foreign));
    let main: Function = anf.lookup_by_name("main").unwrap().downcast().unwrap();
    assert!(bindings(&main.body).0[0].value.same_as(&fused));
}

#[test]
fn values_with_effects_are_kept() {
    let [x, r, u, f, v] = ["x", "r", "u", "f", "v"].map(var);
    let dce = |expr: RelayExpr| dead_code_elimination(expr, true).unwrap();
    let stays = |expr: RelayExpr| assert!(dce(expr.clone()).same_as(&expr), "{expr:?}");
    stays(bound(&u, RefWrite::new(r.clone(), x.clone(), None), x.clone()));
    stays(bound(
        &u,
        op("vm.invoke_tvm_op", &[x.clone().into(), x.clone().into(), x.clone().into()]),
        x.clone(),
    ));
    // The effects of a parameter are unknown. The function `writes` has an effect.
    let called = || Call::new(f.clone(), [x.clone().into()], None, [], None);
    stays(bound(&u, called(), x.clone()));
    let writes = Function::new([v.clone()], RefWrite::new(r, v.clone(), None), None, [], None, None);
    let twice = bound(&u, called(), bound(&var("w"), called(), x.clone()));
    stays(bound(&f, writes, twice));
    let pure = Function::new([v.clone()], v, None, [], None, None);
    assert!(dce(bound(&f, pure, bound(&u, called(), x.clone()))).same_as(&x));
}

#[test]
fn calls_within_a_module_have_known_effects() {
    let (x, u) = (var("x"), var("u"));
    let mut module = IRModule::new();
    let (pure, main) = (GlobalVar::new("pure"), GlobalVar::new("main"));
    let y = var("y");
    module.add(pure.clone(), Function::new([y.clone()], y, None, [], None, None), false).unwrap();
    let body = bound(&u, Call::new(pure, [x.clone().into()], None, [], None), x.clone());
    let function = Function::new([x.clone()], body, None, [], None, None);
    assert!(dead_code_elimination(function.clone(), false).unwrap().same_as(&function));
    module.add(main, function, false).unwrap();
    let module = dead_code_elimination(module, false).unwrap();
    let main: Function = module.lookup_by_name("main").unwrap().downcast().unwrap();
    assert!(main.body.same_as(&x));
}

#[test]
fn values_used_only_by_dead_code_are_removed() {
    let [x, a, b, c] = ["x", "a", "b", "c"].map(var);
    let relu = |of: &Var| op("nn.relu", &[of.clone().into()]);
    // let a = relu(x); let b = relu(a); let c = relu(a); c
    let program = bound(&a, relu(&x), bound(&b, relu(&a), bound(&c, relu(&a), c.clone())));
    let kept = dead_code_elimination(program.clone(), false).unwrap();
    assert!(alpha_equal(&kept, &bound(&a, relu(&x), bound(&c, relu(&a), c.clone())), false));
    // The remaining code uses `a` once.
    let inlined = dead_code_elimination(program, true).unwrap();
    assert!(alpha_equal(&inlined, &op("nn.relu", &[relu(&x)]), false));
}

/// Creates a module of functions with these names, parameters and bodies.
fn module_of<const N: usize>(functions: [(&str, &[Var], RelayExpr); N]) -> IRModule {
    let mut module = IRModule::new();
    for (name, params, body) in functions {
        module.add(GlobalVar::new(name), Function::new(params, body, None, [], None, None), false).unwrap();
    }
    module
}

fn body_of(module: &IRModule, name: &str) -> RelayExpr {
    module.lookup_by_name(name).unwrap().as_node::<FunctionNode>().unwrap().body.clone()
}

#[test]
fn functions_that_share_a_variable_keep_their_own_values() {
    let [q, x] = ["q", "x"].map(var);
    let module = || {
        let one = bound(&x, number(1), x.clone());
        module_of([("a", &[], one), ("b", std::slice::from_ref(&q), bound(&x, q.clone(), x.clone()))])
    };
    let folded = fold_constant(module()).unwrap();
    assert!(structural_equal(&body_of(&folded, "a"), &number(1)));
    assert!(structural_equal(&body_of(&folded, "b"), &body_of(&module(), "b")));
    let inlined = dead_code_elimination(module(), true).unwrap();
    assert!(structural_equal(&body_of(&inlined, "a"), &number(1)));
    assert!(body_of(&inlined, "b").same_as(&q));
    // A variable may be used in one function and unused in another.
    let used = bound(&x, q.clone(), x.clone());
    let unused = bound(&x, op("nn.relu", &[q.clone().into()]), q.clone());
    let params = std::slice::from_ref(&q);
    let kept = dead_code_elimination(module_of([("a", params, used), ("b", params, unused)]), false).unwrap();
    assert_eq!(body_of(&kept, "a").type_key(), "relay.Let");
    assert!(body_of(&kept, "b").same_as(&q));
}

#[test]
fn variables_bound_twice_are_kept() {
    let [q, x, y, a, f, u] = ["q", "x", "y", "a", "f", "u"].map(var);
    let relu = |of: &Var| op("nn.relu", &[of.clone().into()]);
    let pair = |first, second| RelayExpr::from(Tuple::new([first, second], None));
    // Only one of the values of `x` uses `a`.
    let first = bound(&x, number(1), x.clone());
    let second = bound(&x, relu(&a), x.clone());
    let orders = [(first.clone(), second.clone()), (second, first)];
    for (first, second) in orders {
        let twice = bound(&a, relu(&q), pair(first, second));
        assert!(fold_constant(twice.clone()).unwrap().same_as(&twice));
        assert!(dead_code_elimination(twice.clone(), false).unwrap().same_as(&twice));
        assert!(dead_code_elimination(twice.clone(), true).unwrap().same_as(&twice));
    }
    // `y` is a different variable at the use of `x`.
    let inner = Function::new([y.clone()], x.clone(), None, [], None, None);
    let shadowed = bound(&x, y.clone(), inner);
    let shadowed = Function::new([y.clone()], shadowed, None, [], None, None);
    assert!(dead_code_elimination(shadowed.clone(), true).unwrap().same_as(&shadowed));
    // The called function is unknown.
    let writes = Call::new(f.clone(), [q.clone().into()], None, [], None);
    let unknown = Function::new([f.clone()], bound(&u, writes, q.clone()), None, [], None, None);
    let identity = Function::new([y.clone()], y.clone(), None, [], None, None);
    let both = pair(bound(&f, identity, f.clone()), unknown.into());
    assert!(dead_code_elimination(both.clone(), false).unwrap().same_as(&both));
}

#[test]
fn passes_run_by_their_names() {
    for (name, level) in [("FoldConstant", 2), ("DeadCodeElimination", 1), ("ToANormalForm", 1)] {
        assert_eq!(Pass::get(name).unwrap().pass_info.opt_level, level, "{name}");
    }
    let module = Pass::get("ToANormalForm").unwrap().run(load("resnet18_b1_s224.typed")).unwrap();
    assert!(structural_equal(&module, &load("resnet18.anf")));
    let mut open = IRModule::new();
    open.add_unchecked(GlobalVar::new("main"), Function::new([], var("x"), None, [], None, None), false)
        .unwrap();
    let error = Pass::get("ToANormalForm").unwrap().run(open).unwrap_err();
    let source =
        std::error::Error::source(&error).map_or_else(|| error.to_string(), |source| source.to_string());
    assert!(source.contains("unbound variable %x"), "{source}");
}
