//! Schedules and their states. The expected results are answers of TVM 0.8.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::Registry;
use objet::function::BoxError;
use objet::load_json;
use objet::prelude::*;
use objet_ir::expr::{Bool, FloatImm, GlobalVar, IntImm};
use objet_ir::module::IRModule;
use objet_tir::buffer::Buffer;
use objet_tir::expr::Var;
use objet_tir::function::PrimFunc;
use objet_tir::schedule::{BlockRV, LoopRV, RandomState, Schedule, ScheduleState, StmtSRef};
use objet_tir::stmt::{Block, BlockRealize, BufferStore, For, SeqStmt, Stmt};

type Result<T = (), E = BoxError> = std::result::Result<T, E>;

fn module(func: &PrimFunc) -> Result<IRModule> {
    Ok(IRModule::from_parts([(GlobalVar::new("main"), func.clone())], [])?)
}

#[test]
fn states_equal_those_of_tvm() -> Result {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/schedule_states/states.json.gz");
    let mut json = String::new();
    GzDecoder::new(File::open(path)?).read_to_string(&mut json)?;
    let records: Array<Array<ObjectRef>> = load_json(&json)?.downcast::<ObjectRef>()?.downcast()?;
    let mut differences = Vec::new();
    for record in &records {
        let [name, func, blocks, facts, dependencies] = &record[..] else { return Err("five".into()) };
        let name: objet::String = name.clone().downcast()?;
        let blocks: Array<Block> = blocks.clone().downcast()?;
        let numbers = |lists: &ObjectRef| -> Result<Vec<Vec<i64>>> {
            let lists: Array<Array<IntImm>> = lists.clone().downcast()?;
            Ok(lists.iter().map(|list| list.iter().map(|number| number.value).collect()).collect())
        };
        let state = ScheduleState::new(module(&func.clone().downcast()?)?, 3)?;
        let sref = |block: &Block| state.sref(block.upcast_ref()).ok_or("no reference");
        let srefs = blocks.iter().map(sref).collect::<Result<Vec<StmtSRef>, _>>()?;
        let mut found_facts = Vec::new();
        let mut found = Vec::new();
        for sref in &srefs {
            let flags = state.cached_flags(sref)?;
            let flags = [flags.affine_binding, flags.region_cover, flags.stage_pipeline].map(i64::from);
            found_facts.push([&[sref.seq_index][..], &flags].concat());
            let scope = state.block_scope(sref)?;
            for (src, by) in srefs.iter().enumerate() {
                for dependency in scope.by_src(by) {
                    let dst = srefs.iter().position(|sref| dependency.dst.as_ref() == Some(sref));
                    found.push(vec![src as i64, dst.ok_or("no block")? as i64, dependency.kind as i64]);
                }
            }
        }
        for (index, (found, expected)) in found_facts.iter().zip(numbers(facts)?).enumerate() {
            if *found != expected {
                let block = &blocks[index].name_hint;
                differences.push(format!("{name}: {block}: {found:?} instead of {expected:?}"));
            }
        }
        let expected = numbers(dependencies)?;
        if found != expected {
            differences.push(format!("{name}: {found:?} instead of {expected:?}"));
        }
    }
    assert!(differences.is_empty(), "{} records:\n{}", records.len(), differences.join("\n"));
    Ok(())
}

fn int(name: &str) -> Var {
    Var::new(name, DataType::int(32), None)
}

fn block(name: &str, body: Stmt) -> Result<Stmt> {
    let block = Block::new([], [], [], name, body, None, [], [], Map::new(), None);
    Ok(BlockRealize::new([], Bool::from(true), block, None)?.upcast())
}

fn write(buffer: &Buffer) -> Result<Stmt> {
    Ok(BufferStore::new(buffer.clone(), FloatImm::from(1.0), [0.into()], None)?.upcast())
}

fn schedule(body: Stmt) -> Result<Schedule> {
    Ok(Schedule::new(module(&PrimFunc::new([], body, None, Map::new(), None, None))?, 42, 3)?)
}

/// Returns a schedule of three blocks, two of them in a loop `i`.
fn example() -> Result<Schedule> {
    let a = Buffer::decl([16.into()], DataType::float(32), "A", "", None)?;
    let inner = For::serial(int("j"), 4, block("1", write(&a)?)?)?;
    let both = SeqStmt::new([inner.upcast(), block("2", block("3", write(&a)?)?)?], None);
    schedule(block("root", For::serial(int("i"), 4, both)?.upcast())?)
}

fn names(schedule: &Schedule, symbols: &[BlockRV]) -> Result<Vec<std::string::String>> {
    let name = |symbol: &BlockRV| -> Result<_> {
        Ok(schedule.get(symbol.as_object_ref())?.downcast::<Block>()?.name_hint.to_string())
    };
    symbols.iter().map(name).collect()
}

