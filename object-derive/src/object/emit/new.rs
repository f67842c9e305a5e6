//! The constructors `AddNode::new` and `Add::new`, which take the values of the fields.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Ident, Type};

use crate::object::attr::NewItem;
use crate::object::emit::located_at;
use crate::object::model::{Constructor, Node, Source, Wrapper};

pub(crate) fn impls(node: &Node<'_>) -> Option<TokenStream> {
    let new = node.new.as_ref()?;
    let Node { ident, vis, base, base_ident, krate, .. } = node;
    let (names, parameters): (Vec<_>, Vec<_>) = parameters(new).into_iter().unzip();
    let docs = docs(node, new);
    let base_type = &base.ty;
    let arguments = new.items.iter().filter_map(|item| match item {
        NewItem::Field(_) => None,
        NewItem::Inherited(name, _) => Some(quote!(#name)),
        NewItem::Fixed(_, value) => Some(quote!(#value)),
    });
    let parent = located_at(base_type.span(), quote!(<#base_type>::new(#(#arguments),*)));
    let defaults = new.values.iter().filter_map(default);
    // The arguments of the parent's constructor can use the converted values, so conversions come
    // first.
    let conversions = new.values.iter().filter_map(|(name, ty, source)| match source {
        Source::Parameter(_) if converts(ty) => {
            Some(quote!(let #name: #ty = ::core::convert::Into::into(#name);))
        }
        _ => None,
    });
    let values = new.values.iter().map(|(name, ty, source)| match source {
        Source::Parameter(_) => quote!(#name),
        Source::Default(_) => {
            let default = default_name(name);
            quote!(#name: #default())
        }
        Source::TypeDefault => {
            located_at(ty.span(), quote!(#name: <#ty as ::core::default::Default>::default()))
        }
    });
    let wrapper = match &node.wrapper {
        Wrapper::Derived(wrapper) => Some(wrapper),
        Wrapper::Custom(_) => None,
    };
    let fields = quote!(Self { #base_ident: #parent, #(#values,)* });
    let make = quote!(<#ident>::new(#(#names),*));
    let (output, of_node, object) = match node.attrs.validate.as_ref().map(Spanned::span) {
        None => (quote!(Self), fields, quote!(::core::convert::From::from(#krate::make_object(#make)))),
        Some(location) => {
            let rules = rules(node, location);
            let output = located_at(location, quote!(::core::result::Result<Self, #rules::Error>));
            let validate = located_at(location, quote!(#rules::validate(&node).map(|()| node)));
            let object = quote!(#make.map(|node| ::core::convert::From::from(#krate::make_object(node))));
            (output, quote!(let node = #fields; #validate), located_at(location, object))
        }
    };
    let of_wrapper = wrapper.map(|wrapper| {
        quote! {
            #[automatically_derived]
            impl #wrapper {
                #(#[doc = #docs])*
                #[allow(clippy::too_many_arguments)]
                #vis fn new(#(#parameters),*) -> #output {
                    #object
                }
            }
        }
    });
    let default_impls = (names.is_empty() && node.attrs.validate.is_none()).then(|| {
        let types = [Some(*ident), wrapper].into_iter().flatten();
        quote! {
            #(
                #[automatically_derived]
                impl ::core::default::Default for #types {
                    fn default() -> Self {
                        Self::new()
                    }
                }
            )*
        }
    });
    Some(quote! {
        #[automatically_derived]
        impl #ident {
            #(#[doc = #docs])*
            #[allow(clippy::too_many_arguments)]
            #vis fn new(#(#parameters),*) -> #output {
                #(#defaults)*
                #(#conversions)*
                #of_node
            }
        }
        #of_wrapper
        #default_impls
    })
}

/// Returns a path to the node's implementation of `Validate`. All tokens have one span, so that the
/// compiler reports a missing implementation once.
fn rules(node: &Node<'_>, location: Span) -> TokenStream {
    let mut ident = node.ident.clone();
    ident.set_span(Span::call_site().located_at(location));
    let krate = &node.krate;
    quote!(<#ident as #krate::Validate>)
}

/// Returns the parameters: first the fields without a default, in their order, then the listed
/// ones.
fn parameters<'a>(new: &'a Constructor<'_>) -> Vec<(&'a Ident, TokenStream)> {
    let parameter = |name: &Ident, ty: &Type| match converts(ty) {
        true => quote!(#name: impl ::core::convert::Into<#ty>),
        false => quote!(#name: #ty),
    };
    let is_listed =
        |field: &Ident| new.items.iter().any(|item| matches!(item, NewItem::Field(name) if name == field));
    let own = new.values.iter().filter_map(|(name, ty, source)| match source {
        Source::Parameter(_) if !is_listed(name) => Some((*name, parameter(name, ty))),
        _ => None,
    });
    let listed = new.items.iter().filter_map(|item| match item {
        NewItem::Field(field) => {
            let (name, ty, _) = new.values.iter().find(|(name, ..)| *name == field)?;
            Some((*name, parameter(name, ty)))
        }
        NewItem::Inherited(name, ty) => Some((name, quote!(#name: #ty))),
        NewItem::Fixed(..) => None,
    });
    own.chain(listed).collect()
}

/// Returns a function that computes the default of a field. A default of another type is then the
/// same error as in `#[derive(Reflect)]`, which the compiler shows once.
fn default((name, ty, source): &(&Ident, &Type, Source)) -> Option<TokenStream> {
    let Source::Default(expr) = source else { return None };
    let name = default_name(name);
    Some(quote!(fn #name() -> #ty { #expr }))
}

fn default_name(field: &Ident) -> Ident {
    format_ident!("__default_{}", field.unraw())
}

/// Whether the parameter for a field of this type is `impl Into`. For numbers and `None`, the
/// compiler could not infer the source type of the conversion.
fn converts(ty: &Type) -> bool {
    const PLAIN: [&str; 17] = [
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
        "u128", "usize", "Option",
    ];
    match ty {
        Type::Group(group) => converts(&group.elem),
        Type::Path(path) => {
            let last = path.path.segments.last();
            last.is_some_and(|last| !PLAIN.iter().any(|plain| last.ident == plain))
        }
        _ => false,
    }
}

fn docs(node: &Node<'_>, new: &Constructor<'_>) -> Vec<String> {
    let key = node.attrs.key.as_ref().map_or_else(|| node.ident.to_string(), syn::LitStr::value);
    let mut docs = vec![format!(" Returns a new `{key}`."), String::new()];
    for (name, _, source) in &new.values {
        if let Source::Parameter(doc) = source
            && let Some(first) = doc.split("\n\n").next().filter(|first| !first.is_empty())
        {
            docs.push(format!(" - `{}`: {}", name.unraw(), first.replace('\n', " ")));
        }
    }
    if new.values.iter().any(|(_, _, source)| !matches!(source, Source::Parameter(_))) {
        docs.extend([String::new(), " Every other field has its default.".into()]);
    }
    if node.attrs.validate.is_some() {
        let errors = format!(" If [`validate`]({}::validate) refuses the node.", node.ident);
        docs.extend([String::new(), " # Errors".into(), errors]);
    }
    docs
}
