//! Structs and fields with attributes of all kinds, with raw names, and made by a macro.

use renamed_objet::Object;

/// A declaration.
#[derive(Clone, Default, Object)]
#[repr(C)]
#[non_exhaustive]
#[must_use]
#[object(key = "down.Decl")]
#[object(is_final, crate = renamed_objet)]
pub struct DeclNode {
    base: Object,
    /// The type, under a name that is a keyword.
    pub r#type: String,
    #[doc = "How often it is used."]
    #[doc(alias = "count")]
    pub(crate) uses: u32,
    /// A field that is never there, of a type that is not either.
    #[cfg(any())]
    pub gone: Missing,
    /// A field that is always there.
    #[cfg(not(any()))]
    pub there: bool,
    /// A field that is on its way out.
    #[deprecated = "use `type`"]
    pub old: u8,
}

impl DeclNode {
    /// How often it is used.
    #[must_use]
    pub fn uses(&self) -> u32 {
        self.uses
    }

    /// Sets the type and the number of uses through the view.
    pub fn set(decl: &mut Decl, r#type: &str, uses: u32) {
        use renamed_objet::IsObjectRef;
        let view = decl.make_mut();
        r#type.clone_into(view.r#type);
        *view.uses = uses;
    }
}

/// Makes nodes that have nothing but a parent.
macro_rules! markers {
    ($($(#[$attribute:meta])* $vis:vis $node:ident: $parent:ty = $key:literal;)+) => {$(
        $(#[$attribute])*
        #[derive(Clone, Default, Object)]
        #[repr(C)]
        #[object(key = $key, crate = renamed_objet)]
        $vis struct $node {
            base: $parent,
        }
    )+};
}

markers! {
    /// The base of all marks.
    pub MarkNode: Object = "down.Mark";
    /// A round mark.
    pub DotNode: MarkNode = "down.Dot";
}
