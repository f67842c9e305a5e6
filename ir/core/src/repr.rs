//! The texts of nodes by which front ends show them.

/// Functions for `#[reflect(repr = …)]` that write a name, and values in parentheses after it.
#[macro_export]
#[doc(hidden)]
macro_rules! node_texts {
    ($($function:ident($node:ident: $ty:ty) => $name:literal [$($value:expr),*];)+) => {
        $(
            pub(super) fn $function<'a>($node: &'a $ty, printer: &mut $crate::__private::objet::ReprPrinter<'a>) {
                printer.text(concat!($name, "(")).list::<$crate::__private::objet::ArgValue<'a>>([$($value.into()),*]).text(")");
            }
        )+
    };
}
