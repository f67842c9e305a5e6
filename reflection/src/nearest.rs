//! Suggestions for misspelled names.

use strsim::levenshtein;

/// Returns the candidate that is most similar to `name`, or `None` if no candidate is close. Errors
/// about unknown names use it as a suggestion.
///
/// ```
/// let names = ["nn.dense", "nn.conv2d"];
/// assert_eq!(objet::fields::nearest_name("nn.dens", names.into_iter()), Some("nn.dense"));
/// assert_eq!(objet::fields::nearest_name("xyz", names.into_iter()), None);
/// ```
pub fn nearest_name<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + name.chars().count() / 4;
    names
        .filter_map(|candidate| {
            let distance = levenshtein(name, candidate);
            // A name with another module prefix, or with other letter case, counts as close at any
            // distance.
            let last = |text: &'a str| text.rsplit('.').next().unwrap_or(text);
            let same_end = last(candidate) == name.rsplit('.').next().unwrap_or(name);
            let same_but_case = candidate.eq_ignore_ascii_case(name);
            (distance <= limit || same_end || same_but_case).then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}
