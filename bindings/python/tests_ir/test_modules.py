"""Tests of modules, which are mappings of functions, and of the attributes of functions."""

import copy
import inspect
import pathlib
import pickle
from collections.abc import Mapping

import pytest

import objet

DATA = pathlib.Path("examples/data")
call = objet.get_global_func


@pytest.fixture
def module():
    return objet.load_json((DATA / "mlp_b1.typed.json").read_text())


def test_module_lookup_by_name():
    module = objet.IRModule.from_expr(objet.relay.Tuple([]))
    (main,) = module
    assert (len(module), main.name_hint) == (1, "main") and module[main] is module["main"]
    assert "main" in module and main in module and "nothing" not in module and 5 not in module and None not in module
    for missing, why in (("nothing", 'no function "nothing"'), (objet.GlobalVar("main"), "another GlobalVar")):
        assert missing not in module
        with pytest.raises(KeyError) as error:
            module[missing]
        assert error.value.args == (missing,) and why in str(error.value.__cause__)
    with pytest.raises(TypeError):
        module[5]


def test_the_maps_of_a_module_agree(module):
    (main,) = module
    other = objet.GlobalVar(name_hint="other")
    both = module.replace(functions={main: module[main], other: module[main]})
    assert both["other"].same_as(module["main"]) and sorted(both.global_var_map_) == ["main", "other"]
    assert len(module.replace(functions={})) == 0 and len(module.with_attr("functions", {other: module[main]})) == 1
    assert "def @other" in objet.load_json(objet.save_json(both)).astext()
    wrong = 'functions and the names of the module differ in "main": change both, or add and remove by name'
    with pytest.raises(ValueError, match=wrong):
        module.replace(global_var_map_={})
    with pytest.raises(ValueError, match=wrong):
        module.replace(functions={}, global_var_map_=module.global_var_map_)
    with pytest.raises(ValueError, match=wrong):
        objet.load_json(objet.save_json(module).replace('"keys": [\n        "main"', '"keys": [\n        "Main"'))


def test_modules_are_mappings(module):
    function = module["main"]
    (main,) = module
    assert dict(module) == {main: function} == dict(module.items()) and isinstance(module, Mapping)
    assert list(module.keys()) == [main] and list(module.values()) == [function] and list(module.items()) == [(main, function)]
    assert main in module.keys() and "main" in module.keys() and function in module.values() and ("main", function) in module.items()
    assert module.get("main") is function is module.get(main) and module.get("nothing") is None and module.get("nothing", 3) == 3


def test_functions_of_a_module_may_be_named(module):
    (main,) = module
    both = module.replace(functions={"main": module[main], "other": module[main]})
    assert both["other"].same_as(module[main]) and [var.name_hint for var in both] == ["main", "other"] and main in both
    for given, found in (({3: module[main]}, "expected a GlobalVar as the key, found 3"), ([module[main]], "expected a dict, found list")):
        with pytest.raises(TypeError, match=f"^IRModule.functions: {found}"):
            module.replace(functions=given)
    with pytest.raises(TypeError, match="^IRModule.type_definitions: expected a GlobalTypeVar as the key, found 'List'"):
        module.with_attr("type_definitions", {"List": None})


def test_modules_are_made_from_functions(module):
    (main,), function = module, module["main"]
    made = objet.IRModule({main: function})
    assert made["main"] is function and main in made and objet.structural_equal(made, module)
    assert list(objet.IRModule({"f": function, "g": function}).global_var_map_) == ["f", "g"]
    assert len(objet.IRModule()) == len(objet.IRModule({}, {}, {}, {}, objet.SourceMap({}), None)) == 0
    assert objet.IRModule(module.functions, global_var_map_=module.global_var_map_, attrs=module.attrs)["main"] is function
    for wrong, error, reason in (
        (lambda: objet.IRModule([function]), TypeError, "^IRModule.functions: expected a dict, found list"),
        (lambda: objet.IRModule({3: function}), TypeError, "^IRModule.functions: expected a GlobalVar as the key, found 3"),
        (lambda: objet.IRModule(funcs={}), TypeError, r"^IRModule\(\) got an unexpected keyword argument 'funcs'"),
        (lambda: objet.IRModule({}, {}, {"f": main}), ValueError, 'functions and the names of the module differ in "f"'),
    ):
        with pytest.raises(error, match=reason):
            wrong()
    assert list(inspect.signature(objet.IRModule).parameters)[:2] == ["functions", "type_definitions"]
    for copied in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
        assert objet.structural_equal(copied, made)


def test_copies_that_cannot_be_made_are_type_errors(module):
    x = objet.ops.var("x", ())
    function = objet.relay.Function([x], objet.ops.add(x, x))
    args = function.body.args
    with pytest.raises(TypeError, match="relay.Call.args"):
        copy.deepcopy(function, {id(args): objet.Array(["a", "b"])})
    assert objet.structural_equal(copy.deepcopy(function), function)
    made = objet.IRModule.from_expr(objet.relay.Function([x], x))
    made["main"] = call("ir.BaseFuncWithAttr")(made["main"], "module", made)
    with pytest.raises(TypeError, match="^reference cycle: an object of type "):
        copy.deepcopy(made)


