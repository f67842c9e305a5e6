//! The launch parameters of a kernel.

use objet_object::ValueError;

use crate::args::Args;
use crate::kernel_module::{FunctionInfo, KernelModuleError};

/// The parsed launch tags of a kernel: the meaning of each number that follows the arguments.
///
/// ```
/// use objet_runtime::kernel_module::{FunctionInfo, LaunchParams};
///
/// let tags = ["blockIdx.x", "threadIdx.x", "threadIdx.y"];
/// let params = LaunchParams::new(&FunctionInfo::new("f", [], &tags))?;
/// assert_eq!((params.len(), params.dimensions()), (3, 2));
/// let error = LaunchParams::new(&FunctionInfo::new("f", [], &["vthread"])).unwrap_err();
/// assert!(error.to_string().ends_with("found \"vthread\""));
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchParams {
    targets: Vec<Target>,
}

/// The meaning of a launch tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Grid(usize),
    Block(usize),
    DynamicSharedMemory,
}

/// The dimensions of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Number of blocks in each dimension.
    pub grid: [u32; 3],
    /// Number of threads per block in each dimension.
    pub block: [u32; 3],
    /// Dynamic shared memory per block in bytes, in addition to the kernel's static shared memory.
    pub dynamic_shared_memory: u32,
}

impl Launch {
    /// Returns whether the launch has no threads.
    pub fn is_empty(&self) -> bool {
        self.grid.contains(&0) || self.block.contains(&0)
    }
}

impl Target {
    fn new(tag: &str) -> Option<Self> {
        if tag == "tir.use_dyn_shared_memory" {
            return Some(Self::DynamicSharedMemory);
        }
        let (scope, dimension) = tag.split_once('.')?;
        let dimension = ["x", "y", "z"].iter().position(|name| *name == dimension)?;
        match scope {
            "blockIdx" => Some(Self::Grid(dimension)),
            "threadIdx" => Some(Self::Block(dimension)),
            _ => None,
        }
    }
}

impl LaunchParams {
    /// Parses the launch tags of a kernel.
    ///
    /// # Errors
    /// If a tag is unknown or repeated.
    pub fn new(info: &FunctionInfo) -> Result<Self, KernelModuleError> {
        let mut targets = Vec::new();
        for tag in &info.launch_param_tags {
            let (kernel, tag) = (|| info.name.clone(), || tag.clone());
            let target = Target::new(&tag())
                .ok_or_else(|| KernelModuleError::UnknownTag { kernel: kernel(), tag: tag() })?;
            // There are seven known tags, so the list stays short.
            if targets.contains(&target) {
                return Err(KernelModuleError::DuplicateTag { kernel: kernel(), tag: tag() });
            }
            targets.push(target);
        }
        Ok(Self { targets })
    }

    /// Returns the number of launch parameters.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Returns whether there are no launch parameters.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Returns the number of dimensions of a launch: the highest dimension with a tag, or 1 without
    /// tags.
    pub fn dimensions(&self) -> usize {
        let dimension = |target: &Target| match target {
            Target::Grid(dimension) | Target::Block(dimension) => dimension + 1,
            Target::DynamicSharedMemory => 1,
        };
        self.targets.iter().map(dimension).max().unwrap_or(1)
    }

    /// Reads one number for each tag. A dimension without a tag is 1.
    ///
    /// # Errors
    /// If a value does not fit into 32 bits. The error has the position of the value.
    pub(super) fn read(&self, args: Args<'_>) -> Result<Launch, (usize, ValueError)> {
        let mut launch = Launch { grid: [1; 3], block: [1; 3], dynamic_shared_memory: 0 };
        for (position, target) in self.targets.iter().enumerate().take(args.len()) {
            let value = args.read(position).and_then(|value| value.get::<u32>());
            let value = value.map_err(|source| (position, source))?;
            match target {
                Target::Grid(dimension) => launch.grid[*dimension] = value,
                Target::Block(dimension) => launch.block[*dimension] = value,
                Target::DynamicSharedMemory => launch.dynamic_shared_memory = value,
            }
        }
        Ok(launch)
    }
}
