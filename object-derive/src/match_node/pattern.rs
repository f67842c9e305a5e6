//! Patterns: which parts of them test the type of a node, and which are patterns of Rust.
//!
//! A path whose last name ends in `Node` is a node. In the position of a reference, a pattern is a
//! node, a name, `_`, or alternatives of these. In the position of a field, every other pattern is
//! one of Rust, which may contain nodes.

use proc_macro2::Span;
use quote::{ToTokens, format_ident};
use syn::{Ident, Member, Pat, PatIdent, Path, parse_quote};

use crate::errors::Errors;

pub(crate) enum Pattern {
    /// `_`
    Any,
    /// A name for the reference or field.
    Bind(PatIdent),
    Node(NodePattern),
    /// A pattern for each element of a tuple.
    Tuple(Vec<Pattern>),
    /// Alternatives, which bind nothing.
    OneOf(Vec<Pattern>),
    /// A pattern of Rust. Each name stands for a nested pattern.
    Value(Box<Pat>, Vec<(Ident, Pattern)>),
}

/// The pattern of a node, such as `add @ AddNode { lhs, .. }`.
pub(crate) struct NodePattern {
    pub(crate) name: Option<PatIdent>,
    pub(crate) path: Path,
    pub(crate) fields: Vec<(Member, Pattern)>,
}

impl Pattern {
    /// Returns the pattern of a tuple of references.
    pub(crate) fn of_tuple(pat: &Pat, len: usize, errors: &mut Errors) -> Self {
        match pat {
            Pat::Wild(_) => Self::Any,
            Pat::Paren(paren) => Self::of_tuple(&paren.pat, len, errors),
            Pat::Or(or) => {
                Self::one_of(or.cases.iter(), errors, |case, errors| Self::of_tuple(case, len, errors))
            }
            Pat::Tuple(tuple) if tuple.elems.len() == len => {
                Self::Tuple(tuple.elems.iter().map(|elem| Self::of_reference(elem, errors)).collect())
            }
            _ => {
                errors.at(pat, format!("expected `_`, or a tuple of {len} patterns like the matched tuple"));
                Self::Any
            }
        }
    }

    /// Returns the pattern of a reference.
    pub(crate) fn of_reference(pat: &Pat, errors: &mut Errors) -> Self {
        if let Some(node) = Self::of_node(pat, errors) {
            return node;
        }
        let unfit = match pat {
            Pat::Ident(name) if !is_type_name(&name.ident) && name.subpat.is_none() => {
                return Self::Bind(name.clone());
            }
            Pat::Ident(PatIdent { subpat: Some((_, inner)), .. }) => {
                return Self::of_reference(inner, errors);
            }
            Pat::Ident(name) => Some(&name.ident),
            Pat::Path(path) => path.path.segments.last().map(|last| &last.ident),
            Pat::Struct(pat) => pat.path.segments.last().map(|last| &last.ident),
            Pat::TupleStruct(pat) => pat.path.segments.last().map(|last| &last.ident),
            _ => None,
        };
        match unfit {
            Some(name) if !ends_in_node(name) => errors.at(
                name,
                format!("the pattern of a node names its struct, which ends in `Node`: write `{name}Node`"),
            ),
            Some(name) => errors.at(pat, format!("a node has named fields: write `{name} {{ field, .. }}`")),
            None => {
                errors.at(pat, "expected a node or `_`: write `AddNode { lhs, .. }`, `add @ AddNode` or `_`");
            }
        }
        Self::Any
    }

    /// Returns the pattern of a field.
    fn of_field(pat: &Pat, errors: &mut Errors) -> Self {
        if let Some(node) = Self::of_node(pat, errors) {
            return node;
        }
        match pat {
            Pat::Ident(name) if !is_type_name(&name.ident) && name.subpat.is_none() => {
                Self::Bind(name.clone())
            }
            _ => {
                let (mut pat, mut nodes) = (Box::new(pat.clone()), Vec::new());
                take_nodes(&mut pat, &mut nodes, errors);
                Self::Value(pat, nodes)
            }
        }
    }

    /// Returns the pattern if it has the form of a node, of alternatives of nodes, or of `_`.
    fn of_node(pat: &Pat, errors: &mut Errors) -> Option<Self> {
        let node = |path: Path, fields| Self::Node(NodePattern { name: None, path, fields });
        Some(match pat {
            Pat::Wild(_) => Self::Any,
            Pat::Paren(paren) => Self::of_node(&paren.pat, errors)?,
            Pat::Or(or) if or.cases.iter().all(is_node) => {
                Self::one_of(or.cases.iter(), errors, Self::of_reference)
            }
            _ if !is_node(pat) => return None,
            Pat::Ident(PatIdent { subpat: None, ident, .. }) => node(ident.clone().into(), Vec::new()),
            Pat::Ident(name) => {
                let (_, inner) = name.subpat.as_ref()?;
                match Self::of_node(inner, errors)? {
                    Self::Node(inner) if inner.name.is_none() => Self::Node(NodePattern {
                        name: Some(PatIdent { subpat: None, ..name.clone() }),
                        ..inner
                    }),
                    _ => {
                        errors.at(inner, "a name stands for one node: write an arm for each alternative");
                        Self::Any
                    }
                }
            }
            Pat::Path(path) if path.qself.is_none() => node(path.path.clone(), Vec::new()),
            Pat::Struct(pat) if pat.qself.is_none() => {
                let fields = pat.fields.iter();
                let fields = fields.map(|field| (field.member.clone(), Self::of_field(&field.pat, errors)));
                let fields = fields.collect();
                node(pat.path.clone(), fields)
            }
            _ => return None,
        })
    }

