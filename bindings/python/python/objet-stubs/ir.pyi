import collections.abc as _c
import typing as _t
import objet as _o

def AsText(node: _o.Object | None, show_meta_data: bool, annotate: _c.Callable[..., _t.Any] | None = ...) -> str:
    """The text of a program with a version, and with what the function says of each expression."""

def AttrsListFieldInfo(attrs: _o.Attrs) -> _o.Array[_o.AttrFieldInfo]:
    """The attributes that nodes of the type have: names, types in the words of TVM with defaults, and what they mean."""

def BaseFuncCopy(func: _o.BaseFunc) -> _o.BaseFunc:
    """The function itself: what changes it later copies it."""

def BaseFuncWithAttr(func: _o.BaseFunc, key: str, value: _o.Object | None = ...) -> _o.BaseFunc:
    """The same function with an attribute set."""

def BaseFunc_Attrs(func: _o.BaseFunc) -> _o.DictAttrs | None:
    """The attributes of a function."""

def Constructor(name_hint: str, inputs: _c.Sequence[_o.Type], belong_to: _o.GlobalTypeVar) -> _o.relay.Constructor:
    """A constructor of a type, which the module gives its number."""

def DebugPrint(node: _o.Object | None = ...) -> str:
    """The text of an object as it is shown where it is no program."""

def DictAttrsGetDict(attrs: _o.DictAttrs) -> _o.Map[str, _o.Object | None]:
    """The attributes by name."""

def EnvFuncCall(func: _o.EnvFunc, *args: _t.Any) -> _t.Any:
    """Calls the function that is referred to."""

def EnvFuncGet(name: str) -> _o.EnvFunc:
    """A reference to the function that has this name now."""

def EnvFuncGetPackedFunc(func: _o.EnvFunc) -> _o.PackedFunc:
    """The function that is referred to."""

def FloatImm(dtype: str, value: float, span: _o.Span | None = ...) -> _o.FloatImm:
    """A floating-point number of that type."""

def FuncType(arg_types: _c.Sequence[_o.Type], ret_type: _o.Type, type_params: _c.Sequence[_o.TypeVar], type_constraints: _c.Sequence[_o.TypeConstraint]) -> _o.FuncType:
    """The type of a function."""

def GetOp(name: str) -> _o.Op:
    """The operator of that name."""

def GlobalTypeVar(name: str, kind: int) -> _o.GlobalTypeVar:
    """A new name for a type of a module."""

def GlobalVar(name: str) -> _o.GlobalVar:
    """A new name of a function."""

def IRModule(funcs: _c.Mapping[_o.GlobalVar, _o.BaseFunc], types: _c.Mapping[_o.GlobalTypeVar, _o.relay.TypeData]) -> _o.IRModule:
    """A module of these functions and definitions of types."""

def IncompleteType(kind: int) -> _o.IncompleteType:
    """A type that inference has yet to find."""

def IntImm(dtype: str, value: int, span: _o.Span | None = ...) -> _o.IntImm:
    """An integer of that type."""

def ListOpNames() -> _o.Array[str]:
    """The names of all operators."""

def Module_Add(module: _o.IRModule, var: _o.GlobalVar, val: _o.RelayExpr, update: bool) -> _o.IRModule:
    """Adds a function to the module, or an expression as a function without parameters, and gives the module."""

def Module_AddDef(module: _o.IRModule, var: _o.GlobalTypeVar, definition: _o.relay.TypeData, update: bool) -> None:
    """Adds the definition of a type to the module."""

def Module_ContainGlobalTypeVar(module: _o.IRModule, name: str) -> bool:
    """Whether there is a type of that name."""

def Module_ContainGlobalVar(module: _o.IRModule, name: str) -> bool:
    """Whether there is a function of that name."""

def Module_FromExpr(expr: _o.RelayExpr, global_funcs: _c.Mapping[_o.GlobalVar, _o.BaseFunc], type_definitions: _c.Mapping[_o.GlobalTypeVar, _o.relay.TypeData]) -> _o.IRModule:
    """A module of these functions and definitions of types, and of an expression."""

def Module_GetGlobalTypeVar(module: _o.IRModule, name: str) -> _o.GlobalTypeVar:
    """The name of that text of a type."""

def Module_GetGlobalTypeVars(module: _o.IRModule) -> _o.Array[_o.GlobalTypeVar]:
    """The names of all types."""

def Module_GetGlobalVar(module: _o.IRModule, name: str) -> _o.GlobalVar:
    """The name of that text of a function."""

def Module_GetGlobalVars(module: _o.IRModule) -> _o.Array[_o.GlobalVar]:
    """The names of all functions."""

def Module_Import(_module: _o.IRModule, path: str) -> None:
    """Would read a module as text."""

def Module_ImportFromStd(_module: _o.IRModule, path: str) -> None:
    """Would read a module as text."""

def Module_Lookup(module: _o.IRModule, var: _o.GlobalVar) -> _o.BaseFunc:
    """The function of that name."""

def Module_LookupDef(module: _o.IRModule, var: _o.GlobalTypeVar) -> _o.relay.TypeData:
    """The definition of the type of that name."""

