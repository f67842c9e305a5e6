import collections.abc as _c
import typing as _t
import objet as _o

def TVMBackendAllocWorkspace(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Allocates temporary memory: `(device_type, device_id, bytes, dtype_code, dtype_bits)`."""

def TVMBackendFreeWorkspace(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Frees memory from `TVMBackendAllocWorkspace`: `(device_type, device_id, address)`."""

def abs(a: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, Option<Span>) -> PrimExpr"""

def acos(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The inverse cosine, in radians: `acos(x)`."""

def acosh(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The inverse hyperbolic cosine: `acosh(x)`."""

def address_of(*inputs: _t.Any, dtype: _o._DType = ...) -> _o.PrimExpr:
    """The address of an element: `address_of(load)`."""

def all(*conditions: _t.Any) -> _o.PrimExpr:
    """Returns the condition that all the given ones are true."""

def any(*conditions: _t.Any) -> _o.PrimExpr:
    """Returns the condition that one of the given ones is true, or several."""

def asin(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The inverse sine, in radians: `asin(x)`."""

def asinh(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The inverse hyperbolic sine: `asinh(x)`."""

def atan(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The inverse tangent, in radians: `atan(x)`."""

def atan2(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The angle of a point, in radians: `atan2(y, x)`."""

def atanh(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The inverse hyperbolic tangent: `atanh(x)`."""

def atomic_add(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Adds to an element atomically: `atomic_add(address, value)`."""

def bitwise_and(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. A plain number has the type of the other operand.

Rust: (RetValue, RetValue, Option<Span>) -> PrimExpr"""

def bitwise_not(a: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, Option<Span>) -> PrimExpr"""

def bitwise_or(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. A plain number has the type of the other operand.

Rust: (RetValue, RetValue, Option<Span>) -> PrimExpr"""

def bitwise_xor(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. A plain number has the type of the other operand.

Rust: (RetValue, RetValue, Option<Span>) -> PrimExpr"""

def call_extern(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Calls a C function by name: `call_extern(name, args...)`."""

def call_intrin(dtype: _o._DType, func_name: _t.Any, *args: _t.Any) -> _o.PrimExpr:
    """Makes a call of an operator of TIR by its name, such as ``tir.exp``."""

def call_llvm_intrin(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Calls an LLVM intrinsic: `(number, signature_args, args...)`."""

def call_llvm_pure_intrin(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Calls an LLVM intrinsic without side effects: `(number, signature_args, args...)`."""

def call_packed(*args: _t.Any) -> _o.PrimExpr:
    """Makes a call of a packed function by its name and its arguments.

The function gets a buffer as a tensor."""

def call_pure_extern(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Calls a C function without side effects by name: `call_pure_extern(name, args...)`."""

def call_spirv_pure_glsl450(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Calls a GLSL.std.450 instruction in SPIR-V: `call_spirv_pure_glsl450(number, args...)`."""

def ceil(x: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, Option<Span>) -> PrimExpr"""

def clz(*inputs: _t.Any, dtype: _o._DType = ...) -> _o.PrimExpr:
    """The number of leading zero bits: `clz(a)`."""

def comm_reducer(fcombine: _t.Any, fidentity: _t.Any, name: str = ...) -> _c.Callable[..., _t.Any]:
    """Returns a function that makes reductions.

``fcombine`` combines two values, and ``fidentity`` returns the neutral value of a data type. If
several values are reduced together, the former takes two lists, and the latter several data
types. The function takes values to combine at once, or a value or a list, the axis or axes, a
condition ``where`` and the values ``init``."""

def const(value: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """Returns the constant of a number. From 2**63 on, it is a call of ``tir.large_uint_imm``.

The default data type is that of a scalar of NumPy, and ``bool``, ``int32`` or ``float32`` for
Python numbers."""

def copysign(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The magnitude of `x` with the sign of `sign`: `copysign(x, sign)`."""

def cos(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The cosine: `cos(x)`, in radians."""

def cosh(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The hyperbolic cosine: `cosh(x)`."""

def div(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def erf(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The Gauss error function: `erf(x)`."""

def exp(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """Euler's number to a power: `exp(x)`."""

def exp10(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """Ten to a power: `exp10(x)`."""

def exp2(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """Two to a power: `exp2(x)`."""

def fabs(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The absolute value of a float: `fabs(x)`."""

def floor(x: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, Option<Span>) -> PrimExpr"""

def floordiv(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def floormod(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def fma(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """A fused multiply-add with one rounding: `fma(a, b, c)` is `a * b + c`."""

def fmod(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The remainder of a division of floats, with the sign of the dividend: `fmod(x, y)`."""

def hypot(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The length of the hypotenuse: `hypot(x, y)`."""

def if_then_else(condition: _t.Any, true_value: _t.Any, false_value: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Selects `true_value` or `false_value`. Only the selected value is evaluated.

Rust: (ExprArg, ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def indexdiv(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def indexmod(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def isfinite(x: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, Option<Span>) -> PrimExpr"""

def isinf(x: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, Option<Span>) -> PrimExpr"""

def isnan(x: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, Option<Span>) -> PrimExpr"""

def isnullptr(*inputs: _t.Any, dtype: _o._DType = ...) -> _o.PrimExpr:
    """Whether a pointer is null: `isnullptr(handle)`."""

def large_uint_imm(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """A 64-bit unsigned integer that exceeds `IntImm`: `large_uint_imm(low, high)`."""

def ldexp(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """A float times a power of two: `ldexp(x, exponent)`."""

def likely(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """Marks a condition as likely to hold: `likely(cond)`."""

def log(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The natural logarithm: `log(x)`."""

def log10(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The logarithm to base 10: `log10(x)`."""

def log1p(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The natural logarithm of `1 + x`, precise near zero: `log1p(x)`."""

def log2(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The logarithm to base 2: `log2(x)`."""

def lookup_param(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Returns the address of a linked parameter by name."""

def max(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def max_value(dtype: _o._DType, span: _t.Any = ...) -> _o.PrimExpr:
    """Creates the greatest finite number of a type.

Rust: (DataType, Option<Span>) -> PrimExpr"""

def min(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def min_value(dtype: _o._DType, span: _t.Any = ...) -> _o.PrimExpr:
    """Creates the least finite number of a type.

Rust: (DataType, Option<Span>) -> PrimExpr"""

def nearbyint(x: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, Option<Span>) -> PrimExpr"""

def nextafter(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The next float in the direction of another: `nextafter(from, to)`."""

def popcount(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The number of set bits: `popcount(a)`."""

def pow(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def power(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def prefetch(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Prefetches into the cache: `prefetch(address, read_or_write, locality, cache_type)`."""

def q_multiply_shift(*inputs: _t.Any, dtype: _o._DType = ...) -> _o.PrimExpr:
    """A rounded product in fixed point: `q_multiply_shift(x, y, fraction_bits, shift)`."""

def reinterpret(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Reinterprets the bits of a value as the data type of the call: `reinterpret(a)`."""

def ret(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """Returns from the function with a value: `ret(value)`."""

def round(x: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, Option<Span>) -> PrimExpr"""

def rsqrt(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """One divided by the square root: `rsqrt(x)`."""

def shift_left(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. A plain number has the type of the other operand.

Rust: (RetValue, RetValue, Option<Span>) -> PrimExpr"""

def shift_right(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. A plain number has the type of the other operand.

Rust: (RetValue, RetValue, Option<Span>) -> PrimExpr"""

def sigmoid(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The logistic function: `sigmoid(x)` is `1 / (1 + exp(-x))`."""

def sin(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The sine: `sin(x)`, in radians."""

def sinh(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The hyperbolic sine: `sinh(x)`."""

def sqrt(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The square root: `sqrt(x)`."""

def tan(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The tangent: `tan(x)`, in radians."""

def tanh(*inputs: _t.Any, dtype: _o._DType | None = ...) -> _o.PrimExpr:
    """The hyperbolic tangent: `tanh(x)`."""

def texture2d_alloca(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Allocates a 2D texture."""

def texture2d_load(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Reads from a 2D texture."""

def texture2d_store(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Writes into a 2D texture."""

def trunc(x: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, Option<Span>) -> PrimExpr"""

def truncdiv(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def truncmod(a: _t.Any, b: _t.Any, span: _t.Any = ...) -> _o.PrimExpr:
    """Applies the operator. Operands are converted to one type, and constants are folded.

Rust: (ExprArg, ExprArg, Option<Span>) -> PrimExpr"""

def tvm_access_ptr(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """The address of a part of a buffer: `(type, data, offset, extent, read_or_write)`."""

def tvm_bmma_sync(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Multiplies and accumulates fragments of single bits on tensor cores."""

def tvm_call_cpacked(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Calls a packed function by name with the C calling convention: `(name, args..., resource)`."""

def tvm_call_cpacked_lowered(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """`tvm_call_cpacked`, arguments on a stack: `(name, values, codes, begin, end, resource)`."""

def tvm_call_packed(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Calls a packed function by name: `tvm_call_packed(name, args...)`."""

def tvm_call_packed_lowered(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """`tvm_call_packed`, arguments on a stack: `(name, values, codes, begin, end)`."""

def tvm_call_trace_packed(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Calls a packed tracing function and returns its last argument: `(name, args...)`."""

def tvm_call_trace_packed_lowered(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """`tvm_call_trace_packed`, arguments on a stack: `(name, values, codes, begin, end, traced)`."""

def tvm_context_id(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """The identifier of the context in which a generated function runs."""

def tvm_fill_fragment(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Fills a fragment with one value: `tvm_fill_fragment(fragment, m, n, k, index, value)`."""

def tvm_global_barrier_kinit(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Initializes the barrier of all blocks at the start of a kernel."""

def tvm_load_matrix_sync(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Loads a fragment: `(fragment, m, n, k, index, address, stride, layout)`."""

def tvm_mma_sync(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Multiplies and accumulates fragments: `(d, index_d, a, index_a, b, index_b, c, index_c)`."""

def tvm_stack_alloca(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Allocates memory on the stack: `tvm_stack_alloca(kind, count)`."""

def tvm_stack_make_array(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Creates a `DLTensor` on the stack: `(data, shape, strides, ndim, dtype, elem_offset)`."""

def tvm_stack_make_shape(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Creates a shape on the stack: `tvm_stack_make_shape(dims...)`."""

def tvm_static_handle(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """A pointer that is initially null and lives as long as the module."""

def tvm_storage_sync(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Waits for the other threads that share a memory: `tvm_storage_sync(scope)`."""

def tvm_store_matrix_sync(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Stores a fragment: `(fragment, m, n, k, index, address, stride, layout)`."""

def tvm_struct_get(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Reads a field of a struct in an array: `tvm_struct_get(structs, index, kind)`."""

def tvm_struct_set(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Writes a field of a struct in an array: `tvm_struct_set(structs, index, kind, value)`."""

def tvm_thread_allreduce(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Reduces the values of all threads: `(count, values..., cond, results..., threads...)`."""

def tvm_thread_context(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Keeps an expression inside the thread that computes it: `tvm_thread_context(value)`."""

def tvm_throw_last_error(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Returns from the function with the error that was set last."""

def tvm_tuple(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """A tuple as the value of an attribute: `tvm_tuple(values...)`."""

def tvm_warp_activemask(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """The mask of the active lanes of the warp."""

def tvm_warp_shuffle(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """The value of another lane: `tvm_warp_shuffle(mask, value, lane, width, warp_size)`."""

def tvm_warp_shuffle_down(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """The value of a higher lane: `tvm_warp_shuffle_down(mask, value, delta, width, warp_size)`."""

def tvm_warp_shuffle_up(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """The value of a lower lane: `tvm_warp_shuffle_up(mask, value, delta, width, warp_size)`."""

def type_annotation(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """A placeholder of which only the data type is used."""

def var(name: str, dtype: _o._DType = ...) -> _o.tir.Var:
    """Returns a variable for a scalar of a data type."""

def vectorcombine(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """Concatenates two vectors: `vectorcombine(low, high)`."""

def vectorhigh(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """The upper half of a vector: `vectorhigh(vector)`."""

def vectorlow(*inputs: _t.Any, dtype: _o._DType) -> _o.PrimExpr:
    """The lower half of a vector: `vectorlow(vector)`."""
