//! Some of TVM's node types, which suffice for networks and types.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use objet::String;
use objet::prelude::*;

/// Defines nodes: `key Node: ParentNode [options of reflection] { fields }`.
macro_rules! nodes {
    ($($key:literal $node:ident: $parent:ty $([$($option:tt)*])? {
        $($(#[$meta:meta])* $field:ident: $ty:ty),* $(,)?
    })*) => {
        $(
            #[derive(Object, Reflect)]
            #[repr(C)]
            #[object(key = $key)]
            $(#[reflect($($option)*)])?
            pub(crate) struct $node {
                pub(crate) base: $parent,
                $($(#[$meta])* pub(crate) $field: $ty,)*
            }
        )*

        /// Registers the types. Without the feature `inventory`, this does not happen at link time.
        #[allow(dead_code, reason = "not needed in programs that always have the feature")]
        pub(crate) fn register() {
            objet::register_types!($($node),*).unwrap();
        }
    };
}

nodes! {
    "Span" SpanNode: Object {
        source_name: SourceName, line: i32, column: i32, end_line: i32, end_column: i32,
    }
    "SourceName" SourceNameNode: Object [bytes(source_name, source_of_name)] { name: String }
    "Source" SourceNode: Object { source_name: SourceName, source: String }
    "SourceMap" SourceMapNode: Object { source_map: Map<SourceName, Source> }

    "Type" TypeNode: Object { #[reflect(skip_eq)] span: Option<Span> }
    "PrimType" PrimTypeNode: TypeNode [fields(dtype)] { dtype: DataType }
    "PointerType" PointerTypeNode: TypeNode [fields(element_type, storage_scope)] {
        element_type: Type, storage_scope: String,
    }
    "TupleType" TupleTypeNode: TypeNode [fields(fields, span)] { fields: Array<Type> }
    "FuncType" FuncTypeNode: TypeNode [fields(arg_types, ret_type, type_params, type_constraints, span)] {
        arg_types: Array<Type>,
        ret_type: Type,
        #[reflect(def)] type_params: Array<TypeVar>,
        type_constraints: Array<Type>,
    }
    "TypeVar" TypeVarNode: TypeNode [fields(name_hint, kind, span), free_variable] {
        #[reflect(skip_eq)] name_hint: String, kind: TypeKind,
    }
    "GlobalTypeVar" GlobalTypeVarNode: TypeNode [fields(name_hint, kind), free_variable] {
        name_hint: String, #[reflect(skip_eq)] kind: TypeKind,
    }
    "TypeCall" TypeCallNode: TypeNode [fields(func, args, span)] { func: Type, args: Array<Type> }
    "IncompleteType" IncompleteTypeNode: TypeNode [fields(kind, span), free_variable] { kind: TypeKind }
    "relay.RefType" RefTypeNode: TypeNode [fields(value, span)] { value: Type }
    "relay.BaseTensorType" BaseTensorTypeNode: TypeNode {}
    "relay.TensorType" TensorTypeNode: BaseTensorTypeNode [fields(shape, dtype, span)] {
        shape: Array<PrimExpr>, dtype: DataType,
    }
    "relay.TypeData" TypeDataNode: TypeNode [fields(header, type_vars, constructors, span)] {
        #[reflect(def)] header: GlobalTypeVar,
        #[reflect(def)] type_vars: Array<TypeVar>,
        constructors: Array<Constructor>,
    }

    "BaseExpr" BaseExprNode: Object { #[reflect(skip_eq)] span: Option<Span> }
    "PrimExpr" PrimExprNode: BaseExprNode { dtype: DataType }
    "IntImm" IntImmNode: PrimExprNode [fields(dtype, value, span)] { value: i64 }
    "FloatImm" FloatImmNode: PrimExprNode [fields(dtype, value, span)] { value: f64 }
    "tir.Any" AnyNode: PrimExprNode [fields(dtype, span)] {}
    "tir.Var" TirVarNode: PrimExprNode [fields(dtype, name, type_annotation, span), free_variable] {
        #[reflect(skip_eq)] name: String, type_annotation: Option<Type>,
    }
    "tir.Call" TirCallNode: PrimExprNode [fields(dtype, op, args, span)] {
        op: RelayExpr, args: Array<PrimExpr>,
    }

    "RelayExpr" RelayExprNode: BaseExprNode {
        #[reflect(skip_eq, name = "_checked_type_")] checked_type: Option<Type>,
    }
    "Op" OpNode: RelayExprNode [bytes(op_name, op_of_name), by_pointer] { name: String }
    "GlobalVar" GlobalVarNode: RelayExprNode [fields(name_hint, span, _checked_type_), free_variable] {
        name_hint: String,
    }
    "relay.Constructor" ConstructorNode: RelayExprNode
        [fields(name_hint, inputs, belong_to, tag, span, _checked_type_)]
    {
        name_hint: String,
        inputs: Array<Type>,
        #[reflect(skip_eq)] belong_to: GlobalTypeVar,
        #[reflect(skip_eq)] tag: i32,
    }
    "relay.Id" IdNode: Object [free_variable] { #[reflect(skip_eq)] name_hint: String }
    "relay.Var" VarNode: RelayExprNode [fields(vid, type_annotation, span, _checked_type_), graph_node] {
        vid: Id, type_annotation: Option<Type>,
    }
    "relay.Constant" ConstantNode: RelayExprNode [fields(data, span, _checked_type_)] { data: NDArray }
    "relay.Tuple" TupleNode: RelayExprNode [fields(fields, span, _checked_type_), graph_node] {
        fields: Array<RelayExpr>,
    }
    "relay.TupleGetItem" TupleGetItemNode: RelayExprNode [fields(tuple_value, index, span, _checked_type_)] {
        tuple_value: RelayExpr, index: i32,
    }
    "relay.Call" CallNode: RelayExprNode
        [fields(op, args, attrs, type_args, span, _checked_type_), graph_node]
    {
        op: RelayExpr, args: Array<RelayExpr>, attrs: Option<Attrs>, type_args: Array<Option<Type>>,
    }
    "relay.Let" LetNode: RelayExprNode [fields(var, value, body, span, _checked_type_), graph_node] {
        #[reflect(def)] var: Var, value: RelayExpr, #[reflect(visit_last)] body: RelayExpr,
    }
    "BaseFunc" BaseFuncNode: RelayExprNode { attrs: Option<DictAttrs> }
    "relay.Function" FunctionNode: BaseFuncNode
        [fields(params, body, ret_type, type_params, attrs, span, _checked_type_), graph_node]
    {
        #[reflect(def)] params: Array<Var>,
        body: RelayExpr,
        ret_type: Option<Type>,
        #[reflect(def)] type_params: Array<TypeVar>,
    }

    "Attrs" AttrsNode: Object {}
    "DictAttrs" DictAttrsNode: AttrsNode { #[reflect(name = "__dict__")] dict: Map<String, ObjectRef> }
    "attrs.TestAttrs" TestAttrsNode: AttrsNode {
        axis: i32, name: String, padding: Array<PrimExpr>, func: Option<ObjectRef>,
    }
    "relay.attrs.BatchNormAttrs" BatchNormAttrsNode: AttrsNode {
        axis: i32, epsilon: f64, center: bool, scale: bool,
    }
    "relay.attrs.BiasAddAttrs" BiasAddAttrsNode: AttrsNode { axis: i32 }
    "relay.attrs.Conv2DAttrs" Conv2DAttrsNode: AttrsNode {
        strides: Array<PrimExpr>,
        padding: Array<PrimExpr>,
        dilation: Array<PrimExpr>,
        groups: i32,
        channels: Option<PrimExpr>,
        kernel_size: Option<Array<PrimExpr>>,
        data_layout: String,
        kernel_layout: String,
        out_layout: String,
        out_dtype: DataType,
    }
    "relay.attrs.DenseAttrs" DenseAttrsNode: AttrsNode { units: Option<PrimExpr>, out_dtype: DataType }
    "relay.attrs.GlobalPool2DAttrs" GlobalPool2DAttrsNode: AttrsNode { layout: String, out_layout: String }
    "relay.attrs.InitOpAttrs" InitOpAttrsNode: AttrsNode {
        shape: Option<Array<IntImm>>, dtype: DataType,
    }
    "relay.attrs.MaxPool2DAttrs" MaxPool2DAttrsNode: AttrsNode {
        pool_size: Array<PrimExpr>,
        strides: Array<PrimExpr>,
        dilation: Array<PrimExpr>,
        padding: Array<PrimExpr>,
        layout: String,
        out_layout: String,
        ceil_mode: bool,
    }
    "relay.attrs.SoftmaxAttrs" SoftmaxAttrsNode: AttrsNode { axis: i32 }
    "relay.attrs.SplitAttrs" SplitAttrsNode: AttrsNode { indices_or_sections: ObjectRef, axis: i32 }

    "IRModule" IRModuleNode: Object {
        #[reflect(def)] functions: Map<GlobalVar, BaseFunc>,
        #[reflect(def)] type_definitions: Map<GlobalTypeVar, TypeData>,
        #[reflect(skip_eq, name = "global_var_map_")] global_var_map: Map<String, GlobalVar>,
        #[reflect(skip_eq, name = "global_type_var_map_")] global_type_var_map: Map<String, GlobalTypeVar>,
        #[reflect(skip_eq)] source_map: SourceMap,
        attrs: Option<DictAttrs>,
    }
}

/// The kind of a type variable.
#[derive(Clone, Copy, Reflect)]
#[repr(i32)]
pub(crate) enum TypeKind {
    Type = 0,
    ShapeVar = 1,
    BaseType = 2,
    Constraint = 4,
    AdtHandle = 5,
    TypeData = 6,
}

fn op_name(op: &OpNode) -> &str {
    &op.name
}

fn source_name(source: &SourceNameNode) -> &str {
    &source.name
}

/// Returns the only operator with this name.
fn op_of_name(name: &[u8]) -> Result<Op, std::str::Utf8Error> {
    static OPS: LazyLock<Mutex<HashMap<String, Op>>> = LazyLock::new(Mutex::default);
    let name = String::from_utf8(name)?;
    let new = || {
        let base = BaseExprNode { base: Object::new(), span: None };
        let base = RelayExprNode { base, checked_type: None };
        make_object(OpNode { base, name: name.clone() }).into()
    };
    Ok(OPS.lock().expect("no code panics with this lock").entry(name.clone()).or_insert_with(new).clone())
}

/// Returns the only source with this name.
fn source_of_name(name: &[u8]) -> Result<SourceName, std::str::Utf8Error> {
    static NAMES: LazyLock<Mutex<HashMap<String, SourceName>>> = LazyLock::new(Mutex::default);
    let name = String::from_utf8(name)?;
    let new = || make_object(SourceNameNode { base: Object::new(), name: name.clone() }).into();
    Ok(NAMES.lock().expect("no code panics with this lock").entry(name.clone()).or_insert_with(new).clone())
}
