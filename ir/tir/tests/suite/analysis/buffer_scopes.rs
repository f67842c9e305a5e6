//! The smallest scopes that have all accesses to buffers.

use objet_tir::analysis::detect_buffer_access_lca;
use objet_tir::buffer::Buffer;
use objet_tir::expr::{BufferLoad, IterVar, IterVarType, Load, Range};
use objet_tir::op;
use objet_tir::stmt::{
    AttrStmt, Block, BlockNode, BlockRealize, BufferRealize, BufferRegion, BufferStore, For, ForNode,
    IfThenElse, LetStmt, MatchBufferRegion, SeqStmt, While,
};

use super::*;

struct Program {
    a: Buffer,
    b: Buffer,
}

fn buffer(name: &str) -> Result<Buffer> {
    Ok(Buffer::decl([4.into()], DataType::float(32), name, "", None)?)
}

fn load(buffer: &Buffer) -> Result<PrimExpr> {
    Ok(BufferLoad::new(buffer.clone(), [0.into()], None)?.upcast())
}

fn write(buffer: &Buffer) -> Result<Stmt> {
    Ok(BufferStore::new(buffer.clone(), FloatImm::from(1.0), [0.into()], None)?.upcast())
}

fn copy(to: &Buffer, from: &Buffer) -> Result<Stmt> {
    Ok(BufferStore::new(to.clone(), load(from)?, [0.into()], None)?.upcast())
}

fn evaluate(value: impl Into<PrimExpr>) -> Stmt {
    Evaluate::new(value, None).upcast()
}

fn times(name: &str, body: Stmt) -> Result<Stmt> {
    Ok(For::serial(Var::new(name, DataType::int(32), None), 4, body)?.upcast())
}

fn seq(stmts: impl Into<Array<Stmt>>) -> Stmt {
    SeqStmt::new(stmts, None).upcast()
}

fn realize(block: Block) -> Result<Stmt> {
    Ok(BlockRealize::new([], Bool::from(true), block, None)?.upcast())
}

fn block(name: &str, body: Stmt, buffers: &[&Buffer], regions: &[MatchBufferRegion]) -> Block {
    let buffers: Array<Buffer> = buffers.iter().map(|buffer| (*buffer).clone()).collect();
    Block::new([], [], [], name, body, None, buffers, regions.to_vec(), Map::new(), None)
}

impl Program {
    fn new() -> Result<Self> {
        Ok(Self { a: buffer("A")?, b: buffer("B")? })
    }

    fn function(&self, body: Stmt) -> PrimFunc {
        let params = ["a", "b"].map(|name| Var::new(name, DataType::HANDLE, None));
        let [a, b] = params.clone();
        let buffers: Map<Var, Buffer> = [(a, self.a.clone()), (b, self.b.clone())].into();
        PrimFunc::new(params, body, None, buffers, None, None)
    }

    /// Returns the names of the buffers and of their scopes.
    fn scopes(&self, body: Stmt) -> Result<String> {
        let func = self.function(body);
        let name = |stmt: &Option<Stmt>| match stmt {
            None => "-".to_owned(),
            Some(stmt) => match_node!(match stmt {
                times @ ForNode => times.loop_var.name_hint.as_str().to_owned(),
                block @ BlockNode => block.name_hint.as_str().to_owned(),
                _ => panic!("{} is no scope", stmt.type_key()),
            }),
        };
        let found = detect_buffer_access_lca(&func);
        let map = call("tir.analysis.detect_buffer_access_lca", &[(&func).into()])?
            .get::<Map<Buffer, Option<Stmt>>>()?;
        assert_eq!(map.len(), found.len());
        assert!(found.iter().all(|(buffer, stmt)| map.get(buffer) == Some(stmt)));
        let mut names: Vec<String> =
            found.iter().map(|(buffer, stmt)| format!("{}:{}", buffer.name, name(stmt))).collect();
        names.sort();
        Ok(names.join(" "))
    }

