"""Python classes for Rust types, and new types with fields that are declared in Python."""

import dataclasses
import functools
import inspect
import keyword
import sys
import typing

from . import _objet, classes, constructor, hints
from .containers import Array, Map
from .graph import _owners, _unknown_names

_MISSING = inspect.Parameter.empty


class Field(typing.NamedTuple):
    """The arguments of `field`."""

    default: typing.Any
    default_factory: typing.Any = None
    kw_only: bool | None = None
    role: str = "compared"
    doc: str = ""
    aliases: tuple[str, ...] = ()


def field(*, default=_MISSING, default_factory=None, kw_only=None, role="compared", doc="", aliases=()):
    """Declares properties of a field. The result takes the place of the default in the class body.

    A construction from Python that does not pass the field calls ``default_factory``, and so does
    the loading of an object whose file does not have the field. ``kw_only`` makes the field a
    keyword-only parameter of the constructor. ``aliases`` is a former name of the field, or a list
    of names, which files may have in place of the name.

    The ``role`` determines how structural comparison and hashing treat the field: ``"compared"``,
    ``"skipped"``, ``"definition"``, which binds the variables in the field, or ``"scope"``, in
    which they hold.
    """
    if default is not _MISSING and default_factory is not None:
        raise ValueError("a field has both a default and a default_factory: pass one of them")
    if default_factory is not None and not callable(default_factory):
        raise TypeError(f"default_factory: expected a callable, found {default_factory!r}")
    return Field(default, default_factory, kw_only, role, doc, _names(aliases))


def _names(aliases):
    """Returns a tuple of the given name or names."""
    names = (aliases,) if isinstance(aliases, str) else aliases
    if not (isinstance(names, (tuple, list)) and all(isinstance(name, str) for name in names)):
        raise TypeError(f"aliases: expected a string, or a list of strings, found {aliases!r}")
    return tuple(names)


