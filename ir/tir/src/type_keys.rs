//! Types of TVM of which only the type keys are known, for front ends that have classes for them
//! and need their type indices.
//!
//! No code creates objects of these types, and their fields are not known here. A file with such
//! nodes loads if [unknown types are kept](objet::graph::LoadJson::keep_unknown).

macro_rules! type_keys {
    ($($key:literal $node:ident: $parent:ty $(, $option:ident $(= $value:literal)?)*;)*) => {
        $(
            #[doc = concat!("The type `", $key, "`.")]
            #[derive(Clone, Object)]
            #[repr(C)]
            #[object(key = $key $(, $option $(= $value)?)*)]
            pub struct $node {
                base: $parent,
            }
        )*
    };
}

/// Types of tir schedules.
pub mod tir {
    use objet::prelude::*;

    type_keys! {
        "tir.InstructionKind" InstructionKindNode: Object, is_final;
        "tir.Instruction" InstructionNode: Object, is_final;
        "tir.Trace" TraceNode: Object, is_final;
    }
}

/// Types of the automatic scheduler whose objects are created during a search.
pub mod auto_scheduler {
    use objet::prelude::*;

    use crate::auto_scheduler::{CostModelNode, ProgramRunnerNode};

    type_keys! {
        "auto_scheduler.Iterator" IteratorNode: Object, is_final;
        "auto_scheduler.Stage" StageNode: Object, is_final;
        "auto_scheduler.State" StateNode: Object, is_final;
        "auto_scheduler.ComputeDAG" ComputeDAGNode: Object, is_final;
        "auto_scheduler.PythonBasedModel" PythonBasedModelNode: CostModelNode, is_final;
        "auto_scheduler.MeasureCallback" MeasureCallbackNode: Object;
        "auto_scheduler.PythonBasedMeasureCallback" PythonBasedMeasureCallbackNode: MeasureCallbackNode, is_final;
        "auto_scheduler.RecordToFile" RecordToFileNode: MeasureCallbackNode, is_final;
        "auto_scheduler.MeasureInput" MeasureInputNode: Object, is_final;
        "auto_scheduler.BuildResult" BuildResultNode: Object, is_final;
        "auto_scheduler.MeasureResult" MeasureResultNode: Object, is_final;
        "auto_scheduler.ProgramMeasurer" ProgramMeasurerNode: Object, is_final;
        "auto_scheduler.RPCRunner" RPCRunnerNode: ProgramRunnerNode, is_final;
        "auto_scheduler.RecordReader" RecordReaderNode: Object, is_final;
        "auto_scheduler.SearchCallback" SearchCallbackNode: Object;
        "auto_scheduler.PreloadMeasuredStates" PreloadMeasuredStatesNode: SearchCallbackNode, is_final;
        "auto_scheduler.PreloadCustomSketchRule" PreloadCustomSketchRuleNode: SearchCallbackNode, is_final;
        "auto_scheduler.SearchPolicy" SearchPolicyNode: Object;
        "auto_scheduler.EmptyPolicy" EmptyPolicyNode: SearchPolicyNode, is_final;
        "auto_scheduler.SketchPolicy" SketchPolicyNode: SearchPolicyNode, is_final;
        "auto_scheduler.HardwareParams" HardwareParamsNode: Object, is_final;
        "auto_scheduler.SearchTask" SearchTaskNode: Object, is_final;
    }
}
