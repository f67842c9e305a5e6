//! The attributes by which passes over tir are configured.

use objet_ir::attrs::attrs_node;

/// How conditions are moved out of loops: the option `tir.HoistIfThenElse`.
#[attrs_node("tir.transform.HoistIfThenElseConfig")]
pub struct HoistIfThenElseConfigNode {
    /// Whether those go too that depend on variables of the scope of a block.
    #[reflect(default = false)]
    pub support_block_scope_hosting: bool,
}

/// How loops with double buffers are made: the option `tir.InjectDoubleBuffer`.
#[attrs_node("tir.transform.InjectDoubleBufferConfig")]
pub struct InjectDoubleBufferConfigNode {
    /// By which factor the loop is split.
    #[reflect(default = 1)]
    pub split_loop: i32,
}

/// How loops are cut where a condition changes: the option `tir.LoopPartition`.
#[attrs_node("tir.transform.LoopPartitionConfig")]
pub struct LoopPartitionConfigNode {
    /// Whether loops of constant extent are cut too.
    #[reflect(default = false)]
    pub partition_const_loop: bool,
    /// Whether loops of extent one stay loops.
    #[reflect(default = false)]
    pub no_unroll_loop_with_extent_one: bool,
}

/// Which loops are unrolled: the option `tir.UnrollLoop`.
#[attrs_node("tir.transform.UnrollLoopConfig")]
pub struct UnrollLoopConfigNode {
    /// Up to how many steps in all a loop is unrolled without being told to.
    #[reflect(default = 0)]
    pub auto_max_step: i32,
    /// Up to which depth of nested loops.
    #[reflect(default = 8)]
    pub auto_max_depth: i32,
    /// Up to which extent of the loop.
    #[reflect(default = 0)]
    pub auto_max_extent: i32,
    /// Not 0 if the steps are written out; otherwise the loop gets a pragma for the compiler that comes after.
    #[reflect(default = 1)]
    pub explicit_unroll: i32,
}

objet_ir::register_pass_config!("tir.HoistIfThenElse", HoistIfThenElseConfig);
objet_ir::register_pass_config!("tir.InjectDoubleBuffer", InjectDoubleBufferConfig);
objet_ir::register_pass_config!("tir.LoopPartition", LoopPartitionConfig);
objet_ir::register_pass_config!("tir.UnrollLoop", UnrollLoopConfig);