def test_functions_are_set_in_a_module(module):
    (main,), function = module, module["main"]
    made = objet.IRModule()
    held = objet.Array([made])
    made["main"] = function
    made[objet.GlobalVar("other")] = function
    assert held[0]["main"] is function and [var.name_hint for var in made] == ["main", "other"]
    (var, _), other = made, function.replace(body=function.params[0], ret_type=None)
    made["main"] = other
    assert made[var].body.same_as(other.body) and len(made) == 2 and made[var].same_as(made["main"])
    for name, given in ((3, function), ("f", 3), ("f", None)):
        with pytest.raises(TypeError, match="^In function ir.Module_Add: error while converting argument"):
            made[name] = given


def test_methods_of_modules_and_passes_are_those_of_tvm(module):
    function, main = module["main"], module.get_global_var("main")
    made = objet.IRModule.from_expr(function, {"f": function})
    assert [var.name_hint for var in made.get_global_vars()] == ["f", "main"]
    made.update({"g": function})
    made.update(objet.IRModule({"h": function}).functions)
    made.update(objet.IRModule({"i": function}))
    main_of_made = made.get_global_var("main")
    replaced = function.replace(body=function.params[0], ret_type=None)
    made.update({"main": replaced})
    assert made["main"].body.same_as(replaced.body) and made.get_global_var("main").same_as(main_of_made)
    made.update_func(made.get_global_var("g"), other := function.replace(body=function.params[0], ret_type=None))
    assert len(made) == 5 and made["g"].body.same_as(other.body) and module.get_global_vars() == [main]
    with pytest.raises(ValueError, match='^the module has no function "mian", did you mean "main"'):
        module.get_global_var("mian")

    made = objet.IRModule().import_from_std("prelude.rly")
    name, empty, cons = made.get_type("List")
    assert made.get_global_type_var("List").same_as(name) and name in made.get_global_type_vars()
    assert name in made and made[name].constructors == [empty, cons] and made.get_constructor(cons.tag).same_as(cons)
    types = objet.IRModule()
    types[name] = made[name]
    assert types[name].same_as(made[name]) and objet.GlobalTypeVar("List", 0) not in types
    with pytest.raises(KeyError):
        types[objet.GlobalTypeVar("Tree", 0)]

    assert objet.relay._transform.InferType().info.name == "InferType"
    assert objet.transform.PassContext.list_configs()["tir.noalias"]["type"] == "IntImm"
    seen = []
    with objet.transform.PassContext() as context:
        context.override_instruments([call("instrument.PassInstrument")("seen", lambda: seen.append(0))])
        assert seen == [0]


def test_modules_and_attributes_are_merged_with_maps(module):
    (main,), entries = module, objet.Map({"a": "b"})
    assert (entries | module)[main].same_as(module[main]) and (module | entries)["a"] == "b"
    attrs = objet.DictAttrs({"x": "y"})
    assert entries | attrs == {"a": "b", "x": "y"} == attrs | entries


def test_a_copy_of_a_module_changes_alone(module):
    for made in (copy.copy(module), module.replace()):
        assert objet.structural_equal(made, module) and not made.same_as(module)
        made["extra"] = module["main"]
        assert "extra" in made and "extra" not in module

    class Noted(objet.IRModule):
        pass

    noted = Noted({"main": module["main"]})
    noted.note = [1]
    made = copy.copy(noted)
    assert type(made) is Noted and made.note is noted.note and not made.same_as(noted)


def test_attributes_of_functions_are_a_mapping(module):
    assert module["main"].attrs is None
    attrs = objet.ir.BaseFuncWithAttr(module["main"], "Primitive", objet.convert(1)).attrs
    assert isinstance(attrs, Mapping) and attrs["Primitive"] == 1 and attrs.get("x", 2) == 2 and "x" not in attrs
    assert list(attrs) == ["Primitive"] and dict(attrs) == {"Primitive": 1} and len(attrs) == 1
    assert objet.asdict(attrs) == {"__dict__": {"Primitive": 1}}
    with pytest.raises(KeyError):
        attrs["x"]


def test_attributes_of_functions_have_a_function(module):
    with pytest.raises(TypeError, match=r"relay.Function has no field 'Primitive'.*; use objet.ir.BaseFuncWithAttr\(function, 'Primitive', value\)"):
        module["main"].with_attr("Primitive", 1)
    changed = objet.ir.BaseFuncWithAttr(module["main"], "Primitive", objet.IntImm("int32", 1))
    assert objet.ir.BaseFunc_Attrs(changed) is not None and module["main"].with_attr("ret_type", None).ret_type is None
