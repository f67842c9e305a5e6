"""Work on a local Ray of two workers. The tests are skipped with a warning if Ray is missing."""

import os
import warnings

import pytest

import objet
import objet.ray

try:
    import ray
except ImportError:
    why = "objet.ray is not tested: the package `ray` is not installed"
    warnings.warn(why)
    pytest.skip(why, allow_module_level=True)


@pytest.fixture(scope="module", autouse=True)
def cluster():
    environment = {"env_vars": {"PYTHONPATH": os.path.dirname(__file__)}}
    ray.init(num_cpus=2, include_dashboard=False, logging_level="error", runtime_env=environment)
    yield
    ray.shutdown()


def module_of(number):
    x = objet.relay.ir.Var("x", None)
    constant = objet.relay.ir.Constant(objet.nd.array([number, 2.0]))
    return objet.IRModule.from_expr(objet.relay.ir.Function([x], x + constant, None, [], None))


def test_a_pass_is_mapped_over_modules():
    def doubled(module):
        @objet.function_pass(opt_level=1)
        def double(function, module, context):
            return function.replace(body=function.body + function.body)

        return double(module)

    modules = [module_of(float(number)) for number in range(6)]
    for before, after in zip(modules, objet.ray.map(doubled, modules)):
        assert objet.structural_equal(after, doubled(before))
        body = after["main"].body
        assert body.args[0].same_as(body.args[1])


def test_a_function_is_measured_on_the_workers():
    def measured(module):
        seconds = objet.time_evaluator(objet.convert(lambda: len(objet.save_json(module))), repeat=3)()
        return os.getpid(), min(seconds)

    found = objet.ray.map(measured, [module_of(1.0), module_of(2.0)], num_cpus=1)
    assert all(process != os.getpid() and 0 < seconds < 1 for process, seconds in found)


def test_an_error_on_a_worker_is_an_error_here():
    with pytest.raises(ValueError, match="no result"):
        objet.ray.map(fails, [1])
    with pytest.raises(TypeError, match="pass a Python function that makes and runs it"):
        objet.ray.map(objet.convert(lambda x: x), [1])


def fails(module):
    raise ValueError("no result")


def test_servers_are_actors_behind_a_tracker():
    with objet.ray.RpcServers(2, key="board", host="127.0.0.1", imports=["remote_functions"], sessions=1) as servers:
        assert len(set(servers.addresses)) == 2
        client = servers.connect()
        with client.request("board", deadline=30) as first, client.request("board", deadline=30) as second:
            processes = {each.get_function("remote.process")() for each in (first, second)}
            assert len(processes) == 2 and os.getpid() not in processes
            assert min(second.time_evaluator("remote.add", repeat=2)(1, 2)) > 0
            assert {each["key"] for each in client.summary()["servers"]} == {"board"}
        address = servers.tracker
    with pytest.raises(objet.rpc.RPCError):
        objet.rpc.connect_tracker(address)


def test_the_services_of_a_failed_start_are_closed():
    with pytest.raises(Exception, match="without authentication"):
        objet.ray.RpcServers(1, host="0.0.0.0")
