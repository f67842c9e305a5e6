//! The packages and features that steps build without optimization.
//!
//! Cargo builds a package once for each set of features, and the set depends on the other packages
//! and targets of the command. Steps with the same packages, features and kinds of targets build
//! their dependencies once.

/// Appends the packages and features to a command of cargo.
///
/// Excluded packages are those that other commands build: a test builds `plugin`, the step
/// `python` builds `objet-python`, `objet-python-ir` and `shapes`, which need an interpreter, and
/// `bench-python` builds `floor`. The C library has all of its contents.
macro_rules! on_packages {
    ($command:literal) => {
        concat!(
            $command,
            " --workspace --exclude plugin --exclude objet-python --exclude objet-python-ir \
             --exclude shapes --exclude floor --features objet-capi/full"
        )
    };
    ($command:literal, $options:literal) => {
        concat!(on_packages!($command), " ", $options)
    };
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use serde_json::Value;

    use crate::repository;
    use crate::shell::{Shell, command};

    #[test]
    fn packages_without_unit_tests_have_none() {
        let metadata =
            Shell::to_terminal(1).read(&mut command("cargo metadata --no-deps --format-version 1"));
        let metadata: Value = serde_json::from_str(&metadata.unwrap()).unwrap();
        let packages = metadata["packages"].as_array().unwrap();
        let targets = packages.iter().flat_map(|package| package["targets"].as_array().unwrap());
        let mut libraries = 0;
        for target in targets.filter(|target| target["test"] == false) {
            let folder = Path::new(target["src_path"].as_str().unwrap()).parent().unwrap();
            if !folder.ends_with("src") {
                continue;
            }
            libraries += 1;
            for source in repository::files_below(folder).unwrap() {
                let text = fs::read_to_string(folder.join(&source)).unwrap_or_default();
                let is_lost = text.contains("#[cfg(test)]");
                assert!(
                    !is_lost,
                    "{}: `test = false` of {} excludes its tests",
                    source.display(),
                    target["name"]
                );
            }
        }
        assert!(libraries >= 4, "{libraries}");
    }
}
