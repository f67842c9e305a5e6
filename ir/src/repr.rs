//! The texts of nodes by which front ends show them.

/// Functions for `#[reflect(repr = …)]` that write a name, and values in parentheses after it.
macro_rules! node_texts {
    ($($function:ident($node:ident: $ty:ty) => $name:literal [$($value:expr),*];)+) => {
        $(
            pub(super) fn $function<'a>($node: &'a $ty, printer: &mut objet::ReprPrinter<'a>) {
                printer.text(concat!($name, "(")).list::<objet::ArgValue<'a>>([$($value.into()),*]).text(")");
            }
        )+
    };
}

pub(crate) use node_texts;
