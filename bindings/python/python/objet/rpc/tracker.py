"""Clients of trackers."""

from .. import _objet
from .connection import connection_settings


class TrackerClient:
    """A connection to a tracker. ``connect_tracker`` makes one."""

    def __init__(self, address, native, token):
        self._address = address
        self._native = native
        self._token = token

    def request(self, key, priority=1, deadline=None, **options):
        """Waits for a server with a key, and begins a session with it.

        Clients with a higher priority come first. ``deadline`` limits the seconds in the queue. If
        the server does not accept the connection, the next one is requested, at most five in all.
        Further options are those of ``objet.rpc.connect``, whose limit for an answer is here called
        ``answer_deadline``.
        """
        from . import Session

        if "answer_deadline" in options:
            options["deadline"] = options.pop("answer_deadline")
        options.setdefault("token", self._token)
        return Session(self._native.request(key, priority, deadline, connection_settings(**options)))

    def summary(self):
        """Returns the queues and the servers of the tracker.

        ``{"queues": {key: {"free": n, "pending": n}}, "servers": [{"key": …, "address": …}]}``
        """
        queues, servers = self._native.summary()
        return {
            "queues": {key: {"free": free, "pending": pending} for key, free, pending in queues},
            "servers": [{"key": key, "address": f"{host}:{port}"} for key, host, port in servers],
        }

    @property
    def address(self):
        """The address of the tracker."""
        return self._address

    def __repr__(self):
        return f"TrackerClient(of {self.address})"


def connect_tracker(address, token=None, *, timeout=10.0):
    """Connects to a tracker: ``host:port``.

    ``token`` is the path of the token file that both sides have. ``timeout`` limits the seconds for
    connecting and for each reply.
    """
    return TrackerClient(address, _objet.RemoteTracker(address, token, timeout), token)
