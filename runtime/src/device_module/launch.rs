//! How many threads a kernel runs in.

use objet_object::ValueError;

use crate::args::Args;
use crate::device_module::{DeviceModuleError, FunctionInfo};

/// Which number of a call says what of a launch: the launch tags of a kernel, understood.
///
/// ```
/// use objet_runtime::device_module::{FunctionInfo, LaunchParams};
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

/// What a launch tag stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Grid(usize),
    Block(usize),
    DynamicSharedMemory,
}

/// The sizes of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// How many blocks there are in each dimension.
    pub grid: [u32; 3],
    /// How many threads each block has in each dimension.
    pub block: [u32; 3],
    /// How many bytes the threads of a block share, beside those that the code itself asks for.
    pub dynamic_shared_memory: u32,
}

impl Launch {
    /// Whether no thread runs.
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
    /// Understands the launch tags of a kernel.
    ///
    /// # Errors
    /// If a tag is unknown, or there twice.
    pub fn new(info: &FunctionInfo) -> Result<Self, DeviceModuleError> {
        let mut targets = Vec::new();
        for tag in &info.launch_param_tags {
            let (kernel, tag) = (|| info.name.clone(), || tag.clone());
            let target = Target::new(&tag())
                .ok_or_else(|| DeviceModuleError::UnknownTag { kernel: kernel(), tag: tag() })?;
            // Seven tags are known, so there are never more here.
            if targets.contains(&target) {
                return Err(DeviceModuleError::TagTwice { kernel: kernel(), tag: tag() });
            }
            targets.push(target);
        }
        Ok(Self { targets })
    }

    /// How many numbers of a call are launch parameters.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// How many dimensions a launch has: up to the last one that there is a tag for, and 1 if there is no tag.
    pub fn dimensions(&self) -> usize {
        let dimension = |target: &Target| match target {
            Target::Grid(dimension) | Target::Block(dimension) => dimension + 1,
            Target::DynamicSharedMemory => 1,
        };
        self.targets.iter().map(dimension).max().unwrap_or(1)
    }

    /// The launch that these numbers ask for, of which there is one for each tag; what there is no tag for is 1.
    ///
    /// # Errors
    /// The position of a value, and why it is none of 32 bits.
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
