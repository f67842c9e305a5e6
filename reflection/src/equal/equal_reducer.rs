//! The interface of comparison functions of node types.

use objet_object::{ArgValue, Object};

use super::difference;
use crate::loaded::Loaded;

/// Collects the comparisons of a node type's own comparison function, field by field.
///
/// Objects are compared after the function has returned, in the order of the calls, so that long
/// chains need no stack.
///
/// ```
/// use objet::prelude::*;
/// use objet::compare::{EqualReducer, HashReducer};
/// use objet::structural_equal;
///
/// /// A call. Its `hint` is compared only if there are arguments.
/// #[derive(Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.HintedCall", is_final)]
/// #[reflect(compare_with(equal, hash))]
/// struct HintedCallNode {
///     base: Object,
///     args: Array<ObjectRef>,
///     hint: i64,
/// }
///
/// fn equal<'a>(
///     lhs: &'a HintedCallNode,
///     rhs: &'a HintedCallNode,
///     reducer: &mut EqualReducer<'a>,
/// ) -> bool {
///     reducer.field("args", &lhs.args, &rhs.args)
///         && (lhs.args.is_empty() || reducer.field("hint", lhs.hint, rhs.hint))
/// }
///
/// fn hash<'a>(node: &'a HintedCallNode, reducer: &mut HashReducer<'a>) {
///     reducer.field(&node.args);
/// }
///
/// let call = |hint| {
///     let node = HintedCallNode { base: Object::new(), args: Array::new(), hint };
///     HintedCall::from(make_object(node))
/// };
/// assert!(structural_equal(&call(1), &call(2)));
/// ```
pub struct EqualReducer<'a> {
    loaded: &'a Loaded,
    pub(super) steps: Vec<Custom<'a>>,
    pub(super) mapping: bool,
    pub(super) is_graph_node: bool,
    /// The name of the first plain field that differs, with both values.
    pub(super) differs: Option<(&'static str, String, String)>,
}

/// A pair of objects to compare, from a type's own function.
#[derive(Clone, Copy)]
pub(super) struct Custom<'a> {
    pub(super) name: &'static str,
    /// The key, if the objects are values of two maps.
    pub(super) key: Option<&'a str>,
    pub(super) lhs: Option<&'a Object>,
    pub(super) rhs: Option<&'a Object>,
    pub(super) mapping: bool,
}

impl<'a> EqualReducer<'a> {
    pub(super) fn new(mapping: bool, loaded: &'a Loaded) -> Self {
        Self { loaded, steps: Vec::new(), mapping, is_graph_node: false, differs: None }
    }

    /// Keeps a value until the comparison ends, and returns a reference to it. For values that are
    /// loaded from a [`FieldCell`](objet_object::FieldCell).
    pub fn keep<T: Send + Sync + 'static>(&self, value: T) -> &'a T {
        self.loaded.keep(value)
    }

    /// Compares two values. `name` appears in the path of a difference. Returns false if the values
    /// are known to differ.
    pub fn field(
        &mut self,
        name: &'static str,
        lhs: impl Into<ArgValue<'a>>,
        rhs: impl Into<ArgValue<'a>>,
    ) -> bool {
        self.compare(name, None, lhs.into(), rhs.into(), self.mapping)
    }

    /// Compares two values like [`EqualReducer::field`], and maps the variables in them to each
    /// other.
    pub fn definition(
        &mut self,
        name: &'static str,
        lhs: impl Into<ArgValue<'a>>,
        rhs: impl Into<ArgValue<'a>>,
    ) -> bool {
        self.compare(name, None, lhs.into(), rhs.into(), true)
    }

    /// Compares the values of two maps for a key; a missing value is null. The key appears in the
    /// path of a difference.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::String;
    /// use objet::compare::{EqualReducer, HashReducer, StructuralEqual};
    ///
    /// /// Values by name, in any order.
    /// #[derive(Object, Reflect)]
    /// #[repr(C)]
    /// #[object(key = "doc.Scope", is_final)]
    /// #[reflect(compare_with(equal, hash))]
    /// struct ScopeNode {
    ///     base: Object,
    ///     values: Map<String, String>,
    /// }
    ///
    /// fn equal<'a>(
    ///     lhs: &'a ScopeNode,
    ///     rhs: &'a ScopeNode,
    ///     reducer: &mut EqualReducer<'a>,
    /// ) -> bool {
    ///     let mut entries = lhs.values.iter();
    ///     entries.all(|(name, value)| reducer.entry("values", name, value, rhs.values.get(name)))
    ///         && lhs.values.len() == rhs.values.len()
    /// }
    ///
    /// fn hash<'a>(node: &'a ScopeNode, reducer: &mut HashReducer<'a>) {
    ///     reducer.field(node.values.len() as i64);
    /// }
    ///
    /// let scope = |x: &str| {
    ///     let values = [("x".into(), x.into())].into();
    ///     Scope::from(make_object(ScopeNode { base: Object::new(), values }))
    /// };
    /// let difference = StructuralEqual::new().first_difference(&scope("a"), &scope("b")).unwrap();
    /// assert_eq!(difference.to_string(), r#".values["x"]: "a" vs "b""#);
    /// ```
    pub fn entry(
        &mut self,
        name: &'static str,
        key: &'a str,
        lhs: impl Into<ArgValue<'a>>,
        rhs: impl Into<ArgValue<'a>>,
    ) -> bool {
        self.compare(name, Some(key), lhs.into(), rhs.into(), self.mapping)
    }

    /// Declares that the nodes are graph nodes: they are equal only if they are referenced at the
    /// same positions.
    pub fn mark_graph_node(&mut self) {
        self.is_graph_node = true;
    }

    fn compare(
        &mut self,
        name: &'static str,
        key: Option<&'a str>,
        lhs: ArgValue<'a>,
        rhs: ArgValue<'a>,
        mapping: bool,
    ) -> bool {
        let object = |value| match value {
            ArgValue::Null => Some(None),
            ArgValue::Object(object) => Some(Some(object)),
            _ => None,
        };
        if let (Some(lhs), Some(rhs)) = (object(lhs), object(rhs)) {
            self.steps.push(Custom { name, key, lhs, rhs, mapping });
            return true;
        }
        let equal = match (lhs, rhs) {
            (ArgValue::Int(lhs), ArgValue::Int(rhs)) => lhs == rhs,
            (ArgValue::Float(lhs), ArgValue::Float(rhs)) => same_float(lhs, rhs),
            (ArgValue::Str(lhs), ArgValue::Str(rhs)) => lhs == rhs,
            (ArgValue::Bytes(lhs), ArgValue::Bytes(rhs)) => lhs == rhs,
            (ArgValue::DataType(lhs), ArgValue::DataType(rhs)) => lhs == rhs,
            (ArgValue::Device(lhs), ArgValue::Device(rhs)) => lhs == rhs,
            (ArgValue::Handle(lhs), ArgValue::Handle(rhs)) => lhs == rhs,
            _ => false,
        };
        if !equal {
            let shown = |value| match value {
                ArgValue::Object(object) => difference::object(Some(object)),
                ArgValue::Str(text) => difference::text(text),
                _ => format!("{value:?}"),
            };
            self.differs.get_or_insert_with(|| (name, shown(lhs), shown(rhs)));
        }
        equal
    }
}

/// Whether two floats are equal numbers, or both NaN.
#[inline]
pub(crate) fn same_float(lhs: f64, rhs: f64) -> bool {
    lhs == rhs || lhs.is_nan() && rhs.is_nan()
}
