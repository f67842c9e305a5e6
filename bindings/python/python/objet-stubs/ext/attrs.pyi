import collections.abc as _c
import typing as _t
import objet as _o

class EthosUCompilerConfigNode(_o.Attrs):
    """Options of the compiler for Arm's Ethos-U processors."""
    __match_args__ = ('accelerator_config',)
    def __init__(self, accelerator_config: str = ...) -> None: ...
    @property
    def accelerator_config(self) -> str:
        """The processor and its number of multipliers, such as `ethos-u55-256`."""

class EthosnCompilerConfigNode(_o.Attrs):
    """Options of the compiler for Arm's Ethos-N processors."""
    __match_args__ = ('variant', 'sram_size', 'tops', 'ple_ratio', 'strategy0', 'strategy1', 'strategy3', 'strategy4', 'strategy6', 'strategy7', 'dump_ram', 'initial_sram_dump', 'block_config_16x16', 'block_config_32x8', 'block_config_8x32', 'block_config_8x8', 'enable_intermediate_compression', 'disable_winograd', 'debug_dir', 'compiler_algorithm',)
    def __init__(self, variant: str = ..., sram_size: str = ..., tops: str = ..., ple_ratio: str = ..., strategy0: bool = ..., strategy1: bool = ..., strategy3: bool = ..., strategy4: bool = ..., strategy6: bool = ..., strategy7: bool = ..., dump_ram: bool = ..., initial_sram_dump: bool = ..., block_config_16x16: bool = ..., block_config_32x8: bool = ..., block_config_8x32: bool = ..., block_config_8x8: bool = ..., enable_intermediate_compression: bool = ..., disable_winograd: bool = ..., debug_dir: str = ..., compiler_algorithm: str = ...) -> None: ...
    @property
    def variant(self) -> str:
        """The processor, such as `Ethos-N77`."""
    @property
    def sram_size(self) -> str:
        """The size of the processor's memory in bytes; `0` for the default of the variant."""
    @property
    def tops(self) -> str:
        """The performance in tera-operations per second."""
    @property
    def ple_ratio(self) -> str:
        """The number of programmable layer engines for each compute engine."""
    @property
    def strategy0(self) -> bool:
        """Whether the compiler may split the work by its strategy 0."""
    @property
    def strategy1(self) -> bool:
        """Whether the compiler may split the work by its strategy 1."""
    @property
    def strategy3(self) -> bool:
        """Whether the compiler may split the work by its strategy 3."""
    @property
    def strategy4(self) -> bool:
        """Whether the compiler may split the work by its strategy 4."""
    @property
    def strategy6(self) -> bool:
        """Whether the compiler may split the work by its strategy 6."""
    @property
    def strategy7(self) -> bool:
        """Whether the compiler may split the work by its strategy 7."""
    @property
    def dump_ram(self) -> bool:
        """Whether to dump the memory after each command, for debugging."""
    @property
    def initial_sram_dump(self) -> bool:
        """Whether to dump the initial memory, for debugging."""
    @property
    def block_config_16x16(self) -> bool:
        """Whether the compiler may use blocks of 16 by 16 elements."""
    @property
    def block_config_32x8(self) -> bool:
        """Whether the compiler may use blocks of 32 by 8 elements."""
    @property
    def block_config_8x32(self) -> bool:
        """Whether the compiler may use blocks of 8 by 32 elements."""
    @property
    def block_config_8x8(self) -> bool:
        """Whether the compiler may use blocks of 8 by 8 elements."""
    @property
    def enable_intermediate_compression(self) -> bool:
        """Whether intermediate results between operators are compressed."""
    @property
    def disable_winograd(self) -> bool:
        """Whether Winograd's algorithm is disabled."""
    @property
    def debug_dir(self) -> str:
        """The directory for debugging output."""
    @property
    def compiler_algorithm(self) -> str:
        """The algorithm that groups operators: `NonCascadingOnly` or a cascading algorithm."""

class TensorRTCompilerConfigNode(_o.Attrs):
    """Options of the compiler for NVIDIA's TensorRT."""
    __match_args__ = ('tensorrt_version', 'use_implicit_batch', 'max_workspace_size', 'remove_no_mac_subgraphs',)
    def __init__(self, tensorrt_version: _c.Sequence[_o.IntImm | int] = ..., use_implicit_batch: bool = ..., max_workspace_size: int = ..., remove_no_mac_subgraphs: bool = ...) -> None: ...
    @property
    def tensorrt_version(self) -> _o.Array[_o.IntImm]:
        """The target version of TensorRT: major, minor and patch."""
    @property
    def use_implicit_batch(self) -> bool:
        """Whether the batch axis is implicit, that is, omitted from shapes."""
    @property
    def max_workspace_size(self) -> int:
        """The maximum size of an engine's workspace, in bytes."""
    @property
    def remove_no_mac_subgraphs(self) -> bool:
        """Whether subgraphs without multiply-accumulate operations are compiled by TVM instead."""

class VerilatorOptionsNode(_o.Attrs):
    """Options of the compiler for hardware that Verilator simulates."""
    __match_args__ = ('lib_path', 'reset_cycles', 'profiler_enable', 'profiler_cycle_counter_id',)
    def __init__(self, lib_path: str = ..., reset_cycles: int = ..., profiler_enable: bool = ..., profiler_cycle_counter_id: int = ...) -> None: ...
    @property
    def lib_path(self) -> str:
        """The path of the library that contains the simulated design."""
    @property
    def reset_cycles(self) -> int:
        """The number of clock cycles of a reset."""
    @property
    def profiler_enable(self) -> bool:
        """Whether the profiler of the design is enabled."""
    @property
    def profiler_cycle_counter_id(self) -> int:
        """The id of the profiler's cycle counter."""

class VitisAICompilerConfigNode(_o.Attrs):
    """Options of the compiler for Xilinx's Vitis AI."""
    __match_args__ = ('dpu', 'build_dir', 'work_dir', 'export_runtime_module', 'load_runtime_module',)
    def __init__(self, dpu: str = ..., build_dir: str = ..., work_dir: str = ..., export_runtime_module: str = ..., load_runtime_module: str = ...) -> None: ...
    @property
    def dpu(self) -> str:
        """The target processor (deep learning processing unit)."""
    @property
    def build_dir(self) -> str:
        """The directory for build results."""
    @property
    def work_dir(self) -> str:
        """The directory for intermediate files."""
    @property
    def export_runtime_module(self) -> str:
        """The file to export the runtime module to."""
    @property
    def load_runtime_module(self) -> str:
        """The file to load the runtime module from."""
