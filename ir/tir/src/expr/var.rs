//! Variables.

use objet::String;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::ConstructError;
use objet_ir::expr::PrimExprNode;
use objet_ir::span::Span;
use objet_ir::types::{PointerTypeNode, PrimTypeNode, TupleTypeNode, Type};

use crate::check::{Check, kind_of};
use crate::expr::Range;

/// A variable: a number, or a pointer to memory.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Var", child_slots = 1)]
#[reflect(fields(dtype, name, type_annotation, span), free_variable, repr = show_var)]
pub struct VarNode {
    base: PrimExprNode,
    /// The name for printing. Two variables with the same name are different variables.
    #[reflect(skip_eq, name = "name")]
    pub name_hint: String,
    /// The type, if it says more than `dtype`, such as the element type of a pointer.
    pub type_annotation: Option<Type>,
}

/// A variable that is not negative, such as the size of a tensor.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.SizeVar", is_final)]
#[reflect(free_variable, repr = show_size_var)]
pub struct SizeVarNode {
    base: VarNode,
}

/// A variable that iterates over a range.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.IterVar", is_final, new, validate)]
#[reflect(repr = show_iter_var)]
pub struct IterVarNode {
    base: Object,
    /// The range, if known.
    pub dom: Option<Range>,
    /// The variable.
    #[reflect(def)]
    pub var: Var,
    /// The kind of iteration.
    pub iter_type: IterVarType,
    /// The thread axis that the variable is bound to, such as `threadIdx.x`, or an empty string.
    pub thread_tag: String,
    /// The source location.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// A kind of iteration, which determines the transformations that the loop allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum IterVarType {
    /// Iterations are independent: they may run in any order or in parallel.
    DataPar = 0,
    /// The variable is a thread axis.
    ThreadIndex = 1,
    /// The variable is the axis of a reduction.
    CommReduce = 2,
    /// Iterations run in order.
    Ordered = 3,
    /// The loop must not be transformed.
    Opaque = 4,
    /// The loop is unrolled.
    Unrolled = 5,
    /// The loop is vectorized.
    Vectorized = 6,
    /// Iterations are distributed over threads.
    Parallelized = 7,
    /// The loop is part of a tensor intrinsic.
    Tensorized = 8,
}

impl Var {
    /// Creates a variable of a data type.
    ///
    /// ```
    /// use objet::DataType;
    /// use objet_tir::expr::Var;
    ///
    /// let i = Var::new("i", DataType::int(32), None);
    /// assert_eq!((i.name_hint.as_str(), i.dtype), ("i", DataType::int(32)));
    /// ```
    pub fn new(name_hint: impl Into<String>, dtype: DataType, span: Option<Span>) -> Self {
        make_object(VarNode::of(name_hint.into(), dtype, None, span)).into()
    }

    /// Creates a variable of a type.
    ///
    /// # Errors
    /// Returns an error if the type is neither a primitive type, a pointer type nor the empty tuple
    /// type.
    pub fn typed(
        name_hint: impl Into<String>,
        type_annotation: impl Into<Type>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        Ok(make_object(VarNode::typed(VarNode::TYPE_KEY, name_hint.into(), type_annotation.into(), span)?)
            .into())
    }

    /// Creates a variable of the same type with another name.
    #[must_use]
    pub fn copy_with_name(&self, name_hint: impl Into<String>) -> Self {
        let (annotation, span) = (self.type_annotation.clone(), self.span.clone());
        make_object(VarNode::of(name_hint.into(), self.dtype, annotation, span)).into()
    }

    /// Creates a variable of the same type with a suffix to its name.
    #[must_use]
    pub fn copy_with_suffix(&self, suffix: &str) -> Self {
        self.copy_with_name(format!("{}{suffix}", self.name_hint))
    }
}

impl SizeVar {
    /// Creates a size variable of a data type.
    pub fn new(name_hint: impl Into<String>, dtype: DataType, span: Option<Span>) -> Self {
        make_object(SizeVarNode { base: VarNode::of(name_hint.into(), dtype, None, span) }).into()
    }

    /// Creates a size variable of a type.
    ///
    /// # Errors
    /// Returns an error if the type is neither a primitive type, a pointer type nor the empty tuple
    /// type.
    pub fn typed(
        name_hint: impl Into<String>,
        type_annotation: impl Into<Type>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let base = VarNode::typed(SizeVarNode::TYPE_KEY, name_hint.into(), type_annotation.into(), span)?;
        Ok(make_object(SizeVarNode { base }).into())
    }
}

impl VarNode {
    fn of(name_hint: String, dtype: DataType, type_annotation: Option<Type>, span: Option<Span>) -> Self {
        Self { base: PrimExprNode::new(dtype, span), name_hint, type_annotation }
    }

    fn typed(
        node: &'static str,
        name_hint: String,
        type_annotation: Type,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        let error = || {
            let expected = "a PrimType, a PointerType or an empty TupleType";
            Check(node).operand_error("type_annotation", expected, kind_of(&type_annotation))
        };
        let dtype = runtime_data_type(&type_annotation).ok_or_else(error)?;
        Ok(Self::of(name_hint, dtype, Some(type_annotation), span))
    }
}

/// The length of the range is an integer.
impl Validate for IterVarNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        match &self.dom {
            Some(dom) => Check(Self::TYPE_KEY).integer(("dom", &dom.extent)),
            None => Ok(()),
        }
    }
}

/// Returns the data type of the values of a type, if they have one.
fn runtime_data_type(annotation: &Type) -> Option<DataType> {
    match_node!(match annotation {
        prim @ PrimTypeNode => Some(prim.dtype),
        PointerTypeNode => Some(DataType::HANDLE),
        tuple @ TupleTypeNode if tuple.fields.is_empty() => Some(DataType::VOID),
        _ => None,
    })
}

fn show_var<'a>(var: &'a VarNode, printer: &mut ReprPrinter<'a>) {
    printer.text(var.name_hint.as_str());
}

fn show_size_var<'a>(var: &'a SizeVarNode, printer: &mut ReprPrinter<'a>) {
    let name = var.name_hint.as_str();
    printer.text("{").text(name).text("|").text(name).text(">=0}");
}

fn show_iter_var<'a>(axis: &'a IterVarNode, printer: &mut ReprPrinter<'a>) {
    printer.text("iter_var(");
    if !axis.var.name_hint.is_empty() {
        printer.text(axis.var.name_hint.as_str()).text(", ");
    }
    if let Some(dom) = &axis.dom {
        printer.object(dom);
    }
    if !axis.thread_tag.is_empty() {
        printer.text(", ").text(axis.thread_tag.as_str());
    }
    printer.text(")");
}
