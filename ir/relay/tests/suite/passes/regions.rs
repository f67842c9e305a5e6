//! Errors of the passes over regions, and functions of external compilers.

use objet::prelude::*;
use objet::{Registry, String as Text};
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::types::{TensorType, Type};
use objet_relay::expr::{Function, Var};
use objet_relay::op::annotation::{compiler_begin, compiler_end};
use objet_relay::op::{add, sqrt, tanh};
use objet_relay::text::pretty_print;
use objet_relay::transform::{merge_compiler_regions, partition_graph};

use super::{body_of, module_of};

fn typed(name: &str) -> Var {
    let vector: Type = TensorType::new([3.into()], DataType::float(32)).upcast();
    Var::new(name, Some(vector), None)
}

fn begin(expr: impl Into<RelayExpr>, target: &str) -> RelayExpr {
    compiler_begin(expr, attrs! { compiler: target }).unwrap().into()
}

fn end(expr: impl Into<RelayExpr>, target: &str) -> RelayExpr {
    compiler_end(expr, attrs! { compiler: target }).unwrap().into()
}

fn error_of(param: &Var, body: RelayExpr) -> String {
    let module = module_of([("main", std::slice::from_ref(param), body)]);
    partition_graph(module, "tvmgen").unwrap_err().to_string()
}

#[test]
fn regions_that_cannot_be_functions_are_errors() {
    let x = typed("x");
    let inside: RelayExpr = sqrt(begin(x.clone(), "a")).unwrap().into();
    let outside = tanh(end(inside.clone(), "a")).unwrap();
    let again = end(add(inside.clone(), begin(outside, "a")).unwrap(), "a");
    let error = error_of(&x, again);
    assert!(error.starts_with("region 0 for a depends on its own result"), "{error}");

    let leak = add(end(inside.clone(), "a"), inside.clone()).unwrap();
    let error = error_of(&x, leak.into());
    assert_eq!(error, "unbound variable %a_0_i0 in function @main");

    let error = merge_compiler_regions(&end(inside, "b")).unwrap_err().to_string();
    assert_eq!(error, "a region for a ends as one for b");
    let error = merge_compiler_regions(&end(x, "b")).unwrap_err().to_string();
    assert!(error.contains("in no region"), "{error}");
}

#[test]
fn external_compilers_optimize_their_functions() {
    let x = typed("x");
    let module = || {
        let body = end(sqrt(begin(x.clone(), "passes.demo")).unwrap(), "passes.demo");
        module_of([("main", std::slice::from_ref(&x), body)])
    };
    let optimize: PackedFunc = TypedPackedFunc::new(|module: IRModule| -> IRModule {
        let main = module.lookup_by_name("main").unwrap().downcast::<Function>().unwrap();
        let mut new = main.clone();
        *new.make_mut().body = tanh(main.params[0].clone()).unwrap().upcast();
        let mut module = module;
        let var = module.get_global_var("main").unwrap();
        module.add_unchecked(var, new, true).unwrap();
        module
    })
    .into();
    let name = "relay.ext.passes.demo.optimize";
    Registry::register(name, optimize).unwrap();
    let partitioned = partition_graph(module(), "m").unwrap();
    let text = pretty_print(Some(&body_of(&partitioned, "m_passes_demo_main_0").upcast()));
    assert!(text.contains("tanh"), "{text}");

    let fails: PackedFunc =
        TypedPackedFunc::new(|_: IRModule| -> Result<IRModule, std::fmt::Error> { Err(std::fmt::Error) })
            .into();
    Registry::register_override(name, fails);
    let error = partition_graph(module(), "m").unwrap_err().to_string();
    assert!(error.contains(name), "{error}");
    Registry::remove(name);
    let partitioned = partition_graph(module(), "m").unwrap();
    let global: Text = "m_passes_demo_main_0".into();
    assert!(partitioned.get_global_var(&global).is_ok());
}

#[test]
fn merging_many_regions_is_linear() {
    crate::deep::on_a_small_stack(|| {
        // Each region of `a` has a region of `b` beside it, and is a parent of the next one.
        let x = typed("x");
        let mut chain: RelayExpr = x.into();
        for _ in 0..5_000 {
            let side = end(tanh(begin(chain.clone(), "b")).unwrap(), "b");
            chain = end(add(begin(chain, "a"), begin(side, "a")).unwrap(), "a");
        }
        let merged = merge_compiler_regions(&chain).unwrap();
        let count = |expr: &RelayExpr| objet_relay::functor::post_order(expr).count();
        // The region of `b` keeps the regions of `a` on both sides apart.
        assert_eq!(count(&merged), count(&chain));
    });
}
