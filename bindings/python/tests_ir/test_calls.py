"""Tests of calls of Relay and TIR functions."""

import pytest

import objet


def test_missing_arguments_are_null_and_the_function_runs_once():
    evaluate, seen = objet.tir.Evaluate(objet.convert(1)), []

    def note(node):
        seen.append(node)

    objet.tir.IRTransform(evaluate, note, None, None)
    whole = list(seen)
    assert whole and len(set(whole)) == len(whole)
    for left_out in ((note,), (note, None)):
        seen.clear()
        objet.tir.IRTransform(evaluate, *left_out)
        assert seen == whole
    seen.clear()
    objet.tir.IRTransform(evaluate, postorder=note)
    assert set(seen) == set(whole) and len(seen) == len(whole)


def test_a_function_that_fails_is_not_run_again():
    seen = []

    def fail(node):
        seen.append(node)
        raise TypeError("Function expects 4 arguments, but 2 were provided")

    with pytest.raises(TypeError, match="but 2 were provided"):
        objet.tir.IRTransform(objet.tir.Evaluate(objet.convert(1)), fail)
    assert len(seen) == 1


def test_errors_of_passes_name_the_function():
    module = objet.IRModule.from_expr(objet.relay.Tuple(fields=[]))

    @objet.function_pass(opt_level=0)
    def misled(function, module, context):
        return 3

    with pytest.raises(TypeError, match="In function misled: .*: expected relay.Function, found int"):
        misled(module)


def test_messages_use_public_names_of_pass_methods():
    with pytest.raises(TypeError, match=r"^__call__\(\) missing 1 required positional argument: 'module'"):
        objet.relay._transform.ToANormalForm()()