def Module_LookupDef_str(module: _o.IRModule, name: str) -> _o.relay.TypeData:
    """The definition of the type whose name has that text."""

def Module_LookupTag(module: _o.IRModule, tag: int) -> _o.relay.Constructor:
    """The constructor of that number."""

def Module_Lookup_str(module: _o.IRModule, name: str) -> _o.BaseFunc:
    """The function whose name has that text."""

def Module_Update(module: _o.IRModule, from_: _o.IRModule) -> None:
    """Takes the functions and types of another module over."""

def Module_UpdateFunction(module: _o.IRModule, var: _o.GlobalVar, func: _o.BaseFunc) -> None:
    """Puts a function in the place of the one that the name has."""

def OpAddArgument(op: _o.Op, name: str, type_info: str, description: str) -> None:
    """Tells of one more input of an operator."""

def OpAddTypeRel(op: _o.Op, rel_name: str, value: _c.Callable[..., _t.Any] | None = ...) -> None:
    """Gives an operator a type relation: the one of that name, or one that a function of types and attributes is."""

def OpGetAttr(op: _o.Op, attr_name: str) -> _t.Any:
    """The value that an operator has for an attribute; null if it has none."""

def OpResetAttr(op: _o.Op, attr_name: str) -> None:
    """Takes the value for an attribute from an operator."""

def OpSetAttr(op: _o.Op, attr_name: str, value: _t.Any, plevel: int = ...) -> None:
    """Gives an operator a value for an attribute."""

def OpSetAttrsTypeKey(op: _o.Op, key: str) -> None:
    """Says of which type the attributes of an operator are."""

def OpSetNumInputs(op: _o.Op, n: int) -> None:
    """Says how many inputs an operator has."""

def OpSetSupportLevel(op: _o.Op, level: int) -> None:
    """Says how well an operator is supported."""

def PointerType(element_type: _o.Type, storage_scope: str = ...) -> _o.PointerType:
    """The type of a pointer."""

def PrettyPrint(node: _o.Object | None = ...) -> str:
    """The text of a program, or of another object."""

def PrimType(dtype: str) -> _o.PrimType:
    """The type of a scalar."""

def Range(begin: _o.PrimExpr | _o.tir.IterVar | int | float | str, end: _o.PrimExpr | _o.tir.IterVar | int | float | str, span: _o.Span | None = ...) -> _o.Range:
    """The numbers from `begin` on that are less than `end`."""

def Range_from_min_extent(min: _o.PrimExpr | _o.tir.IterVar | int | float | str, extent: _o.PrimExpr | _o.tir.IterVar | int | float | str, span: _o.Span | None = ...) -> _o.Range:
    """The numbers from `min` on, as many as `extent` says."""

def RegisterOp(op_name: str, descr: str) -> None:
    """Registers an operator."""

def RegisterOpAttr(op_name: str, attr_key: str, value: _t.Any, plevel: int) -> None:
    """Gives an operator, which is registered if there is none, a value for an attribute. At levels above 128 `num_inputs` is not an
attribute, but says how many inputs there are."""

def RegisterOpLowerIntrinsic(name: str, f: _c.Callable[..., _t.Any], target: str, plevel: int) -> None:
    """Says how an intrinsic is lowered for a kind of targets."""

def RelayRefType(value: _o.Type) -> _o.relay.RefType:
    """The type of a reference to a value that can be written."""

def SourceName(name: str) -> _o.SourceName:
    """The source of that name."""

def Span(source_name: _o.SourceName, line: int, end_line: int, column: int, end_column: int) -> _o.Span:
    """The characters of a source from `line` and `column` up to, but not including, `end_line` and `end_column`."""

def TensorAffineType(scale: _o.RelayExpr, zero_point: _o.RelayExpr, dtype: str, axis: int) -> _o.TensorAffineType:
    """The type of a quantized tensor."""

def TensorType(shape: _c.Sequence[_o.Object | None], dtype: str) -> _o.relay.TensorType:
    """The type of a tensor. Numbers in its shape are constants."""

def TextPrinter(node: _o.Object | None = ...) -> str:
    """The text of a program with a version, without its metadata."""

def TupleAffineType(types: _c.Sequence[_o.TensorAffineType]) -> _o.TupleAffineType:
    """The type of a tuple of quantized tensors."""

def TupleType(fields: _c.Sequence[_o.Type]) -> _o.TupleType:
    """A tuple of types."""

def TypeCall(func: _o.Type, args: _c.Sequence[_o.Type]) -> _o.TypeCall:
    """A type function applied to types."""

def TypeData(header: _o.GlobalTypeVar, type_vars: _c.Sequence[_o.TypeVar], constructors: _c.Sequence[_o.relay.Constructor]) -> _o.relay.TypeData:
    """The definition of a type."""

def TypeRelation(func: _o.EnvFunc, args: _c.Sequence[_o.Type], num_inputs: int, attrs: _o.Attrs | None = ...) -> _o.TypeRelation:
    """A condition between types, the first of which are those of the inputs."""

def TypeVar(name: str, kind: int) -> _o.TypeVar:
    """A new variable that stands for a type."""
