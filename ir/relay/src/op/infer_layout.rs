//! The layouts of the inputs and results of operators.
//!
//! The attribute `FInferCorrectLayout` of an operator is a function of the attributes of a call, of
//! the new layouts of the inputs (null for the original call), of their original layouts, and of
//! the original types of the arguments. It returns an [`InferCorrectLayoutOutput`]. The passes
//! [`convert_layout`](crate::transform::convert_layout) and
//! [`alter_op_layout`](crate::transform::alter_op_layout) call the function for the original call
//! and for the new one.
//!
//! - The fields of a tuple are separate inputs. The types are those of the arguments.
//! - An undefined layout is null. If one layout of the result is undefined, then the passes keep
//!   the call.
//! - A scalar has a layout without axes.
//!
//! ```
//! use objet::prelude::*;
//! use objet_ir::op::Op;
//! use objet_ir::types::{TensorType, Type};
//! use objet_relay::op::infer_layout::InferCorrectLayoutOutput;
//! use objet_tir::data_layout::Layout;
//!
//! let functions = Op::get_attr_map::<PackedFunc>("FInferCorrectLayout");
//! let infer = functions.get(&Op::get("add")?)?.unwrap();
//! let types: Array<Type> = [[1, 16, 8, 8].as_slice(), &[8]].map(|shape| {
//!     let shape: Array<_> = shape.iter().map(|length| (*length).into()).collect();
//!     Type::from(TensorType::new(shape, DataType::float(32)))
//! })
//! .into();
//! let old: Array<Option<Layout>> = Array::from([Some(Layout::new("NCHW")?), None]);
//! let layouts: InferCorrectLayoutOutput = infer.call_as(((), (), &old, &types))?;
//! assert_eq!(layouts.input_layouts[1].as_ref().unwrap().name, "W");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arbitrary;
mod broadcast;

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::op::OpBuilder;
use objet_ir::types::{TensorTypeNode, Type};
use objet_tir::data_layout::Layout;

pub(crate) use broadcast::broadcast_pair;

/// The layouts of the inputs and results of a call, with the attributes for these layouts.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay._transform.InferCorrectLayoutOutput", is_final, new)]
pub struct InferCorrectLayoutOutputNode {
    base: Object,
    /// The layout of each input. Undefined layouts are null.
    pub input_layouts: Array<Option<Layout>>,
    /// The layout of each result. Undefined layouts are null.
    pub output_layouts: Array<Option<Layout>>,
    /// The attributes.
    pub new_attrs: Option<Attrs>,
}

/// Creates the result of a function that infers layouts.
#[register_global("relay._transform.InferCorrectLayoutOutput")]
fn infer_correct_layout_output(
    input_layouts: Array<Option<Layout>>,
    output_layouts: Array<Option<Layout>>,
    new_attrs: Option<Attrs>,
) -> InferCorrectLayoutOutput {
    InferCorrectLayoutOutput::new(input_layouts, output_layouts, new_attrs)
}

/// The reason why the layouts of a call cannot be inferred.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// An attribute is not a layout.
    #[error("attribute {name}: {source}")]
    Attribute {
        /// The name of the attribute.
        name: &'static str,
        /// The reason.
        source: ConstructError,
    },
    /// The attributes of a call have another type.
    #[error("expected attributes of the type {expected}, found {found}")]
    Attrs {
        /// The type key of the attributes of the operator.
        expected: &'static str,
        /// The type key of the attributes of the call.
        found: &'static str,
    },
    /// A layout cannot be created.
    #[error(transparent)]
    Construct(#[from] ConstructError),
}

/// The call whose layouts are inferred.
pub(crate) struct LayoutQuery {
    attrs: Option<Attrs>,
    /// The new layouts of the inputs, or `None` for the original call.
    pub(crate) new: Option<Array<Option<Layout>>>,
    /// The original layouts of the inputs.
    pub(crate) old: Array<Option<Layout>>,
    /// The original types of the arguments.
    pub(crate) types: Array<Type>,
}

/// The inferred layouts of a call.
pub(crate) struct Layouts {
    pub(crate) inputs: Vec<Layout>,
    pub(crate) outputs: Vec<Layout>,
    /// The new attributes; `None` if the attributes stay.
    pub(crate) attrs: Option<Attrs>,
}

/// The inferred layouts, or `None` if they cannot be inferred.
pub(crate) type LayoutResult = Result<Option<Layouts>, LayoutError>;

