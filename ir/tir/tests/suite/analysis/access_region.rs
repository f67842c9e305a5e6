//! The regions of buffers that blocks access.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::{load_json, structural_equal};
use objet_ir::expr::IntImm;
use objet_tir::analysis::{BlockAccess, block_access_region, block_read_write_region};
use objet_tir::buffer::Buffer;
use objet_tir::expr::{BufferLoad, Range};
use objet_tir::op;
use objet_tir::stmt::{Block, BufferRegion, BufferStore, For, IfThenElse, MatchBufferRegion, SeqStmt};

use super::*;

type Buffers = Map<Var, Buffer>;
type Regions = Array<BufferRegion>;

fn text(object: &impl IsObjectRef) -> String {
    objet::text::as_repr(Some(object))
}

fn block(body: impl Into<Stmt>) -> Block {
    Block::new([], [], [], "block", body, None, [], [], Map::new(), None)
}

fn buffer(name: &str) -> Result<Buffer> {
    Ok(Buffer::decl([128.into()], DataType::float(32), name, "", None)?)
}

fn write(buffer: &Buffer, index: impl Into<PrimExpr>) -> Result<Stmt> {
    Ok(BufferStore::new(buffer.clone(), FloatImm::from(1.0), [index.into()], None)?.upcast())
}

fn buffers(all: &[&Buffer]) -> Buffers {
    all.iter().map(|buffer| (buffer.data.clone(), (*buffer).clone())).collect()
}

#[test]
fn regions_equal_those_of_tvm() -> Result {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/analysis/regions.json.gz");
    let mut json = String::new();
    GzDecoder::new(File::open(path)?).read_to_string(&mut json)?;
    let cases: Map<objet::String, Array<ObjectRef>> =
        load_json(&json)?.downcast::<ObjectRef>()?.downcast()?;
    assert_eq!(cases.len(), 52);
    let mut differences = Vec::new();
    for (name, case) in &cases {
        let args = [(&case[0]).into(), (&case[1]).into()];
        for (function, expected) in
            [("GetBlockAccessRegion", &case[2]), ("GetBlockReadWriteRegion", &case[3])]
        {
            let found = call(&format!("tir.analysis.{function}"), &args)?.get::<Array<Regions>>()?;
            if !structural_equal(&found, expected) {
                differences.push(format!(
                    "{name}: {function}: {} instead of {}",
                    text(&found),
                    text(expected)
                ));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    Ok(())
}

#[test]
fn other_blocks_have_regions_or_errors() -> Result {
    let (a, i) = (buffer("A")?, Var::new("i", DataType::int(32), None));
    let regions = |body: Stmt| -> Result<String> {
        Ok(text(&block_access_region(&block(body), &buffers(&[&a]))?.writes))
    };
    // A vector of indices accesses the region from the first to the last.
    let ramp = objet_tir::expr::Ramp::new(4, 2, 4, None)?;
    let wide = BufferStore::new(a.clone(), FloatImm::from(1.0), [ramp.upcast()], None)?;
    assert_eq!(regions(wide.upcast())?, "[A[4:11]]");
    // An inner loop of the same variable has its own domain, and the outer domain holds after it.
    let inner = For::serial(i.clone(), 2, write(&a, i.clone())?)?;
    let both = SeqStmt::new([inner.upcast(), write(&a, i.clone())?], None);
    assert_eq!(regions(For::serial(i.clone(), 8, both)?.upcast())?, "[A[0:8]]");
    assert_eq!(regions(write(&a, i.clone())?)?, "[A[i]]");
    // A condition on different data types does not narrow.
    let wide = Var::new("w", DataType::int(64), None);
    let less = op::less(&wide, IntImm::new(DataType::int(64), 5, None)?, None)?;
    let branch = IfThenElse::new(less, write(&a, i.clone())?, None, None)?;
    assert_eq!(regions(For::serial(i.clone(), 8, branch)?.upcast())?, "[A[0:8]]");

    // A region of a buffer that is not listed is not listed either.
    let (part, other) = (Buffer::decl([4.into()], DataType::float(32), "part", "", None)?, buffer("other")?);
    let source = BufferRegion::new(other.clone(), [Range::from_min_extent(8, 4)])?;
    let matched = MatchBufferRegion::new(part.clone(), source)?;
    let store = write(&part, 1)?;
    let inner = Block::new([], [], [], "block", store, None, [], [matched], Map::new(), None);
    assert!(block_access_region(&inner, &buffers(&[&a]))?.writes.is_empty());
    assert_eq!(text(&block_access_region(&inner, &buffers(&[&other]))?.writes), "[other[9]]");

    let n = Var::new("n", DataType::float(32), None);
    let odd = Buffer::decl([n.clone().upcast()], DataType::float(32), "odd", "", None);
    assert!(odd.is_err());
    let range = Range::from_min_extent(n.clone(), n);
    let region = BufferRegion::new(a.clone(), [range])?;
    let declared = Block::new([], [region], [], "block", nothing(), None, [], [], Map::new(), None);
    let BlockAccess { reads, .. } = block_access_region(&declared, &buffers(&[&a]))?;
    assert!(reads.is_empty());
    let known = buffers(&[&a]);
    let args = [(&i).into(), (&known).into()];
    assert!(call("tir.analysis.GetBlockAccessRegion", &args).is_err());
    Ok(())
}

#[test]
fn large_blocks_have_regions() -> Result {
    let (a, b, i) = (buffer("A")?, buffer("B")?, Var::new("i", DataType::int(32), None));
    let known = buffers(&[&a, &b]);
    // Nested loops, whose innermost variable is the index.
    let mut body = write(&a, i.clone())?;
    body = For::serial(i.clone(), 4, body)?.upcast();
    for _ in 0..200_000 {
        body = For::serial(Var::new("j", DataType::int(32), None), 4, body)?.upcast();
    }
    assert_eq!(text(&block_access_region(&block(body), &known)?.writes), "[A[0:4]]");
    // Nested indices.
    let mut index: PrimExpr = i.clone().upcast();
    for _ in 0..100_000 {
        let load = BufferLoad::new(b.clone(), [index], None)?;
        index = op::cast(DataType::int(32), load, None)?;
    }
    let [reads, writes] = block_read_write_region(&block(write(&a, index)?), &known)?;
    assert_eq!((text(&reads).as_str(), text(&writes).as_str()), ("[B[0:128]]", "[A[0:128]]"));
    // The trees of a shared loop and of a shared condition double at each level.
    let mut body = write(&a, i.clone())?;
    let mut condition = op::less(&i, 5, None)?;
    for _ in 0..60 {
        body = For::serial(i.clone(), 8, SeqStmt::new([body.clone(), body], None))?.upcast();
        condition = op::logical_and(&condition, &condition, None)?;
    }
    let branch = IfThenElse::new(condition, write(&b, i.clone())?, None, None)?;
    let all = SeqStmt::new([body, For::serial(i, 8, branch)?.upcast()], None);
    assert_eq!(text(&block_access_region(&block(all), &known)?.writes), "[A[0:8], B[0:5]]");
    Ok(())
}
