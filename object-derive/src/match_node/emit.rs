//! Code generation: a chain of `if let … else if let … else`, one for each arm.
//!
//! The code refers to no crate: it calls the methods `as_node` and `is_instance` of the matched
//! values. A node without names and fields is only tested.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr};

use crate::match_node::model::{Arm, Match};
use crate::match_node::pattern::{NodePattern, Pattern};

/// The value that a pattern is matched with.
enum Subject {
    /// A local variable.
    Local(Ident),
    /// A field of a node: a place.
    Field(TokenStream),
    /// The elements of a tuple.
    Tuple(Vec<Subject>),
}

impl Subject {
    /// Returns an expression on which methods are called.
    fn place(&self) -> TokenStream {
        match self {
            Self::Local(name) => name.to_token_stream(),
            Self::Field(place) => place.clone(),
            Self::Tuple(_) => TokenStream::new(),
        }
    }

    /// Returns the value of the variable, or a reference to the field.
    fn value(&self) -> TokenStream {
        match self {
            Self::Field(place) => quote!(&#place),
            local => local.place(),
        }
    }
}

/// Returns the code of the whole `match`. Each matched value is evaluated once.
pub(crate) fn chain(model: &Match<'_>) -> TokenStream {
    let names: Vec<_> = (0..model.references.len()).map(|index| local("reference", index)).collect();
    let subject = match &names[..] {
        [one] => Subject::Local(one.clone()),
        names => Subject::Tuple(names.iter().cloned().map(Subject::Local).collect()),
    };
    let default = TokenStream::new();
    let chain = model.arms.iter().rev().fold(default, |below, arm| self::arm(arm, &subject, &below));
    // The values live until the end of the arm. As in a `match`, a name moves the value. Without a
    // name the value stays where it is.
    let values = model.references.iter().zip(&names).enumerate().rev();
    values.fold(chain, |inner, (index, (value, name))| {
        let is_bound = model.arms.iter().any(|arm| arm.pattern.binds_reference(index));
        let by_ref = (!is_bound).then(|| quote!(ref));
        quote!(match #value { #by_ref #name => #inner, })
    })
}

fn arm(arm: &Arm<'_>, subject: &Subject, below: &TokenStream) -> TokenStream {
    let mut steps = Steps::default();
    steps.pattern(&arm.pattern, subject);
    let body = match arm.body {
        Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => block.to_token_stream(),
        // Some lints treat the body of an arm in a special way.
        body => quote!({ match () { () => #body, } }),
    };
    if arm.is_irrefutable() {
        let lets = steps.steps.iter();
        return quote!({ #(#lets;)* #body });
    }
    match arm.guard {
        Some(guard) if has_let(guard) => steps.steps.push(guard.to_token_stream()),
        Some(guard) => steps.steps.push(quote!((#guard))),
        None => {}
    }
    let conditions = &steps.steps;
    quote!(if #(#conditions)&&* #body else { #below })
}

/// The tests and bindings of one arm, in order: the operands of `&&`.
#[derive(Default)]
struct Steps {
    steps: Vec<TokenStream>,
    nodes: usize,
}

impl Steps {
    fn pattern(&mut self, pattern: &Pattern, subject: &Subject) {
        match pattern {
            Pattern::Any => {}
            Pattern::Bind(name) => {
                let value = subject.value();
                self.steps.push(quote!(let #name = #value));
            }
            Pattern::Node(node) => self.node(node, subject),
            Pattern::Tuple(parts) => {
                let Subject::Tuple(subjects) = subject else { return };
                parts.iter().zip(subjects).for_each(|(part, subject)| self.pattern(part, subject));
            }
            Pattern::OneOf(cases) => {
                let cases = cases.iter().map(|case| {
                    let mut steps = Self { steps: Vec::new(), nodes: self.nodes };
                    steps.pattern(case, subject);
                    steps.into_condition()
                });
                let condition = quote!((#(#cases)||*));
                self.steps.push(condition);
            }
            Pattern::Value(pat, nodes) => {
                let value = subject.value();
                self.steps.push(quote!(let #pat = #value));
                for (name, node) in nodes {
                    self.pattern(node, &Subject::Local(name.clone()));
                }
            }
        }
    }

    fn node(&mut self, node: &NodePattern, subject: &Subject) {
        let NodePattern { name, path, fields } = node;
        let place = subject.place();
        if name.is_none() && fields.iter().all(|(_, field)| matches!(field, Pattern::Any)) {
            self.steps.push(quote_spanned!(at(path)=> #place.is_instance::<#path>()));
            return;
        }
        let this = local("node", self.nodes);
        self.nodes += 1;
        let test = quote_spanned!(at(path)=> #place.as_node::<#path>());
        self.steps.push(quote!(let ::core::option::Option::Some(#this) = #test));
        if let Some(name) = name {
            self.steps.push(quote!(let #name = #this));
        }
        for (member, field) in fields {
            self.pattern(field, &Subject::Field(quote!(#this.#member)));
        }
    }

    /// Returns the steps, which bind nothing, as one condition.
    fn into_condition(self) -> TokenStream {
        match &self.steps[..] {
            [] => quote!(true),
            [one] if self.nodes == 0 => one.clone(),
            steps => quote!(if #(#steps)&&* { true } else { false }),
        }
    }
}

/// Whether a condition contains a `let`, and so cannot be in parentheses.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            has_let(&binary.left) || has_let(&binary.right)
        }
        _ => false,
    }
}

/// Returns a name that the user's code cannot refer to.
fn local(name: &str, index: usize) -> Ident {
    format_ident!("__{name}{index}", span = Span::mixed_site())
}

/// Returns the span of the macro at the place of a type, for errors about the type.
fn at(path: impl Spanned) -> Span {
    Span::mixed_site().located_at(path.span())
}
