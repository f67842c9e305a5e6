//! Size of the memory that functions allocate.

use objet_tir::analysis::{WorkspaceError, calculate_workspace_bytes};
use objet_tir::buffer::Buffer;
use objet_tir::stmt::{Block, BlockRealize, SeqStmt};

use super::*;

#[test]
fn allocations_that_are_alive_together_are_added() -> Result {
    let n: PrimExpr = Var::new("n", DataType::int(32), None).upcast();
    let bytes = |count: i32, body| allocate("int8", &[count.into()], body);
    let three = bytes(3, nothing())?;
    let unknown = |body| allocate("int8", &[3.into(), n.clone()], body);
    let realize = |block| BlockRealize::new([], Bool::from(true), block, None);
    let whole = Buffer::decl([100.into()], DataType::int(8), "A", "", None)?;
    let block = Block::new([], [], [], "x", three.clone(), None, [whole], [], Map::new(), None);
    let init = Some(three.clone());
    let with_init = Block::new([], [], [], "x", nothing(), init, [], [], Map::new(), None);
    let cases: [(&str, Stmt, i64, i64); 16] = [
        ("one", three.clone(), 4, 4),
        ("nested", bytes(3, allocate("float32", &[5.into()], nothing())?)?, 16, 48),
        (
            "in turn",
            SeqStmt::new([three.clone(), bytes(5, nothing())?, three.clone()], None).upcast(),
            16,
            16,
        ),
        ("lanes", allocate("float32x4", &[3.into()], nothing())?, 1, 12),
        ("bool", allocate("bool", &[3.into()], nothing())?, 1, 3),
        ("int4", allocate("int4", &[3.into()], nothing())?, 1, 3),
        ("unknown extent", unknown(nothing())?, 1, 0),
        ("inside of an unknown extent", unknown(bytes(7, nothing())?)?, 4, 8),
        ("no elements", bytes(0, nothing())?, 4, 0),
        ("negative", bytes(-3, nothing())?, 4, 0),
        ("no extents", allocate("int8", &[], nothing())?, 4, 4),
        ("shared", SeqStmt::new([three.clone(), bytes(100, three.clone())?], None).upcast(), 4, 104),
        ("block", realize(block)?.upcast(), 1, 3),
        ("init", realize(with_init)?.upcast(), 1, 3),
        ("large", bytes(1 << 20, bytes(1 << 30, bytes(1 << 30, nothing())?)?)?, 1, (1 << 20) + (1 << 31)),
        ("no allocation", nothing(), 1, 0),
    ];
    for (name, body, alignment, expected) in cases {
        let func = function(&[], body);
        assert_eq!(calculate_workspace_bytes(&func, alignment), Ok(expected), "{name}");
        let args = [(&func).into(), alignment.into()];
        assert_eq!(call("tir.analysis.calculate_workspace_bytes", &args)?.get::<i64>()?, expected, "{name}");
    }
    Ok(())
}

#[test]
fn impossible_sizes_are_errors() -> Result {
    let func = |extents: &[PrimExpr]| Ok::<_, BoxError>(function(&[], allocate("int8", extents, nothing())?));
    for alignment in [0, -1, i64::MIN] {
        assert_eq!(
            calculate_workspace_bytes(&func(&[3.into()])?, alignment),
            Err(WorkspaceError::Alignment(alignment))
        );
    }
    let most: PrimExpr = i32::MAX.into();
    let too_large = func(&[most.clone(), most.clone(), most.clone()])?;
    assert_eq!(calculate_workspace_bytes(&too_large, 1), Err(WorkspaceError::TooLarge));
    assert_eq!(calculate_workspace_bytes(&func(&[most.clone(), most, 2.into()])?, i64::MAX), Ok(i64::MAX));
    let nested = allocate("int8", &[1.into()], allocate("int8", &[1.into()], nothing())?)?;
    assert_eq!(calculate_workspace_bytes(&function(&[], nested), i64::MAX), Err(WorkspaceError::TooLarge));
    let n = Var::new("n", DataType::int(32), None);
    let error = call("tir.analysis.calculate_workspace_bytes", &[(&func(&[])?).into(), (&n).into()]);
    assert!(error.is_err_and(|error| error.message().contains("constant")));
    Ok(())
}

#[test]
fn a_very_deep_function_is_measured() -> Result {
    let mut body = nothing();
    for _ in 0..1_000_000 {
        body = allocate("int8", &[1.into()], body)?;
    }
    assert_eq!(calculate_workspace_bytes(&function(&[], body), 8), Ok(8_000_000));
    // The tree of a shared statement doubles at each level.
    let mut body = allocate("int8", &[1.into()], nothing())?;
    for _ in 0..100 {
        body = allocate("int8", &[1.into()], SeqStmt::new([body.clone(), body], None))?;
    }
    assert_eq!(calculate_workspace_bytes(&function(&[], body), 1), Ok(101));
    Ok(())
}
