//! Attributes of calls and functions: names with values.

use objet::String as Text;
use objet::fields::{FieldKind, ReflectError, Reflection};
use objet::function::RetValue;
use objet::make_node;
use objet::prelude::*;
use objet_ir::attrs::{Attrs, DictAttrs};
use objet_ir::op::Op;

use super::Parser;
use super::definitions::Word;
use super::error::Failed;
use super::literals::Number;
use super::token::Kind;

/// The name of the attribute that tells the type of the attributes of a call.
const TYPE_KEY: &str = "attrs_type_key";

/// The value of an attribute.
#[derive(Debug)]
pub(super) enum Value {
    Number(Number),
    String(String),
    None,
    Object(ObjectRef),
}

/// An attribute with the index of its name.
#[derive(Debug)]
pub(super) struct Attribute<'t> {
    index: usize,
    name: &'t str,
    value: Value,
}

impl Value {
    /// Returns the value as an object of a list or a dictionary.
    fn into_object(self) -> Option<ObjectRef> {
        match self {
            Self::Number(number) => number.to_object(),
            Self::String(text) => Some(Text::from(text).upcast()),
            Self::None => None,
            Self::Object(object) => Some(object),
        }
    }

    /// Returns the value for a field of an attributes node.
    fn into_field(self, kind: FieldKind) -> RetValue {
        match (self, kind) {
            (Self::None, FieldKind::DataType) => DataType::VOID.into(),
            (value, FieldKind::Reference(_)) => value.into_object().into(),
            (Self::Number(Number::Int(_, value)), _) => RetValue::Int(value),
            (Self::Number(Number::Float(_, value)), _) => RetValue::Float(value),
            (Self::String(text), _) => text.into(),
            (value, _) => value.into_object().into(),
        }
    }
}

impl<'t> Parser<'t> {
    /// Whether an attribute begins here.
    pub(super) fn is_at_attribute(&self) -> bool {
        self.cursor.kind().is_word() && self.cursor.second() == Kind::Equal
    }

