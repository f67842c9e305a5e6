//! Rules for functions that extend an extension point. The compiler checks the types of the other
//! parameters and of the result in the generated code.

use crate::errors::Errors;
use crate::extend::model::Function;

pub(crate) fn check(function: &Function<'_>, errors: &mut Errors) {
    is_not_generic(function, errors);
    is_not_async(function, errors);
}

fn is_not_generic(function: &Function<'_>, errors: &mut Errors) {
    let generics = &function.item.sig.generics;
    if generics.type_params().next().is_some() || generics.const_params().next().is_some() {
        errors.at(
            generics,
            "a function for a node type cannot be generic: write a function for each type, or one for their common ancestor",
        );
    }
}

fn is_not_async(function: &Function<'_>, errors: &mut Errors) {
    if let Some(token) = &function.item.sig.asyncness {
        errors.at(
            token,
            "a function for a node type cannot be `async`: run the future inside of it, for example with `block_on`",
        );
    }
}
