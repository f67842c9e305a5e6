//! What a type that compares in its own way is given.

use objet_object::{ArgValue, Object};

use super::difference;
use crate::loaded::Loaded;

/// Given to a function that compares two nodes of a type in the type's own way: it is told field by field what is to
/// be equal.
///
/// Objects are not compared at once but after the function has returned, in the order in which they were given, so that
/// long chains take no stack.
///
/// ```
/// use objet::prelude::*;
/// use objet::{EqualReducer, HashReducer, structural_equal};
///
/// /// A call, whose `hint` counts only where there are arguments.
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
/// fn equal<'a>(lhs: &'a HintedCallNode, rhs: &'a HintedCallNode, reducer: &mut EqualReducer<'a>) -> bool {
///     reducer.field("args", &lhs.args, &rhs.args)
///         && (lhs.args.is_empty() || reducer.field("hint", lhs.hint, rhs.hint))
/// }
///
/// fn hash<'a>(node: &'a HintedCallNode, reducer: &mut HashReducer<'a>) {
///     reducer.field(&node.args);
/// }
///
/// let call = |hint| HintedCall::from(make_object(HintedCallNode { base: Object::new(), args: Array::new(), hint }));
/// assert!(structural_equal(&call(1), &call(2)));
/// ```
pub struct EqualReducer<'a> {
    loaded: &'a Loaded,
    pub(super) steps: Vec<Custom<'a>>,
    pub(super) mapping: bool,
    pub(super) is_graph_node: bool,
    /// The first plain value that differs, in words.
    pub(super) differs: Option<(&'static str, String, String)>,
}

/// A pair of objects that a type's own function asks to be compared.
#[derive(Clone, Copy)]
pub(super) struct Custom<'a> {
    pub(super) name: &'static str,
    /// The key, if the pair is what a map holds for one.
    pub(super) key: Option<&'a str>,
    pub(super) lhs: Option<&'a Object>,
    pub(super) rhs: Option<&'a Object>,
    pub(super) mapping: bool,
}

impl<'a> EqualReducer<'a> {
    pub(super) fn new(mapping: bool, loaded: &'a Loaded) -> Self {
        Self { loaded, steps: Vec::new(), mapping, is_graph_node: false, differs: None }
    }

    /// Keeps a value until the comparison is done, to borrow of it: one that was loaded from a
    /// [`FieldCell`](objet_object::FieldCell).
    pub fn keep<T: Send + Sync + 'static>(&self, value: T) -> &'a T {
        self.loaded.keep(value)
    }

    /// Two values are to be equal; `name` stands in the path of a difference. False if they are known to differ.
    pub fn field(
        &mut self,
        name: &'static str,
        lhs: impl Into<ArgValue<'a>>,
        rhs: impl Into<ArgValue<'a>>,
    ) -> bool {
        self.compare(name, None, lhs.into(), rhs.into(), self.mapping)
    }

    /// Two values are to be equal, and the variables in them are bound to each other.
    pub fn definition(
        &mut self,
        name: &'static str,
        lhs: impl Into<ArgValue<'a>>,
        rhs: impl Into<ArgValue<'a>>,
    ) -> bool {
        self.compare(name, None, lhs.into(), rhs.into(), true)
    }

    /// What two maps hold for a key is to be equal; what is not there is null. The key stands in the path of a difference.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::{EqualReducer, HashReducer, StructuralEqual, String};
    ///
    /// /// Values by name, whatever their order.
    /// #[derive(Object, Reflect)]
    /// #[repr(C)]
    /// #[object(key = "doc.Scope", is_final)]
    /// #[reflect(compare_with(equal, hash))]
    /// struct ScopeNode {
    ///     base: Object,
    ///     values: Map<String, String>,
    /// }
    ///
    /// fn equal<'a>(lhs: &'a ScopeNode, rhs: &'a ScopeNode, reducer: &mut EqualReducer<'a>) -> bool {
    ///     lhs.values.iter().all(|(name, value)| reducer.entry("values", name, value, rhs.values.get(name)))
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

    /// The two nodes match only if they are referred to in the same places.
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

/// Whether two floats are the same number, or neither is a number.
#[inline]
pub(crate) fn same_float(lhs: f64, rhs: f64) -> bool {
    lhs == rhs || lhs.is_nan() && rhs.is_nan()
}