    fn one_of<'a>(
        cases: impl Iterator<Item = &'a Pat>,
        errors: &mut Errors,
        convert: impl Fn(&Pat, &mut Errors) -> Self,
    ) -> Self {
        let cases = cases.map(|case| {
            let pattern = convert(case, errors);
            if pattern.binds() {
                errors.at(case, "alternatives bind nothing: write an arm for each of them");
            }
            pattern
        });
        Self::OneOf(cases.collect())
    }

    /// Whether the pattern gives something a name.
    fn binds(&self) -> bool {
        match self {
            Self::Any => false,
            Self::Bind(_) => true,
            Self::Node(node) => node.name.is_some() || node.fields.iter().any(|(_, field)| field.binds()),
            Self::Tuple(parts) | Self::OneOf(parts) => parts.iter().any(Self::binds),
            Self::Value(_, nodes) => nodes.iter().any(|(_, node)| node.binds()),
        }
    }

    /// Whether the pattern binds the matched value with this index.
    pub(crate) fn binds_reference(&self, index: usize) -> bool {
        match self {
            Self::Bind(_) => true,
            Self::Tuple(parts) => matches!(parts[index], Self::Bind(_)),
            Self::Any | Self::Node(_) | Self::OneOf(_) | Self::Value(..) => false,
        }
    }

    pub(crate) fn is_irrefutable(&self) -> bool {
        match self {
            Self::Any | Self::Bind(_) => true,
            Self::Node(_) | Self::Value(..) => false,
            Self::Tuple(parts) => parts.iter().all(Self::is_irrefutable),
            Self::OneOf(cases) => cases.iter().any(Self::is_irrefutable),
        }
    }
}

/// Replaces the nodes in a pattern of Rust by names.
fn take_nodes(pat: &mut Pat, nodes: &mut Vec<(Ident, Pattern)>, errors: &mut Errors) {
    if is_node(pat) {
        if let Some(node) = Pattern::of_node(pat, errors) {
            let name = format_ident!("__nested{}", nodes.len(), span = Span::mixed_site());
            *pat = parse_quote!(#name);
            nodes.push((name, node));
        }
        return;
    }
    match pat {
        Pat::Paren(paren) => take_nodes(&mut paren.pat, nodes, errors),
        Pat::Reference(reference) => take_nodes(&mut reference.pat, nodes, errors),
        Pat::Ident(PatIdent { subpat: Some((_, inner)), .. }) => take_nodes(inner, nodes, errors),
        Pat::Tuple(tuple) => tuple.elems.iter_mut().for_each(|pat| take_nodes(pat, nodes, errors)),
        Pat::TupleStruct(tuple) => tuple.elems.iter_mut().for_each(|pat| take_nodes(pat, nodes, errors)),
        Pat::Slice(slice) => slice.elems.iter_mut().for_each(|pat| take_nodes(pat, nodes, errors)),
        Pat::Struct(pat) => {
            pat.fields.iter_mut().for_each(|field| take_nodes(&mut field.pat, nodes, errors));
        }
        Pat::Or(or) => {
            for case in &mut or.cases {
                let mut inner = Vec::new();
                take_nodes(case, &mut inner, errors);
                if !inner.is_empty() {
                    errors
                        .at(case, "alternatives of a value contain no nodes: write an arm for each of them");
                }
            }
        }
        _ => {}
    }
}

/// Whether a pattern is that of a node, by the name of the struct.
fn is_node(pat: &Pat) -> bool {
    let names_node = |path: &Path| path.segments.last().is_some_and(|last| ends_in_node(&last.ident));
    match pat {
        Pat::Ident(PatIdent { subpat: None, ident, .. }) => ends_in_node(ident),
        Pat::Ident(PatIdent { subpat: Some((_, inner)), .. }) => is_node(inner),
        Pat::Paren(paren) => is_node(&paren.pat),
        Pat::Or(or) => or.cases.iter().all(is_node),
        Pat::Path(path) => names_node(&path.path),
        Pat::Struct(pat) => names_node(&pat.path),
        _ => false,
    }
}

fn ends_in_node(name: &Ident) -> bool {
    is_type_name(name) && name.to_string().strip_suffix("Node").is_some_and(|stem| !stem.is_empty())
}

/// Whether a name is that of a type or constant by the naming rules of Rust.
fn is_type_name(name: &Ident) -> bool {
    name.to_token_stream().to_string().starts_with(char::is_uppercase)
}
