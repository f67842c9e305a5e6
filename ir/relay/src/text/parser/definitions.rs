//! The names of a module: functions, types and constructors, and those of operators.

use foldhash::{HashMap, HashMapExt};

use objet::String as Text;
use objet::fields::nearest_name;
use objet_ir::adt::Constructor;
use objet_ir::expr::GlobalVar;
use objet_ir::module::IRModule;
use objet_ir::op::{Op, OpError};
use objet_ir::types::{GlobalTypeVar, TypeKind};

use super::Parser;
use super::error::Failed;

/// The definitions that a text can refer to.
#[derive(Debug)]
pub(super) struct Definitions<'t> {
    pub(super) functions: HashMap<Text, GlobalVar>,
    pub(super) types: HashMap<Text, GlobalTypeVar>,
    pub(super) constructors: HashMap<Text, Constructor>,
    /// The words that were looked up.
    words: HashMap<&'t str, Word>,
    /// Whether a reference to an unknown function or type is valid, as in an expression that
    /// belongs to no module.
    pub(super) is_open: bool,
}

/// The meaning of a name in an expression.
#[derive(Clone, Debug)]
pub(super) enum Word {
    Operator(Op),
    Constructor(Constructor),
    RefCreate,
    RefRead,
    RefWrite,
}

impl Definitions<'_> {
    pub(super) fn new(is_open: bool) -> Self {
        let (functions, types, constructors) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { functions, types, constructors, words: HashMap::new(), is_open }
    }

    /// Adds the definitions of a module.
    pub(super) fn add(&mut self, module: &IRModule) {
        let vars = module.global_var_map.load();
        self.functions.extend(vars.iter().map(|(name, var)| (name.clone(), var.clone())));
        let vars = module.global_type_var_map.load();
        self.types.extend(vars.iter().map(|(name, var)| (name.clone(), var.clone())));
        for definition in module.type_definitions.load().values() {
            let constructors = definition.constructors.iter();
            self.constructors
                .extend(constructors.map(|constructor| (constructor.name_hint.clone(), constructor.clone())));
        }
    }

    pub(super) fn has_type(&self, name: &str) -> bool {
        self.types.contains_key(name)
    }
}

impl<'t> Parser<'t> {
    /// Returns the global variable of a token.
    pub(super) fn global(&mut self, index: usize) -> Result<GlobalVar, Failed> {
        let name = &self.cursor.text_at(index)[1..];
        let functions = &mut self.definitions.functions;
        if let Some(var) = functions.get(name) {
            return Ok(var.clone());
        }
        if self.definitions.is_open {
            let var = GlobalVar::new(name);
            functions.insert(name.into(), var.clone());
            return Ok(var);
        }
        let nearest = nearest_name(name, functions.keys().map(Text::as_str));
        let hint = did_you_mean('@', nearest);
        Err(self.cursor.error(index, format!("the module has no function `@{name}`{hint}")))
    }

    /// Returns the algebraic data type of a token.
    pub(super) fn adt(&mut self, index: usize) -> Result<GlobalTypeVar, Failed> {
        let name = self.cursor.text_at(index);
        let types = &mut self.definitions.types;
        if let Some(var) = types.get(name) {
            return Ok(var.clone());
        }
        if self.definitions.is_open {
            let var = GlobalTypeVar::new(name, TypeKind::AdtHandle, None);
            types.insert(name.into(), var.clone());
            return Ok(var);
        }
        let bound = self.type_vars.bound();
        let nearest = nearest_name(name, types.keys().map(Text::as_str).chain(bound));
        let hint = did_you_mean("", nearest);
        Err(self.cursor.error(index, format!("there is no type `{name}`{hint}")))
    }

    /// Returns the constructor of a token.
    pub(super) fn constructor(&mut self, index: usize) -> Result<Constructor, Failed> {
        let name = self.cursor.text_at(index);
        let constructors = &self.definitions.constructors;
        if let Some(constructor) = constructors.get(name) {
            return Ok(constructor.clone());
        }
        let nearest = nearest_name(name, constructors.keys().map(Text::as_str));
        let hint = did_you_mean("", nearest);
        Err(self.cursor.error(index, format!("there is no constructor `{name}`{hint}")))
    }

    /// Returns the meaning of a name in an expression.
    pub(super) fn word(&mut self, index: usize) -> Result<Word, Failed> {
        let name = self.cursor.text_at(index);
        if let Some(word) = self.definitions.words.get(name) {
            return Ok(word.clone());
        }
        let word = match (self.definitions.constructors.get(name), name) {
            (Some(constructor), _) => Word::Constructor(constructor.clone()),
            (None, "ref") => Word::RefCreate,
            (None, "ref_read") => Word::RefRead,
            (None, "ref_write") => Word::RefWrite,
            _ => Word::Operator(Op::get(name).map_err(|error| self.unknown_word(index, name, error))?),
        };
        self.definitions.words.insert(name, word.clone());
        Ok(word)
    }

    #[cold]
    fn unknown_word(&mut self, index: usize, name: &str, error: OpError) -> Failed {
        let OpError::Unknown { nearest, .. } = error else {
            return self.cursor.error(index, error.to_string());
        };
        let constructors = self.definitions.constructors.keys();
        let nearest = nearest_name(name, constructors.map(Text::as_str).chain(nearest));
        let hint = did_you_mean("", nearest);
        self.cursor.error(index, format!("there is no operator and no constructor `{name}`{hint}"))
    }
}

/// Returns the suggestion of an error about an unknown name.
pub(super) fn did_you_mean(sigil: impl std::fmt::Display, nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean `{sigil}{name}`?"))
}
