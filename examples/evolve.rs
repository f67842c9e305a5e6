//! A node type that changes: one file is read by three versions of it.
//!
//! A program has one type for each key. Here, all versions are in one program, so each has a key of
//! its own, and [`as_file_of`] changes the key in the file.

use objet::{load_json, print, save_json};

/// The first version.
mod first {
    use objet::prelude::*;

    /// An image.
    #[derive(Object, Reflect)]
    #[repr(C)]
    #[object(key = "first.Image", is_final, new)]
    pub(crate) struct ImageNode {
        base: Object,
        /// The extents in pixels: `640x480`.
        pub size: std::string::String,
        /// The color of the border.
        pub colour: objet::String,
    }
}

/// The second version renames a field and adds one. Neither needs a version.
mod second {
    use objet::prelude::*;

    /// An image.
    #[derive(Object, Reflect)]
    #[repr(C)]
    #[object(key = "second.Image", is_final)]
    pub(crate) struct ImageNode {
        base: Object,
        /// The extents in pixels: `640x480`.
        pub size: std::string::String,
        /// The color of the border.
        #[reflect(alias = "colour")]
        pub color: objet::String,
        /// The number of pixels in a millimeter.
        #[reflect(default = 4.0)]
        pub density: f64,
    }
}

/// The third version splits a field, by a function.
mod third {
    use std::error::Error;

    use objet::graph::StoredAttrs;
    use objet::prelude::*;

    /// An image.
    #[derive(Object, Reflect)]
    #[repr(C)]
    #[object(key = "third.Image", is_final, version = 1, upgrade = upgrade)]
    pub(crate) struct ImageNode {
        base: Object,
        /// The width in pixels.
        pub width: i64,
        /// The height in pixels.
        pub height: i64,
        /// The color of the border.
        #[reflect(alias = "colour")]
        pub color: objet::String,
        /// The number of pixels in a millimeter.
        #[reflect(default = 4.0)]
        pub density: f64,
    }

    /// Converts the attributes of version 0.
    fn upgrade(_version: u32, attrs: &mut StoredAttrs) -> Result<(), Box<dyn Error + Send + Sync>> {
        let size = attrs.remove("size").ok_or("missing attribute `size`")?;
        let (width, height) = size.as_text()?.split_once('x').ok_or("`size` has no `x`")?;
        attrs.insert("width", width.parse::<i64>()?);
        attrs.insert("height", height.parse::<i64>()?);
        Ok(())
    }
}

/// Returns the file with another type key, as if a program with this version of the type had the
/// file.
fn as_file_of(version: &str, file: &str) -> std::string::String {
    ["first", "second", "third"]
        .iter()
        .fold(file.into(), |file, other| file.replace(&format!("{other}.Image"), &format!("{version}.Image")))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let image = first::Image::new("640x480", "red");
    let file = save_json(&image)?;
    println!("saved by the first version: {}", print(&image));

    for version in ["first", "second", "third"] {
        let loaded = load_json(&as_file_of(version, &file))?;
        println!("read by the {version} version: {}", print(&loaded));
    }

    // The new file states the version of the type.
    let loaded = load_json(&as_file_of("third", &file))?;
    let new_file = save_json(&loaded)?;
    let attrs = new_file.lines().rev().nth(1).unwrap_or_default();
    println!("the end of the new file: {}", attrs.trim());

    // A program that is older than the file says so.
    let error = load_json(&as_file_of("second", &new_file)).unwrap_err();
    println!("read by the second version: {error}");

    // An error of the function names the node.
    let error = load_json(&as_file_of("third", &file.replace("640x480", "large"))).unwrap_err();
    println!("a bad file: {error}");
    Ok(())
}
