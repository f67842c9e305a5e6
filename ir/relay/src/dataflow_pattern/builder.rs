//! Functions and methods that build patterns.

use std::ops::{Add, BitOr, Div, Mul, Sub};

use objet::String;
use objet::function::{RetValue, ValueError};
use objet::prelude::*;
use objet_ir::attrs::{AttrValue, DictAttrs};
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::op::{Op, OpError};
use objet_ir::types::Type;

use super::{
    AltPattern, AttrPattern, CallPattern, ConstantPattern, DFPattern, DataTypePattern, DominatorPattern,
    ExprPattern, FunctionPattern, IfPattern, LetPattern, ShapePattern, TupleGetItemPattern, TuplePattern,
    TypePattern, VarPattern, WildcardPattern,
};

/// Returns a pattern of any expression.
pub fn wildcard() -> DFPattern {
    WildcardPattern::new().upcast()
}

/// Returns a pattern of variables with the given name. An empty name matches any variable.
pub fn is_var(name: impl Into<String>) -> DFPattern {
    VarPattern::new(name).upcast()
}

/// Returns a pattern of constants.
pub fn is_constant() -> DFPattern {
    ConstantPattern::new().upcast()
}

/// Returns a pattern of expressions that are structurally equal to `expr`.
pub fn is_expr(expr: impl Into<RelayExpr>) -> DFPattern {
    ExprPattern::new(expr).upcast()
}

/// Returns a pattern of the operator `name`. To match its calls, use [`DFPattern::call`] on the
/// result.
///
/// # Errors
/// Returns an error if no operator has the name.
pub fn is_op(name: &str) -> Result<DFPattern, OpError> {
    Ok(is_expr(Op::get(name)?))
}

/// Returns a pattern of tuples with fields that match `fields`.
pub fn is_tuple(fields: impl IntoIterator<Item = impl Into<DFPattern>>) -> DFPattern {
    TuplePattern::new(Some(array(fields))).upcast()
}

/// Returns a pattern of tuples with any fields.
pub fn is_any_tuple() -> DFPattern {
    TuplePattern::new(None).upcast()
}

/// Returns a pattern of the field `index` of a tuple, from 0. Without an index, it matches any
/// field.
pub fn is_tuple_get_item(tuple: impl Into<DFPattern>, index: impl Into<Option<i32>>) -> DFPattern {
    TupleGetItemPattern::new(tuple, index.into().unwrap_or(-1)).upcast()
}

/// Returns a pattern of `if (cond) { true_branch } else { false_branch }`.
pub fn is_if(
    cond: impl Into<DFPattern>,
    true_branch: impl Into<DFPattern>,
    false_branch: impl Into<DFPattern>,
) -> DFPattern {
    IfPattern::new(cond, true_branch, false_branch).upcast()
}

/// Returns a pattern of `let var = value; body`.
pub fn is_let(
    var: impl Into<DFPattern>,
    value: impl Into<DFPattern>,
    body: impl Into<DFPattern>,
) -> DFPattern {
    LetPattern::new(var, value, body).upcast()
}

/// Returns a pattern of functions whose parameters match `params` and whose body matches `body`.
pub fn is_function(
    params: impl IntoIterator<Item = impl Into<DFPattern>>,
    body: impl Into<DFPattern>,
) -> DFPattern {
    FunctionPattern::new(Some(array(params)), body).upcast()
}

/// Returns a pattern of functions with any parameters, whose body matches `body`.
pub fn is_any_function(body: impl Into<DFPattern>) -> DFPattern {
    FunctionPattern::new(None, body).upcast()
}

/// Returns a pattern of expressions of the type `ty`.
pub fn has_type(ty: impl Into<Type>) -> DFPattern {
    wildcard().has_type(ty)
}

/// Returns a pattern of tensors of the element type `dtype`.
pub fn has_dtype(dtype: DataType) -> DFPattern {
    wildcard().has_dtype(dtype)
}

/// Returns a pattern of tensors of the shape `shape`.
pub fn has_shape(shape: impl IntoIterator<Item = impl Into<PrimExpr>>) -> DFPattern {
    wildcard().has_shape(shape)
}

/// Returns a pattern of calls, operators and functions with the given attributes.
///
/// # Errors
/// Returns an error if the value of an attribute is not an object.
pub fn has_attr<'a>(attrs: impl IntoIterator<Item = (&'a str, AttrValue)>) -> Result<DFPattern, ValueError> {
    wildcard().has_attr(attrs)
}

fn array(patterns: impl IntoIterator<Item = impl Into<DFPattern>>) -> Array<DFPattern> {
    patterns.into_iter().map(Into::into).collect()
}

/// Methods that build larger patterns from a pattern.
impl DFPattern {
    /// Returns a pattern of calls whose callee matches this pattern and whose arguments match
    /// `args`. Calls of `add` and `multiply` match with their arguments in either order.
    #[must_use]
    pub fn call(&self, args: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        CallPattern::new(self.clone(), Some(array(args))).upcast()
    }

    /// Returns a pattern of calls whose callee matches this pattern, with any arguments.
    #[must_use]
    pub fn call_any(&self) -> Self {
        CallPattern::new(self.clone(), None).upcast()
    }

