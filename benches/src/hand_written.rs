//! Hand-written code for a closed set of types: a header with a type number, and range checks with
//! constant bounds.
//!
//! Invariant: a [`HandRef`] points to a [`Leaf`], which is the layout of all types here. A `Leaf`
//! is never freed.

#![expect(unsafe_code, reason = "code by hand casts pointers too")]

use std::ptr::NonNull;

/// A header as large as that of an object, with the type number first.
#[repr(C)]
struct Header {
    index: u32,
    _reserved: u32,
    _counts: u64,
}

/// A struct as large as the nodes of Objet.
#[repr(C)]
pub struct Leaf {
    header: Header,
    /// A field of the base.
    pub span: u64,
    /// A field of the leaf.
    pub value: u64,
}

/// A reference to an object of any type.
#[derive(Clone, Copy)]
pub struct HandRef(NonNull<Header>);

impl HandRef {
    /// Returns an object of the type with the number `index`.
    pub fn new(index: u32, value: u64) -> Self {
        let leaf = Leaf { header: Header { index, _reserved: 0, _counts: 1 }, span: value, value };
        Self(NonNull::from(Box::leak(Box::new(leaf))).cast())
    }

    /// Whether the type number is in `BEGIN..BEGIN + LEN`.
    #[inline(always)]
    pub fn is<const BEGIN: u32, const LEN: u32>(&self) -> bool {
        // SAFETY: the object is never freed, and begins with its header.
        unsafe { self.0.as_ref() }.index.wrapping_sub(BEGIN) < LEN
    }

    /// Returns the object if the type number is in `BEGIN..BEGIN + LEN`.
    #[inline(always)]
    pub fn downcast<const BEGIN: u32, const LEN: u32>(&self) -> Option<&Leaf> {
        // SAFETY: the object is never freed, and is a `Leaf`.
        self.is::<BEGIN, LEN>().then(|| unsafe { self.0.cast().as_ref() })
    }
}

const FIRST: u32 = 11;
/// The type number of `Expr`. Type numbers are assigned in pre-order.
pub(crate) const EXPR: u32 = FIRST;
/// The number of types in the subtree of `Expr`.
pub(crate) const EXPR_LEN: u32 = 1 + crate::plan::LEAVES as u32 / 2;
/// The type number of the leaf that checks test for.
pub(crate) const ASKED: u32 = EXPR + 1 + crate::plan::ASKED as u32;

/// Returns an object of the leaf type with the index `leaf`.
pub(crate) fn object(leaf: usize, value: u64) -> HandRef {
    let bases = 1 + u32::from(leaf >= crate::plan::LEAVES / 2);
    HandRef::new(FIRST + bases + leaf as u32, value)
}
