//! Options of external compilers. Each node is stored under its own name in the pass configuration.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::expr::Integer;

use super::integers;

/// Options of the compiler for Arm's Ethos-U processors.
#[attrs_node("ext.attrs.EthosUCompilerConfigNode")]
pub struct EthosUCompilerConfigNode {
    /// The processor and its number of multipliers, such as `ethos-u55-256`.
    #[reflect(default = "ethos-u55-256".into())]
    pub accelerator_config: String,
}

/// Options of the compiler for Arm's Ethos-N processors.
#[attrs_node("ext.attrs.EthosnCompilerConfigNode")]
pub struct EthosnCompilerConfigNode {
    /// The processor, such as `Ethos-N77`.
    #[reflect(default = "Ethos-N77".into())]
    pub variant: String,
    /// The size of the processor's memory in bytes; `0` for the default of the variant.
    #[reflect(default = "0".into())]
    pub sram_size: String,
    /// The performance in tera-operations per second.
    #[reflect(default = "1".into())]
    pub tops: String,
    /// The number of programmable layer engines for each compute engine.
    #[reflect(default = "2".into())]
    pub ple_ratio: String,
    /// Whether the compiler may split the work by its strategy 0.
    #[reflect(default = true)]
    pub strategy0: bool,
    /// Whether the compiler may split the work by its strategy 1.
    #[reflect(default = true)]
    pub strategy1: bool,
    /// Whether the compiler may split the work by its strategy 3.
    #[reflect(default = true)]
    pub strategy3: bool,
    /// Whether the compiler may split the work by its strategy 4.
    #[reflect(default = true)]
    pub strategy4: bool,
    /// Whether the compiler may split the work by its strategy 6.
    #[reflect(default = true)]
    pub strategy6: bool,
    /// Whether the compiler may split the work by its strategy 7.
    #[reflect(default = true)]
    pub strategy7: bool,
    /// Whether to dump the memory after each command, for debugging.
    #[reflect(default = false)]
    pub dump_ram: bool,
    /// Whether to dump the initial memory, for debugging.
    #[reflect(default = false)]
    pub initial_sram_dump: bool,
    /// Whether the compiler may use blocks of 16 by 16 elements.
    #[reflect(default = true)]
    pub block_config_16x16: bool,
    /// Whether the compiler may use blocks of 32 by 8 elements.
    #[reflect(default = true)]
    pub block_config_32x8: bool,
    /// Whether the compiler may use blocks of 8 by 32 elements.
    #[reflect(default = true)]
    pub block_config_8x32: bool,
    /// Whether the compiler may use blocks of 8 by 8 elements.
    #[reflect(default = true)]
    pub block_config_8x8: bool,
    /// Whether intermediate results between operators are compressed.
    #[reflect(default = true)]
    pub enable_intermediate_compression: bool,
    /// Whether Winograd's algorithm is disabled.
    #[reflect(default = false)]
    pub disable_winograd: bool,
    /// The directory for debugging output.
    #[reflect(default = ".".into())]
    pub debug_dir: String,
    /// The algorithm that groups operators: `NonCascadingOnly` or a cascading algorithm.
    #[reflect(default = "NonCascadingOnly".into())]
    pub compiler_algorithm: String,
}

/// Options of the compiler for NVIDIA's TensorRT.
#[attrs_node("ext.attrs.TensorRTCompilerConfigNode")]
pub struct TensorRTCompilerConfigNode {
    /// The target version of TensorRT: major, minor and patch.
    #[reflect(default = integers([6, 0, 1]))]
    pub tensorrt_version: Array<Integer>,
    /// Whether the batch axis is implicit, that is, omitted from shapes.
    #[reflect(default = true)]
    pub use_implicit_batch: bool,
    /// The maximum size of an engine's workspace, in bytes.
    #[reflect(default = 1 << 30)]
    pub max_workspace_size: u64,
    /// Whether subgraphs without multiply-accumulate operations are compiled by TVM instead.
    #[reflect(default = false)]
    pub remove_no_mac_subgraphs: bool,
}

/// Options of the compiler for hardware that Verilator simulates.
#[attrs_node("ext.attrs.VerilatorOptionsNode")]
pub struct VerilatorOptionsNode {
    /// The path of the library that contains the simulated design.
    #[reflect(default = "libverilator.so".into())]
    pub lib_path: String,
    /// The number of clock cycles of a reset.
    #[reflect(default = 1)]
    pub reset_cycles: i32,
    /// Whether the profiler of the design is enabled.
    #[reflect(default = false)]
    pub profiler_enable: bool,
    /// The id of the profiler's cycle counter.
    #[reflect(default = 0)]
    pub profiler_cycle_counter_id: i32,
}

/// Options of the compiler for Xilinx's Vitis AI.
#[attrs_node("ext.attrs.VitisAICompilerConfigNode")]
pub struct VitisAICompilerConfigNode {
    /// The target processor (deep learning processing unit).
    #[reflect(default = "".into())]
    pub dpu: String,
    /// The directory for build results.
    #[reflect(default = "".into())]
    pub build_dir: String,
    /// The directory for intermediate files.
    #[reflect(default = "".into())]
    pub work_dir: String,
    /// The file to export the runtime module to.
    #[reflect(default = "".into())]
    pub export_runtime_module: String,
    /// The file to load the runtime module from.
    #[reflect(default = "".into())]
    pub load_runtime_module: String,
}
