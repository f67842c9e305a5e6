//! Layouts of some of the axes of other layouts.

use objet::prelude::*;
use objet_ir::ConstructError;

use super::{Axis, Layout, LayoutNode};
use crate::expr::IterVar;

impl Layout {
    /// Creates the layout of a scalar, which has no axes.
    pub fn scalar() -> Self {
        Self::of_axes([])
    }

    /// Creates a layout of given axes, such as some of the axes of another layout. A subordinate
    /// axis may be without its primal axis.
    ///
    /// ```
    /// use objet_tir::data_layout::Layout;
    ///
    /// let blocked = Layout::new("NCHW16c")?;
    /// let layout = Layout::of_axes([blocked.axes[1].clone(), blocked.axes[4].clone()]);
    /// assert_eq!(layout.name, "C16c");
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    pub fn of_axes(axes: impl Into<Array<IterVar>>) -> Self {
        let axes = axes.into();
        let name: std::string::String = axes.iter().filter_map(Axis::of).map(Axis::text).collect();
        make_object(LayoutNode { base: Object::new(), name: name.into(), axes }).into()
    }

    /// Returns the layout of `count` axes from the position `start`, or of the axes up to the end.
    /// Returns `None` if `start` is after the end.
    ///
    /// ```
    /// use objet_tir::data_layout::Layout;
    ///
    /// let layout = Layout::new("NCHW")?;
    /// assert_eq!(layout.part(1, 3).unwrap().name, "CHW");
    /// assert_eq!(layout.part(4, 2).unwrap().ndim(), 0);
    /// assert!(layout.part(5, 0).is_none());
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    #[doc(alias = "SubLayout")]
    pub fn part(&self, start: usize, count: usize) -> Option<Self> {
        let axes = self.axes.get(start..)?;
        Some(Self::of_axes(axes.iter().take(count).cloned().collect::<Array<_>>()))
    }

    /// Returns the number of primal axes.
    pub fn primal_ndim(&self) -> usize {
        self.letters().filter(|axis| axis.letter == axis.capital()).count()
    }

    /// Returns the letters of the axes, such as `N`, `C`, `H`, `W` and `c` for `NCHW16c`.
    pub fn axis_letters(&self) -> impl Iterator<Item = char> {
        self.letters().map(|axis| char::from(axis.letter))
    }

    /// Returns the letter and the factor of each axis. Primal axes have no factor.
    pub fn letters_and_factors(&self) -> impl Iterator<Item = (char, Option<i32>)> {
        self.letters().map(|axis| (char::from(axis.letter), axis.factor))
    }

    /// Returns the layout with the primal axes of `other` that it lacks at the start.
    ///
    /// # Errors
    /// Returns an error if the layout has subordinate axes without their primal axis.
    ///
    /// ```
    /// use objet_tir::data_layout::Layout;
    ///
    /// let layout = Layout::new("WC")?;
    /// assert_eq!(layout.expanded_like(&Layout::new("NHWC")?)?.name, "NHWC");
    /// # Ok::<(), objet_ir::ConstructError>(())
    /// ```
    #[doc(alias = "ExpandPrimal")]
    pub fn expanded_like(&self, other: &Self) -> Result<Self, ConstructError> {
        let missing = other
            .axis_letters()
            .filter(|letter| letter.is_ascii_uppercase() && self.index_of(*letter).is_none());
        Self::new(missing.collect::<std::string::String>() + &self.name)
    }
}

impl Axis {
    /// Returns the axis as part of the name of a layout.
    fn text(self) -> std::string::String {
        let factor = self.factor.map(|factor| factor.to_string()).unwrap_or_default();
        factor + char::from(self.letter).encode_utf8(&mut [0; 4])
    }
}
