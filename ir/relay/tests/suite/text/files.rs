//! Text of graph files from TVM.

use objet::prelude::*;
use objet::{load_json, structural_equal};
use objet_ir::module::IRModule;
use objet_relay::expr::Constant;
use objet_relay::functor::post_order;

use super::{Result, as_text, text};
use crate::graphs::load;

const VERSION: &str = "#[version = \"0.0.5\"]\n";

#[test]
fn modules_print_the_same_text_as_tvm() {
    for (name, expected) in [
        ("mlp_b1.params", include_str!("mlp_b1.params.txt")),
        ("mlp.parsed_spans", include_str!("mlp.parsed_spans.txt")),
        ("lstm_i5_h32.typed", include_str!("lstm_i5_h32.typed.txt")),
        ("relay_consts_dtypes", include_str!("relay_consts_dtypes.txt")),
        ("prelude.typed", include_str!("prelude.typed.txt")),
        ("diamond_60", include_str!("diamond_60.txt")),
    ] {
        let found = text(&load(name));
        let differs = expected.lines().zip(found.lines()).find(|(expected, found)| expected != found);
        assert_eq!(differs, None, "{name}");
        assert!(found == expected, "{name}: {} bytes, expected {}", found.len(), expected.len());
    }
}

#[test]
fn types_have_the_same_representation_as_in_tvm() {
    let without_address = |text: &str| text.split("0x").next().unwrap().to_owned();
    let found: String =
        objet::Registry::expect("node.AsRepr").unwrap().call((&load("types_zoo"),)).unwrap().get().unwrap();
    assert_eq!(without_address(&found), without_address(include_str!("types_zoo.txt")));
    assert!(found.ends_with(")]"));
}

#[test]
fn every_file_is_printed() -> Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/graphs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Some(name) = path.file_name().unwrap().to_str().unwrap().strip_suffix(".json") else { continue };
        let graph = load(name);
        let body = text(&graph);
        assert!(!body.is_empty(), "{name}");
        for show_meta_data in [false, true] {
            let whole = as_text(&graph, show_meta_data, None)?;
            let rest = whole.strip_prefix(VERSION).unwrap_or_else(|| panic!("{name}: {whole}"));
            let is_module = graph.downcast_ref::<IRModule>().is_some();
            assert!(show_meta_data && !is_module || rest.starts_with(&body), "{name}");
        }
        count += 1;
    }
    assert_eq!(count, 29);
    Ok(())
}

#[test]
fn metadata_is_omitted_or_loadable() -> Result<()> {
    let module = load("mlp_b1.params");
    let body = text(&module);
    let omitted = as_text(&module, false, None)?;
    assert_eq!(
        omitted.strip_prefix(VERSION).and_then(|rest| rest.strip_prefix(&*body)),
        Some(
            "/* For debugging purposes the metadata section has been omitted.\n * If you would like to see the full metadata section you can set the \n * option to `True` when invoking `astext`. \n */"
        )
    );
    let whole = as_text(&module, true, None)?;
    let (program, json) = whole.split_once("\n#[metadata]\n").unwrap();
    assert_eq!(format!("{program}\n"), format!("{VERSION}{body}"));
    let objects: Map<objet::String, Array<Constant>> = load_json(json).unwrap().downcast().unwrap();
    let constants: Vec<Constant> =
        post_order(&module).filter_map(|expr| expr.clone().downcast::<Constant>().ok()).collect();
    assert_eq!(objects.len(), 1);
    assert!(structural_equal(&objects["relay.Constant"], &Array::from(constants)));
    Ok(())
}