    fn check(&self, name: &str, body: Stmt, expected: &str) -> Result {
        assert_eq!(self.scopes(realize(block("root", body, &[], &[]))?)?, expected, "{name}");
        Ok(())
    }
}

#[test]
fn scopes_have_all_accesses() -> Result {
    let program = Program::new()?;
    let Program { a, b } = &program;
    let is_less = |buffer: &Buffer| Ok::<_, BoxError>(op::less(load(buffer)?, FloatImm::from(1.0), None)?);
    let as_int = |buffer: &Buffer| Ok::<_, BoxError>(op::cast(DataType::int(32), load(buffer)?, None)?);
    let i = Var::new("i", DataType::int(32), None);
    let extent = For::serial(i.clone(), as_int(b)?, write(a)?)?;
    let branch = IfThenElse::new(is_less(a)?, times("j", write(b)?)?, Some(times("k", write(a)?)?), None)?;
    let p = Var::new("p", DataType::float(32), None);
    let bound = LetStmt::new(p, load(a)?, times("i", write(b)?)?, None)?;
    let attr = AttrStmt::new(Some(a.data.clone().into()), "storage_scope", 1, nothing(), None);
    let pointer_load = Load::new(DataType::float(32), a.data.clone(), 0, Bool::from(true), None)?;
    let indexed = BufferStore::new(a.clone(), FloatImm::from(1.0), [as_int(b)?], None)?;
    for (name, body, expected) in [
        ("no loop", write(a)?, "A:root"),
        ("a loop", times("i", write(a)?)?, "A:i"),
        ("two loops", seq([times("i", write(a)?)?, times("j", copy(a, b)?)?]), "A:root B:j"),
        ("nested", times("i", seq([times("j", write(a)?)?, times("k", copy(a, b)?)?]))?, "A:i B:k"),
        ("the extent of a loop", extent.upcast(), "A:i B:i"),
        ("no access", nothing(), ""),
        ("the pointer", times("i", evaluate(a.data.clone()))?, "A:i"),
        ("a load from the pointer", times("i", evaluate(pointer_load))?, "A:i"),
        ("a store to the pointer", times("i", store(&a.data)?)?, "A:i"),
        ("the node of an attribute", times("i", attr.upcast())?, ""),
        ("a while loop", While::new(is_less(a)?, times("i", write(b)?)?, None)?.upcast(), "A:root B:i"),
        ("a branch", times("i", branch.upcast())?, "A:i B:j"),
        ("a let", bound.upcast(), "A:root B:i"),
        ("an index", times("i", indexed.upcast())?, "A:i B:i"),
    ] {
        program.check(name, body, expected)?;
    }
    // Without a block, the function is the common scope.
    assert_eq!(program.scopes(seq([times("i", write(a)?)?, times("j", write(a)?)?]))?, "A:-");
    assert_eq!(program.scopes(seq([write(a)?, times("i", write(b)?)?]))?, "A:- B:i");
    Ok(())
}

