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