    /// Parses attributes up to `)`, which is left.
    pub(super) fn attributes(&mut self) -> Result<Vec<Attribute<'t>>, Failed> {
        let mut attributes = Vec::new();
        while self.cursor.kind() != Kind::RightParen {
            if !self.is_at_attribute() {
                return Err(self.cursor.expected("an attribute such as `axis=1`, or `)`"));
            }
            let index = self.cursor.advance();
            self.cursor.advance();
            let (name, value) = (self.cursor.text_at(index), self.attribute_value()?);
            attributes.push(Attribute { index, name, value });
            if !self.cursor.accept(Kind::Comma) && self.cursor.kind() != Kind::RightParen {
                return Err(self.cursor.expected("`,` or `)`"));
            }
        }
        Ok(attributes)
    }

    /// Parses the value of an attribute. Unfinished lists are on a stack.
    fn attribute_value(&mut self) -> Result<Value, Failed> {
        let mut lists: Vec<Vec<Option<ObjectRef>>> = Vec::new();
        loop {
            let mut value = match self.cursor.kind() {
                Kind::LeftBracket => {
                    self.cursor.advance();
                    lists.push(Vec::new());
                    if !self.cursor.accept(Kind::RightBracket) {
                        continue;
                    }
                    let list = lists.pop().unwrap_or_default();
                    Value::Object(Array::from(list).upcast())
                }
                _ => self.single_value()?,
            };
            // The value ends its list, and that one its own list, and so on.
            loop {
                let Some(mut list) = lists.pop() else { return Ok(value) };
                list.push(value.into_object());
                let has_comma = self.cursor.accept(Kind::Comma);
                if self.cursor.accept(Kind::RightBracket) {
                    value = Value::Object(Array::from(list).upcast());
                } else if has_comma {
                    lists.push(list);
                    break;
                } else {
                    return Err(self.cursor.expected("`,` or `]`"));
                }
            }
        }
    }

    fn single_value(&mut self) -> Result<Value, Failed> {
        let index = self.cursor.position();
        match self.cursor.kind() {
            Kind::String => self.string().map(Value::String),
            Kind::Meta => Ok(self.meta_reference()?.map_or(Value::None, Value::Object)),
            Kind::Name if self.cursor.text_at(index) == "None" => {
                self.cursor.advance();
                Ok(Value::None)
            }
            Kind::Global => {
                self.cursor.advance();
                Ok(Value::Object(self.global(index)?.upcast()))
            }
            Kind::Name => {
                self.cursor.advance();
                match self.word(index)? {
                    Word::Operator(op) => Ok(Value::Object(op.upcast())),
                    Word::Constructor(constructor) => Ok(Value::Object(constructor.upcast())),
                    _ => Err(self.cursor.error(index, "expected a value of an attribute".into())),
                }
            }
            _ if self.is_at_number() => self.number().map(Value::Number),
            _ => Err(self.cursor.expected("a value of an attribute: a number, a string, a list or `None`")),
        }
    }

    /// Makes the attributes of a call of `callee`, whose token is at `index`. `op` is the callee if
    /// it is an operator.
    pub(super) fn call_attrs(
        &mut self,
        op: Option<&Op>,
        mut attributes: Vec<Attribute<'t>>,
        index: usize,
    ) -> Result<Option<Attrs>, Failed> {
        let declared = op.map(|op| op.attrs_type_key.load()).filter(|key| !key.is_empty());
        let explicit = attributes.iter().position(|attribute| attribute.name == TYPE_KEY);
        let type_key = match (explicit, declared) {
            (Some(at), _) => {
                let Attribute { index, value, .. } = attributes.remove(at);
                let Value::String(key) = value else {
                    return Err(self.cursor.error(index, format!("expected a string as {TYPE_KEY}")));
                };
                Text::from(key)
            }
            (None, Some(key)) => key,
            (None, None) => match attributes.first() {
                None => return Ok(None),
                Some(Attribute { index, name, .. }) => {
                    let message = format!(
                        "`{name}`: the callee has no attributes, unless {TYPE_KEY}=\"…\" gives their type"
                    );
                    return Err(self.cursor.error(*index, message));
                }
            },
        };
        if type_key == *"DictAttrs" {
            return self.dict_attrs(attributes).map(|attrs| Some(attrs.upcast()));
        }
        let reflection = match Reflection::of_key(&type_key) {
            Ok(reflection) => reflection,
            Err(error) => return Err(self.cursor.error(index, error.to_string())),
        };
        let mut values = Vec::with_capacity(attributes.len());
        let mut places = Vec::with_capacity(attributes.len());
        for Attribute { index, name, value } in attributes {
            match reflection.field(name) {
                Ok(field) => values.push((name, value.into_field(field.kind()))),
                Err(error) => return Err(self.cursor.error(index, error.to_string())),
            }
            places.push((name, index));
        }
        let made = make_node(&type_key, values.iter().map(|(name, value)| (*name, value.as_arg())));
        let error = match made {
            Ok(attrs) => match attrs.downcast::<Attrs>() {
                Ok(attrs) => return Ok(Some(attrs)),
                Err(_) => {
                    let message = format!("{type_key} is no type of attributes");
                    return Err(self.cursor.error(index, message));
                }
            },
            Err(error) => error,
        };
        let place = match &error {
            ReflectError::Value { field, .. } | ReflectError::DuplicateField { field, .. } => {
                places.iter().rev().find(|(name, _)| name == field)
            }
            _ => None,
        };
        Err(self.cursor.error(place.map_or(index, |(_, index)| *index), error.to_string()))
    }

    /// Makes a dictionary of attributes.
    pub(super) fn dict_attrs(&mut self, attributes: Vec<Attribute<'t>>) -> Result<DictAttrs, Failed> {
        let mut attrs = DictAttrs::default();
        for Attribute { index, name, value } in attributes {
            if attrs.dict.contains_key(name) {
                return Err(self.cursor.error(index, format!("the attribute `{name}` has two values")));
            }
            attrs.make_mut().dict.insert(Text::from(name), value.into_object());
        }
        Ok(attrs)
    }
}
