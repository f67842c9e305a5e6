//! The text of relay, by the functions that front ends call.

use std::fs;
use std::path::Path;

use objet::prelude::*;
use objet::{Registry, RuntimeError, load_json};
use objet_ir as _;

type Result<T> = std::result::Result<T, RuntimeError>;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/graphs");

fn load(name: &str) -> ObjectRef {
    load_json(&fs::read_to_string(Path::new(FOLDER).join(name).with_extension("json")).unwrap()).unwrap()
}

fn text(node: &ObjectRef) -> Result<String> {
    Ok(Registry::expect("ir.PrettyPrint")?.call((node,))?.get()?)
}

#[test]
fn oracle() -> Result<()> {
    let dir = "/work/shared/data/graphs";
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(name) = name.strip_suffix(".txt") else { continue };
        let expected = fs::read_to_string(&path).unwrap();
        let node = load_json(&fs::read_to_string(format!("{dir}/{name}.json")).unwrap()).unwrap();
        let found = text(&node)?;
        fs::write(format!("/tmp/rt/{name}.txt"), &found).unwrap();
        for (kind, meta) in [("astext", false), ("full", true)] {
            let found: String = Registry::expect("ir.AsText")?.call((&node, meta, ()))?.get()?;
            fs::write(format!("/tmp/rt/{name}.{kind}"), &found).unwrap();
        }
        println!("{name}: {}", expected == found);
    }
    Ok(())
}
