"""Functions that the servers of the tests offer."""

import os
import threading

import numpy as np

import objet

objet.register_func("remote.add", lambda lhs, rhs: lhs + rhs)
objet.register_func("remote.echo", lambda value: value)
objet.register_func("remote.apply", lambda function, value: function(value))
objet.register_func("remote.process", os.getpid)
objet.register_func("remote.folder", os.getcwd)
objet.register_func("remote.hang", lambda: threading.Event().wait())
objet.register_func("remote.range", lambda count: objet.nd.array(np.arange(count)))


@objet.register_func("remote.double")
def double(tensor):
    return objet.nd.array(2 * tensor.numpy())


@objet.register_func("remote.adder")
def adder(number):
    return objet.convert(lambda value: value + number)


@objet.register_func("remote.fail")
def fail(text):
    raise ValueError(text)
