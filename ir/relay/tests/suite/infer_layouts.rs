//! Compares the layouts of operators with those of TVM 0.8, see `tests/data/layouts/README.md`.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use objet::prelude::*;
use objet::{load_json, structural_equal};
use objet_ir::attrs::Attrs;
use objet_ir::op::Op;
use objet_ir::types::Type;
use objet_relay::op::infer_layout::InferCorrectLayoutOutput;
use objet_tir::data_layout::Layout;
use serde_json::Value;

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

fn answers() -> Result<String> {
    let mut lines = String::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/layouts/answers.jsonl.gz");
    GzDecoder::new(std::fs::File::open(path)?).read_to_string(&mut lines)?;
    Ok(lines)
}

fn layouts(names: &Value) -> Result<Option<Array<Option<Layout>>>> {
    let Some(names) = names.as_array() else { return Ok(None) };
    let layout = |name: &Value| Ok(name.as_str().map(Layout::new).transpose()?);
    names.iter().map(layout).collect::<Result<Vec<_>>>().map(|layouts| Some(layouts.into()))
}

fn names(layouts: &Array<Option<Layout>>) -> Value {
    layouts.iter().map(|layout| layout.as_ref().map(|layout| layout.name.as_str())).collect()
}

fn object(json: &Value) -> Result<Option<ObjectRef>> {
    Ok(json.as_str().map(load_json).transpose()?)
}

/// Returns the difference to an answer.
fn difference(line: &Value) -> Result<Option<String>> {
    let op = Op::get(line["op"].as_str().ok_or("no operator")?)?;
    let infer = Op::get_attr_map::<PackedFunc>("FInferCorrectLayout").get(&op)?.ok_or("no layouts")?;
    let attrs = object(&line["attrs"])?;
    let types: Array<Type> = object(&line["types"])?.ok_or("no types")?.downcast().map_err(|_| "types")?;
    let (new, old) = (layouts(&line["new"])?, layouts(&line["old"])?);
    let found: InferCorrectLayoutOutput = infer.call_as((&attrs, &new, &old, &types))?;
    let (inputs, outputs) = (names(&found.input_layouts), names(&found.output_layouts));
    if line["fails"] == true {
        let has_undefined = [&inputs, &outputs]
            .iter()
            .any(|names| names.as_array().is_some_and(|names| names.contains(&Value::Null)));
        return Ok((!has_undefined).then(|| format!("{inputs} and {outputs} are defined")));
    }
    if inputs != line["inputs"] || outputs != line["outputs"] {
        return Ok(Some(format!("found {inputs} and {outputs}")));
    }
    let expected = object(&line["new_attrs"])?.or(attrs);
    let is_same = match (&found.new_attrs, &expected) {
        (Some(found), Some(expected)) => structural_equal(found, expected),
        (found, expected) => found.is_none() && expected.is_none(),
    };
    Ok((!is_same).then(|| format!("found the attributes {:?}", found.new_attrs)))
}

#[test]
fn layouts_of_operators_are_those_of_tvm() -> Result<()> {
    let answers = answers()?;
    let (mut wrong, mut count) = (Vec::new(), 0);
    for text in answers.lines().skip(1) {
        count += 1;
        let line: Value = serde_json::from_str(text)?;
        let difference = difference(&line).unwrap_or_else(|error| Some(error.to_string()));
        let shown = ["op", "new", "old", "inputs", "outputs"].map(|key| line[key].to_string()).join(" ");
        wrong.extend(difference.map(|difference| format!("{shown}: {difference}")));
    }
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}

#[test]
fn operators_have_layouts_if_they_have_them_in_tvm() -> Result<()> {
    let answers = answers()?;
    let of_tvm: BTreeSet<String> = serde_json::from_str(answers.lines().next().ok_or("no operators")?)?;
    let layouts = Op::get_attr_map::<PackedFunc>("FInferCorrectLayout");
    let own = Op::all().filter(|op| layouts.contains(op)).map(|op| op.name.to_string());
    assert_eq!(own.collect::<BTreeSet<_>>(), of_tvm);
    Ok(())
}

#[test]
fn attributes_that_are_no_layouts_are_refused() -> Result<()> {
    let conv2d = Op::get("nn.conv2d")?;
    let attrs: Attrs = conv2d.make_attrs(objet_ir::attrs! { data_layout: "NC?W" })?;
    let infer = Op::get_attr_map::<PackedFunc>("FInferCorrectLayout").get(&conv2d)?.ok_or("no layouts")?;
    let undefined: Array<Option<Layout>> = Array::from([None, None]);
    let call = |attrs: Option<&Attrs>| -> Result<InferCorrectLayoutOutput, _> {
        infer.call_as((attrs, (), &undefined, &Array::<Type>::new()))
    };
    let error = call(Some(&attrs)).unwrap_err().to_string();
    assert!(error.contains("attribute data_layout: ") && error.contains("NC?W"), "{error}");
    let error = call(None).unwrap_err().to_string();
    assert!(error.contains("expected attributes of the type relay.attrs.Conv2DAttrs, found null"), "{error}");
    Ok(())
}
