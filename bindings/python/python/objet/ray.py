"""Work on a cluster of Ray: functions mapped over modules, and servers of remote sessions.

Ray is the optional extra ``objet[ray]``. It places the work and starts the processes. Objects
travel as the pickles of ``objet.dumps``, which preserve sharing.
"""

import importlib
import os
import pickle

from . import rpc
from .pickling import dumps


def _ray():
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise ImportError("objet.ray needs the package `ray`: run `pip install 'objet[ray]'`") from error


def map(function, modules, **options):
    """Calls a function with each of the modules on the cluster. Returns the results, in order.

    The function runs a pass, or measures, for example by ``objet.time_evaluator``. Ray sends it, so
    a pass that is written in Python is made inside of it or imported by it. Modules and results are
    values that ``objet.dumps`` pickles. ``options`` are those of a Ray task, such as
    ``num_cpus=2`` or ``resources={"board": 1}``.
    """
    ray = _ray()
    task = ray.remote(_call)
    task = task.options(**options) if options else task
    try:
        sent = ray.put(function)
    except TypeError as error:
        message = f"cannot send {function!r} to the cluster: pass a Python function that makes and runs it"
        raise TypeError(message) from error
    return [pickle.loads(result) for result in ray.get([task.remote(sent, dumps(module)) for module in modules])]


def _call(function, module):
    """Runs on a worker."""
    return dumps(function(pickle.loads(module)))


class _Service:
    """A server or a tracker in a process of the cluster."""

    def __init__(self, kind, host, options):
        self._service = getattr(rpc, kind)(host or _ray().util.get_node_ip_address(), **options)

    def address(self):
        return self._service.address

    def close(self):
        self._service.close()


class RpcServers:
    """Servers of remote sessions as Ray actors, until ``close`` or the end of ``with``.

    The servers are offered at the tracker at the address ``tracker``. Without one, another actor is
    the tracker. ``connect`` returns a client of it.

    Each server listens on the address of its node, or on ``host``. An address that other machines
    can reach needs the path of a token file, which is on all nodes. ``actor`` has the options of a
    Ray actor, such as ``{"resources": {"board": 1}}``. Further options are those of
    ``objet.rpc.Server``.
    """

    def __init__(self, n, *, key="", tracker=None, token=None, host=None, insecure=False, actor=None, **options):
        ray = _ray()
        kind = ray.remote(_Service)
        own = {"token": None if token is None else os.fspath(token), "insecure": insecure}
        self._actors = []
        self._token = token
        self.key = key
        try:
            if tracker is None:
                self._actors.append(kind.options(num_cpus=0).remote("Tracker", host, own))
                tracker = ray.get(self._actors[0].address.remote())
            self.tracker = tracker
            options.update(own, key=key, tracker=tracker)
            servers = [kind.options(**(actor or {})).remote("Server", host, options) for _ in range(n)]
            self._actors += servers
            self.addresses = ray.get([server.address.remote() for server in servers])
        except BaseException:
            self.close()
            raise

    def connect(self):
        """Returns a client of the tracker, which requests sessions by key."""
        return rpc.connect_tracker(self.tracker, self._token)

    def close(self):
        """Ends the sessions, the servers, and the tracker if it belongs to them."""
        ray = _ray()
        actors, self._actors = self._actors[::-1], []
        if actors:
            ray.wait([actor.close.remote() for actor in actors], num_returns=len(actors), timeout=10)
        for actor in actors:
            ray.kill(actor)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
