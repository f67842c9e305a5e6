//! Registration and modification of operators at run time.

use objet::function::{BoxError, RetValue};
use objet::prelude::*;
use objet::{Registry, String, types};

use super::registration::{op_type, relation_name};
use super::{Op, OpError, op_registry};
use crate::attrs::{AttrFieldInfo, Attrs};
use crate::types::{RelationStatus, Type, TypeReporter};

impl Op {
    /// Registers an operator until the process ends. The caller sets its other properties
    /// afterwards. Initially the operator takes any number of inputs and has support level 10.
    ///
    /// # Errors
    /// Fails if an operator has the name already, or in the description of another operator, see
    /// [`register_op!`](crate::register_op).
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
        op_registry::add(name, description).cloned()
    }

    /// Returns the operator `name`, and registers it if necessary.
    ///
    /// # Errors
    /// Fails if the operator was registered at link time with an error: see [`Op::get`].
    pub fn get_or_register(name: &str) -> Result<Self, OpError> {
        match Self::get(name) {
            Err(OpError::Unknown { .. }) => Self::register(name, "").or_else(|error| match error {
                // Another thread has registered the operator in the meantime.
                OpError::Defined { .. } => Self::get(name),
                error => Err(error),
            }),
            found => found,
        }
    }

    /// Adds the description of an input: its name, its type in words, and its meaning. The number
    /// of inputs of a call is set separately by [`set_num_inputs`](Self::set_num_inputs).
    pub fn add_argument(
        &self,
        name: impl Into<String>,
        type_info: impl Into<String>,
        description: impl Into<String>,
    ) {
        let info = AttrFieldInfo::new(name, type_info, description);
        self.arguments.update(|arguments| arguments.push(info));
    }

    /// Sets the number of inputs; -1 means that it varies.
    pub fn set_num_inputs(&self, num_inputs: i32) {
        self.num_inputs.store(num_inputs);
    }

    /// Sets the support level; 1 is the best.
    pub fn set_support_level(&self, support_level: i32) {
        self.support_level.store(support_level);
    }

    /// Sets the type of the operator's attributes: the declared type and that of calls.
    ///
    /// # Errors
    /// Fails if no type has the key.
    pub fn set_attrs_type_key(&self, type_key: &str) -> Result<(), OpError> {
        if types::by_key(type_key).is_none() {
            return Err(OpError::UnknownAttrsType { op: self.name.to_string(), found: type_key.into() });
        }
        self.attrs_type_key.store(type_key.into());
        self.call_attrs_type_key.store(type_key.into());
        Ok(())
    }

    /// Sets the relation between the types of the inputs and the type of the result. The relation
    /// is the global function `tvm.relay.type_relation.` followed by `name`, and covers the current
    /// number of inputs.
    ///
    /// If `infer` is present and the global function does not exist, the function is registered
    /// with `infer` as its implementation. Calls of `infer` pass the types of the inputs and the
    /// attributes. `infer` returns the type of the result, or null if the type cannot be inferred
    /// yet.
    ///
    /// # Errors
    /// Fails if `infer` is absent and the global function does not exist.
    pub fn add_type_relation(&self, name: &str, infer: Option<PackedFunc>) -> Result<(), OpError> {
        let function = relation_name(name);
        match infer {
            // An error means that the function exists already.
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

    /// Removes the value of an attribute from this operator, regardless of its priority level.
    ///
    /// # Errors
    /// Fails in the description of an operator, see [`register_op!`](crate::register_op).
    pub fn reset_attr(&self, attr: &str) -> Result<(), OpError> {
        op_registry::reset_attr(self, attr)
    }

    /// Returns the value of an attribute for this operator, or null if the operator has no value.
    ///
    /// # Errors
    /// Fails if the attribute was never set for any operator.
    pub fn get_attr(&self, attr: &str) -> Result<RetValue, OpError> {
        let names = Self::attr_names();
        if !names.iter().any(|name| name == attr) {
            let nearest = objet::fields::nearest_name(attr, names.iter().map(std::string::String::as_str));
            return Err(OpError::UnknownAttr { found: attr.into(), nearest: nearest.map(Into::into) });
        }
        Ok(Self::get_attr_map::<RetValue>(attr).value(self).cloned().unwrap_or_default())
    }
}

/// Makes a type relation from a function that infers the type of the result from the types of the
/// inputs.
fn relation_of(infer: PackedFunc) -> PackedFunc {
    let relation = move |types: Array<Type>,
                         _num_inputs: i32,
                         attrs: Option<Attrs>,
                         reporter: TypeReporter|
          -> Result<RelationStatus, BoxError> {
        let Some((result, inputs)) = types.split_last() else {
            return Err(
                "the list of types is empty: a type relation needs at least the type of the result".into()
            );
        };
        let inputs: Array<Type> = inputs.iter().cloned().collect();
        let Some(found) = infer.call((&inputs, attrs.as_ref()))?.get::<Option<Type>>()? else {
            return Ok(RelationStatus::NotYet);
        };
        reporter.assign(result, &found)?;
        Ok(RelationStatus::Solved)
    };
    TypedPackedFunc::new(relation).into()
}
