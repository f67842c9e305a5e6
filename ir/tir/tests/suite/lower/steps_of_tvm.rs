//! Modules before and after each pass, as TVM 0.8 makes them, compared with those made here.
//!
//! `tests/data/lower/README.md` describes the file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::compare::StructuralEqual;
use objet::prelude::*;
use objet::text::as_repr;
use objet::{Array, String, load_json};
use objet_ir::module::IRModule;
use objet_ir::transform::Pass;
use objet_tir::transform;

/// A pass, and the modules before and after it.
struct Step {
    case: std::string::String,
    pass: std::string::String,
    before: IRModule,
    after: IRModule,
}

fn steps() -> Vec<Step> {
    let path = format!("{}/tests/data/lower/steps.json.gz", env!("CARGO_MANIFEST_DIR"));
    let mut json = std::string::String::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut json).unwrap();
    let cases: Map<String, Array<Array<ObjectRef>>> = load_json(&json).unwrap().downcast().unwrap();
    let mut steps = Vec::new();
    for (case, records) in &cases {
        for record in records {
            let pass: String = record[0].clone().downcast().unwrap();
            let [before, after] = [1, 2].map(|index| record[index].clone().downcast().unwrap());
            steps.push(Step { case: case.to_string(), pass: pass.to_string(), before, after });
        }
    }
    steps
}

fn pass(case: &str, name: &str) -> Option<Pass> {
    let has_bounds = case.ends_with("tir.instrument_bound_checkers");
    Some(match name {
        "tir.Simplify" => transform::simplify().upcast(),
        "tir.NarrowDataType" => transform::narrow_data_type(32).unwrap().upcast(),
        "tir.InjectPrefetch" => transform::inject_prefetch().upcast(),
        "tir.TextureFlatten" => transform::texture_flatten().upcast(),
        "tir.BF16Promote" => transform::bf16_promote().upcast(),
        "tir.BF16CastElimination" => transform::bf16_cast_elimination().upcast(),
        "tir.BF16TypeLowering" => transform::bf16_type_lowering().upcast(),
        "tir.InstrumentBoundCheckers" => transform::instrument_bound_checkers().upcast(),
        "tir.StorageFlatten" => transform::storage_flatten(64, has_bounds).upcast(),
        _ => {
            let passes = transform::storage_flatten_passes(64, has_bounds);
            return passes.passes.iter().find(|pass| pass.pass_info.name == name).cloned();
        }
    })
}

#[test]
fn steps_equal_those_of_tvm() {
    let mut counts: BTreeMap<std::string::String, [usize; 2]> = BTreeMap::new();
    let mut differences = Vec::new();
    for Step { case, pass: name, before, after } in steps() {
        let Some(pass) = pass(&case, &name) else { continue };
        let [same, different] = counts.entry(name.clone()).or_default();
        let difference = match pass.run(before.clone()) {
            Err(error) => Some(error.to_string()),
            Ok(found) => {
                let difference = StructuralEqual::new().first_difference(&found, &after);
                difference.map(|difference| {
                    let text = |module: &IRModule| {
                        let funcs = module.functions.load();
                        let bodies = funcs.values().map(|func| as_repr(Some(func)));
                        bodies.collect::<Vec<_>>().join("\n")
                    };
                    format!("{difference}\n--- TVM\n{}\n--- here\n{}", text(&after), text(&found))
                })
            }
        };
        match difference {
            None => *same += 1,
            Some(difference) => {
                *different += 1;
                differences.push(format!("{case}, {name}: {difference}"));
            }
        }
    }
    println!("{counts:?}");
    let first: Vec<_> = differences.iter().take(8).map(|text| text.as_str()).collect();
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), first.join("\n"));
}
