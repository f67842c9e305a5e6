//! Suggestions for misspelled names.

use strsim::levenshtein;

/// The length in bytes from which a name has no nearest name. The distance of two names takes time
/// in proportion to the product of their lengths, and names from files may have any length.
const TOO_LONG: usize = 256;

/// Returns the candidate that is most similar to `name`, or `None` if no candidate is close. Errors
/// about unknown names use it as a suggestion. Names of 256 bytes or more have no suggestion.
///
/// ```
/// let names = ["nn.dense", "nn.conv2d"];
/// assert_eq!(objet::fields::nearest_name("nn.dens", names.into_iter()), Some("nn.dense"));
/// assert_eq!(objet::fields::nearest_name("xyz", names.into_iter()), None);
/// ```
pub fn nearest_name<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() >= TOO_LONG {
        return None;
    }
    let length = name.chars().count();
    let limit = 1 + length / 4;
    names
        .filter(|candidate| candidate.len() < TOO_LONG)
        .filter_map(|candidate| {
            // A name with another module prefix, or with other letter case, counts as close at any
            // distance.
            let last = |text: &'a str| text.rsplit('.').next().unwrap_or(text);
            let same_end = last(candidate) == name.rsplit('.').next().unwrap_or(name);
            let is_close = same_end || candidate.eq_ignore_ascii_case(name);
            // The distance is at least the difference of the lengths.
            if !is_close && candidate.chars().count().abs_diff(length) > limit {
                return None;
            }
            let distance = levenshtein(name, candidate);
            (is_close || distance <= limit).then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest_name;

    #[test]
    fn long_names_have_no_nearest_name() {
        for (length, is_found) in [(200, true), (255, true), (256, false), (1 << 20, false)] {
            let [name, other] = ["a", "b"].map(|end| "x".repeat(length - 1) + end);
            let found = nearest_name(&name, [other.as_str()].into_iter());
            assert_eq!(found.is_some(), is_found, "{length}");
        }
    }

    #[test]
    fn names_of_other_lengths_are_close_if_they_end_alike() {
        let names = ["relay.transform.FoldConstant", "relay.op", "tir.BufferLoad"];
        assert_eq!(nearest_name("FoldConstant", names.into_iter()), Some(names[0]));
        assert_eq!(nearest_name("tir.bufferload", names.into_iter()), Some(names[2]));
        assert_eq!(nearest_name("relay.opal", names.into_iter()), Some(names[1]));
        assert_eq!(nearest_name("r.o", names.into_iter()), None);
    }
}