    /// Returns this pattern with required attributes.
    ///
    /// The attributes are those of a call, of an operator (such as `TOpPattern`), or of a function.
    /// Other expressions do not match. Values compare by content, and numbers of different kinds
    /// differ. A data type matches its name.
    ///
    /// # Errors
    /// Returns an error if the value of an attribute is not an object.
    ///
    /// ```
    /// use objet_ir::attrs;
    /// use objet_relay::dataflow_pattern::{is_op, matches, wildcard};
    /// use objet_relay::expr::Var;
    /// use objet_relay::op::nn;
    ///
    /// let [x, w] = ["x", "w"].map(|name| Var::new(name, None, None));
    /// let conv = is_op("nn.conv2d")?.call([wildcard(), wildcard()]);
    /// let pointwise = conv.has_attr(attrs! { kernel_size: [1, 1], data_layout: "NCHW" })?;
    /// let attrs = |size: i32| attrs! { kernel_size: [size, size] };
    /// let call = |size: i32| nn::conv2d(x.clone(), w.clone(), attrs(size));
    /// assert!(matches(&pointwise, &call(1)?.into())?);
    /// assert!(!matches(&pointwise, &call(3)?.into())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_attr<'a>(
        &self,
        attrs: impl IntoIterator<Item = (&'a str, AttrValue)>,
    ) -> Result<Self, ValueError> {
        let mut required = DictAttrs::default();
        for (name, value) in attrs {
            let value = match value {
                AttrValue::One(RetValue::DataType(dtype)) => Some(String::from(dtype.to_string()).upcast()),
                value => value.into_object()?,
            };
            required.make_mut().dict.insert(name.into(), value);
        }
        Ok(AttrPattern::new(self.clone(), required).upcast())
    }

    /// Returns this pattern with a required type.
    #[must_use]
    pub fn has_type(&self, ty: impl Into<Type>) -> Self {
        TypePattern::new(self.clone(), ty).upcast()
    }

    /// Returns this pattern with a required element type of tensors.
    #[must_use]
    pub fn has_dtype(&self, dtype: DataType) -> Self {
        DataTypePattern::new(self.clone(), dtype).upcast()
    }

    /// Returns this pattern with a required shape of tensors.
    #[must_use]
    pub fn has_shape(&self, shape: impl IntoIterator<Item = impl Into<PrimExpr>>) -> Self {
        let shape: Array<PrimExpr> = shape.into_iter().map(Into::into).collect();
        ShapePattern::new(self.clone(), shape).upcast()
    }

    /// Returns a pattern that matches this pattern, or the pattern that `user` builds on it.
    ///
    /// # Errors
    /// Returns the errors of `user`.
    ///
    /// ```
    /// use objet_ir::attrs;
    /// use objet_relay::dataflow_pattern::{is_op, matches, wildcard};
    /// use objet_relay::expr::Var;
    /// use objet_relay::op::nn;
    ///
    /// // A dense layer, with or without a bias.
    /// let dense = is_op("nn.dense")?.call([wildcard(), wildcard()]);
    /// let biased = dense.optional(|dense| Ok(is_op("nn.bias_add")?.call([dense, wildcard()])))?;
    /// let pattern = is_op("nn.relu")?.call([biased]);
    ///
    /// let [x, w, b] = ["x", "w", "b"].map(|name| Var::new(name, None, None));
    /// let layer = nn::dense(x, w, attrs! { units: 8 })?;
    /// assert!(matches(&pattern, &nn::relu(layer.clone())?.into())?);
    /// assert!(matches(&pattern, &nn::relu(nn::bias_add(layer, b, attrs! {})?)?.into())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn optional(&self, user: impl FnOnce(Self) -> Result<Self, OpError>) -> Result<Self, OpError> {
        Ok(self.clone() | user(self.clone())?)
    }

    /// Returns a pattern of expressions that match this pattern and that `parent` reaches only
    /// through expressions that match `path`.
    #[must_use]
    pub fn dominates(&self, parent: impl Into<Self>, path: impl Into<Self>) -> Self {
        DominatorPattern::new(parent, path, self.clone()).upcast()
    }
}

impl From<&Self> for DFPattern {
    fn from(pattern: &Self) -> Self {
        pattern.clone()
    }
}

impl<P: Into<DFPattern>> BitOr<P> for DFPattern {
    type Output = Self;

    /// Returns a pattern that tries `self` first and `other` second.
    fn bitor(self, other: P) -> Self {
        AltPattern::new(self, other).upcast()
    }
}

impl<P: Into<DFPattern>> BitOr<P> for &DFPattern {
    type Output = DFPattern;

    fn bitor(self, other: P) -> DFPattern {
        self.clone() | other
    }
}

/// Returns a pattern of calls of an operator of this crate.
///
/// # Panics
/// Panics if the operator is registered a second time, by another crate.
fn call_of(op: &str, args: [DFPattern; 2]) -> DFPattern {
    match is_op(op) {
        Ok(op) => op.call(args),
        Err(error) => unreachable!("this crate registers {op}: {error}"),
    }
}

/// Defines operators on patterns as calls of operators of relay.
macro_rules! arithmetic {
    ($($trait:ident::$method:ident => $op:literal;)*) => {
        $(
            impl<P: Into<DFPattern>> $trait<P> for DFPattern {
                type Output = Self;

                fn $method(self, other: P) -> Self {
                    call_of($op, [self, other.into()])
                }
            }

            impl<P: Into<DFPattern>> $trait<P> for &DFPattern {
                type Output = DFPattern;

                fn $method(self, other: P) -> DFPattern {
                    $trait::$method(self.clone(), other)
                }
            }
        )*
    };
}

arithmetic! {
    Add::add => "add";
    Sub::sub => "subtract";
    Mul::mul => "multiply";
    Div::div => "divide";
}
