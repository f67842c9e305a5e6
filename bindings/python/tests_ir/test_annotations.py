"""Tests of the annotations of native classes."""

import typing

import objet


def test_type_hints_of_native_classes():
    assert typing.get_type_hints(objet.IntImm) == {"span": typing.Optional[objet.Span], "dtype": str, "value": int}
    call = typing.get_type_hints(objet.relay.Call)
    assert call["op"] is objet.RelayExpr and call["args"] == objet.Array[objet.RelayExpr]
    assert call["type_args"] == objet.Array[typing.Optional[objet.Type]]
    assert typing.get_type_hints(objet.IRModule)["global_var_map_"] == objet.Map[str, objet.GlobalVar]


def test_every_field_of_every_class_has_a_hint():
    for key, cls in objet._objet.all_classes():
        names = {each["name"] for each in objet._objet.fields(key)}
        assert names <= set(typing.get_type_hints(cls)), key


def test_type_hints_of_a_derived_class():
    @objet.register_object("annotations.Sqrt")
    class Sqrt(objet.PrimExpr):
        operand: objet.PrimExpr

    hints = typing.get_type_hints(Sqrt)
    assert hints["operand"] is objet.PrimExpr and hints["dtype"] is str
    assert [each.name for each in objet.fields(Sqrt)] == ["span", "dtype", "operand"]
