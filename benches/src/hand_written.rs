//! What one would write by hand for a closed set of types: a header with a number, and range checks with constant bounds.
//!
//! Invariant: a [`HandRef`] points to a [`Leaf`], which is what all of its types are in memory, and which stays for ever.

#![expect(unsafe_code, reason = "code by hand casts pointers too")]

use std::ptr::NonNull;

/// As large as the header of an object, and it begins with the type's number too.
#[repr(C)]
struct Header {
    index: u32,
    _reserved: u32,
    _counts: u64,
}

/// As large as the nodes that it competes with.
#[repr(C)]
pub struct Leaf {
    header: Header,
    /// A field of the base.
    pub span: u64,
    /// A field of the leaf.
    pub value: u64,
}

/// Refers to an object of some type.
#[derive(Clone, Copy)]
pub struct HandRef(NonNull<Header>);

impl HandRef {
    /// An object of the type of that number.
    pub fn new(index: u32, value: u64) -> Self {
        let leaf = Leaf { header: Header { index, _reserved: 0, _counts: 1 }, span: value, value };
        Self(NonNull::from(Box::leak(Box::new(leaf))).cast())
    }

    /// Whether the type's number is one of the `LEN` from `BEGIN`.
    #[inline(always)]
    pub fn is<const BEGIN: u32, const LEN: u32>(&self) -> bool {
        // SAFETY: the object stays for ever, and begins with its header.
        unsafe { self.0.as_ref() }.index.wrapping_sub(BEGIN) < LEN
    }

    /// The object, if the type's number is one of the `LEN` from `BEGIN`.
    #[inline(always)]
    pub fn downcast<const BEGIN: u32, const LEN: u32>(&self) -> Option<&Leaf> {
        // SAFETY: the object stays for ever, and is a `Leaf`.
        self.is::<BEGIN, LEN>().then(|| unsafe { self.0.cast().as_ref() })
    }
}

const FIRST: u32 = 11;
/// The number of `Expr`, in pre-order.
pub(crate) const EXPR: u32 = FIRST;
/// How many types `Expr` and its leaves are.
pub(crate) const EXPR_LEN: u32 = 1 + crate::plan::LEAVES as u32 / 2;
/// The number of the leaf that checks ask for.
pub(crate) const ASKED: u32 = EXPR + 1 + crate::plan::ASKED as u32;

/// An object of the leaf type of that number.
pub(crate) fn object(leaf: usize, value: u64) -> HandRef {
    let bases = 1 + u32::from(leaf >= crate::plan::LEAVES / 2);
    HandRef::new(FIRST + bases + leaf as u32, value)
}
