//! A macro that writes how nodes are printed for front ends.

/// Defines functions for `#[reflect(repr = …)]` that print a node as a name with values in
/// parentheses.
#[macro_export]
#[doc(hidden)]
macro_rules! node_texts {
    ($($function:ident($node:ident: $ty:ty) => $name:literal [$($value:expr),*];)+) => {
        $(
            pub(super) fn $function<'a>($node: &'a $ty, printer: &mut $crate::__private::objet::text::ReprPrinter<'a>) {
                printer.text(concat!($name, "(")).list::<$crate::__private::objet::function::ArgValue<'a>>([$($value.into()),*]).text(")");
            }
        )+
    };
}
