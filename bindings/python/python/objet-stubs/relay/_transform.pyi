import collections.abc as _c
import typing as _t
import objet as _o

class InferCorrectLayoutOutput(_o.Object):
    """The layouts of the inputs and results of a call, with the attributes for these layouts."""
    __match_args__ = ('input_layouts', 'output_layouts', 'new_attrs',)
    def __init__(self, input_layouts: _c.Sequence[_o.tir.Layout | None], output_layouts: _c.Sequence[_o.tir.Layout | None], new_attrs: _o.Attrs | None = ...) -> None: ...
    @property
    def input_layouts(self) -> _o.Array[_o.tir.Layout | None]:
        """The layout of each input. Undefined layouts are null."""
    @property
    def output_layouts(self) -> _o.Array[_o.tir.Layout | None]:
        """The layout of each result. Undefined layouts are null."""
    @property
    def new_attrs(self) -> _o.Attrs | None:
        """The attributes."""

def AlterOpLayout() -> _o.transform.Pass:
    """Creates the pass that replaces calls by calls in the layouts that their operators prefer."""

def AnnotateSpans() -> _o.transform.Pass:
    """Creates the pass of [`annotate_spans`]."""

def AnnotateTarget(targets: _c.Sequence[str], include_non_call_ops: bool) -> _o.transform.Pass:
    """Creates the pass that annotates the expressions that external compilers support."""

def BackwardFoldScaleAxis() -> _o.transform.Pass:
    """Creates the pass that moves scales into the convolutions before them."""

def CanonicalizeCast() -> _o.transform.Pass:
    """Creates the pass that copies widening casts for each user."""

def CanonicalizeOps() -> _o.transform.Pass:
    """Creates the pass that replaces `nn.bias_add` by `add`."""

def CombineParallelBatchMatmul(min_num_branches: int) -> _o.transform.Pass:
    """Creates the pass that combines parallel products of matrices."""

def CombineParallelConv2D(min_num_branches: int) -> _o.transform.Pass:
    """Creates the pass that combines parallel convolutions."""

def CombineParallelDense(min_num_branches: int, to_batch_matmul: bool) -> _o.transform.Pass:
    """Creates the pass that combines parallel dense layers. With `to_batch_matmul`, they become a
batch."""

def CombineParallelOpBatch(op_name: str, batch_op_name: str, min_num_branches: int) -> _o.transform.Pass:
    """Creates the pass that combines parallel calls of an operator by an operator with a batch axis."""

def Conv2dToSparse(weight_name: _c.Sequence[str], weight_shape: _c.Sequence[_c.Sequence[_o.IntImm | int]], layout: str, kernel_size: int) -> _o.transform.Pass:
    """Creates the pass that replaces convolutions by ones with sparse weights."""

def Conv2dToSparse2(layout: str, kernel_size: int, block_height: int, block_width: int, sparsity_threshold: float) -> _o.transform.Pass:
    """Creates the pass that replaces convolutions with constant weights by sparse ones."""

def ConvertLayout(desired_layouts: _c.Mapping[str, _c.Sequence[str]]) -> _o.transform.Pass:
    """Creates the pass that converts operators to desired layouts."""

def DeadCodeElimination(inline_once: bool) -> _o.transform.Pass:
    """Creates the pass that removes unused code. `inline_once` also inlines values that are used once."""

def Defunctionalization(f: _o.relay.Function, module: _o.IRModule) -> _o.RelayExpr:
    """Replaces functions as values by values of data types. The module gets the types, and the
functions that the result refers to."""

def DefuseOps() -> _o.transform.Pass:
    """Creates the pass that undoes operator fusion."""

def DenseToSparse(weight_name: _c.Sequence[str], weight_shape: _c.Sequence[_c.Sequence[_o.IntImm | int]]) -> _o.transform.Pass:
    """Creates the pass that replaces dense layers by ones with sparse weights. A shape has the extents
of the elements, the number of indices, and that of row starts."""

def DynamicToStatic() -> _o.transform.Pass:
    """Creates the pass that makes shapes static where they are constant."""

def EliminateCommonSubexpr(fskip: _c.Callable[..., _t.Any] | None = ...) -> _o.transform.Pass:
    """Creates the pass that replaces calls by earlier equal ones. `fskip` returns true for calls and
projections that stay."""

def EtaExpand(expand_constructor: bool, expand_global_var: bool) -> _o.transform.Pass:
    """Creates the pass that replaces references to constructors and global functions by function
expressions."""

def FakeQuantizationToInteger() -> _o.transform.Pass:
    """Creates the pass that replaces float operators between dequantization and quantization by
operators on integers."""

def FastMath() -> _o.transform.Pass:
    """Creates the pass that replaces functions by fast approximations."""

def FirstOrderGradient() -> _o.transform.Pass:
    """Creates the pass that replaces functions by their first-order gradients."""

