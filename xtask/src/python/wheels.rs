//! The wheels of the package and of the template.
//!
//! Both wheels have the same profile, because wheels with different builds cannot share objects.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::venv::Venv;
use crate::repository;
use crate::shell::Shell;

/// The folder of the Python files of the package.
const SOURCES: &str = "bindings/python/python";

/// The prefix of the platform in the name of a wheel.
const PLATFORM: &str = if cfg!(target_os = "linux") {
    "manylinux_"
} else if cfg!(target_os = "macos") {
    "macosx_"
} else {
    "win"
};

/// The build profile of wheels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Profile {
    /// With little optimization.
    Quick,
    /// The profile of wheels that pip builds from source.
    Source,
    /// The profile of published wheels.
    Published,
}

/// The files of built wheels.
pub(super) struct Wheels {
    package: PathBuf,
    template: PathBuf,
}

/// Builds and installs the wheels.
pub(super) fn install(shell: &Shell, venv: &Venv, profile: Profile) -> Result<Wheels> {
    let wheels = Wheels {
        package: build(shell, venv, "bindings/python", "", profile)?,
        // With the same features, the bindings are built once.
        template: build(shell, venv, "examples/python-extension", "--features objet-python/rpc", profile)?,
    };
    shell.run(venv.pip("uninstall").args(["--yes", "objet", "shapes"]))?;
    shell.run(venv.pip("install").args([&wheels.package, &wheels.template]))?;
    Ok(wheels)
}

/// Builds a wheel as `pip install` does, with the tag of a platform that PyPI accepts.
fn build(shell: &Shell, venv: &Venv, package: &str, args: &str, profile: Profile) -> Result<PathBuf> {
    let folder = repository::target().join("wheels").join(package);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut pip = venv.pip("wheel");
    pip.args(["--no-build-isolation", "--no-deps", "--wheel-dir"]).arg(&folder).arg(format!("./{package}"));
    let profile = match profile {
        Profile::Quick => "--profile quick-wheel",
        Profile::Source => "",
        Profile::Published => "--profile wheel",
    };
    pip.env("MATURIN_PEP517_ARGS", format!("--compatibility pypi {args} {profile}"));
    shell.run(&mut pip)?;
    let built = fs::read_dir(&folder).with_context(|| folder.display().to_string())?.next();
    Ok(built.with_context(|| format!("pip built no wheel of {package}"))??.path())
}

/// Checks the files of the wheels: their tags, their contents, and the symbols that they use.
pub(super) fn audit(shell: &Shell, venv: &Venv, wheels: &Wheels) -> Result<()> {
    for wheel in [&wheels.package, &wheels.template] {
        let tag = tag(wheel)?;
        shell.run(venv.program("abi3audit").args(["--strict", "--summary"]).arg(wheel))?;
        if cfg!(target_os = "linux") {
            let report = shell.read(venv.program("auditwheel").arg("show").arg(wheel))?;
            // A tag may have several names, such as `manylinux_2_17_x86_64.manylinux2014_x86_64`.
            if !tag.split('.').any(|name| report.contains(&format!("\"{name}\""))) {
                bail!("the symbols that {} uses are not those of its tag:\n{report}", wheel.display());
            }
        }
    }
    check_contents(shell, venv, &wheels.package)
}

/// Returns the platform in the name of a wheel. Fails unless the wheel is one for all versions of
/// Python from 3.10 on.
fn tag(wheel: &Path) -> Result<&str> {
    let name = wheel.file_stem().and_then(|name| name.to_str()).context("a wheel has a name")?;
    match name.split_once("-cp310-abi3-") {
        Some((_, platform)) if platform.starts_with(PLATFORM) => Ok(platform),
        _ => bail!("the tag of {name} is not cp310-abi3-{PLATFORM}…"),
    }
}

/// Checks that the wheel of the package has the Python files, the stubs and the extension module,
/// and nothing else.
fn check_contents(shell: &Shell, venv: &Venv, wheel: &Path) -> Result<()> {
    let list = shell.read(venv.python().args(["-m", "zipfile", "--list"]).arg(wheel))?;
    // A heading, and then lines with the name and other properties of a file.
    let names = list.lines().skip(1).filter_map(|line| line.split_whitespace().next());
    let found: BTreeSet<_> = names.filter(|name| !name.contains(".dist-info/")).map(String::from).collect();
    let mut expected = BTreeSet::new();
    for file in repository::files_below(&repository::root().join(SOURCES))? {
        let name = file.to_string_lossy().replace('\\', "/");
        if [".py", ".pyi", "/py.typed"].iter().any(|end| name.ends_with(end)) {
            expected.insert(name);
        }
    }
    expected.insert(format!("objet/_objet{}", if cfg!(windows) { ".pyd" } else { ".abi3.so" }));
    let differences: Vec<_> = expected.symmetric_difference(&found).map(|name| &**name).collect();
    if !differences.is_empty() {
        bail!("files in {SOURCES} or in {}, but not in both: {}", wheel.display(), differences.join(", "));
    }
    shell.say(&format!("{}: {} files", wheel.display(), found.len()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheels_are_for_all_versions_of_python() {
        let right = format!("x/objet-0.1.0-cp310-abi3-{PLATFORM}2_34_x86_64.whl");
        assert_eq!(tag(Path::new(&right)).unwrap(), format!("{PLATFORM}2_34_x86_64"));
        let other = format!("objet-0.1.0-cp311-cp311-{PLATFORM}2_34_x86_64.whl");
        for wrong in [&*other, "objet-0.1.0-cp310-abi3-linux_x86_64.whl", "objet.whl"] {
            assert!(tag(Path::new(wrong)).is_err(), "{wrong}");
        }
    }
}
