//! Passes over the functions of a module.

use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, Integer};
use objet_ir::module::IRModule;
use objet_ir::transform::PassInfo;
use objet_relay::expr::{Function, Tuple};
use objet_relay::transform::FunctionPass;
use objet_tir::transform::PrimFuncPass;

use super::tracing::Log;
use crate::graphs;

#[test]
fn function_passes_skip_external_and_unoptimized_functions() {
    let function = |attrs: Option<DictAttrs>| Function::new([], Tuple::new([], None), None, [], attrs, None);
    let plain = function(None);
    let for_other = function(Some(DictAttrs::new([("Compiler", objet::String::from("dnnl"))])));
    let skipped = function(Some(DictAttrs::new([("SkipOptimization", Integer::from(1))])));
    let not_skipped = function(Some(DictAttrs::new([("SkipOptimization", Integer::from(0))])));
    let functions =
        [("plain", &plain), ("other", &for_other), ("skipped", &skipped), ("not_skipped", &not_skipped)];
    let functions = functions.map(|(name, function)| (GlobalVar::new(name), function.clone()));
    let module = IRModule::from_parts(functions, []).unwrap();

    let seen = Log::default();
    let pass = {
        let seen = seen.clone();
        FunctionPass::new(PassInfo::new(0, "Wrap", []), move |mut function, module, _| {
            assert_eq!(module.functions.load().len(), 4);
            seen.add("one");
            *function.make_mut().body = Tuple::new([function.body.clone()], None).into();
            Ok(function)
        })
    };
    let after = pass.run(module.clone()).unwrap();
    assert_eq!(seen.take().len(), 2);
    let names = |module: &IRModule| {
        module.functions.load().keys().map(|var| var.name_hint.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&after), names(&module));
    let fields = |name: &str| {
        let function: Function = after.lookup_by_name(name).unwrap().downcast().unwrap();
        function.body.as_node::<objet_relay::expr::TupleNode>().unwrap().fields.len()
    };
    assert_eq!(["plain", "other", "skipped", "not_skipped"].map(fields), [1, 0, 0, 1]);
    assert!(module.lookup_by_name("plain").unwrap().same_as(&plain)); // unchanged

    // A pass that changes no function does not copy the module.
    let nothing = FunctionPass::new(PassInfo::new(0, "Nothing", []), |function, _, _| Ok(function));
    assert_eq!(nothing.run(module.clone()).unwrap(), module);
}

#[test]
fn prim_func_passes_can_remove_functions() {
    let mut module: IRModule = graphs::load("script_matmul").downcast().unwrap();
    let (var, function) =
        module.functions.load().get_at(0).map(|(var, function)| (var.clone(), function.clone())).unwrap();
    let relay = Function::new([], Tuple::new([], None), None, [], None, None);
    module.add(GlobalVar::new("relay"), relay.clone(), false).unwrap();
    module.add(GlobalVar::new("unused"), function, false).unwrap();
    let pass = PrimFuncPass::new(PassInfo::new(0, "MarkFirst", []), |mut function, module, _| {
        let first = module.functions.load().values().position(|other| other.same_as(&function)) == Some(0);
        let attrs = function.attrs.clone().unwrap_or_default();
        let seen = attrs.get::<Integer>("seen").is_some();
        *function.make_mut().attrs = Some(attrs.with("seen", Integer::from(1)));
        Ok((first && !seen).then_some(function))
    });
    // Two names share one function. The pass processes it twice, each time with the original
    // module.
    let once = pass.run(module.clone()).unwrap();
    assert_eq!((once.functions.load().len(), module.functions.load().len()), (3, 3));
    let marked = once.lookup(&var).unwrap();
    assert!(marked.attrs.as_ref().unwrap().get::<Integer>("seen").is_some());
    let twice = pass.run(once).unwrap();
    let left = twice.functions.load();
    let left: Vec<_> =
        left.iter().map(|(var, function)| (var.name_hint.as_str(), function.same_as(&relay))).collect();
    assert_eq!(left, [("relay", true)]);
    assert!(!twice.contains_global_var("unused"));
}
