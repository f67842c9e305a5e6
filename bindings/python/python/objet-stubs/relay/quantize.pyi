import collections.abc as _c
import typing as _t
import objet as _o

class QConfig(_o.Object):
    """The configuration of quantization."""
    __match_args__ = ('nbit_input', 'nbit_weight', 'nbit_activation', 'dtype_input', 'dtype_weight', 'dtype_activation', 'calibrate_mode', 'global_scale', 'weight_scale', 'skip_dense_layer', 'skip_conv_layers', 'do_simulation', 'round_for_shift', 'debug_enabled_ops', 'rounding', 'calibrate_chunk_by', 'partition_conversions',)
    def __init__(self, nbit_input: int, nbit_weight: int, nbit_activation: int, dtype_input: str, dtype_weight: str, dtype_activation: str, calibrate_mode: str, global_scale: float, weight_scale: str, skip_dense_layer: bool, skip_conv_layers: _c.Sequence[_o.RelayExpr] | None = ..., *, do_simulation: bool, round_for_shift: bool, debug_enabled_ops: _c.Sequence[_o.RelayExpr] | None = ..., rounding: str, calibrate_chunk_by: int, partition_conversions: str) -> None: ...
    @property
    def nbit_input(self) -> int:
        """The number of bits of inputs."""
    @property
    def nbit_weight(self) -> int:
        """The number of bits of weights."""
    @property
    def nbit_activation(self) -> int:
        """The number of bits of activations."""
    @property
    def dtype_input(self) -> str:
        """The data type of inputs."""
    @property
    def dtype_weight(self) -> str:
        """The data type of weights."""
    @property
    def dtype_activation(self) -> str:
        """The data type of activations."""
    @property
    def calibrate_mode(self) -> str:
        """The method that finds scales: `global_scale`, `kl_divergence` or `percentile`."""
    @property
    def global_scale(self) -> float:
        """The scale of all activations, for `global_scale`."""
    @property
    def weight_scale(self) -> str:
        """The method that finds the scales of weights: `max` or `power2`."""
    @property
    def skip_dense_layer(self) -> bool:
        """Whether dense layers are not quantized."""
    @property
    def skip_conv_layers(self) -> _o.Array[_o.RelayExpr] | None:
        """The indices of the convolutions that are not quantized; null for none."""
    @property
    def do_simulation(self) -> bool:
        """Whether quantized operators are simulated in floating point."""
    @property
    def round_for_shift(self) -> bool:
        """Whether shifts to the right round."""
    @property
    def debug_enabled_ops(self) -> _o.Array[_o.RelayExpr] | None:
        """The names of the operators that are quantized; null for all operators."""
    @property
    def rounding(self) -> str:
        """The direction in which halves are rounded: `UPWARD` or `TONEAREST`."""
    @property
    def calibrate_chunk_by(self) -> int:
        """The number of outputs that are calibrated at a time, or -1 for all."""
    @property
    def partition_conversions(self) -> str:
        """Whether conversions are moved to functions of their own: `disabled`, `enabled` or
`fully_integral`."""