#[test]
fn blocks_declare_buffers() -> Result {
    let program = Program::new()?;
    let Program { a, b } = &program;
    let (c, d, m) = (buffer("C")?, buffer("D")?, buffer("M")?);
    let whole = || BufferRegion::full(a.clone());
    let region = MatchBufferRegion::new(m.clone(), whole()?)?;
    let matched = |body: Stmt| realize(block("b", body, &[], std::slice::from_ref(&region)));
    let v = Var::new("v", DataType::int(32), None);
    let number = op::cast(DataType::int(32), load(b)?, None)?;
    let axis = |extent: PrimExpr| {
        let range = Some(Range::from_min_extent(0, extent));
        IterVar::new(range, v.clone(), IterVarType::DataPar, "", None)
    };
    let over = |axis: IterVar, body: Stmt, value: PrimExpr| -> Result<Stmt> {
        let block = Block::new([axis], [], [], "b", body, None, [], [], Map::new(), None);
        Ok(BlockRealize::new([value], Bool::from(true), block, None)?.upcast())
    };
    let reads = |region: BufferRegion, body: Stmt| {
        realize(Block::new([], [region], [], "b", body, None, [], [], Map::new(), None))
    };
    let computed = BufferRegion::new(a.clone(), [Range::from_min_extent(number.clone(), 1)])?;
    let init = Some(times("j", write(a)?)?);
    let init = Block::new([], [], [], "b", write(a)?, init, [], [], Map::new(), None);
    let bounds = [Range::from_min_extent(0, 4)];
    let realized = |body: Stmt| -> Stmt {
        BufferRealize::new(c.clone(), bounds.clone(), Bool::from(true), body, None).upcast()
    };
    let twice =
        seq([realize(block("b1", write(&c)?, &[&c], &[]))?, realize(block("b2", write(&c)?, &[&c], &[]))?]);
    for (name, body, expected) in [
        ("a value", over(axis(4.into())?, write(a)?, number.clone())?, "A:b B:i"),
        ("the range of an axis", over(axis(number)?, nothing(), 1.into())?, "B:b"),
        ("a region that is read", reads(whole()?, write(b)?)?, "B:b"),
        ("the index of a region", reads(computed, nothing())?, "B:b"),
        ("another buffer", write(&c)?, "C:i"),
        ("an allocated buffer", realize(block("b", times("j", write(&c)?)?, &[&c], &[]))?, "C:j"),
        ("its pointer", realize(block("b", times("j", evaluate(c.data.clone()))?, &[&c, &d], &[]))?, "C:j"),
        ("an allocation twice", twice, "C:i"),
        ("a region", matched(times("j", write(&m)?)?)?, "A:b"),
        ("an unused region", matched(nothing())?, "A:b"),
        ("the pointer of a region", matched(times("j", evaluate(m.data.clone()))?)?, "A:b"),
        ("an initial value", realize(init)?, "A:b"),
        ("a realized buffer", realized(times("j", write(&c)?)?), "C:i"),
        ("its pointer", realized(times("j", evaluate(c.data.clone()))?), "C:i"),
    ] {
        program.check(name, times("i", body)?, expected)?;
    }
    Ok(())
}

#[test]
fn a_shared_statement_is_no_common_scope_of_its_accesses() -> Result {
    let program = Program::new()?;
    let a = &program.a;
    let shared = times("i", write(a)?)?;
    let loaded = evaluate(load(a)?);
    let inner = realize(block("b", write(a)?, &[], &[]))?;
    for (name, body, expected) in [
        ("twice", seq([shared.clone(), shared.clone()]), "A:root"),
        ("once deeper", seq([shared.clone(), times("j", shared.clone())?]), "A:root"),
        ("twice in a loop", times("j", seq([shared.clone(), shared.clone()]))?, "A:j"),
        ("in two loops", seq([times("j", shared.clone())?, times("k", shared)?]), "A:root"),
        ("a load", seq([times("i", loaded.clone())?, times("j", loaded)?]), "A:root"),
        ("a block", times("i", seq([inner.clone(), inner]))?, "A:i"),
    ] {
        program.check(name, body, expected)?;
    }
    Ok(())
}

#[test]
fn a_very_deep_function_has_scopes() -> Result {
    let program = Program::new()?;
    let mut body = write(&program.a)?;
    for depth in 0..200_000 {
        body = times(if depth == 0 { "i" } else { "j" }, body)?;
    }
    assert_eq!(program.scopes(body)?, "A:i");
    // The tree of a shared loop doubles at each level.
    let mut body = write(&program.a)?;
    for _ in 0..100 {
        body = times("i", seq([body.clone(), body]))?;
    }
    program.check("doubled", times("all", body)?, "A:i")
}
