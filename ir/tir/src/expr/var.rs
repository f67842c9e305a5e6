//! Variables.

use objet::prelude::*;
use objet::{ReprPrinter, String};
use objet_ir::ConstructError;
use objet_ir::expr::{PrimExpr, PrimExprNode};
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
    /// A name to print. Two variables of one name are two all the same.
    #[reflect(skip_eq, name = "name")]
    pub name_hint: String,
    /// Its type, where that says more than `dtype`: what a pointer points to.
    pub type_annotation: Option<Type>,
}

/// A variable that is known not to be negative, as sizes of tensors are.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.SizeVar", is_final)]
#[reflect(free_variable, repr = show_size_var)]
pub struct SizeVarNode {
    base: VarNode,
}

/// A variable that goes over a range.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.IterVar", is_final, new, validate)]
#[reflect(repr = show_iter_var)]
pub struct IterVarNode {
    base: Object,
    /// The range, if it is known.
    pub dom: Option<Range>,
    /// The variable.
    #[reflect(def)]
    pub var: Var,
    /// What can be done to the loop over it.
    pub iter_type: IterVarType,
    /// The axis of threads that it is, as `threadIdx.x`; empty if it is none.
    pub thread_tag: String,
    /// Where it is written.
    #[reflect(skip_eq)]
    pub span: Option<Span>,
}

/// What can be done to the loop over a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum IterVarType {
    /// Its turns can come in any order, or at once.
    DataPar = 0,
    /// It is an axis of threads.
    ThreadIndex = 1,
    /// It goes over what a reduction takes together.
    CommReduce = 2,
    /// Its turns come one after the other.
    Ordered = 3,
    /// It is not to be changed.
    Opaque = 4,
    /// It is unrolled.
    Unrolled = 5,
    /// It is vectorized.
    Vectorized = 6,
    /// Its turns go to several threads.
    Parallelized = 7,
    /// It is part of a tensor intrinsic.
    Tensorized = 8,
}

impl Var {
    /// A new variable of that data type.
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

    /// A new variable of that type.
    ///
    /// # Errors
    /// If values of the type are no numbers, pointers or nothing.
    pub fn typed(
        name_hint: impl Into<String>,
        type_annotation: impl Into<Type>,
        span: Option<Span>,
    ) -> Result<Self, ConstructError> {
        Ok(make_object(VarNode::typed(VarNode::TYPE_KEY, name_hint.into(), type_annotation.into(), span)?)
            .into())
    }

    /// A new variable of the same type.
    #[must_use]
    pub fn copy_with_name(&self, name_hint: impl Into<String>) -> Self {
        let (annotation, span) = (self.type_annotation.clone(), self.span.clone());
        make_object(VarNode::of(name_hint.into(), self.dtype, annotation, span)).into()
    }

    /// A new variable of the same type, with a suffix to its name.
    #[must_use]
    pub fn copy_with_suffix(&self, suffix: &str) -> Self {
        self.copy_with_name(format!("{}{suffix}", self.name_hint))
    }
}

impl SizeVar {
    /// A new size of that data type.
    pub fn new(name_hint: impl Into<String>, dtype: DataType, span: Option<Span>) -> Self {
        make_object(SizeVarNode { base: VarNode::of(name_hint.into(), dtype, None, span) }).into()
    }

    /// A new size of that type.
    ///
    /// # Errors
    /// If values of the type are no numbers, pointers or nothing.
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
        let refuse = || {
            let expected = "the type of a number, of a pointer or of nothing";
            Check(node).refuse("type_annotation", expected, kind_of(&type_annotation))
        };
        let dtype = runtime_data_type(&type_annotation).ok_or_else(refuse)?;
        Ok(Self::of(name_hint, dtype, Some(type_annotation), span))
    }
}

/// The numbers of the range are integers.
impl Validate for IterVarNode {
    type Error = ConstructError;

    fn validate(&self) -> Result<(), ConstructError> {
        match &self.dom {
            Some(dom) => Check(Self::TYPE_KEY).integer(("dom", &dom.extent)),
            None => Ok(()),
        }
    }
}

/// The data type of a value of that type, if it has one.
fn runtime_data_type(annotation: &Type) -> Option<DataType> {
    match_node!(annotation, {
        prim: PrimTypeNode => Some(prim.dtype),
        PointerTypeNode => Some(DataType::HANDLE),
        tuple: TupleTypeNode if tuple.fields.is_empty() => Some(DataType::VOID),
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
