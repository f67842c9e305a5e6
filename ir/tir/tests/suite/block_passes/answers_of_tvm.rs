//! The results of passes equal those of TVM.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::compare::StructuralEqual;
use objet::load_json;
use objet::walk::RewriteError;
use objet_tir::functor::StmtExprMutator;
use objet_tir::stmt::{Block, Stmt};

use super::*;

/// Sorts the allocated buffers of blocks by name. TVM allocates them in the order of addresses.
struct SortAllocations;

impl StmtExprMutator for SortAllocations {
    type Error = RewriteError;

    fn visit_block(&mut self, mut block: Block) -> Result<Stmt, RewriteError> {
        let mut buffers: Vec<_> = block.alloc_buffers.iter().cloned().collect();
        buffers.sort_by(|a, b| a.name.cmp(&b.name));
        *block.make_mut().alloc_buffers = buffers.into();
        Ok(block.upcast())
    }
}

#[test]
fn functions_equal_those_of_tvm() -> Result {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/block_passes/passes.json.gz");
    let mut json = String::new();
    GzDecoder::new(File::open(path)?).read_to_string(&mut json)?;
    let records: Array<Array<ObjectRef>> = load_json(&json)?.downcast::<ObjectRef>()?.downcast()?;
    assert_eq!(records.len(), 322);
    let mut differences = Vec::new();
    for record in &records {
        let [case, pass, before, expected] = &record[..] else { return Err("four elements".into()) };
        let text = |object: &ObjectRef| object.clone().downcast::<objet::String>();
        let (case, pass) = (text(case)?, text(pass)?);
        let before: PrimFunc = before.clone().downcast()?;
        match (run(&pass, &before), expected.clone().downcast::<PrimFunc>()) {
            (Ok(found), Ok(expected)) => {
                let (found, expected) = (SortAllocations.mutate(found)?, SortAllocations.mutate(expected)?);
                if let Some(difference) = StructuralEqual::new().first_difference(&found, &expected) {
                    differences.push(format!("{case}: {pass}: {difference}"));
                }
            }
            (Ok(_), Err(_)) => differences.push(format!("{case}: {pass}: no error, but {}", text(expected)?)),
            (Err(error), Ok(_)) => differences.push(format!("{case}: {pass}: {error}")),
            (Err(_), Err(_)) => {}
        }
    }
    assert!(
        differences.is_empty(),
        "{} of {}:\n{}",
        differences.len(),
        records.len(),
        differences.join("\n")
    );
    Ok(())
}