impl LayoutQuery {
    /// Returns the attributes of the call.
    pub(crate) fn attrs<A: IsObjectRef>(&self) -> Result<A, LayoutError> {
        let attrs = self.attrs.as_ref();
        attrs.and_then(|attrs| attrs.clone().downcast().ok()).ok_or_else(|| LayoutError::Attrs {
            expected: A::Node::TYPE_KEY,
            found: attrs.map_or("null", |attrs| attrs.type_key()),
        })
    }

    /// Returns the original layout of an input.
    pub(crate) fn old(&self, index: usize) -> Option<&Layout> {
        self.old.get(index)?.as_ref()
    }

    /// Returns the new layout of an input.
    pub(crate) fn new_layout(&self, index: usize) -> Option<&Layout> {
        self.new.as_ref()?.get(index)?.as_ref()
    }

    /// Returns the new layout of an input, or the original one for the original call.
    pub(crate) fn current(&self, index: usize) -> Option<&Layout> {
        match &self.new {
            Some(new) => new.get(index)?.as_ref(),
            None => self.old(index),
        }
    }

    /// Returns the original shape of a tensor argument.
    pub(crate) fn shape(&self, index: usize) -> Option<&[PrimExpr]> {
        Some(&self.types.get(index)?.as_node::<TensorTypeNode>()?.shape)
    }
}

impl Layouts {
    /// Returns the layouts of a call with one result.
    pub(crate) fn new(inputs: impl Into<Vec<Layout>>, output: Layout) -> Self {
        Self { inputs: inputs.into(), outputs: vec![output], attrs: None }
    }

    /// Returns the same layout for `count` inputs and the result.
    pub(crate) fn all(count: usize, layout: Layout) -> Self {
        Self::new(vec![layout.clone(); count], layout)
    }

    #[must_use]
    pub(crate) fn with_attrs(mut self, attrs: impl IsObjectRef) -> Self {
        self.attrs = attrs.into_object_ref().downcast().ok();
        self
    }
}

/// Parses an attribute. An empty text is an undefined layout.
pub(crate) fn layout(name: &'static str, value: &str) -> Result<Option<Layout>, LayoutError> {
    match value {
        "" => Ok(None),
        _ => Layout::new(value).map(Some).map_err(|source| LayoutError::Attribute { name, source }),
    }
}

/// Returns the layout of a vector with one element for each channel.
pub(crate) fn channels() -> Result<Layout, LayoutError> {
    Ok(Layout::new("C")?)
}

/// A method of operator builders.
pub(crate) trait InferLayout: Sized {
    /// Sets the function that infers the layouts of calls.
    #[must_use]
    fn infer_layout(self, infer: fn(&LayoutQuery) -> LayoutResult) -> Self;

    /// Sets that the inputs and the result may have any layout, which is the same for all.
    #[must_use]
    fn arbitrary_layout(self) -> Self {
        self.infer_layout(arbitrary::arbitrary)
    }

    /// Sets that the layouts of both inputs follow from each other by broadcasting.
    #[must_use]
    fn broadcast_layout(self) -> Self {
        self.infer_layout(broadcast::broadcast)
    }
}

impl InferLayout for OpBuilder {
    fn infer_layout(self, infer: fn(&LayoutQuery) -> LayoutResult) -> Self {
        let packed = move |attrs: Option<Attrs>,
                           new: Option<Array<Option<Layout>>>,
                           old: Array<Option<Layout>>,
                           types: Array<Type>| {
            let query = LayoutQuery { attrs, new, old, types };
            infer(&query).map(|layouts| output(layouts, query.attrs))
        };
        self.attr("FInferCorrectLayout", PackedFunc::from(TypedPackedFunc::new(packed)))
    }
}

fn output(layouts: Option<Layouts>, attrs: Option<Attrs>) -> InferCorrectLayoutOutput {
    let all = |layouts: Vec<Layout>| layouts.into_iter().map(Some).collect::<Array<_>>();
    match layouts {
        Some(layouts) => {
            let (inputs, outputs) = (all(layouts.inputs), all(layouts.outputs));
            InferCorrectLayoutOutput::new(inputs, outputs, layouts.attrs.or(attrs))
        }
        None => InferCorrectLayoutOutput::new(Array::from([None]), Array::from([None]), attrs),
    }
}
