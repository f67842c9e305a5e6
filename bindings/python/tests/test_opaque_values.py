"""Tests of Python objects without a native form as arguments and results."""

import asyncio
import gc
import weakref

import pytest

import objet
import shapes


class Apple:
    pass


echo = objet.convert(lambda value: value)


@pytest.mark.parametrize("value", [object(), Apple(), {1, 2}, 1j, iter("ab"), slice(1), NotImplemented, ...], ids=repr)
def test_functions_pass_any_object_on(value):
    assert echo(value) is value and echo(value=value) is value
    assert objet.convert(lambda: value)() is value
    assert objet.convert(lambda *values: values[1])(1, value) is value


def test_a_registered_coroutine_function_can_be_awaited():
    @objet.register_func("opaque.later")
    async def later(value):
        await asyncio.sleep(0)
        return value

    apple = Apple()
    assert asyncio.run(objet.opaque.later(apple)) is apple

    @objet.register_func("opaque.numbers")
    async def numbers(count):
        for number in range(count):
            yield number

    async def collected():
        return [number async for number in objet.opaque.numbers(3)]

    assert asyncio.run(collected()) == [0, 1, 2]


def test_native_callers_refuse_them_as_results_of_another_type():
    with pytest.raises(TypeError, match="error while converting the result: expected int"):
        shapes.apply(lambda number: Apple(), 1)


def test_they_are_freed_with_their_last_reference():
    apple = Apple()
    seen = weakref.ref(apple)
    assert echo(apple) is apple
    give = objet.convert(lambda: apple)
    assert give() is apple
    del apple, give
    gc.collect()
    assert seen() is None


def test_parameters_and_containers_of_other_types_refuse_them():
    takes = "cannot be converted to a native value"
    for call in (
        lambda: shapes.add_one(Apple()),
        lambda: shapes.add_one(x=Apple()),
        lambda: shapes.is_circle(Apple()),
        lambda: shapes.apply(Apple(), 1),
        lambda: echo([Apple()]),
        lambda: objet.convert(Apple()),
        lambda: objet.Array([Apple()]),
    ):
        with pytest.raises(TypeError, match=f"an Apple.* {takes}"):
            call()
    with pytest.raises(TypeError, match="shapes.Stack.top: expected shapes.Shape, found Apple"):
        shapes.Stack(top=Apple(), bottom=None)


class NoIndex:
    __index__ = None


class NoTensor:
    __dlpack__ = None


class Named:
    itemsize, name = 4, 5


class Scalar:
    shape, dtype = (), None


class Failing:
    itemsize = 4

    @property
    def name(self):
        raise ValueError("no name")


@pytest.mark.parametrize("of", [NoIndex, NoTensor, Named, Scalar, Failing])
def test_objects_with_some_attributes_of_other_values_are_opaque(of):
    value = of()
    assert echo(value) is value
