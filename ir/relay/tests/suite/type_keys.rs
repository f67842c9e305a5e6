//! The types that the front ends of TVM 0.8 look up at startup, compared with the table of TVM's
//! types.

use std::collections::BTreeMap;

use objet::graph::{GraphError, LoadJson};
use objet::types::TypeInfo;
use objet::{load_json, save_json, types};
use objet_ir as _;

/// The keys of the classes that front ends register with `tvm` and `tvm.relay`, without the three
/// keys of the profiler, which is a separate crate.
const KEYS: &str = "
    runtime.NDArray runtime.ADT runtime.String runtime.ShapeTuple SourceName Span EnvFunc PrimType PointerType TypeVar
    GlobalTypeVar TupleType TypeConstraint FuncType IncompleteType relay.RefType relay.TensorType TensorAffineType
    TupleAffineType TypeCall TypeRelation GlobalVar Range Op relay.Constructor relay.TypeData IRModule Attrs DictAttrs
    Array Map transform.PassInfo transform.PassContext transform.Pass transform.ModulePass transform.Sequential
    instrument.PassInstrument Diagnostic DiagnosticRenderer DiagnosticContext tir.Buffer tir.DataProducer tir.Layout tir.BijectiveLayout tir.Var tir.SizeVar tir.IterVar
    tir.CommReducer tir.Reduce FloatImm IntImm tir.StringImm tir.Cast tir.Add tir.Sub tir.Mul tir.Div tir.Mod
    tir.FloorDiv tir.FloorMod tir.Min tir.Max tir.EQ tir.NE tir.LT tir.LE tir.GT tir.GE tir.And tir.Or tir.Not tir.Select
    tir.Load tir.BufferLoad tir.ProducerLoad tir.Ramp tir.Broadcast tir.Shuffle tir.Call tir.Let tir.Any tir.LetStmt
    tir.AssertStmt tir.For tir.While tir.Store tir.BufferStore tir.BufferRealize tir.ProducerStore tir.Allocate
    tir.AttrStmt tir.ProducerRealize tir.SeqStmt tir.IfThenElse tir.Evaluate tir.Prefetch tir.BufferRegion
    tir.MatchBufferRegion tir.Block tir.BlockRealize tir.PrimFunc tir.StmtSRef tir.Dependency tir.BlockScope
    tir.InstructionKind tir.Instruction tir.ScheduleState tir.Trace tir.LoopRV tir.BlockRV tir.Schedule tir.PrimFuncPass
    TargetKind Target GenericFunc TensorIntrinCall Tensor PlaceholderOp BaseComputeOp ComputeOp TensorComputeOp ScanOp
    ExternOp HybridOp Split Fuse Singleton Schedule Stage SpecializedCondition TensorIntrin arith.IntervalSet
    arith.ModularSet arith.ConstIntBound arith.IntGroupBounds arith.IntConstraints arith.IntConstraintsTransform
    arith.IterMark arith.IterSplitExpr arith.IterSumExpr SourceMap
    relay.StorageInfo relay.StaticMemoryPlan relay.LoweredOutput relay.CCacheKey relay.CCacheValue relay.TECompiler
    Executor Runtime relay.ConstructorValue relay.RefValue relay.quantize.QConfig relay.QPartitionExpr
    relay.QAnnotateExpr
";

/// The keys of the automatic scheduler that front ends register, which are not in the table.
const AUTO_SCHEDULER: &str = "
    Iterator Stage State ComputeDAG CostModel RandomModel PythonBasedModel MeasureCallback
    PythonBasedMeasureCallback MeasureInput BuildResult MeasureResult ProgramBuilder ProgramRunner ProgramMeasurer
    LocalBuilder LocalRunner RPCRunner RecordToFile RecordReader SearchCallback PreloadMeasuredStates
    PreloadCustomSketchRule SearchPolicy EmptyPolicy SketchPolicy HardwareParams TuningOptions SearchTask
";

type Row = BTreeMap<&'static str, &'static str>;

fn rows() -> impl Iterator<Item = Row> {
    let mut lines = include_str!("../../../../tests/tables/ir-nodes.tsv").lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines.map(move |line| names.iter().copied().zip(line.split('\t')).collect())
}

fn is_as_said(info: TypeInfo, row: &Row) -> bool {
    let parent = info.parent().map_or("", TypeInfo::key);
    let flags = [info.child_slots_can_overflow(), info.is_final()].map(|flag| if flag { "y" } else { "n" });
    (parent, &*info.child_slots().to_string(), flags[0], flags[1])
        == (row["parent_type_key"], row["child_slots"], row["child_slots_can_overflow"], row["final"])
}

#[test]
fn every_type_key_of_front_ends_is_registered() {
    let keys: Vec<_> = KEYS.split_whitespace().collect();
    assert_eq!(keys.len(), 144 - 3 + 13);
    let mut wrong = Vec::new();
    for key in AUTO_SCHEDULER.split_whitespace() {
        if types::by_key(&format!("auto_scheduler.{key}")).is_none() {
            wrong.push(format!("auto_scheduler.{key} is missing"));
        }
    }
    for key in keys {
        let Some(mut info) = types::by_key(key) else {
            wrong.push(format!("{key} is missing"));
            continue;
        };
        // Check the ancestors too.
        loop {
            let key = info.key();
            let mut rows = rows().filter(|row| row["type_key"] == key).peekable();
            let is_in_table = rows.peek().is_some();
            if !is_in_table || !rows.any(|row| is_as_said(info, &row)) {
                wrong.push(format!("{info:?} differs from the table"));
            }
            match info.parent() {
                Some(parent) if parent.parent().is_some() => info = parent,
                _ => break,
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(types::refused().is_empty(), "{:?}", types::refused());
}

#[test]
fn nodes_without_reflection_are_kept() {
    let json = r#"{
  "root": 1, 
  "nodes": [
    {
      "type_key": ""
    }, 
    {
      "type_key": "auto_scheduler.Stage", 
      "attrs": {
        "op": "2", 
        "scope": "global"
      }
    }, 
    {
      "type_key": "auto_scheduler.Iterator", 
      "attrs": {
        "annotation": "0", 
        "attrs": "3", 
        "name": "i"
      }
    }, 
    {
      "type_key": "Map"
    }
  ], 
  "b64ndarrays": [], 
  "attrs": {"tvm_version": "0.8.0"}
}"#;
    assert!(matches!(load_json(json), Err(GraphError::NotReflected { .. })));
    let stage = LoadJson::new().keep_unknown(true).load(json.as_bytes()).unwrap().unwrap();
    assert_eq!(save_json(&stage).unwrap(), json);
}
