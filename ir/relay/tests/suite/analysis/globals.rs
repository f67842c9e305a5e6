//! Global functions for analyses, called as front ends call them.

use objet::function::{ArgValue, RetValue, RuntimeError};
use objet::prelude::*;
use objet::{DataType, Registry, String as Text};
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::Op;
use objet_ir::types::{TensorType, TupleType, Type, TypeKind, TypeVar};
use objet_relay::adt::{Clause, Match, Pattern, PatternWildcard};
use objet_relay::expr::{Call, Function};

use super::{pair, unit, var};

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue, RuntimeError> {
    Registry::expect(&format!("relay.analysis.{name}"))?.call(args)
}

fn int(name: &str, args: &[ArgValue<'_>]) -> i64 {
    call(name, args).unwrap().get().unwrap()
}

#[test]
fn the_module_of_a_kind_check_may_be_left_out() {
    let ty: Type = TupleType::empty().into();
    let module = IRModule::new();
    assert_eq!(int("check_kind", &[(&ty).into()]), 0);
    assert_eq!(int("check_kind", &[(&ty).into(), (&module).into()]), 0);
    let wrong: Type = TupleType::new([TypeVar::new("s", TypeKind::ShapeVar, None).into()], None).into();
    let error = call("check_kind", &[(&wrong).into()]).unwrap_err().to_string();
    assert!(error.contains("tuple field of TupleType: expected kind Type"), "{error}");
}

#[test]
fn answers_are_plain_values() {
    let constant = pair(unit(), unit());
    assert_eq!(int("check_constant", &[(&constant).into()]), 1);
    assert_eq!(int("check_basic_block_normal_form", &[(&constant).into()]), 1);
    assert_eq!(int("GetTotalMacNumber", &[(&constant).into()]), 0);
    let is_dynamic = Registry::expect("relay.ir.IsDynamic").unwrap();
    let ty: Type = TensorType::scalar(DataType::float(32)).into();
    assert_eq!(is_dynamic.call((&ty,)).unwrap().get::<i64>().unwrap(), 0);
    let features = |args: &[ArgValue<'_>]| -> Vec<i64> {
        let features: Array<Integer> = call("detect_feature", args).unwrap().get().unwrap();
        features.iter().map(|feature| feature.value).collect()
    };
    assert_eq!(features(&[(&constant).into(), ArgValue::Null]), [3]);
    let module = IRModule::new();
    assert_eq!(features(&[ArgValue::Null, (&module).into()]), [0_i64; 0]);
    for name in ["all_dtypes", "search_conv2d_op_weight", "search_dense_op_weight", "search_fc_transpose"] {
        let found: Array<Text> = call(name, &[(&constant).into()]).unwrap().get().unwrap();
        assert!(found.is_empty(), "{name}");
    }
    let found = Match::new(var("x"), [], true, None);
    let cases: Array<Pattern> =
        call("unmatched_cases", &[(&found).into(), ArgValue::Null]).unwrap().get().unwrap();
    assert!(cases.len() == 1 && cases[0].is_instance::<objet_relay::adt::PatternWildcardNode>());
    let complete = Match::new(var("x"), [Clause::new(PatternWildcard::new(None), unit())], true, None);
    let cases: Array<Pattern> =
        call("unmatched_cases", &[(&complete).into(), ArgValue::Null]).unwrap().get().unwrap();
    assert!(cases.is_empty());
}

#[test]
fn call_graphs_are_queried_by_variable() {
    let main = GlobalVar::new("main");
    let body = Call::new(main.clone(), [], None, [], None);
    let mut module = IRModule::new();
    module.add(main.clone(), Function::new([], body, None, [], None, None), false).unwrap();
    let graph: ObjectRef = call("CallGraph", &[(&module).into()]).unwrap().get().unwrap();
    assert_eq!(graph.type_key(), "relay.CallGraph");
    let own: IRModule = call("GetModule", &[(&graph).into()]).unwrap().get().unwrap();
    assert!(own.same_as(&module));
    let var = [(&graph).into(), (&main).into()];
    for name in ["GetRefCountGlobalVar", "GetGlobalVarCallCount", "IsRecursive"] {
        assert_eq!(int(name, &var), 1, "{name}");
    }
    let text: Text = call("PrintCallGraphGlobalVar", &var).unwrap().get().unwrap();
    let all: Text = call("PrintCallGraph", &[(&graph).into()]).unwrap().get().unwrap();
    assert_eq!(text, "Call graph node: main,  #refs = 1\n  call site: <main> calls main\n\n");
    assert_eq!(text, all);
}

#[test]
fn regions_and_calibration_cross_as_objects() {
    let [begin, end] = ["begin", "end"].map(|edge| Op::get(&format!("annotation.compiler_{edge}")).unwrap());
    let expr: RelayExpr = unit();
    let regions: ObjectRef =
        call("AnnotatedRegionSet", &[(&expr).into(), (&begin).into(), (&end).into()]).unwrap().get().unwrap();
    let region: Option<ObjectRef> =
        call("GetRegion", &[(&regions).into(), (&expr).into()]).unwrap().get().unwrap();
    assert!(region.is_none());
    let module = IRModule::new();
    let outputs: Map<GlobalVar, Array<Integer>> =
        call("get_calibrate_output_map", &[(&module).into()]).unwrap().get().unwrap();
    assert!(outputs.is_empty());
    let same: IRModule = call("get_calibrate_module", &[(&module).into()]).unwrap().get().unwrap();
    assert!(same.functions.load().is_empty());
}

#[test]
fn fused_functions_need_operator_fusion() {
    let created = call("ExtractFusedFunctions", &[]);
    let is_there = |name: &str| Registry::find(&format!("relay._transform.{name}")).is_some();
    if ["SimplifyInference", "FuseOps"].into_iter().all(is_there) {
        assert_eq!(created.unwrap().get::<ObjectRef>().unwrap().type_key(), "transform.Sequential");
    } else {
        let error = created.unwrap_err().to_string();
        assert!(error.contains("no pass"), "{error}");
    }
}
