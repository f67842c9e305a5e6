//! Parts of programs: axes, ranges, regions, lists, layouts and buffers.

use objet::String as Text;
use objet::prelude::*;
use objet_ir::meta_data::MetaData;
use objet_tir::buffer::{Buffer, BufferType};
use objet_tir::data_layout::{BijectiveLayout, Layout};
use objet_tir::expr::{IterVar, IterVarType, Range};
use objet_tir::stmt::BufferRegion;
use objet_tir::text::{TextPrinter, print};

use super::{Result, int, matrix, pointer, repr, shows, to};

#[test]
fn parts_of_programs() -> Result<()> {
    let thread = IterVar::new(None, int("threadIdx.x"), IterVarType::ThreadIndex, "threadIdx.x", None)?;
    shows(
        thread,
        r#"IterVar(threadIdx.x: int32, (nullptr), "ThreadIndex", "threadIdx.x")"#,
        "iter_var(threadIdx.x, , threadIdx.x)",
    );
    let n = int("n");
    shows(Range::from_min_extent(n.clone(), 4), "n: int32:(n + 4)", "range(min=n, ext=4)");
    let region = [Range::from_min_extent(n, 4), Range::from_min_extent(3, 1)];
    shows(
        BufferRegion::new(matrix("A")?, region)?,
        "A: Buffer(A_1: Pointer(float32), float32, [16, 8], [])[n: int32:(n + 4), 3]",
        "A[n:(n + 4), 3]",
    );
    let rows = BufferRegion::new(matrix("A")?, [to(4), Range::from_min_extent(2, 2)])?;
    assert_eq!(repr(&rows), "A[0:4, 2:4]");
    assert!(print(&rows).ends_with("[0:4, 2:4]"));
    let array: Array<Option<ObjectRef>> = [None, Some(Text::from("x").into())].into();
    shows(array, "[(nullptr), \"x\"]", "[(nullptr), \"x\"]");
    assert_eq!(TextPrinter::default().print(None, &mut MetaData::default()), "(nullptr)");
    assert_eq!(repr(&Layout::new("NCHW16c")?), "Layout(NCHW16c)");
    assert!(Layout::new("NCHWN").unwrap_err().to_string().contains("each primal axis once"));
    let layouts = BijectiveLayout::new(Layout::new("NCHW")?, Layout::new("NCHW16c")?)?;
    assert_eq!(repr(&layouts), "BijectiveLayout(NCHW->NCHW16c)");
    Ok(())
}

#[test]
fn buffers() -> Result<()> {
    let plain = matrix("A")?;
    assert_eq!(repr(&plain), format!("buffer(A, {:p})", &**plain));
    let buffer = Buffer::new(
        pointer("data", "shared")?,
        DataType::float(32),
        [int("n").upcast()],
        [],
        Some(int("offset").upcast()),
        "0",
        64,
        8,
        BufferType::AutoBroadcast,
        None,
    )?;
    let text = "buf_0: Buffer(data: Pointer(shared float32), float32, [n: int32], [stride: int32], elem_offset=offset: int32, \
                scope=\"shared\", align=64, offset_factor=8, type=\"auto\")";
    assert_eq!(print(&buffer), text);
    Ok(())
}
