//! Descriptions of fields.

use std::ptr::NonNull;

use objet_object::__private::{Caught, CellAccess, resumed};
use objet_object::{ArgValue, FieldKind, FieldType, ReferenceKind, RetValue, TypeIndex};

use crate::bounds::Number;
use crate::make::FieldArg;
use crate::options::BoxError;

/// The description of a field of a node.
#[derive(Clone, Copy)]
pub struct Field {
    pub(crate) declaration: &'static FieldDeclaration,
    kind: FieldKind,
    offset: FieldOffset,
    /// Index among all fields of the struct, in construction order.
    build_index: u32,
}

/// The location of a field's value in a node.
#[derive(Clone, Copy)]
pub(crate) struct FieldOffset {
    offset: u32,
    cell: Option<&'static CellAccess>,
}

/// The largest size in bytes of a struct with reflected fields.
pub(crate) const MAX_SIZE: usize = u32::MAX as usize;

/// The description of a field's type, without its Rust type.
#[doc(hidden)]
pub struct FieldTypeInfo {
    pub kind: FieldKind,
    pub cell: Option<CellAccess>,
}

/// Returns the description of the field type `T`.
pub const fn type_of<T: FieldType>() -> &'static FieldTypeInfo {
    const { &FieldTypeInfo { kind: T::KIND, cell: T::CELL } }
}

impl FieldTypeInfo {
    /// Declares a field of this type without options.
    pub const fn field(
        &'static self,
        name: &'static str,
        type_name: &'static str,
        doc: &'static str,
        offset: usize,
    ) -> FieldDeclaration {
        FieldDeclaration {
            name,
            aliases: &[],
            type_name,
            doc,
            offset,
            of: self,
            default: None,
            required: false,
            if_missing: IfMissing::Usual,
            lower_bound: None,
            upper_bound: None,
            role: FieldRole::Compared,
            visit_last: false,
        }
    }
}

/// A field of a node that is not reflected. The addresses that its functions take are those of the
/// field.
#[doc(hidden)]
pub struct HiddenField {
    pub offset: usize,
    /// Writes the default to uninitialized memory.
    pub init: unsafe fn(NonNull<u8>) -> Caught<()>,
    /// Writes a clone of the first value to uninitialized memory at the second address.
    pub clone: unsafe fn(NonNull<u8>, NonNull<u8>) -> Caught<()>,
    /// Drops a value, which is not used again.
    pub drop: unsafe fn(NonNull<u8>) -> Caught<()>,
}

/// The declaration of a field, as a node type makes it.
#[doc(hidden)]
pub struct FieldDeclaration {
    pub name: &'static str,
    /// Former names, which files may have in place of the name.
    pub aliases: &'static [&'static str],
    pub type_name: &'static str,
    pub doc: &'static str,
    pub offset: usize,
    pub of: &'static FieldTypeInfo,
    pub default: Option<FieldDefault>,
    /// Whether a construction by name needs a value, even if null is one.
    pub required: bool,
    pub if_missing: IfMissing,
    pub lower_bound: Option<fn() -> Caught<Number>>,
    pub upper_bound: Option<fn() -> Caught<Number>>,
    pub role: FieldRole,
    pub visit_last: bool,
}

/// Sets options of a declaration, for generated code.
impl FieldDeclaration {
    /// Sets the former names.
    pub const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Sets a default that is computed for each use.
    pub const fn computed(self, default: DefaultFn) -> Self {
        self.default(FieldDefault::Computed(default))
    }

    /// Sets null as the default.
    pub const fn null(self) -> Self {
        self.default(FieldDefault::Null)
    }

    const fn default(mut self, default: FieldDefault) -> Self {
        // A constant cannot drop the value, which is `None`.
        std::mem::forget(self.default.replace(default));
        self
    }

    /// Makes the field required, in constructions and in files.
    pub const fn required(mut self) -> Self {
        self.required = true;
        // A constant cannot drop the value, which is `Usual`.
        std::mem::forget(std::mem::replace(&mut self.if_missing, IfMissing::Error));
        self
    }

    /// Sets the lower bound.
    pub const fn lower_bound(mut self, bound: fn() -> Caught<Number>) -> Self {
        self.lower_bound = Some(bound);
        self
    }

    /// Sets the upper bound.
    pub const fn upper_bound(mut self, bound: fn() -> Caught<Number>) -> Self {
        self.upper_bound = Some(bound);
        self
    }

