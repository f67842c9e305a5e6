import collections.abc as _c
import typing as _t
import objet as _o

class SimulatedQuantizeAttrs(_o.Attrs):
    """Attributes of `relay.op.annotation.simulated_quantize`.

In TVM, this class shares its type key with the attributes of `qnn.simulated_quantize`."""
    __match_args__ = ('kind', 'sign', 'rounding',)
    def __init__(self, kind: int, sign: bool = ..., rounding: str = ...) -> None: ...
    @property
    def kind(self) -> int:
        """The kind of the quantized value: 0 for none, 1 for an input, 2 for a weight and 3 for an
activation."""
    @property
    def sign(self) -> bool:
        """Whether the integers have a sign."""
    @property
    def rounding(self) -> str:
        """The rounding: `round`."""

class QRealizeIntExpr(_o.relay.TempExpr):
    """A quantized value: integers, and the step between two of them."""
    __match_args__ = ('span', '_checked_type_', 'data', 'dom_scale', 'dtype',)
    def __init__(self, span: _o.Span | None = ..., _checked_type_: _o.Type | None = ..., *, data: _o.RelayExpr, dom_scale: _o.RelayExpr, dtype: _o._DType) -> None: ...
    @property
    def span(self) -> _o.Span | None:
        """The source range of the expression."""
    @property
    def _checked_type_(self) -> _o.Type | None:
        """The inferred type, or `None` before type inference."""
    @property
    def data(self) -> _o.RelayExpr:
        """The integers, which may be stored as floats."""
    @property
    def dom_scale(self) -> _o.RelayExpr:
        """The quantization step."""
    @property
    def dtype(self) -> str:
        """The data type of the integers."""

class QConfig(_o.Object):
    """The configuration of quantization."""
    __match_args__ = ('nbit_input', 'nbit_weight', 'nbit_activation', 'dtype_input', 'dtype_weight', 'dtype_activation', 'calibrate_mode', 'global_scale', 'weight_scale', 'skip_dense_layer', 'skip_conv_layers', 'do_simulation', 'round_for_shift', 'debug_enabled_ops', 'rounding', 'calibrate_chunk_by', 'partition_conversions',)
    def __init__(self, nbit_input: int, nbit_weight: int, nbit_activation: int, dtype_input: _o._DType, dtype_weight: _o._DType, dtype_activation: _o._DType, calibrate_mode: str, global_scale: float, weight_scale: str, skip_dense_layer: bool, skip_conv_layers: _c.Sequence[_t.Any] | None = ..., *, do_simulation: bool, round_for_shift: bool, debug_enabled_ops: _c.Sequence[_t.Any] | None = ..., rounding: str, calibrate_chunk_by: int, partition_conversions: str) -> None: ...
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
    def skip_conv_layers(self) -> _o.Array[_o.Object] | None:
        """The indices of the convolutions that are not quantized; null for none."""
    @property
    def do_simulation(self) -> bool:
        """Whether quantized operators are simulated in floating point."""
    @property
    def round_for_shift(self) -> bool:
        """Whether shifts to the right round."""
    @property
    def debug_enabled_ops(self) -> _o.Array[_o.Object] | None:
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
