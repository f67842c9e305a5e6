//! The list of files with pending findings. The numbers in the list can only fall.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};

/// Numbers of findings by path. Files without findings have no entry.
pub(crate) type Counts = BTreeMap<String, usize>;

const HEAD: &str = "\
# Files that break the rules of prose, and how often. `cargo xtask regenerate prose` lowers numbers.
";

/// Parses the list. Each line has a path, a tab, and a number.
pub(crate) fn parse(text: &str) -> Result<Counts> {
    let mut counts = Counts::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let entry = line.split_once('\t').and_then(|(path, count)| Some((path, count.parse().ok()?)));
        let (path, count) = entry.with_context(|| format!("expected PATH<tab>NUMBER, found {line:?}"))?;
        if counts.insert(path.to_owned(), count).is_some() {
            bail!("{path} is listed twice");
        }
    }
    Ok(counts)
}

/// Formats the list.
pub(crate) fn format(counts: &Counts) -> String {
    let lines = counts.iter().map(|(path, count)| format!("{path}\t{count}\n"));
    lines.fold(HEAD.to_owned(), |text, line| text + &line)
}

/// The differences between the list and the findings.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Differences {
    /// Files with more findings than the list allows, with the allowed number.
    pub(crate) more: Vec<(String, usize)>,
    /// Files with fewer findings than the list allows, including deleted files.
    pub(crate) fewer: Vec<String>,
}

/// Compares the list with the current findings.
pub(crate) fn compare(listed: &Counts, now: &Counts) -> Differences {
    let mut differences = Differences::default();
    for (path, &count) in now {
        let allowed = listed.get(path).copied().unwrap_or(0);
        if count > allowed {
            differences.more.push((path.clone(), allowed));
        }
    }
    let now_of = |path: &String| now.get(path).copied().unwrap_or(0);
    let fewer = listed.iter().filter(|(path, allowed)| now_of(path) < **allowed);
    differences.fewer = fewer.map(|(path, _)| path.clone()).collect();
    differences
}

/// Checks that the current findings can become the list: no number rises, or, with `moves`, their
/// sum does not.
pub(crate) fn accept(listed: &Counts, now: &Counts, moves: bool) -> Result<()> {
    let (before, after): (usize, usize) = (listed.values().sum(), now.values().sum());
    let more = compare(listed, now).more;
    if moves && after > before {
        bail!("the files have {after} findings in all, but the list allows {before}: not all of them moved");
    }
    if let Some((path, allowed)) = more.first()
        && !moves
    {
        let found = now[path];
        bail!(
            "{path} has {found} findings, but the list allows {allowed}: mend them, \
             or use `--accept-moves` if they come from other files"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(entries: &[(&str, usize)]) -> Counts {
        entries.iter().map(|(path, count)| (path.to_string(), *count)).collect()
    }

    #[test]
    fn the_list_round_trips() {
        let list = counts(&[("a b.rs", 1), ("c.md", 20)]);
        assert_eq!(parse(&format(&list)).unwrap(), list);
        let wrong = [("a.rs 1", "found \"a.rs 1\""), ("a\tx", "found"), ("a\t1\na\t2", "a is listed twice")];
        for (text, expected) in wrong {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn numbers_of_findings_only_fall() {
        let listed = counts(&[("better", 3), ("clean", 1), ("gone", 2), ("same", 4), ("worse", 5)]);
        let now = counts(&[("better", 2), ("new", 1), ("same", 4), ("worse", 6)]);
        let differences = compare(&listed, &now);
        assert_eq!(differences.more, [("new".to_owned(), 0), ("worse".to_owned(), 5)]);
        assert_eq!(differences.fewer, ["better", "clean", "gone"]);
        assert_eq!(compare(&now, &now), Differences::default());
        let error = accept(&listed, &now, false).unwrap_err().to_string();
        assert!(error.starts_with("new has 1 findings, but the list allows 0: "), "{error}");
        accept(&listed, &counts(&[("better", 2), ("same", 4)]), false).unwrap();
    }

    #[test]
    fn moves_keep_the_sum() {
        let listed = counts(&[("old", 3), ("same", 4)]);
        let now = counts(&[("new/a", 1), ("new/b", 2), ("same", 4)]);
        accept(&listed, &now, true).unwrap();
        let error = accept(&now, &counts(&[("a", 8)]), true).unwrap_err().to_string();
        assert_eq!(error, "the files have 8 findings in all, but the list allows 7: not all of them moved");
    }
}
