import collections.abc as _c
import typing as _t
import objet as _o

def AsText(node: _t.Any | None, show_meta_data: bool, annotate: _c.Callable[..., _t.Any] | None = ...) -> str:
    """Returns the text of a program with a version line and with annotations from `annotate`."""

def AttrsListFieldInfo(attrs: _o.Attrs) -> _o.Array[_o.AttrFieldInfo]:
    """Lists the attributes of a node's type: their names, TVM's names of their types with the
defaults, and their descriptions. The attributes of one dictionary belong to no type, so it has
none."""

def BaseFuncCopy(func: _o.BaseFunc) -> _o.BaseFunc:
    """Returns the function itself. A later change copies the function, because it is shared."""

def BaseFuncWithAttr(func: _o.BaseFunc, key: str, value: _t.Any | None = ...) -> _o.BaseFunc:
    """Returns the function with one attribute set."""

def BaseFunc_Attrs(func: _o.BaseFunc) -> _o.DictAttrs | None:
    """Returns the attributes of a function."""

def Constructor(name_hint: str, inputs: _c.Sequence[_o.Type], belong_to: _o.GlobalTypeVar) -> _o.relay.Constructor:
    """Creates a constructor of a type. Adding the type to a module sets the constructor's tag."""

def DebugPrint(node: _t.Any | None = ...) -> str:
    """Returns the text that represents an object outside of programs."""

def DictAttrsGetDict(attrs: _o.DictAttrs) -> _o.Map[str, _o.Object | None]:
    """Returns the attributes as a map from names to values."""

def EnvFuncCall(func: _o.EnvFunc, *args: _t.Any) -> _t.Any:
    """Calls the function that the reference names."""

def EnvFuncGet(name: str) -> _o.EnvFunc:
    """Creates a reference to the global function `name`, which must be registered."""

def EnvFuncGetPackedFunc(func: _o.EnvFunc) -> _o.PackedFunc:
    """Returns the function that the reference names."""

def FloatImm(dtype: str, value: float, span: _o.Span | None = ...) -> _o.FloatImm:
    """Creates a floating-point constant of a data type."""

def FuncType(arg_types: _c.Sequence[_o.Type], ret_type: _o.Type, type_params: _c.Sequence[_o.TypeVar], type_constraints: _c.Sequence[_o.TypeConstraint]) -> _o.FuncType:
    """Creates the type of a function."""

def GetOp(name: str) -> _o.Op:
    """Returns the operator with the name."""

def GlobalTypeVar(name: str, kind: int) -> _o.GlobalTypeVar:
    """Creates a reference to a type definition of a module."""

def GlobalVar(name: str) -> _o.GlobalVar:
    """Creates a global variable."""

def IRModule(funcs: _c.Mapping[_o.GlobalVar, _o.BaseFunc], types: _c.Mapping[_o.GlobalTypeVar, _o.relay.TypeData]) -> _o.IRModule:
    """Creates a module from functions and type definitions."""

def IncompleteType(kind: int) -> _o.IncompleteType:
    """Creates a type that is not inferred yet."""

def IntImm(dtype: str, value: int, span: _o.Span | None = ...) -> _o.IntImm:
    """Creates an integer constant of a data type."""

def ListOpNames() -> _o.Array[str]:
    """Returns the names of all operators."""

def Module_Add(module: _o.IRModule, var: _o.GlobalVar, val: _o.RelayExpr, update: bool) -> _o.IRModule:
    """Adds a function to the module and returns the module. An expression that is not a function
becomes a function without parameters."""

def Module_AddDef(module: _o.IRModule, var: _o.GlobalTypeVar, definition: _o.relay.TypeData, update: bool) -> None:
    """Adds a type definition to the module."""

def Module_ContainGlobalTypeVar(module: _o.IRModule, name: str) -> bool:
    """Whether the module has a type with the name."""

def Module_ContainGlobalVar(module: _o.IRModule, name: str) -> bool:
    """Whether the module has a function with the name."""

def Module_FromExpr(expr: _o.RelayExpr, global_funcs: _c.Mapping[_o.GlobalVar, _o.BaseFunc], type_definitions: _c.Mapping[_o.GlobalTypeVar, _o.relay.TypeData]) -> _o.IRModule:
    """Creates a module from functions, type definitions and an expression."""

def Module_GetGlobalTypeVar(module: _o.IRModule, name: str) -> _o.GlobalTypeVar:
    """Returns the global type variable of the type with the name."""

def Module_GetGlobalTypeVars(module: _o.IRModule) -> _o.Array[_o.GlobalTypeVar]:
    """Returns the global type variables of all types."""

def Module_GetGlobalVar(module: _o.IRModule, name: str) -> _o.GlobalVar:
    """Returns the global variable of the function with the name."""

def Module_GetGlobalVars(module: _o.IRModule) -> _o.Array[_o.GlobalVar]:
    """Returns the global variables of all functions."""

def Module_Import(module: _o.IRModule, path: str) -> None:
    """Adds the definitions of a file to a module. The new functions have inferred types."""

def Module_ImportFromStd(module: _o.IRModule, path: str) -> None:
    """Adds the definitions of a standard module to a module. The new functions have inferred types."""

def Module_Lookup(module: _o.IRModule, var: _o.GlobalVar) -> _o.BaseFunc:
    """Returns the function that a global variable refers to."""

def Module_LookupDef(module: _o.IRModule, var: _o.GlobalTypeVar) -> _o.relay.TypeData:
    """Returns the definition of the type that a global type variable refers to."""

