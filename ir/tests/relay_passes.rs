//! Passes over relay: programs mean the same after them, and are what they should be.

mod scalar_programs;

use objet::prelude::*;
use objet::{load_json, structural_equal};
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::relay::analysis::{alpha_equal, free_vars, well_formed};
use objet_ir::relay::expr::{CallNode, LetNode};
use objet_ir::relay::functor::post_order;
use objet_ir::relay::transform::{
    dead_code_elimination, fold_constant, to_a_normal_form, to_a_normal_form_expr,
};
use proptest::prelude::*;

use scalar_programs::interpreter::run;
use scalar_programs::random::program;

fn load(name: &str) -> IRModule {
    let path = format!("{}/../tests/graphs/{name}.json", env!("CARGO_MANIFEST_DIR"));
    load_json(&std::fs::read_to_string(path).unwrap()).unwrap().downcast().unwrap()
}

#[test]
fn resnet_comes_into_a_normal_form_as_tvm_brings_it() {
    let anf = to_a_normal_form(load("resnet18_b1_s224.typed")).unwrap();
    let of_tvm = load("resnet18.anf");
    let difference = objet::StructuralEqual::new().first_difference(&anf, &of_tvm);
    assert!(difference.is_none(), "{}", difference.unwrap());
}

#[test]
fn real_networks_are_in_a_normal_form_once_they_were_brought_into_it() {
    for name in ["lstm_i5_h32.typed", "mlp_b1.typed", "mobilenet_b1_s224.raw", "prelude.typed"] {
        let anf = to_a_normal_form(load(name)).unwrap();
        assert!(structural_equal(&anf, &to_a_normal_form(anf.clone()).unwrap()), "{name}");
        for function in anf.functions.values() {
            assert_a_normal_form(function.upcast_ref());
        }
    }
}

/// Everything is computed from variables, operators and names, and is bound by a `let`.
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
            assert!(!is_computed(&node.body), "{:?} is followed by what is not bound", node.var);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn passes_keep_what_programs_mean(bytes in proptest::collection::vec(any::<u8>(), 0..160)) {
        let before = program(&bytes);
        let held = objet::deep_copy(&before);
        prop_assert_eq!(well_formed(&before), Ok(()));
        let (expected, computed) = run(&before);
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
            let (found, needed) = run(&after);
            prop_assert_eq!(expected, found, "{}: {:?}", name, after);
            if ["fold", "dce"].contains(&name) {
                prop_assert!(needed <= computed, "{}", name);
            }
            let again = pass(after.clone());
            prop_assert_eq!(expected, run(&again).0, "{} twice", name);
            if name != "inline" {
                prop_assert!(alpha_equal(&after, &again, false), "{}: {:?} then {:?}", name, after, again);
            }
            for (then, next) in passes {
                prop_assert_eq!(expected, run(&next(after.clone())).0, "{} then {}", name, then);
            }
        }
        prop_assert!(alpha_equal(&before, &held, false), "a pass changed what others refer to");
        assert_a_normal_form(&to_a_normal_form_expr(&before));
    }
}