    /// Sets how the field takes part in comparison and hashing.
    pub const fn role(mut self, role: FieldRole) -> Self {
        self.role = role;
        self
    }

    /// Makes the numbering of a graph visit the field last.
    pub const fn visit_last(mut self) -> Self {
        self.visit_last = true;
        self
    }
}

/// A function that computes the default value of a field, and writes it to this memory, which is
/// uninitialized memory for the field. Without memory, the function returns the value, and null
/// for an integer above `i64::MAX`.
pub(crate) type DefaultFn = unsafe fn(Option<NonNull<u8>>) -> Caught<RetValue>;

/// The default value of a field.
#[doc(hidden)]
pub enum FieldDefault {
    /// Computed for each use.
    Computed(DefaultFn),
    /// The null of an option.
    Null,
    /// Stored once and cloned for each use.
    Stored(RetValue),
}

/// The value of a field in a node whose file has no attribute for it.
#[doc(hidden)]
pub enum IfMissing {
    /// The default. Without a default, null, an empty list or an empty container, if the field can
    /// hold one of them.
    Usual,
    /// No value. The file must have the attribute.
    Error,
    /// Computed for each node.
    Computed(Box<ComputeValue>),
}

/// A function that computes the value of a field.
pub(crate) type ComputeValue = dyn Fn() -> Caught<Result<RetValue, BoxError>> + Send + Sync;

/// How a field takes part in comparison and hashing of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldRole {
    /// The field is compared and hashed.
    Compared,
    /// The field is ignored.
    Skipped,
    /// The field is compared and hashed, and defines variables. Each free variable in it is bound
    /// to the variable at the same position of the other graph: in the fields of the node that are
    /// scopes, or if the node has no scopes, to the end of the comparison.
    Definition,
    /// The field is compared and hashed. The variables that the node's definitions define hold in
    /// the field.
    Scope,
}

impl FieldOffset {
    fn new(offset: usize, cell: Option<&'static CellAccess>) -> Self {
        match u32::try_from(offset) {
            Ok(offset) => Self { offset, cell },
            Err(_) => unreachable!("nodes are no larger than `MAX_SIZE`"),
        }
    }

    /// Returns the offset from the start of the node, in bytes.
    #[inline(always)]
    pub(crate) fn bytes(self) -> usize {
        self.offset as usize
    }

    /// Returns the access functions of the `FieldCell`, if the field is one.
    #[inline(always)]
    pub(crate) fn cell(self) -> Option<&'static CellAccess> {
        self.cell
    }
}

impl Field {
    pub(crate) fn new(declaration: &'static FieldDeclaration, build_index: usize) -> Self {
        let kind = declaration.of.kind;
        let offset = FieldOffset::new(declaration.offset, declaration.of.cell.as_ref());
        Self { declaration, kind, offset, build_index: build_index as u32 }
    }