def register_object(key, *, comparison=None, kw_only=False, abstract=False, aliases=(), version=0, upgrade=None):
    """A decorator that makes a class the class of all objects of a type.

    If the type does not exist, it is registered as a child of the type of the base class. The
    annotations of the class declare its fields::

        @objet.register_object("my.Point")
        class Point(objet.Object):
            x: int
            y: int = 0

    The native object contains the fields, after the fields of the base: they are saved, loaded,
    compared and hashed. An object that is passed to Rust and back is an object of this class.

    A declaration may be repeated with other methods by any module. Code that runs again, as in a
    notebook, may also declare a class of the same name in the same module with other fields: new
    objects, also those of files, have the new fields. Existing objects and classes keep theirs.

    Structural comparison treats the objects like objects of the base, or as ``comparison``
    declares: by ``"fields"``, as a ``"free_variable"``, as a ``"graph_node"``, whose sharing is
    compared, or by ``"pointer"``.

    ``kw_only`` makes the declared fields keyword-only parameters of the constructor. An
    ``abstract`` class has no constructor: only registered classes that derive from it have one. A
    construction from Python ends with a call of the method ``__post_init__``, if the class has one.

    ``aliases`` is a former key of the type, or a list of keys, which files may have in place of the
    key. Files state the ``version`` of the fields that the class declares. For each object in a
    file with an older version, ``upgrade(version, attrs)`` gets the version of the file, and a dict
    from the names of the attributes to a `StoredValue` each. It changes the dict to the attributes
    of the current version, and returns nothing. It may set the values that a construction takes.
    """

    if not isinstance(key, str):
        raise TypeError(f'register_object takes the key of a type, as in @objet.register_object("my.Point"), not {key!r}')
    aliases = _names(aliases)
    if not isinstance(version, int) or isinstance(version, bool) or not 0 <= version < 2**32:
        raise ValueError(f"version: expected an integer from 0 to {2**32 - 1}, found {version!r}")
    if upgrade is not None and not callable(upgrade):
        raise TypeError(f"upgrade: expected a callable, found {upgrade!r}")
    if upgrade is not None and version == 0:
        raise ValueError("upgrade: files with an older version need a version above 0, as in version=1")

    def register(cls):
        if not (isinstance(cls, type) and issubclass(cls, _objet.Object)):
            raise TypeError(f"{cls!r} does not derive from objet.Object")
        if "__dataclass_fields__" in vars(cls):
            raise TypeError(f"{cls.__qualname__} is a dataclass, whose __init__ would set the fields of immutable objects: remove @dataclass, since register_object declares the fields")
        before = _class_of(key)
        if before is cls:
            return cls
        if (aliases or version or upgrade or abstract) and before is not None and key not in _owners:
            raise TypeError(f"aliases, version, upgrade and abstract cannot be set for {key}, which is a Rust type: register a derived class with a key of its own")
        if _objet.is_class_of_type(cls):
            raise TypeError(f"a class for {key} must derive from the class of the type or of its parent, but {cls!r} is itself the class of a type")
        frame = sys._getframe(1)
        declared = _declared_fields(cls, kw_only, {} if frame.f_locals is frame.f_globals else frame.f_locals)
        # A class that derives from the class of the type adds methods to it.
        is_again = before is not None and _owners.get(key) == _place(cls) and not issubclass(cls, before)
        given = {"comparison": comparison, "aliases": aliases, "version": version, "upgrade": upgrade}
        if is_again and not declared:
            # A body without fields keeps the fields, and the options that are not given.
            declared, kept = _declarations.get(key, ([], {}))
            given = {**kept, **{name: value for name, value in given.items() if value}}
        made = _constructor(key, cls, declared, before, abstract)
        new = made and constructor.prepare(cls, made)
        functions = _Functions(made, given["upgrade"])
        options = {**given, "doc": inspect.getdoc(cls) or "", "upgrade": given["upgrade"] and functions.convert}
        index = _objet.register_class(key, cls, [each.native(functions) for each in declared], options, is_again)
        if before is None:
            _owners[key] = _place(cls)
        if is_again or before is None:
            _functions.setdefault(index, functions).replace(functions)
            _declarations[key] = declared, given
        if before is not None:
            hints.set_key(before, key)
        hints.set_key(cls, key)
        if made:
            constructor.install(cls, made, new)
            constructor.describe_enums(cls, made)
        about = _infos(cls)
        cls.__signature__ = constructor.signature_of_new(cls) or _signature(about)
        if "__match_args__" not in vars(cls):
            cls.__match_args__ = tuple(each.name for each in about if not each.kw_only and not each.name.startswith("__"))
        classes.place(key, cls, before)
        return cls

    return register


def _init_subclass(cls, **options):
    """Checks and completes a new class, which may be registered later."""
    super(_objet.Object, cls).__init_subclass__(**options)
    _refuse_hidden_fields(cls)
    constructor.note_abstract_methods(cls)
    if cls.__repr__ is not _objet.Object.__repr__ and cls.__str__ is _objet.Object.__str__:
        cls.__str__ = _str
    signature = constructor.signature_of_new(cls) if "__new__" in vars(cls) else None
    if signature and "__signature__" not in vars(cls):
        cls.__signature__ = signature


def _str(self):
    return repr(self)


def _refuse_hidden_fields(cls):
    """Refuses class attributes that would hide fields. Properties and methods may hide them."""
    plain = [name for name, value in vars(cls).items() if not name.startswith("__") and not hasattr(type(value), "__get__")]
    fields = {each["name"] for each in _objet.fields(cls)} if plain else ()
    for name in plain:
        if name in fields:
            raise TypeError(
                f"{cls.__qualname__}.{name} would hide the field of this name, which objects have from the base: "
                f"pass the value of the field in __new__, as in super().__new__(cls, {name}=...), or rename the attribute"
            )


_objet.Object.__init_subclass__ = classmethod(_init_subclass)

# The fields and the options of the last declaration of each type key.
_declarations = {}
# The functions of each definition, by type index.
_functions = {}