def FoldConstant() -> _o.transform.Pass:
    """Creates the pass that evaluates calls of operators on constants."""

def FoldConstantExpr(expr: _o.RelayExpr, _module: _o.IRModule | None = ...) -> _o.RelayExpr:
    """Evaluates calls of operators on constants. The module is ignored."""

def FoldExplicitPadding() -> _o.transform.Pass:
    """Creates the pass that moves padding into convolutions."""

def FoldScaleAxis() -> _o.transform.Pass:
    """Creates the pass that moves scales into the convolutions before and after them."""

def ForwardFoldScaleAxis() -> _o.transform.Pass:
    """Creates the pass that moves scales into the convolutions after them."""

def FuseOps(fuse_opt_level: int) -> _o.transform.Pass:
    """Creates the pass that fuses operators. A negative level means that of the context."""

def InferType() -> _o.transform.Pass:
    """Creates the pass that infers the types of a module."""

def Inline() -> _o.transform.Pass:
    """Creates the pass that inlines global functions with the attribute `Inline`."""

def InlinePrimitives() -> _o.transform.Pass:
    """Creates the pass that inlines bound functions that fusion created."""

def LambdaLift() -> _o.transform.Pass:
    """Creates the pass that moves local functions into global functions."""

def LazyGradientInit() -> _o.transform.Pass:
    """Creates the pass that delays the computation of tensors of zeros and ones."""

def Legalize(legalize_map_attr_name: str) -> _o.transform.Pass:
    """Creates the pass that replaces calls by those that an attribute of their operators returns."""

def MakeFunctionPass(pass_func: _c.Callable[..., _t.Any], pass_info: _o.transform.PassInfo) -> _o.relay.FunctionPass:
    """Creates a pass that applies `pass_func` to each relay function. The types of a changed module
are inferred, if they can be."""

def MergeCompilerRegions() -> _o.transform.Pass:
    """Creates the pass that merges adjacent regions of the same external compiler."""

def MergeComposite(*args: _t.Any) -> _o.transform.Pass:
    """Creates the pass that merges operators by patterns. The arguments are the names, the patterns,
and a check for each pattern."""

def PartialEvaluate() -> _o.transform.Pass:
    """Creates the pass that evaluates what does not depend on the parameters of functions."""

def PartitionGraph(mod_name: str) -> _o.transform.Pass:
    """Creates the pass that moves the regions of external compilers into global functions."""

def PlanDevices(default_device: _o.Device) -> _o.transform.Pass:
    """Creates the pass that decides on which device each expression runs. The number of the default
device within its type is ignored."""

def RemoveUnusedFunctions(entry_functions: _c.Sequence[str]) -> _o.transform.Pass:
    """Creates the pass that removes functions that the entry functions do not refer to."""

def SimplifyExpr() -> _o.transform.Pass:
    """Creates the pass that simplifies identities and chains of operators."""

def SimplifyFCTranspose(target_weights: _c.Sequence[str]) -> _o.transform.Pass:
    """Creates the pass that replaces the transposed weights with the given names by new parameters."""

def SimplifyInference() -> _o.transform.Pass:
    """Creates the pass that simplifies normalizations for inference."""

def SplitArgs(max_function_args: int) -> _o.transform.Pass:
    """Creates the pass that splits concatenations with many arguments."""

def ToANormalForm() -> _o.transform.Pass:
    """Creates the pass that converts functions to A-normal form."""

def ToANormalFormExpr(expr: _o.RelayExpr) -> _o.RelayExpr:
    """Converts an expression to A-normal form."""

def ToBasicBlockNormalForm() -> _o.transform.Pass:
    """Creates the pass that converts functions to basic block normal form."""

def ToCPS() -> _o.transform.Pass:
    """Creates the pass that converts functions to continuation-passing style."""

def ToGraphNormalForm() -> _o.transform.Pass:
    """Creates the pass that replaces bound variables by their values."""

def ToMixedPrecision(mixed_precision_type: str, missing_op_mode: int) -> _o.transform.Pass:
    """Creates the pass that converts functions to a smaller floating-point type where their operators
allow it. The mode for operators without a conversion is 0 (an error), 1 (a warning) or 2."""

def UnCPS() -> _o.transform.Pass:
    """Creates the pass that removes the continuations of functions in continuation-passing style."""

def dedup(e: _o.RelayExpr) -> _o.RelayExpr:
    """Returns a copy of an expression with fresh variables in the place of all that it binds."""

def gradient(re: _o.RelayExpr, module: _o.IRModule | None = ...) -> _o.relay.Function:
    """Returns the gradient of a function, or of a global function of the module."""

def to_cps(f: _o.relay.Function, module: _o.IRModule) -> _o.relay.Function:
    """Converts a function to continuation-passing style. The module gets converted copies of the
functions that the function calls."""

def un_cps(f: _o.relay.Function) -> _o.relay.Function:
    """Removes the continuation of a function in continuation-passing style."""
