"""Servers and trackers, which run in threads of this process."""

import json
import os
import sys

from .. import _objet


class Tracker:
    """A tracker, which hands out servers by key, until ``close`` or the end of ``with``.

    An address that other machines can reach needs the path of a token file, unless ``insecure``
    insists.
    """

    def __init__(self, host="127.0.0.1", port=0, *, token=None, insecure=False):
        self._service = _objet.TrackerService(host, port, token, insecure)

    @property
    def address(self):
        """The address that the tracker listens on: ``host:port``."""
        return self._service.address

    def close(self):
        """Stops the tracker."""
        self._service.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return f"Tracker(at {self.address})"


class Server:
    """A server, which gives each session a process of its own.

    It serves until ``close`` or the end of ``with``.

    - Clients must give the ``key``, and must have the token in the file ``token``. An address that
      other machines can reach needs a token, unless ``insecure`` insists.
    - ``tracker`` is the address of a tracker at which the server is offered. Clients then need a
      match key of the tracker. ``proxy`` is the address of a proxy to which the server connects
      instead of listening.
    - ``tls`` is a pair of PEM files: the certificate and its key.
    - ``imports`` are Python modules that each session imports. Clients may call the functions that
      these modules register, and the global functions whose names match a pattern in ``allow``,
      where ``*`` is any text.
    - ``workdir`` is the folder for the sessions' directories. At most ``sessions`` clients are
      served at once, and further ones wait.
    - The other options limit a session: ``memory`` and ``disk`` in bytes, ``cpu``, ``idle`` and
      ``call`` in seconds, and the numbers of open ``files`` and of ``processes``. `None` is no
      limit. Drivers of GPUs need ``memory=None``.
    """

    def __init__(
        self,
        host="127.0.0.1",
        port=0,
        *,
        key="",
        tracker=None,
        proxy=None,
        token=None,
        tls=None,
        insecure=False,
        allow=(),
        imports=(),
        workdir=None,
        sessions=None,
        memory=4 << 30,
        disk=1 << 30,
        cpu=3600.0,
        idle=600.0,
        call=600.0,
        files=256,
        processes=64,
    ):
        if not hasattr(_objet, "ServerService"):
            raise OSError("this system cannot serve sessions: run the server on a Unix system")
        for option, given in (("allow", allow), ("imports", imports)):
            if isinstance(given, str):
                raise TypeError(f"{option}: expected a list of strings, found {given!r}")
        about = {"path": [os.path.abspath(folder) for folder in sys.path], "imports": list(imports)}
        self._key = key
        self._service = _objet.ServerService(
            {
                "host": host,
                "port": port,
                "key": key,
                "tracker": tracker,
                "proxy": proxy,
                "token": token,
                "insecure": insecure,
                "tls": tls,
                "allow": list(allow),
                "work_dir": workdir,
                "program": [sys.executable, "-m", "objet.rpc.session", json.dumps(about)],
                "sessions": sessions,
                "memory": memory,
                "disk": disk,
                "files": files,
                "processes": processes,
                "cpu": cpu,
                "idle": idle,
                "call": call,
            }
        )

    @property
    def address(self):
        """The address that the server listens on: ``host:port``. `None` behind a proxy."""
        return self._service.address

    @property
    def key(self):
        """The key that clients must give."""
        return self._key

    def close(self):
        """Ends the sessions and the server, within a second."""
        self._service.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return f"Server(at {self.address})"