class _Functions:
    """The functions of a definition of a type, which loading calls.

    Code that runs again may replace them without defining the type anew.
    """

    def __init__(self, constructor, upgrade):
        self.constructor, self.upgrade = constructor, upgrade

    def replace(self, other):
        """Replaces the functions by those of the same definition."""
        self.constructor, self.upgrade = other.constructor, other.upgrade

    def convert(self, version, attrs):
        """Converts attributes of an older version."""
        returned = self.upgrade(version, attrs)
        if returned is not None:
            raise TypeError(f"the upgrade function must change its second argument and return None, but it returned {returned!r:.64}")
        if self.constructor is not None:
            self.constructor.plain(attrs)

    def default(self, name, is_reference):
        """Returns the value of a field that a file does not have."""
        return self.constructor.made(name, is_reference)


def _place(cls):
    return cls.__module__, cls.__qualname__


def _class_of(key):
    """Returns the class of a type, or ``None`` if the type is not known."""
    try:
        return _objet.class_of_key(key)
    except KeyError:
        return None


class _Declared(typing.NamedTuple):
    """A field that a class declares."""

    name: str
    kind: typing.Any
    nullable: bool
    default: typing.Any
    role: str
    doc: str
    aliases: tuple[str, ...]
    options: constructor.Options

    def native(self, functions):
        """Returns the declaration in the form that the extension module expects."""
        default = None if self.default is _MISSING else (self.default,)
        if_missing = self.options.default_factory and functools.partial(functions.default, self.name, isinstance(self.kind, type))
        return {**self._asdict(), "default": default, "if_missing": if_missing}


def _declared_fields(cls, kw_only, local):
    resolve = hints.resolver(cls, local)
    found = []
    for name, hint in hints.of_class(cls, resolve).items():
        if hint is dataclasses.KW_ONLY:
            kw_only = True
        else:
            found.append(_declared(cls, name, hint, resolve, kw_only))
    return found


def _declared(cls, name, hint, resolve, kw_only):
    place = f"{cls.__qualname__}.{name}"
    if name.startswith("__") or name in dir(_objet.Object):
        raise TypeError(f"{place} cannot be a field: all objects have an attribute of that name (declare other attributes as typing.ClassVar)")
    if keyword.iskeyword(name):
        raise TypeError(f"{place} cannot be a field: {name!r} is a keyword of Python, so that no call can pass the field by name")
    given = vars(cls).get(name, _MISSING)
    if isinstance(given, dataclasses.Field):
        raise TypeError(f"{place}: dataclasses.field does not declare a field of an object (use objet.field)")
    about = given if isinstance(given, Field) else Field(given)
    kind, nullable, doc = hints.kind(hint, place)
    nullable = nullable or about.default is None
    if kind is cls:
        # The class is not registered yet, so a native check would name its base.
        kind = _objet.Object
    if nullable and kind == "bytes":
        raise TypeError(f"{place}: a field of bytes cannot be None: declare it as bytes, with b'' as the default")
    if nullable and kind in hints.BOXED:
        kind = _objet.class_of_key(hints.BOXED[kind])
    options = constructor.Options(
        kw_only if about.kw_only is None else about.kw_only,
        about.default_factory,
        hints.enum_of(hint),
        hints.check_of_field(hint, resolve, place),
        hints.has_values(hint),
    )
    default = about.default
    if options.enum is not None:
        default = options.plain(default)
    if default is not _MISSING:
        options.check_default(default, isinstance(kind, type), f"the default of {place}")
    return _Declared(name, kind, nullable, default, about.role, about.doc or doc, about.aliases, options)


def _constructor(key, cls, declared, before, abstract):
    """Returns the constructor of a class, or `None` if the native one suffices."""
    inherited = constructor.of_class(cls)
    again = before and constructor.of_class(before)
    options = {**(inherited.options if inherited else {}), **(again.options if again and not declared else {})}
    options.update((each.name, each.options) for each in declared if each.options != constructor.Options())
    has_hooks = hasattr(cls, "__post_init__") or bool(getattr(cls, "__abstractmethods__", ()))
    if not (inherited or options or has_hooks or abstract):
        return None
    above = [each["name"] for each in _objet.fields(cls)]
    names = above + [each.name for each in declared if each.name not in above]
    if before and not declared:
        names = [each["name"] for each in _objet.fields(before)]
    return constructor.Constructor(key, names, options, abstract)