    /// Returns the name of the field in visitors, files and front ends.
    pub fn name(&self) -> &'static str {
        self.declaration.name
    }

    /// Returns the former names of the field, which files may have in place of the name.
    pub fn aliases(&self) -> &'static [&'static str] {
        self.declaration.aliases
    }

    /// Returns the kind of the field's value.
    #[inline]
    pub fn kind(&self) -> FieldKind {
        self.kind
    }

    /// Returns the Rust type of the field, as written in the source.
    pub fn type_name(&self) -> &'static str {
        self.declaration.type_name
    }

    /// Returns the doc comment of the field.
    pub fn doc(&self) -> &'static str {
        self.declaration.doc
    }

    /// Returns the default value, if the field has one. Returns null for an integer above
    /// `i64::MAX`, which no [`RetValue`] can hold.
    pub fn default(&self) -> Option<RetValue> {
        self.declaration.default.as_ref().map(FieldDefault::value)
    }

    /// Whether construction by name needs a value for this field.
    ///
    /// A field is required if it has no default and cannot be null, or if it is declared as
    /// required.
    pub fn is_required(&self) -> bool {
        self.declaration.default.is_none() && (self.declaration.required || !self.kind.is_nullable())
    }

    /// Returns the value of the field in a node whose file has no attribute for it, or `None` if
    /// the attribute cannot be missing.
    pub(crate) fn if_missing(&self) -> Option<FieldArg<'static>> {
        match (&self.declaration.if_missing, self.kind) {
            (IfMissing::Computed(compute), _) => Some(FieldArg::Computed(&**compute)),
            _ if !self.is_required() => Some(FieldArg::Nothing),
            (IfMissing::Error, _) => None,
            (IfMissing::Usual, kind) if kind.is_nullable() => Some(FieldArg::Value(ArgValue::Null)),
            (IfMissing::Usual, FieldKind::Reference(reference)) => match reference.type_index() {
                TypeIndex::ARRAY => Some(FieldArg::EmptyArray),
                TypeIndex::MAP => Some(FieldArg::EmptyMap),
                _ => None,
            },
            (IfMissing::Usual, FieldKind::List(elements)) if elements.length.is_none() => {
                Some(FieldArg::Json("[]"))
            }
            (IfMissing::Usual, FieldKind::Custom(custom)) => resumed((custom.empty)()).map(FieldArg::Json),
            (IfMissing::Usual, _) => None,
        }
    }

    /// Whether the field is null in a node whose file has no attribute for the field.
    pub(crate) fn is_null_if_missing(&self) -> bool {
        match (&self.declaration.default, &self.declaration.if_missing) {
            // Functions belong to the user, so they do not run for each null.
            (_, IfMissing::Computed(_)) | (Some(FieldDefault::Computed(_)), _) => false,
            (None, IfMissing::Usual) => self.kind.is_nullable(),
            (None, IfMissing::Error) => !self.is_required(),
            (Some(FieldDefault::Null), _) => true,
            (Some(FieldDefault::Stored(value)), _) => matches!(value, RetValue::Null),
        }
    }

    /// Returns the smallest value that the field accepts by name, if it has a bound. Returns null
    /// for an integer above `i64::MAX`.
    pub fn lower_bound(&self) -> Option<RetValue> {
        self.bounds().0.map(Number::to_ret_value)
    }

    /// Returns the largest value that the field accepts by name, if it has a bound. Returns null
    /// for an integer above `i64::MAX`.
    pub fn upper_bound(&self) -> Option<RetValue> {
        self.bounds().1.map(Number::to_ret_value)
    }

    /// Returns the lower and the upper bound of values that are set by name.
    pub(crate) fn bounds(&self) -> (Option<Number>, Option<Number>) {
        let Self { declaration: FieldDeclaration { lower_bound, upper_bound, .. }, .. } = self;
        (lower_bound.map(|bound| resumed(bound())), upper_bound.map(|bound| resumed(bound())))
    }

    /// Returns how the field takes part in comparison and hashing of nodes.
    pub fn role(&self) -> FieldRole {
        self.declaration.role
    }

    /// Whether the numbering of a graph visits this field after all other fields of its node.
    ///
    /// Each node of a chain through such a field, like the bodies of nested `let`s, is then
    /// numbered together with its other fields.
    pub fn is_visited_last(&self) -> bool {
        self.declaration.visit_last
    }

    /// Returns the objects that the field can refer to, if the field is a reference.
    #[inline]
    pub(crate) fn reference_kind(&self) -> Option<&ReferenceKind> {
        match &self.kind {
            FieldKind::Reference(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether the field is a reference to an object.
    #[inline]
    pub fn is_reference(&self) -> bool {
        matches!(self.kind, FieldKind::Reference(_))
    }

    /// Whether files of tvm-ffi store the value of the field as a node of its own.
    pub(crate) fn is_node(&self) -> bool {
        match self.kind {
            FieldKind::Reference(_)
            | FieldKind::String
            | FieldKind::Char
            | FieldKind::List(_)
            | FieldKind::Optional(_)
            | FieldKind::Custom(_) => true,
            FieldKind::Int(_)
            | FieldKind::Enum(_)
            | FieldKind::F32
            | FieldKind::F64
            | FieldKind::Bool
            | FieldKind::DataType => false,
        }
    }

    /// Whether files store the value of the field in their list of tensors.
    pub fn is_tensor(&self) -> bool {
        matches!(self.kind, FieldKind::Reference(reference) if reference.is_tensor)
    }

    #[inline(always)]
    pub(crate) fn offset(&self) -> FieldOffset {
        self.offset
    }

    pub(crate) fn build_index(&self) -> usize {
        self.build_index as usize
    }
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.name(), self.type_name())
    }
}