def Module_LookupDef_str(module: _o.IRModule, name: str) -> _o.relay.TypeData:
    """Returns the definition of the type with the name."""

def Module_LookupTag(module: _o.IRModule, tag: int) -> _o.relay.Constructor:
    """Returns the constructor with the tag."""

def Module_Lookup_str(module: _o.IRModule, name: str) -> _o.BaseFunc:
    """Returns the function with the name."""

def Module_Update(module: _o.IRModule, from_: _o.IRModule) -> None:
    """Takes over the functions and types of another module."""

def Module_UpdateFunction(module: _o.IRModule, var: _o.GlobalVar, func: _o.BaseFunc) -> None:
    """Adds a function to the module, or replaces the function with the same name."""

def OpAddArgument(op: _o.Op, name: str, type_info: str, description: str) -> None:
    """Adds the description of an input to an operator."""

def OpAddTypeRel(op: _o.Op, rel_name: str, value: _c.Callable[..., _t.Any] | None = ...) -> None:
    """Sets the type relation of an operator: a registered relation, or one made from a function that
infers the result type."""

def OpCallAttrsTypeKey(op: _o.Op) -> str:
    """Returns the type key of the attributes of an operator's calls, or an empty string."""

def OpGetAttr(op: _o.Op, attr_name: str) -> _t.Any:
    """Returns the value of an attribute of an operator, or null if the operator has no value."""

def OpResetAttr(op: _o.Op, attr_name: str) -> None:
    """Removes an attribute from an operator."""

def OpSetAttr(op: _o.Op, attr_name: str, value: _t.Any, plevel: int = ...) -> None:
    """Sets an attribute of an operator."""

def OpSetAttrsTypeKey(op: _o.Op, key: str) -> None:
    """Sets the type of an operator's attributes."""

def OpSetNumInputs(op: _o.Op, n: int) -> None:
    """Sets the number of inputs of an operator."""

def OpSetSupportLevel(op: _o.Op, level: int) -> None:
    """Sets the support level of an operator."""

def PointerType(element_type: _o.Type, storage_scope: str = ...) -> _o.PointerType:
    """Creates the type of a pointer."""

def PrettyPrint(node: _t.Any | None = ...) -> str:
    """Returns the text of a program or of another object."""

def PrimType(dtype: str) -> _o.PrimType:
    """Creates the type of a scalar."""

def Range(begin: _o.PrimExpr | _o.tir.IterVar | int | float | str, end: _o.PrimExpr | _o.tir.IterVar | int | float | str, span: _o.Span | None = ...) -> _o.Range:
    """Creates the range from `begin` up to, but not including, `end`."""

def Range_from_min_extent(min: _o.PrimExpr | _o.tir.IterVar | int | float | str, extent: _o.PrimExpr | _o.tir.IterVar | int | float | str, span: _o.Span | None = ...) -> _o.Range:
    """Creates a range of `extent` integers that starts at `min`."""

def RegisterOp(op_name: str, descr: str) -> None:
    """Registers an operator."""

def RegisterOpAttr(op_name: str, attr_key: str, value: _t.Any, plevel: int) -> None:
    """Sets an attribute of an operator, and registers the operator if necessary. At levels above 128,
`num_inputs` sets the number of inputs instead of an attribute."""

def RegisterOpLowerIntrinsic(name: str, f: _c.Callable[..., _t.Any], target: str, plevel: int) -> None:
    """Sets the function that lowers an intrinsic for a target kind."""

def RelayRefType(value: _o.Type) -> _o.relay.RefType:
    """Creates the type of a reference to a mutable value."""

def SourceName(name: str) -> _o.SourceName:
    """Returns the source name `name`."""

def Span(source_name: _o.SourceName, line: int, end_line: int, column: int, end_column: int) -> _o.Span:
    """Creates the span of a source from `line` and `column` up to, but not including, `end_line` and
`end_column`."""

def TensorAffineType(scale: _o.RelayExpr, zero_point: _o.RelayExpr, dtype: str, axis: int) -> _o.TensorAffineType:
    """Creates the type of a quantized tensor."""

def TensorType(shape: _c.Sequence[_t.Any | None], dtype: str) -> _o.relay.TensorType:
    """Creates the type of a tensor. Numbers in the shape become constants."""

def TextPrinter(node: _t.Any | None = ...) -> str:
    """Returns the text of a program with a version line, without its metadata."""

def TupleAffineType(types: _c.Sequence[_o.TensorAffineType]) -> _o.TupleAffineType:
    """Creates the type of a tuple of quantized tensors."""

def TupleType(fields: _c.Sequence[_o.Type]) -> _o.TupleType:
    """Creates the type of a tuple."""

def TypeCall(func: _o.Type, args: _c.Sequence[_o.Type]) -> _o.TypeCall:
    """Applies a type function to types."""

def TypeData(header: _o.GlobalTypeVar, type_vars: _c.Sequence[_o.TypeVar], constructors: _c.Sequence[_o.relay.Constructor]) -> _o.relay.TypeData:
    """Creates the definition of an algebraic data type."""

def TypeRelation(func: _o.EnvFunc | None, args: _c.Sequence[_o.Type], num_inputs: int, attrs: _o.Attrs | None = ...) -> _o.TypeRelation:
    """Creates a relation between types. The first `num_inputs` types belong to the inputs. A relation
without a function has a kind, but cannot be solved."""

def TypeVar(name: str, kind: int) -> _o.TypeVar:
    """Creates a type variable."""
