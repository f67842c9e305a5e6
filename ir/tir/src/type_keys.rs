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
        "tir.StmtSRef" StmtSRefNode: Object, is_final;
        "tir.Dependency" DependencyNode: Object, is_final;
        "tir.BlockScope" BlockScopeNode: Object, is_final;
        "tir.InstructionKind" InstructionKindNode: Object, is_final;
        "tir.Instruction" InstructionNode: Object, is_final;
        "tir.ScheduleState" ScheduleStateNode: Object, is_final;
        "tir.Trace" TraceNode: Object, is_final;
        "tir.LoopRV" LoopRVNode: Object, is_final;
        "tir.BlockRV" BlockRVNode: Object, is_final;
        "tir.Schedule" ScheduleNode: Object, is_final;
    }
}

/// Types of tensor computations and their schedules.
pub mod te {
    use objet::prelude::*;

    use crate::te::{BaseComputeOpNode, OperationNode};

    type_keys! {
        "TensorComputeOp" TensorComputeOpNode: BaseComputeOpNode, is_final;
        "ScanOp" ScanOpNode: OperationNode, is_final;
        "ExternOp" ExternOpNode: OperationNode, is_final;
        "HybridOp" HybridOpNode: OperationNode, is_final;
        "TensorIntrin" TensorIntrinNode: Object, is_final;
        "TensorIntrinCall" TensorIntrinCallNode: Object, is_final;
        "Schedule" ScheduleNode: Object, is_final;
        "Stage" StageNode: Object, is_final;
        "IterVarRelation" IterVarRelationNode: Object;
        "Split" SplitNode: IterVarRelationNode, is_final;
        "Fuse" FuseNode: IterVarRelationNode, is_final;
        "Singleton" SingletonNode: IterVarRelationNode, is_final;
    }
}

/// Types of integer analysis.
pub mod arith {
    use objet::prelude::*;

    use objet_ir::expr::PrimExprNode;

    type_keys! {
        "IntSet" IntSetNode: Object;
        "arith.IntervalSet" IntervalSetNode: IntSetNode, is_final;
        "arith.ModularSet" ModularSetNode: Object, is_final;
        "arith.ConstIntBound" ConstIntBoundNode: Object, is_final;
        "arith.IntGroupBounds" IntGroupBoundsNode: Object, is_final;
        "arith.IntConstraints" IntConstraintsNode: Object, is_final;
        "arith.IntConstraintsTransform" IntConstraintsTransformNode: Object, is_final;
        "arith.IterMark" IterMarkNode: Object, is_final;
        "arith.IterMapExpr" IterMapExprNode: PrimExprNode, child_slots = 3;
        "arith.IterSplitExpr" IterSplitExprNode: IterMapExprNode, is_final;
        "arith.IterSumExpr" IterSumExprNode: IterMapExprNode, is_final;
    }
}
