//! Options of passes over tir.

use objet_ir::attrs::attrs_node;

/// The option `tir.HoistIfThenElse` of the pass that moves conditions out of loops.
#[attrs_node("tir.transform.HoistIfThenElseConfig")]
pub struct HoistIfThenElseConfigNode {
    /// Whether to hoist conditions that depend on variables of block scope.
    #[reflect(default = false)]
    pub support_block_scope_hosting: bool,
}

/// The option `tir.InjectDoubleBuffer` of the pass that adds double buffers to loops.
#[attrs_node("tir.transform.InjectDoubleBufferConfig")]
pub struct InjectDoubleBufferConfigNode {
    /// The factor by which the loop is split.
    #[reflect(default = 1)]
    pub split_loop: i32,
}

/// The option `tir.LoopPartition` of the pass that splits loops where a condition changes.
#[attrs_node("tir.transform.LoopPartitionConfig")]
pub struct LoopPartitionConfigNode {
    /// Whether to partition loops of constant extent.
    #[reflect(default = false)]
    pub partition_const_loop: bool,
    /// Whether to keep loops of extent one.
    #[reflect(default = false)]
    pub no_unroll_loop_with_extent_one: bool,
}

/// The option `tir.UnrollLoop` of the pass that unrolls loops.
#[attrs_node("tir.transform.UnrollLoopConfig")]
pub struct UnrollLoopConfigNode {
    /// The maximum total number of steps of a loop that is unrolled automatically.
    #[reflect(default = 0)]
    pub auto_max_step: i32,
    /// The maximum depth of nested loops that are unrolled automatically.
    #[reflect(default = 8)]
    pub auto_max_depth: i32,
    /// The maximum extent of a loop that is unrolled automatically.
    #[reflect(default = 0)]
    pub auto_max_extent: i32,
    /// Nonzero if the loop is unrolled explicitly. Otherwise the loop gets a pragma for the next
    /// compiler.
    #[reflect(default = 1)]
    pub explicit_unroll: i32,
}

objet_ir::register_pass_config!("tir.HoistIfThenElse", HoistIfThenElseConfig);
objet_ir::register_pass_config!("tir.InjectDoubleBuffer", InjectDoubleBufferConfig);
objet_ir::register_pass_config!("tir.LoopPartition", LoopPartitionConfig);
objet_ir::register_pass_config!("tir.UnrollLoop", UnrollLoopConfig);