#[test]
fn schedules_look_up_blocks_and_loops() -> Result {
    let schedule = example()?;
    let one = schedule.block("1", "main")?;
    assert_eq!(names(&schedule, std::slice::from_ref(&one))?, ["1"]);
    let loops = schedule.loops(&one)?;
    let vars = loops.iter().map(|symbol| {
        Ok::<_, BoxError>(
            schedule.get(symbol.as_object_ref())?.downcast::<For>()?.loop_var.name_hint.to_string(),
        )
    });
    assert_eq!(vars.collect::<Result<Vec<_>>>()?, ["i", "j"]);
    let root = schedule.block("root", "main")?;
    assert_eq!(names(&schedule, &schedule.child_blocks(root.as_object_ref())?)?, ["1", "2"]);
    assert_eq!(names(&schedule, &schedule.child_blocks(loops[0].as_object_ref())?)?, ["1", "2"]);
    assert_eq!(names(&schedule, &schedule.child_blocks(loops[1].as_object_ref())?)?, ["1"]);
    let two = schedule.block("2", "main")?;
    assert_eq!(names(&schedule, &schedule.child_blocks(two.as_object_ref())?)?, ["3"]);
    assert!(schedule.producers(&two)?.is_empty() && schedule.consumers(&one)?.is_empty());

    let sref = schedule.sref(one.as_object_ref())?;
    assert_eq!((sref.seq_index, schedule.sref(loops[1].as_object_ref())?.seq_index), (-1, 0));
    assert!(sref.parent().is_some_and(|parent| parent.as_loop().is_some()));
    let copy = schedule.copy()?;
    assert_eq!(names(&copy, std::slice::from_ref(&one))?, ["1"]);
    assert!(copy.sref(one.as_object_ref())? != sref);
    let sum = (objet_ir::expr::PrimExpr::from(3) + 2).expr()?;
    assert_eq!(schedule.get(sum.as_object_ref())?.downcast::<IntImm>()?.value, 5);
    Ok(())
}

#[test]
fn wrong_lookups_are_errors() -> Result {
    let schedule = example()?;
    let message = |result: Result<ObjectRef, objet_tir::schedule::ScheduleError>| {
        result.map(|_| ()).expect_err("the lookup is wrong").to_string()
    };
    let block = |name: &str, func: &str| schedule.block(name, func).map(|symbol| symbol.into_object_ref());
    assert_eq!(message(block("x", "main")), "Cannot find a block with the name: x");
    assert!(message(block("1", "other")).contains("other"));
    let unknown = BlockRV::new().into_object_ref();
    assert!(message(schedule.get(&unknown)).starts_with("Cannot find corresponding BlockRV"));
    assert!(message(schedule.get(LoopRV::new().as_object_ref())).contains("LoopRV"));
    assert!(message(schedule.get(int("x").as_object_ref())).contains("ExprRV: x"));
    assert!(schedule.remove(&unknown).is_err());
    let root = schedule.block("root", "main")?;
    assert!(schedule.producers(&root).is_err_and(|error| error.to_string().contains("root block")));
    schedule.remove(root.as_object_ref())?;
    assert!(schedule.loops(&root).is_err());

    let a = Buffer::decl([16.into()], DataType::float(32), "A", "", None)?;
    let shared = self::block("1", write(&a)?)?;
    let twice = self::block("root", SeqStmt::new([shared.clone(), shared], None).upcast())?;
    let error = self::schedule(twice).map(|_| ()).expect_err("a block occurs twice").to_string();
    assert!(error.contains("block 1 occurs more than once"), "{error}");
    let name = "tir.schedule.ScheduleGetBlock";
    let args = [(&schedule).into(), "x".into(), "main".into()];
    let error = Registry::expect(name)?.call(&args[..]).map(|_| ()).expect_err("no such block");
    assert_eq!(error.kind().name(), "ScheduleError");
    Ok(())
}

#[test]
fn seeds_are_those_of_tvm() {
    let mut random = RandomState::new(42);
    let seeds: Vec<i64> = (0..3).map(|_| random.fork_seed()).collect();
    assert_eq!(seeds, [431226885, 860742923, 805354324]);
    assert_eq!(RandomState::new(1).fork_seed(), 1581695857);
}

#[test]
fn very_deep_functions_have_states() -> Result {
    let test = || -> Result {
        let a = Buffer::decl([16.into()], DataType::float(32), "A", "", None)?;
        let mut body = write(&a)?;
        for depth in 0..10_000 {
            body = match depth % 2 {
                0 => For::serial(int("i"), 4, body)?.upcast(),
                _ => block("inner", body)?,
            };
        }
        let schedule = schedule(block("root", body)?)?;
        let root = schedule.block("root", "main")?;
        assert_eq!(schedule.child_blocks(root.as_object_ref())?.len(), 1);
        Ok(())
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(test)?;
    thread.join().map_err(|_| "the thread panicked")?
}
