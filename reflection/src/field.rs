//! The description of a field.

use objet_object::__private::{Caught, CellAccess, resumed};
use objet_object::{FieldKind, RetValue};

use crate::bounds::Number;

/// A field of a node, as reflection sees it.
#[derive(Clone, Copy)]
pub struct Field {
    declaration: &'static FieldDeclaration,
    kind: FieldKind,
    spot: Spot,
    /// The position among all fields of the struct, in the order in which they are built.
    place: u32,
}

/// The place of a field's value in a node.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    offset: u32,
    cell: Option<&'static CellAccess>,
}

/// The largest size in bytes of a struct with reflected fields.
pub const MAX_SIZE: usize = u32::MAX as usize;

/// What a node declares of one of its fields.
#[doc(hidden)]
pub struct FieldDeclaration {
    pub name: &'static str,
    pub type_name: &'static str,
    pub doc: &'static str,
    pub offset: usize,
    pub kind: FieldKind,
    pub cell: Option<CellAccess>,
    pub default: Option<FieldDefault>,
    pub required: bool,
    pub lower_bound: Option<fn() -> Caught<Number>>,
    pub upper_bound: Option<fn() -> Caught<Number>>,
    pub role: FieldRole,
    pub visit_last: bool,
}

/// The value that a field has when none is given.
#[doc(hidden)]
pub enum FieldDefault {
    /// Made anew each time.
    Made(fn() -> Caught<RetValue>),
    /// The same each time.
    Kept(RetValue),
}

impl FieldDefault {
    pub(crate) fn value(&self) -> RetValue {
        match self {
            Self::Made(make) => resumed(make()),
            Self::Kept(value) => value.clone(),
        }
    }
}

/// The part that a field plays when nodes are compared and hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldRole {
    /// It is compared.
    Compared,
    /// It plays none.
    Skipped,
    /// It is compared, and variables in it are bound: each to the one that stands in its place on the other side.
    Definition,
}

impl Spot {
    fn new(offset: usize, cell: Option<&'static CellAccess>) -> Self {
        match u32::try_from(offset) {
            Ok(offset) => Self { offset, cell },
            Err(_) => unreachable!("nodes are no larger than `MAX_SIZE`"),
        }
    }

    /// Returns the distance from the begin of the node, in bytes.
    #[inline(always)]
    pub(crate) fn offset(self) -> usize {
        self.offset as usize
    }

    /// Returns how to reach the value, if a `FieldCell` lies there.
    #[inline(always)]
    pub(crate) fn cell(self) -> Option<&'static CellAccess> {
        self.cell
    }
}

impl Field {
    pub(crate) fn new(declaration: &'static FieldDeclaration, place: usize) -> Self {
        let kind = declaration.kind;
        let spot = Spot::new(declaration.offset, declaration.cell.as_ref());
        Self { declaration, kind, spot, place: place as u32 }
    }

    /// The name under which it is visited, written to files and seen by front ends.
    pub fn name(&self) -> &'static str {
        self.declaration.name
    }

    /// What it holds.
    pub fn kind(&self) -> FieldKind {
        self.kind
    }

    /// Its Rust type, as it is written in the source.
    pub fn type_name(&self) -> &'static str {
        self.declaration.type_name
    }

    /// Its doc comment.
    pub fn doc(&self) -> &'static str {
        self.declaration.doc
    }

    /// The value that it has when none is given, if there is one; null for an integer above `i64::MAX`, which no
    /// [`RetValue`] holds.
    pub fn default(&self) -> Option<RetValue> {
        self.declaration.default.as_ref().map(FieldDefault::value)
    }

    /// Whether a node that is built by name must be given a value for it: it has no default, and is not null when it is
    /// left out.
    pub fn is_required(&self) -> bool {
        let nullable = matches!(self.kind, FieldKind::Reference(reference) if reference.nullable);
        self.declaration.default.is_none() && (self.declaration.required || !nullable)
    }

    /// The least value that it may be given by name, if there is one; null for an integer above `i64::MAX`.
    pub fn lower_bound(&self) -> Option<RetValue> {
        self.bounds().0.map(Number::to_ret_value)
    }

    /// The greatest value that it may be given by name, if there is one; null for an integer above `i64::MAX`.
    pub fn upper_bound(&self) -> Option<RetValue> {
        self.bounds().1.map(Number::to_ret_value)
    }

    /// The least and the greatest value that it may be given by name.
    pub(crate) fn bounds(&self) -> (Option<Number>, Option<Number>) {
        let Self { declaration: FieldDeclaration { lower_bound, upper_bound, .. }, .. } = self;
        (lower_bound.map(|bound| resumed(bound())), upper_bound.map(|bound| resumed(bound())))
    }

    /// The part that it plays when nodes are compared and hashed.
    pub fn role(&self) -> FieldRole {
        self.declaration.role
    }

    /// Whether graphs are numbered by way of it after the other fields of its node, so that a chain that runs through
    /// it, like that of the bodies of nested `let`s, is numbered node by node with what hangs on each.
    pub fn is_visited_last(&self) -> bool {
        self.declaration.visit_last
    }

    /// Whether nodes refer to other objects by it.
    pub fn is_reference(&self) -> bool {
        matches!(self.kind, FieldKind::Reference(_))
    }

    /// Whether files hold its value as a tensor of its own.
    pub fn is_tensor(&self) -> bool {
        matches!(self.kind, FieldKind::Reference(reference) if reference.is_tensor)
    }

    #[inline(always)]
    pub(crate) fn spot(&self) -> Spot {
        self.spot
    }

    pub(crate) fn place(&self) -> usize {
        self.place as usize
    }
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.name(), self.type_name())
    }
}
