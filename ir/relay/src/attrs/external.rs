//! Options of compilers outside of TVM, each under its name in the configuration of passes.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

use super::integers;

/// Options of the compiler for Arm's Ethos-U processors.
#[attrs_node("ext.attrs.EthosUCompilerConfigNode")]
pub struct EthosUCompilerConfigNode {
    /// Which processor it is, with the number of its multipliers, such as `ethos-u55-256`.
    #[reflect(default = "ethos-u55-256".into())]
    pub accelerator_config: String,
}

/// Options of the compiler for Arm's Ethos-N processors.
#[attrs_node("ext.attrs.EthosnCompilerConfigNode")]
pub struct EthosnCompilerConfigNode {
    /// Which processor it is, such as `Ethos-N77`.
    #[reflect(default = "Ethos-N77".into())]
    pub variant: String,
    /// The size of its memory, in bytes; `0` for what is usual for the processor.
    #[reflect(default = "0".into())]
    pub sram_size: String,
    /// How many tera-operations a second it does.
    #[reflect(default = "1".into())]
    pub tops: String,
    /// How many of its programmable engines there are for each compute engine.
    #[reflect(default = "2".into())]
    pub ple_ratio: String,
    /// Whether the compiler may take its strategy 0, one of its ways to split the work.
    #[reflect(default = true)]
    pub strategy0: bool,
    /// Whether the compiler may take its strategy 1, one of its ways to split the work.
    #[reflect(default = true)]
    pub strategy1: bool,
    /// Whether the compiler may take its strategy 3, one of its ways to split the work.
    #[reflect(default = true)]
    pub strategy3: bool,
    /// Whether the compiler may take its strategy 4, one of its ways to split the work.
    #[reflect(default = true)]
    pub strategy4: bool,
    /// Whether the compiler may take its strategy 6, one of its ways to split the work.
    #[reflect(default = true)]
    pub strategy6: bool,
    /// Whether the compiler may take its strategy 7, one of its ways to split the work.
    #[reflect(default = true)]
    pub strategy7: bool,
    /// Whether the memory is dumped after each command, for debugging.
    #[reflect(default = false)]
    pub dump_ram: bool,
    /// Whether the memory is dumped as it is at first, for debugging.
    #[reflect(default = false)]
    pub initial_sram_dump: bool,
    /// Whether blocks of 16 by 16 elements may be used.
    #[reflect(default = true)]
    pub block_config_16x16: bool,
    /// Whether blocks of 32 by 8 elements may be used.
    #[reflect(default = true)]
    pub block_config_32x8: bool,
    /// Whether blocks of 8 by 32 elements may be used.
    #[reflect(default = true)]
    pub block_config_8x32: bool,
    /// Whether blocks of 8 by 8 elements may be used.
    #[reflect(default = true)]
    pub block_config_8x8: bool,
    /// Whether what goes between operators is compressed.
    #[reflect(default = true)]
    pub enable_intermediate_compression: bool,
    /// Whether Winograd's algorithm is not to be used.
    #[reflect(default = false)]
    pub disable_winograd: bool,
    /// The folder for debugging output.
    #[reflect(default = ".".into())]
    pub debug_dir: String,
    /// How operators are put together: `NonCascadingOnly` or a cascading algorithm.
    #[reflect(default = "NonCascadingOnly".into())]
    pub compiler_algorithm: String,
}

/// Options of the compiler for NVIDIA's TensorRT.
#[attrs_node("ext.attrs.TensorRTCompilerConfigNode")]
pub struct TensorRTCompilerConfigNode {
    /// The version of TensorRT to compile for: major, minor and patch.
    #[reflect(default = integers([6, 0, 1]))]
    pub tensorrt_version: Array<Integer>,
    /// Whether the batch is left out of shapes.
    #[reflect(default = true)]
    pub use_implicit_batch: bool,
    /// How much memory an engine may use while it works, in bytes.
    #[reflect(default = 1 << 30)]
    pub max_workspace_size: u64,
    /// Whether subgraphs without multiplications and additions are left to TVM.
    #[reflect(default = false)]
    pub remove_no_mac_subgraphs: bool,
}

/// Options of the compiler for hardware that Verilator simulates.
#[attrs_node("ext.attrs.VerilatorOptionsNode")]
pub struct VerilatorOptionsNode {
    /// The path of the library with the simulated design.
    #[reflect(default = "libverilator.so".into())]
    pub lib_path: String,
    /// For how many clock cycles the design is reset.
    #[reflect(default = 1)]
    pub reset_cycles: i32,
    /// Whether the design's profiler is on.
    #[reflect(default = false)]
    pub profiler_enable: bool,
    /// The number of the profiler's counter of cycles.
    #[reflect(default = 0)]
    pub profiler_cycle_counter_id: i32,
}

/// Options of the compiler for Xilinx's Vitis AI.
#[attrs_node("ext.attrs.VitisAICompilerConfigNode")]
pub struct VitisAICompilerConfigNode {
    /// The processor to compile for.
    #[reflect(default = "".into())]
    pub dpu: String,
    /// The folder of what is built.
    #[reflect(default = "".into())]
    pub build_dir: String,
    /// The folder of what is in between.
    #[reflect(default = "".into())]
    pub work_dir: String,
    /// The file to write the module to that the target loads.
    #[reflect(default = "".into())]
    pub export_runtime_module: String,
    /// The file to load such a module from.
    #[reflect(default = "".into())]
    pub load_runtime_module: String,
}
