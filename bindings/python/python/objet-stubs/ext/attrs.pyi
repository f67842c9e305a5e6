import collections.abc as _c
import typing as _t
import objet as _o

class EthosUCompilerConfigNode(_o.Attrs):
    """Options of the compiler for Arm's Ethos-U processors."""
    __match_args__ = ('accelerator_config',)
    def __init__(self, accelerator_config: str = ...) -> None: ...
    @property
    def accelerator_config(self) -> str:
        """Which processor it is, with the number of its multipliers, such as `ethos-u55-256`."""

class EthosnCompilerConfigNode(_o.Attrs):
    """Options of the compiler for Arm's Ethos-N processors."""
    __match_args__ = ('variant', 'sram_size', 'tops', 'ple_ratio', 'strategy0', 'strategy1', 'strategy3', 'strategy4', 'strategy6', 'strategy7', 'dump_ram', 'initial_sram_dump', 'block_config_16x16', 'block_config_32x8', 'block_config_8x32', 'block_config_8x8', 'enable_intermediate_compression', 'disable_winograd', 'debug_dir', 'compiler_algorithm',)
    def __init__(self, variant: str = ..., sram_size: str = ..., tops: str = ..., ple_ratio: str = ..., strategy0: bool = ..., strategy1: bool = ..., strategy3: bool = ..., strategy4: bool = ..., strategy6: bool = ..., strategy7: bool = ..., dump_ram: bool = ..., initial_sram_dump: bool = ..., block_config_16x16: bool = ..., block_config_32x8: bool = ..., block_config_8x32: bool = ..., block_config_8x8: bool = ..., enable_intermediate_compression: bool = ..., disable_winograd: bool = ..., debug_dir: str = ..., compiler_algorithm: str = ...) -> None: ...
    @property
    def variant(self) -> str:
        """Which processor it is, such as `Ethos-N77`."""
    @property
    def sram_size(self) -> str:
        """The size of its memory, in bytes; `0` for what is usual for the processor."""
    @property
    def tops(self) -> str:
        """How many tera-operations a second it does."""
    @property
    def ple_ratio(self) -> str:
        """How many of its programmable engines there are for each compute engine."""
    @property
    def strategy0(self) -> bool:
        """Whether the compiler may take its strategy 0, one of its ways to split the work."""
    @property
    def strategy1(self) -> bool:
        """Whether the compiler may take its strategy 1, one of its ways to split the work."""
    @property
    def strategy3(self) -> bool:
        """Whether the compiler may take its strategy 3, one of its ways to split the work."""
    @property
    def strategy4(self) -> bool:
        """Whether the compiler may take its strategy 4, one of its ways to split the work."""
    @property
    def strategy6(self) -> bool:
        """Whether the compiler may take its strategy 6, one of its ways to split the work."""
    @property
    def strategy7(self) -> bool:
        """Whether the compiler may take its strategy 7, one of its ways to split the work."""
    @property
    def dump_ram(self) -> bool:
        """Whether the memory is dumped after each command, for debugging."""
    @property
    def initial_sram_dump(self) -> bool:
        """Whether the memory is dumped as it is at first, for debugging."""
    @property
    def block_config_16x16(self) -> bool:
        """Whether blocks of 16 by 16 elements may be used."""
    @property
    def block_config_32x8(self) -> bool:
        """Whether blocks of 32 by 8 elements may be used."""
    @property
    def block_config_8x32(self) -> bool:
        """Whether blocks of 8 by 32 elements may be used."""
    @property
    def block_config_8x8(self) -> bool:
        """Whether blocks of 8 by 8 elements may be used."""
    @property
    def enable_intermediate_compression(self) -> bool:
        """Whether what goes between operators is compressed."""
    @property
    def disable_winograd(self) -> bool:
        """Whether Winograd's algorithm is not to be used."""
    @property
    def debug_dir(self) -> str:
        """The folder for debugging output."""
    @property
    def compiler_algorithm(self) -> str:
        """How operators are put together: `NonCascadingOnly` or a cascading algorithm."""

class TensorRTCompilerConfigNode(_o.Attrs):
    """Options of the compiler for NVIDIA's TensorRT."""
    __match_args__ = ('tensorrt_version', 'use_implicit_batch', 'max_workspace_size', 'remove_no_mac_subgraphs',)
    def __init__(self, tensorrt_version: _c.Sequence[_o.IntImm | int] = ..., use_implicit_batch: bool = ..., max_workspace_size: int = ..., remove_no_mac_subgraphs: bool = ...) -> None: ...
    @property
    def tensorrt_version(self) -> _o.Array[_o.IntImm]:
        """The version of TensorRT to compile for: major, minor and patch."""
    @property
    def use_implicit_batch(self) -> bool:
        """Whether the batch is left out of shapes."""
    @property
    def max_workspace_size(self) -> int:
        """How much memory an engine may use while it works, in bytes."""
    @property
    def remove_no_mac_subgraphs(self) -> bool:
        """Whether subgraphs without multiplications and additions are left to TVM."""

class VerilatorOptionsNode(_o.Attrs):
    """Options of the compiler for hardware that Verilator simulates."""
    __match_args__ = ('lib_path', 'reset_cycles', 'profiler_enable', 'profiler_cycle_counter_id',)
    def __init__(self, lib_path: str = ..., reset_cycles: int = ..., profiler_enable: bool = ..., profiler_cycle_counter_id: int = ...) -> None: ...
    @property
    def lib_path(self) -> str:
        """The path of the library with the simulated design."""
    @property
    def reset_cycles(self) -> int:
        """For how many clock cycles the design is reset."""
    @property
    def profiler_enable(self) -> bool:
        """Whether the design's profiler is on."""
    @property
    def profiler_cycle_counter_id(self) -> int:
        """The number of the profiler's counter of cycles."""

class VitisAICompilerConfigNode(_o.Attrs):
    """Options of the compiler for Xilinx's Vitis AI."""
    __match_args__ = ('dpu', 'build_dir', 'work_dir', 'export_runtime_module', 'load_runtime_module',)
    def __init__(self, dpu: str = ..., build_dir: str = ..., work_dir: str = ..., export_runtime_module: str = ..., load_runtime_module: str = ...) -> None: ...
    @property
    def dpu(self) -> str:
        """The processor to compile for."""
    @property
    def build_dir(self) -> str:
        """The folder of what is built."""
    @property
    def work_dir(self) -> str:
        """The folder of what is in between."""
    @property
    def export_runtime_module(self) -> str:
        """The file to write the module to that the target loads."""
    @property
    def load_runtime_module(self) -> str:
        """The file to load such a module from."""
