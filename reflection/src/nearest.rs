//! The name that was most likely meant.

use strsim::levenshtein;

/// The one of `names` that `name` is most likely a slip of, if one comes near: what an error about an unknown name can
/// offer.
///
/// ```
/// assert_eq!(objet::nearest_name("nn.dens", ["nn.dense", "nn.conv2d"].into_iter()), Some("nn.dense"));
/// assert_eq!(objet::nearest_name("xyz", ["nn.dense", "nn.conv2d"].into_iter()), None);
/// ```
pub fn nearest_name<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + name.chars().count() / 4;
    names
        .filter_map(|candidate| {
            let distance = levenshtein(name, candidate);
            // Right but for the module, or for the case of letters, is nearer than it looks.
            let last = |text: &'a str| text.rsplit('.').next().unwrap_or(text);
            let same_end = last(candidate) == name.rsplit('.').next().unwrap_or(name);
            let same_but_case = candidate.eq_ignore_ascii_case(name);
            (distance <= limit || same_end || same_but_case).then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}
