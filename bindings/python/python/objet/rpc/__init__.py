"""Remote sessions: functions, tensors and modules of another process or machine.

``connect`` begins a session with a server: ``Server``, ``objet rpc server``, or TVM's. A
``Tracker`` hands out servers by key. The protocol is that of TVM 0.8.
"""

import os

from .. import _objet

if not hasattr(_objet, "RemoteSession"):
    raise ImportError(f"{_objet.__name__} has no remote sessions: build it with the feature `rpc` of objet-python")

from ..errors import RPCError
from ..nd import Device
from .connection import connection_settings
from .service import Server, Tracker
from .tracker import TrackerClient, connect_tracker


class Session:
    """The functions, modules and devices of a server.

    The session ends with ``close``, at the end of ``with``, or with the last reference to it, to
    its functions, modules or tensors. Requests of several threads are sent one after another.
    """

    def __init__(self, native):
        self._native = native

    @property
    def address(self):
        """The address of the server."""
        return self._native.address

    @property
    def index(self):
        """The index of the session in this process, from 0."""
        return self._native.index

    def get_function(self, name):
        """Returns a global function of the server, as an ordinary function."""
        return self._native.get_function(name)

    def upload(self, path, data=None):
        """Stores a file in the session's directory on the server, under the file's own name.

        With ``data``, the first argument is only the name of the file.
        """
        if data is None:
            with open(path, "rb") as file:
                data = file.read()
        self._native.upload(os.path.basename(path), bytes(data))

    def download(self, name):
        """Returns the content of a file in the session's directory on the server."""
        return self._native.download(name)

    def remove(self, name):
        """Removes a file from the session's directory on the server."""
        self._native.remove(name)

    def load_module(self, name):
        """Loads a module on the server from a file in the session's directory."""
        return self._native.load_module(name)

    def system_lib(self):
        """Returns the module of the functions that are linked into the server."""
        return self._native.system_lib()

    def device(self, kind, index=0):
        """Returns a device of the server by the name or the number of its type."""
        return self._native.device(Device(kind, index))

    def cpu(self, index=0):
        """Returns the host device of the server."""
        return self.device(1, index)

    def cuda(self, index=0):
        """Returns an NVIDIA GPU of the server."""
        return self.device(2, index)

    def time_evaluator(self, name, device=None, *, module=None, number=10, repeat=1, min_repeat_ms=0, before_repeat=""):
        """Returns a callable that times a function on the server.

        The callable takes the arguments of the function. It returns the mean seconds of a run for
        each of the ``repeat`` measurements, like ``objet.time_evaluator``. Without ``module``, the
        function is a global one. ``before_repeat`` names a global function of the server that runs
        before each measurement.
        """
        where = self.cpu() if device is None else device
        timer = self._native.timer(module, name, where, number, repeat, min_repeat_ms, before_repeat)
        return lambda *args: timer.run(args)

    def close(self):
        """Ends the session. Later requests of its functions, modules and tensors are errors."""
        self._native.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return f"Session({self.index} at {self.address})"


def connect(
    address,
    *,
    key="",
    token=None,
    tls=None,
    session_timeout=None,
    connect_timeout=10.0,
    deadline=600.0,
    through=None,
):
    """Connects to a server: ``host:port``. Times are seconds.

    - ``key`` is the match key, which must be the server's.
    - ``token`` is the path of the token file that both sides have.
    - ``tls`` encrypts the connection. It is the path of a PEM file with trusted root certificates,
      or the SHA-256 fingerprint of the server's certificate.
    - The server ends the session after ``session_timeout``.
    - ``deadline`` limits the time for each answer. `None` waits without limit.
    - ``through`` makes the server connect to another server, so that the session works there:
      ``host:port``, or a pair of it and a key.
    """
    settings = connection_settings(token, tls, session_timeout, connect_timeout, deadline, through)
    return Session(_objet.rpc_connect(address, key, settings))


def local():
    """Begins a session in this process, which offers all functions."""
    return Session(_objet.rpc_local())


def make_token(path):
    """Makes a file with a new secret, which only its owner can read.

    An existing file is an error.
    """
    _objet.make_token(path)
