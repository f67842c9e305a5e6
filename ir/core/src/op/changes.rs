//! Operators that are registered, and told about, while the program runs.

use objet::prelude::*;
use objet::{BoxError, Registry, RetValue, String, types};

use super::registration::{op_type, relation_name};
use super::{Op, OpError, registry};
use crate::attrs::{AttrFieldInfo, Attrs};
use crate::types::{Type, TypeReporter};

impl Op {
    /// Registers an operator, for as long as the program runs. All else is told of it later: as it is, it takes any number of inputs,
    /// and is supported at level 10.
    ///
    /// # Errors
    /// If there is an operator of that name; or while another one is described, see [`register_op!`](crate::register_op).
    ///
    /// ```
    /// use objet_ir::op::Op;
    ///
    /// let twice = Op::register("doc.twice", "Adds a tensor to itself.")?;
    /// twice.add_argument("data", "Tensor", "The tensor.");
    /// twice.set_num_inputs(1);
    /// assert_eq!(Op::get("doc.twice")?.num_inputs.load(), 1);
    /// assert!(Op::register("doc.twice", "").is_err());
    /// # Ok::<(), objet_ir::op::OpError>(())
    /// ```
    pub fn register(name: &str, description: &str) -> Result<Self, OpError> {
        registry::add(name, description).cloned()
    }

    /// The operator of that name, which is registered if it is not yet.
    ///
    /// # Errors
    /// If it was registered at link time, but is none: see [`Op::get`].
    pub fn get_or_register(name: &str) -> Result<Self, OpError> {
        match Self::get(name) {
            Err(OpError::Unknown { .. }) => Self::register(name, "").or_else(|error| match error {
                // Another thread has registered it meanwhile.
                OpError::Defined { .. } => Self::get(name),
                error => Err(error),
            }),
            found => found,
        }
    }

    /// Tells of one more input: its name, its type in words, and what it is. How many there are in a call,
    /// [`set_num_inputs`](Self::set_num_inputs) says.
    pub fn add_argument(
        &self,
        name: impl Into<String>,
        type_info: impl Into<String>,
        description: impl Into<String>,
    ) {
        let info = AttrFieldInfo::new(name, type_info, description);
        self.arguments.update(|arguments| arguments.push(info));
    }

    /// Says how many inputs it has; -1 if that depends.
    pub fn set_num_inputs(&self, num_inputs: i32) {
        self.num_inputs.store(num_inputs);
    }

    /// Says how well it is supported, 1 being best.
    pub fn set_support_level(&self, support_level: i32) {
        self.support_level.store(support_level);
    }

    /// Says of which type its attributes are.
    ///
    /// # Errors
    /// If there is no type of that key.
    pub fn set_attrs_type_key(&self, type_key: &str) -> Result<(), OpError> {
        if types::by_key(type_key).is_none() {
            return Err(OpError::UnknownAttrsType { op: self.name.to_string(), found: type_key.into() });
        }
        self.attrs_type_key.store(type_key.into());
        Ok(())
    }

    /// Gives it a relation between the types of its inputs, as many as it has by now, and of its result: the global function
    /// `tvm.relay.type_relation.` and this name.
    ///
    /// With `infer`, that function is made of it, unless there is one: it is called with the types of the inputs and the attributes,
    /// and gives the type of the result, or null if that does not follow yet.
    ///
    /// # Errors
    /// Without `infer`, if there is no such function.
    pub fn add_type_relation(&self, name: &str, infer: Option<PackedFunc>) -> Result<(), OpError> {
        let function = relation_name(name);
        match infer {
            // An error says that there is one.
            Some(infer) => _ = Registry::register(&function, relation_of(infer)),
            None => {
                let unknown = |source| OpError::UnknownRelation { op: self.name.to_string(), source };
                Registry::expect(&function).map_err(unknown)?;
            }
        }
        let inputs = usize::try_from(self.num_inputs.load()).unwrap_or_default();
        self.op_type.store(Some(op_type(name, inputs)));
        Ok(())
    }

    /// Takes the value for an attribute from this operator, whatever its priority level.
    ///
    /// # Errors
    /// While an operator is described, see [`register_op!`](crate::register_op).
    pub fn reset_attr(&self, attr: &str) -> Result<(), OpError> {
        registry::reset_attr(self, attr)
    }

    /// The value that this operator has for an attribute; null if it has none.
    ///
    /// # Errors
    /// If no operator has, or had, a value for the attribute.
    pub fn get_attr(&self, attr: &str) -> Result<RetValue, OpError> {
        let names = Self::attr_names();
        if !names.iter().any(|name| name == attr) {
            let nearest = objet::nearest_name(attr, names.iter().map(std::string::String::as_str));
            return Err(OpError::UnknownAttr { found: attr.into(), nearest: nearest.map(Into::into) });
        }
        Ok(Self::get_attr_map::<RetValue>(attr).value(self).cloned().unwrap_or_default())
    }
}

/// A type relation of what infers the type of the result from those of the inputs.
fn relation_of(infer: PackedFunc) -> PackedFunc {
    let relation = move |types: Array<Type>,
                         _num_inputs: i32,
                         attrs: Option<Attrs>,
                         reporter: TypeReporter|
          -> Result<bool, BoxError> {
        let Some((result, inputs)) = types.split_last() else {
            return Err("expected the types of the inputs and of the result, found none".into());
        };
        let inputs: Array<Type> = inputs.iter().map(|ty| reporter.resolve(ty)).collect();
        let Some(found) = infer.call((&inputs, attrs.as_ref()))?.get::<Option<Type>>()? else {
            return Ok(false);
        };
        reporter.assign(result, &found)?;
        Ok(true)
    };
    TypedPackedFunc::new(relation).into()
}
