//! Compares the results of passes with those of TVM 0.8, see `tests/data/passes/README.md`.

use std::error::Error;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use objet::compare::StructuralEqual;
use objet::function::{ArgValue, RetValue};
use objet::prelude::*;
use objet::tensor::DeviceType;
use objet::{Registry, String as Text, load_json};
use objet_ir::attrs;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{BaseFunc, IntImm, Integer, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::Op;
use objet_ir::target::Target;
use objet_ir::transform::Pass;
use objet_ir::types::{TensorTypeNode, Type};
use objet_relay::expr::{Function, Tuple};
use objet_relay::infer::infer_module;
use objet_relay::op::{exp, ones, tanh};
use objet_relay::text::pretty_print;
use objet_relay::transform::dead_code_elimination;
use serde_json::Value;

use super::lifted_names::with_numbered_names;

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// Returns the lines of the files of answers.
pub(super) fn answers() -> Result<Vec<Value>> {
    let mut lines = String::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/passes");
    let mut paths = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "gz"));
    paths.sort();
    for path in paths {
        GzDecoder::new(std::fs::File::open(path)?).read_to_string(&mut lines)?;
    }
    Ok(lines.lines().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?)
}

/// Returns an argument that is an array of strings.
fn texts(value: &Value) -> Result<Array<Text>> {
    let texts = value.as_array().into_iter().flatten().map(|value| Some(Text::from(value.as_str()?)));
    texts.collect::<Option<_>>().ok_or_else(|| "not an array of strings".into())
}

fn argument(value: &Value) -> Result<RetValue> {
    Ok(match value {
        Value::Null => RetValue::Null,
        Value::Bool(value) => RetValue::Int((*value).into()),
        Value::Number(number) => RetValue::Int(number.as_i64().ok_or("not an integer")?),
        Value::String(text) => Text::from(text.as_str()).into(),
        Value::Array(_) => object(value)?.into(),
        Value::Object(fields) if fields.contains_key("device") => {
            let device_type = fields["device"].as_i64().ok_or("not a device")?;
            Device::new(DeviceType(device_type as i32), 0).into()
        }
        Value::Object(fields) => {
            let arrays = fields.iter().map(|(name, value)| Ok((Text::from(name.as_str()), texts(value)?)));
            arrays.collect::<Result<Map<Text, Array<Text>>>>()?.into()
        }
    })
}

/// Returns an element of an array: a string, an integer or an array.
fn object(value: &Value) -> Result<ObjectRef> {
    Ok(match value {
        Value::String(text) => Text::from(text.as_str()).into(),
        Value::Number(number) => {
            IntImm::from(i32::try_from(number.as_i64().ok_or("not an integer")?)?).upcast()
        }
        Value::Array(values) => values.iter().map(object).collect::<Result<Array<ObjectRef>>>()?.upcast(),
        _ => return Err("an element of an argument has another type".into()),
    })
}

pub(super) fn module(text: &Value) -> Result<IRModule> {
    let text = text.as_str().ok_or("no module")?;
    // No program has calls of `qnn.simulated_quantize`, whose attributes have this key.
    let [of_tvm, own] =
        ["relay.attrs", "relay.quantize"].map(|prefix| format!("{prefix}.SimulatedQuantizeAttrs"));
    let module = load_json(&text.replace(&of_tvm, &own))?;
    Ok(module.downcast().map_err(|_| "not a module")?)
}

/// The operators that targets support, as in `programs_regions.py`.
const SUPPORTED: [(&str, &[&str]); 2] =
    [("ca", &["exp", "negative", "add", "concatenate", "split"]), ("cb", &["tanh", "exp"])];

/// Sets the attributes of operators that `AnnotateTarget` reads.
fn declare_targets() -> Result<()> {
    for (target, operators) in SUPPORTED {
        for name in operators {
            let supports: PackedFunc = TypedPackedFunc::new(|_: RelayExpr| true).into();
            Op::get(name)?.set_attr(&format!("target.{target}"), supports, 10)?;
        }
    }
    Ok(())
}

/// Sets the attribute `test.Legalize`, as in `programs_legalize.py`.
fn declare_legalizations() -> Result<()> {
    type Legalization = fn(&RelayExpr, &[Type]) -> Option<RelayExpr>;
    let functions: [(&str, Legalization); 5] = [
        ("exp", |arg, _| Some(tanh(arg.clone()).ok()?.into())),
        ("sin", |arg, _| Some(exp(arg.clone()).ok()?.into())),
        ("sqrt", |_, _| None),
        ("log", |_, types| {
            let [arg, result] = [0, 1].map(|index| types[index].as_node::<TensorTypeNode>());
            Some(ones(attrs! { shape: result?.shape.clone(), dtype: arg?.dtype }).ok()?.into())
        }),
        ("negative", |arg, _| Some(arg.clone())),
    ];
    for (name, function) in functions {
        let legalize: PackedFunc =
            TypedPackedFunc::new(move |_: Option<Attrs>, args: Array<RelayExpr>, types: Array<Type>| {
                function(&args[0], &types)
            })
            .into();
        Op::get(name)?.set_attr("test.Legalize", legalize, 10)?;
    }
    Ok(())
}

