//! Calibration of modules, and fused functions.

use objet::DataType;
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, Integer, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::types::{TensorType, TupleType, Type};
use objet_relay::analysis::{
    CalibrateOutput, extract_fused_functions, get_calibrate_module, get_calibrate_output_map,
};
use objet_relay::expr::{Call, Function, FunctionNode, Tuple, TupleGetItem, TupleNode, Var};
use objet_relay::module::IRModuleExt;

use super::{pair, var};

fn tensor() -> Type {
    TensorType::scalar(DataType::float(32)).into()
}

fn typed_var(name: &str) -> Var {
    let mut var = Var::new(name, Some(tensor()), None);
    *var.make_mut().checked_type = Some(tensor());
    var
}

fn call(callee: &GlobalVar, arg: RelayExpr, ty: Type) -> RelayExpr {
    let mut call = Call::new(callee.clone(), [arg], None, [], None);
    *call.make_mut().checked_type = Some(ty);
    call.into()
}

fn external(body: impl Fn(&Var) -> RelayExpr) -> Function {
    let p = typed_var("p");
    let attrs = DictAttrs::new([("Compiler", objet::String::from("dnnl"))]);
    Function::new([p.clone()], body(&p), None, [], Some(attrs), None)
}

/// `main(a) = one(two(a).0)`, where `two` returns a tuple.
fn module() -> IRModule {
    let [one, two, main] = ["one", "two", "main"].map(GlobalVar::new);
    let pair_type: Type = TupleType::new([tensor(), tensor()], None).into();
    let mut module = IRModule::new();
    module.add(one.clone(), external(|p| p.clone().into()), false).unwrap();
    module.add(two.clone(), external(|p| pair(p.clone(), p.clone())), false).unwrap();
    let a = typed_var("a");
    let mut first = TupleGetItem::new(call(&two, a.clone().into(), pair_type), 0, None);
    *first.make_mut().checked_type = Some(tensor());
    let body = call(&one, first.into(), tensor());
    module.add(main, Function::new([a], body, None, [], None, None), false).unwrap();
    module
}

#[test]
fn inputs_and_outputs_are_returned() {
    let module = module();
    let outputs: Vec<_> = get_calibrate_output_map(&module)
        .unwrap()
        .into_iter()
        .map(|(var, output)| (var.name_hint.to_string(), output))
        .collect();
    assert_eq!(
        outputs,
        [
            ("two".into(), CalibrateOutput { offset: 0, inputs: 1, outputs: 2 }),
            ("one".into(), CalibrateOutput { offset: 3, inputs: 1, outputs: 1 }),
        ]
    );
    let calibrated = get_calibrate_module(&module).unwrap();
    let main = calibrated.lookup_by_name("main").unwrap();
    let fields = &main.as_node::<FunctionNode>().unwrap().body.as_node::<TupleNode>().unwrap().fields;
    let keys: Vec<_> = fields.iter().map(|field| field.type_key()).collect();
    let item = "relay.TupleGetItem";
    assert_eq!(keys, ["relay.Var", item, item, item, "relay.Call"]);
    let attrs = |module: &IRModule| module.lookup_by_name("one").unwrap().attrs.clone().unwrap();
    assert_eq!(attrs(&calibrated).get::<Integer>("Inline").unwrap().value, 1);
    assert!(attrs(&calibrated).get::<objet::String>("Compiler").is_none());
    assert!(attrs(&module).get::<objet::String>("Compiler").is_some(), "the module itself is unchanged");
}

#[test]
fn unsupported_modules_are_errors() {
    let empty = IRModule::new();
    assert!(get_calibrate_output_map(&empty).unwrap().is_empty());
    let f = GlobalVar::new("f");
    let mut module = IRModule::new();
    module.add(f.clone(), external(|p| p.clone().into()), false).unwrap();
    let x = typed_var("x");
    let twice = call(&f, call(&f, x.clone().into(), tensor()), tensor());
    let with_main = |params: &[Var], body: RelayExpr| {
        let mut module = module.clone();
        let main = Function::new(params, body, None, [], None, None);
        module.add(GlobalVar::new("main"), main, false).unwrap();
        module
    };
    let error = get_calibrate_output_map(&with_main(std::slice::from_ref(&x), twice)).unwrap_err();
    assert_eq!(error.to_string(), "calibration: @f is called more than once");
    let y = var("y");
    let untyped = with_main(std::slice::from_ref(&y), call(&f, y.clone().into(), tensor()));
    let error = get_calibrate_module(&untyped).unwrap_err().to_string();
    assert_eq!(error, "calibration: an input or output of @f has no type: infer types first");
    let mut fields = Tuple::new([x.clone().into()], None);
    *fields.make_mut().checked_type = Some(TupleType::new([tensor()], None).into());
    let error = get_calibrate_module(&with_main(&[x], call(&f, fields.into(), tensor()))).unwrap_err();
    assert_eq!(error.to_string(), "calibration: an input of @f is a tuple: pass the fields one by one");
}

#[test]
fn equal_fused_functions_are_extracted_once() {
    let fused = |name: &str| {
        let x = var(name);
        let attrs = DictAttrs::new([("Primitive", Integer::from(1))]);
        Function::new([x.clone()], pair(x.clone(), x), None, [], Some(attrs), None)
    };
    let call = |function| Call::new(function, [var("q").into()], None, [], None);
    let module = IRModule::from_expr(pair(call(fused("x")), call(fused("y"))));
    let extracted = extract_fused_functions(&module).unwrap();
    assert_eq!(extracted.functions.load().len(), 1);
    let error = extract_fused_functions(&IRModule::new()).unwrap_err();
    assert!(error.to_string().contains(r#"no function "main""#), "{error}");
}