class FieldInfo(typing.NamedTuple):
    """A description of a field."""

    name: str
    type: str
    """The type of the native field: a plain Python type, or the key of a type."""
    required: bool
    """Whether a construction must pass the field."""
    default: typing.Any
    """The value of a field that is not passed, or `None`."""
    default_factory: typing.Any
    kw_only: bool
    nullable: bool
    doc: str
    aliases: tuple[str, ...] = ()
    """The former names, which files may have in place of the name."""


def fields(cls):
    """Returns descriptions of the fields of a class or an object, in the order of construction.

    The fields of the base come first. A node of an unknown type has the attributes of its file.
    """
    if not isinstance(cls, type):
        if isinstance(cls, _objet.Object) and (names := _unknown_names(cls)) is not None:
            return tuple(FieldInfo(name, "object", True, None, None, False, True, "") for name in names)
        cls = type(cls)
    if not issubclass(cls, _objet.Object):
        raise TypeError(f"fields takes an object or a class that derives from objet.Object, found {cls!r}")
    return _infos(cls)


_PLAIN = {key: plain for plain, key in hints.BOXED.items()}


def _infos(cls):
    made, found = constructor.of_class(cls), []
    for each in _objet.fields(cls):
        options = made and made.options.get(each["name"]) or constructor.Options()
        default = each.get("default")
        if options.enum is not None and default is not None:
            default = options.enum(default)
        found.append(
            FieldInfo(
                each["name"],
                _PLAIN.get(each["kind"], each["kind"]),
                each["required"] and options.default_factory is None,
                default,
                options.default_factory,
                options.kw_only,
                each["nullable"],
                each["doc"],
                tuple(each["aliases"]),
            )
        )
    return tuple(found)


def asdict(obj):
    """Returns the fields of an object as a dict from names to values.

    Objects of types that Python code has declared become dicts at any depth, arrays become lists,
    and maps become dicts. Numbers in arrays and maps are plain numbers. All other objects are the
    same objects. An object that several objects refer to has a dict for each of them.
    """
    if not isinstance(obj, _objet.Object) or not (obj.type_key in _owners or fields(obj)):
        raise TypeError(f"asdict takes an object with fields, found {type(obj).__qualname__}")
    # The stack holds the values that are not converted yet, so the depth is not limited.
    result = {}
    stack = [(result, None, obj)]
    while stack:
        target, index, value = stack.pop()
        if isinstance(value, Array):
            parts = list(enumerate(map(hints.plain_item, value)))
            made = [None] * len(parts)
        elif isinstance(value, Map):
            parts = [(hints.plain_item(key), hints.plain_item(item)) for key, item in value.items()]
            made = dict(parts)
        elif value is obj or isinstance(value, _objet.Object) and value.type_key in _owners:
            names = _unknown_names(value) or [each["name"] for each in _objet.fields(type(value))]
            parts = [(name, _field_value(value, name)) for name in names]
            made = dict(parts)
        else:
            target[index] = value
            continue
        target[index] = made
        stack.extend((made, index, part) for index, part in parts)
    return result[None]


def _field_value(obj, name):
    # Python objects have attributes such as `__dict__` of their own.
    return _objet.get_attr(obj, name) if name.startswith("__") and not _objet.is_unknown(obj) else getattr(obj, name)


class _Factory:
    """The default of a parameter whose field has a default factory."""

    def __repr__(self):
        return "<factory>"


_FACTORY = _Factory()


def _signature(about):
    """Returns the signature of the constructor of a type.

    The parameters from the first one without a default that follows one with a default are
    keyword-only.
    """
    positional, named, has_default, is_named = [], [], False, False
    for each in about:
        default = _MISSING if each.required else _FACTORY if each.default_factory else each.default
        if not each.kw_only:
            is_named = is_named or has_default and default is _MISSING
            has_default = has_default or default is not _MISSING
        if not each.name.isidentifier():
            continue
        if each.kw_only or is_named:
            named.append(inspect.Parameter(each.name, inspect.Parameter.KEYWORD_ONLY, default=default))
        else:
            positional.append(inspect.Parameter(each.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default))
    return inspect.Signature(positional + named)