/// Sets the attributes of operators that `ManifestAlloc` needs for dynamic shapes. TVM's Python
/// package sets them too. The marks are 1 for the arguments whose values decide the shape.
fn declare_shape_functions() -> Result<()> {
    let operators: [(&str, &[i32]); 7] = [
        ("exp", &[0]),
        ("negative", &[0]),
        ("add", &[0]),
        ("reshape", &[0]),
        ("concatenate", &[0]),
        ("shape_of", &[0]),
        ("dyn.reshape", &[0, 1]),
    ];
    for (name, marks) in operators {
        let op = Op::get(name)?;
        let marks: Array<Integer> = marks.iter().copied().map(Integer::from).collect();
        op.set_attr("TShapeDataDependent", marks, 10)?;
        let function: PackedFunc = TypedPackedFunc::new(|| ()).into();
        op.set_attr("FShapeFunc", function, 10)?;
    }
    Ok(())
}

/// Removes the bodies of the functions of `gradient.rly`, which are not those of TVM.
fn without_bodies_of_cells(mut module: IRModule) -> Result<IRModule> {
    let functions = module.functions.load().clone();
    for var in functions.keys().filter(|var| var.name_hint.ends_with("GradCell")) {
        let nothing = Function::new([], Tuple::new([], None), None, [], None, None);
        module.add_unchecked(var.clone(), nothing, true)?;
    }
    Ok(module)
}

/// Removes values that nothing uses. They are absent after partial evaluation, and present in TVM.
fn without_unused(pass: &str, module: IRModule) -> Result<IRModule> {
    if pass != "PartialEvaluate" {
        return Ok(module);
    }
    Ok(infer_module(&dead_code_elimination(infer_module(&module)?, true)?)?)
}

/// Returns whether a function of an expression gets the module too, or `None` for a pass.
fn gets_module(name: &str) -> Option<bool> {
    match name {
        "gradient" | "to_cps" | "Defunctionalization" => Some(true),
        "un_cps" | "dedup" | "relay._quantize.CreateStatsCollector" => Some(false),
        _ => None,
    }
}

/// Runs the pass of a line on its program, and returns the first difference to the answer.
fn difference(line: &Value) -> Result<Option<String>> {
    let name = line["pass"].as_str().ok_or("no pass")?;
    let args = line["args"].as_array().ok_or("no arguments")?.iter().map(argument);
    let args: Vec<RetValue> = args.collect::<Result<_>>()?;
    let args: Vec<ArgValue<'_>> = args.iter().map(ArgValue::from).collect();
    let prefix = match name {
        "ManifestAlloc" => "relay.transform.",
        _ if name.contains('.') => "",
        _ => "relay._transform.",
    };
    let function = Registry::expect(&format!("{prefix}{name}"))?;
    let before = match line["network"].as_str() {
        Some(network) => super::load(network),
        None => module(&line["before"])?,
    };
    let before = infer_module(&before)?;
    let after = match gets_module(name) {
        Some(gets_module) => {
            let main = before.get_global_var("main")?;
            let function_of_main = before.lookup(&main)?;
            let new: RelayExpr = if gets_module {
                function.call_as((&function_of_main, &before))?
            } else {
                function.call_as((&function_of_main,))?
            };
            let mut after = before;
            after.add_unchecked(main, new.downcast::<BaseFunc>().map_err(|_| "not a function")?, true)?;
            after
        }
        None if name == "ManifestAlloc" => {
            let targets: Map<Integer, Target> = Map::new();
            function.call_as::<Pass>((&None::<Target>, &targets))?.run(before).map_err(with_source)?
        }
        None => function.call_as::<Pass>(&args[..])?.run(before).map_err(with_source)?,
    };
    let after = infer_module(&after)?;
    let comparable = |module| with_numbered_names(without_unused(name, without_bodies_of_cells(module)?)?);
    let [after, expected] = [after, module(&line["after"])?].map(comparable);
    let (after, expected) = (after?, expected?);
    let difference = StructuralEqual::new().first_difference(&after, &expected);
    Ok(difference.map(|difference| {
        let [after, expected] = [after, expected].map(|module| pretty_print(Some(module.upcast_ref())));
        format!("{difference}\n{after}expected:\n{expected}")
    }))
}

/// Returns the error of a pass together with its cause.
fn with_source(error: objet_ir::transform::PassError) -> String {
    let source = error.source().map(ToString::to_string).unwrap_or_default();
    format!("{error}: {source}")
}

#[test]
fn results_of_passes_are_those_of_tvm() -> Result<()> {
    declare_targets()?;
    declare_legalizations()?;
    declare_shape_functions()?;
    super::layouts::declare_alterations();
    let mut wrong = Vec::new();
    let answers = answers()?;
    for line in &answers {
        let difference = match difference(line) {
            Ok(None) => continue,
            Ok(Some(difference)) => difference,
            Err(error) => error.to_string(),
        };
        wrong.push(format!("{} {} of {}: {difference}", line["pass"], line["args"], line["name"]));
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), answers.len(), wrong.join("\n\n"));
    Ok(())
}
