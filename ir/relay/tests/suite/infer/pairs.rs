//! Programs before and after TVM's own type inference, and programs that TVM refuses.
//!
//! `tests/data/inference/README.md` describes the files.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Read as _;
use std::path::Path;

use flate2::read::GzDecoder;
use objet::prelude::*;
use objet::{load_json, save_json};
use objet_ir::adt::ConstructorNode;
use objet_ir::module::IRModule;
use objet_relay::functor::post_order;
use objet_relay::infer::infer_module;
use objet_relay::text::pretty_print;
use serde_json::Value;

/// A program of TVM's tests.
struct Pair {
    name: String,
    before: String,
    /// The program with types, unless TVM refuses it.
    after: Option<String>,
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/inference")
}

fn pairs() -> Result<Vec<Pair>, Box<dyn Error>> {
    let mut lines = String::new();
    let file = std::fs::File::open(folder().join("pairs.jsonl.gz"))?;
    GzDecoder::new(file).read_to_string(&mut lines)?;
    let pair = |line: &str| {
        let pair: Value = serde_json::from_str(line)?;
        let text = |name: &str| pair[name].as_str().map(str::to_owned);
        let name = text("name").ok_or("a pair without a name")?;
        Ok(Pair { name, before: text("before").ok_or("a pair without a program")?, after: text("after") })
    };
    lines.lines().map(pair).collect()
}

/// Returns the names of the pairs in the table of differences, each with the kind of difference.
fn differences() -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    let text = std::fs::read_to_string(folder().join("differences.tsv"))?;
    let row = |line: &str| Some((line.split_once('\t')?.0.to_owned(), line.split_once('\t')?.1.to_owned()));
    Ok(text.lines().filter_map(row).collect())
}

/// Returns the types of all expressions by function. Constructors belong to the definition of their
/// type, and have none of their own.
fn types(module: &IRModule) -> BTreeMap<String, Vec<String>> {
    let functions = module.functions.load();
    let types = functions.iter().map(|(var, function)| {
        let exprs = post_order(function).filter(|expr| !expr.is_instance::<ConstructorNode>());
        let types = exprs.map(|expr| {
            let ty = expr.checked_type.as_ref().map(IsObjectRef::as_object_ref);
            format!("{}: {}", expr.type_key(), ty.map_or("no type".into(), |ty| pretty_print(Some(ty))))
        });
        (var.name_hint.to_string(), types.collect())
    });
    types.collect()
}

/// Returns the names of the functions in their order.
fn names(module: &IRModule) -> Vec<String> {
    module.functions.load().keys().map(|var| var.name_hint.to_string()).collect()
}

/// Returns the kind of the difference to TVM: `None` if the saved programs are equal byte for byte.
fn compare(pair: &Pair) -> Result<Option<&'static str>, Box<dyn Error>> {
    let module: IRModule = match load_json(&pair.before) {
        Ok(module) => module.downcast().map_err(|_| "not a module")?,
        Err(error) if error.to_string().contains("no operator \"custom_log") => return Ok(Some("operator")),
        Err(error) => return Err(error.into()),
    };
    match (infer_module(&module), &pair.after) {
        (Err(_), None) => Ok(None),
        (Err(error), Some(_)) => Err(error.into()),
        (Ok(_), None) => Err("TVM refuses the program".into()),
        (Ok(typed), Some(after)) if save_json(&typed)? == *after => Ok(None),
        (Ok(typed), Some(after)) => {
            let expected: IRModule = load_json(after)?.downcast().map_err(|_| "not a module")?;
            if !objet::structural_equal(&typed, &expected) {
                Err("the programs are not structurally equal".into())
            } else if types(&typed) != types(&expected) {
                Err("the types of expressions differ".into())
            } else if names(&typed) != names(&expected) {
                Ok(Some("order"))
            } else {
                Ok(Some("sharing"))
            }
        }
    }
}

#[test]
fn types_are_those_of_tvm() -> Result<(), Box<dyn Error>> {
    let mut known = differences()?;
    let mut wrong = Vec::new();
    for pair in pairs()? {
        let expected = known.remove(&pair.name);
        match compare(&pair) {
            Ok(found) if found == expected.as_deref() => {}
            Ok(found) => wrong.push(format!("{}\t{}", pair.name, found.unwrap_or("none"))),
            Err(error) => wrong.push(format!("{}\t{error}", pair.name)),
        }
    }
    wrong.extend(known.into_keys().map(|name| format!("{name}\tno such pair")));
    assert!(wrong.is_empty(), "{} pairs differ otherwise than listed:\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}
