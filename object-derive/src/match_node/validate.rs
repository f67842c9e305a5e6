//! Rules for the arms.

use crate::errors::Errors;
use crate::match_node::model::Match;

pub(crate) fn check(model: &Match<'_>, errors: &mut Errors) {
    default_is_last(model, errors);
    has_default(model, errors);
    have_no_attributes(model, errors);
}

/// The set of node types is open.
fn has_default(model: &Match<'_>, errors: &mut Errors) {
    let message = "the last arm must be `_ => …`, since any crate may add node types";
    match model.arms.last() {
        None => errors.at(model.match_token, message),
        Some(last) if !last.is_irrefutable() && errors.is_empty() => errors.at(&last.source.pat, message),
        Some(_) => {}
    }
}

fn default_is_last(model: &Match<'_>, errors: &mut Errors) {
    let Some((_, earlier)) = model.arms.split_last() else { return };
    if let Some(arm) = earlier.iter().find(|arm| arm.is_irrefutable())
        && errors.is_empty()
    {
        errors.at(
            &arm.source.pat,
            "this arm takes everything, so the arms below it are never reached: move it to the end",
        );
    }
}

fn have_no_attributes(model: &Match<'_>, errors: &mut Errors) {
    for attribute in model.arms.iter().flat_map(|arm| &arm.source.attrs) {
        errors.at(attribute, "the arms of `match_node!` have no attributes: write it in the body of the arm");
    }
}
