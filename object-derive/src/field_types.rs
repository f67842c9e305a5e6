//! Types of fields that a node cannot have, recognized by their names.
//!
//! A macro sees no types, so a type of the user with the same name looks like a type of the
//! library. Such a type is written with its path: `my_crate::Array<i64>`.

use quote::ToTokens;
use syn::{GenericArgument, Ident, PathArguments, PathSegment, Type};

/// Returns the source text of a type with the usual spacing.
pub(crate) fn type_text(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    text.replace(" :: ", "::")
        .replace(":: ", "::")
        .replace(" < ", "<")
        .replace("< ", "<")
        .replace(" > ", ">")
        .replace(" >", ">")
        .replace(" ,", ",")
        .replace("& ", "&")
}

/// Whether the type is a number whose field can have bounds.
pub(crate) fn is_number(ty: &Type) -> bool {
    const NUMBERS: [&str; 12] =
        ["i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize", "f32", "f64"];
    match ty {
        Type::Group(group) => is_number(&group.elem),
        Type::Path(path) => NUMBERS.iter().any(|number| path.path.is_ident(number)),
        _ => false,
    }
}

/// Returns what is wrong with a field of this type, if no node can have such a field.
///
/// `#[derive(Object)]` reports the mistake. Both derives leave the field out of the code that
/// would cause further errors.
pub(crate) fn mistake(ty: &Type) -> Option<String> {
    let Some(segment) = library_type(ty, &["objet", "std", "core", "alloc"]) else {
        return match ty {
            Type::Array(array) => mistake(&array.elem),
            Type::Group(group) => mistake(&group.elem),
            Type::Paren(paren) => mistake(&paren.elem),
            Type::Tuple(tuple) => tuple.elems.iter().find_map(mistake),
            _ => None,
        };
    };
    let arguments = arguments(segment);
    match (segment.ident.to_string().as_str(), &arguments[..]) {
        ("Array", [element]) => of_element(element).or_else(|| mistake(element)),
        ("Map", [key, value]) => {
            [key, value].into_iter().find_map(|part| of_entry(part).or_else(|| mistake(part)))
        }
        (name @ ("Cell" | "RefCell"), [value]) => {
            let value = type_text(value);
            Some(format!(
                "threads share nodes, but cannot share a `{name}`: write `objet::fields::FieldCell<{value}>`"
            ))
        }
        ("OnceCell", [value]) => {
            let value = type_text(value);
            Some(format!(
                "threads share nodes, but cannot share a `OnceCell`: write `std::sync::OnceLock<{value}>`"
            ))
        }
        ("Rc", [value]) => {
            let value = type_text(value);
            Some(format!(
                "threads share nodes, but cannot share an `Rc`: make the value a node and write its reference, or write `std::sync::Arc<{value}>`"
            ))
        }
        ("Option" | "Vec" | "Box" | "FieldCell", [value]) => mistake(value),
        _ => None,
    }
}

/// Returns what is wrong with a reflected field of this type, if such a field cannot be reflected
/// and another type is better.
pub(crate) fn mistake_if_reflected(ty: &Type) -> Option<String> {
    let segment = library_type(ty, &["std", "core"])?;
    let name = segment.ident.to_string();
    let value = match (name.as_str(), &arguments(segment)[..]) {
        ("Mutex" | "RwLock", [value]) => type_text(value),
        (_, []) => match name.strip_prefix("Atomic")? {
            "Bool" => "bool".into(),
            size @ ("I8" | "I16" | "I32" | "I64" | "Isize" | "U8" | "U16" | "U32" | "U64" | "Usize") => {
                size.to_lowercase()
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(format!("`{name}` cannot be reflected: write `objet::fields::FieldCell<{value}>`"))
}

/// Returns the last part of the path of a type, if the path is a name or begins with one of these
/// crates.
fn library_type<'a>(ty: &'a Type, crates: &[&str]) -> Option<&'a PathSegment> {
    let Type::Path(ty) = ty else { return None };
    let segments = &ty.path.segments;
    let is_library = segments.len() == 1 || crates.iter().any(|name| segments[0].ident == name);
    segments.last().filter(|_| ty.qself.is_none() && is_library)
}

fn arguments(segment: &PathSegment) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return Vec::new() };
    let types = arguments.args.iter().map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect::<Option<_>>().unwrap_or_default()
}

fn of_element(element: &Type) -> Option<String> {
    let (object, list) = (object_for(element)?, type_text(element));
    let shape = if list == "i64" { ", `objet::ShapeTuple`" } else { "" };
    let instead = match element {
        Type::Reference(_) => String::new(),
        _ => format!("`Vec<{list}>`{shape} or "),
    };
    Some(format!("the elements of an `Array` are objects, not `{list}`: write {instead}`Array<{object}>`"))
}

fn of_entry(part: &Type) -> Option<String> {
    let (object, found) = (object_for(part)?, type_text(part));
    Some(format!("the keys and values of a `Map` are objects, not `{found}`: write `{object}`"))
}

/// Returns the object that holds a value of this type, if the type is one of the language or the
/// owned text of the standard library.
fn object_for(ty: &Type) -> Option<&'static str> {
    let name = |ident: &Ident| match ident.to_string().as_str() {
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => {
            Some("objet::containers::BoxInt")
        }
        "f32" | "f64" => Some("objet::containers::BoxFloat"),
        "bool" => Some("objet::containers::BoxBool"),
        "char" | "str" => Some("objet::String"),
        _ => None,
    };
    match ty {
        Type::Reference(reference) => object_for(&reference.elem),
        Type::Path(path) if path.path.segments.first()?.ident == "std" => {
            path.path.segments.last().filter(|last| last.ident == "String").map(|_| "objet::String")
        }
        Type::Path(path) => name(path.path.get_ident()?),
        _ => None,
    }
}
