"""Times peers on conditions: {"conditions": [...], "values": {"a.b": 1}, "durations": {"c": 60}}.

Prints a line for each peer, with tabs between: its name and version, the nanoseconds for all the
conditions once (the median of several runs), and how many of them came out true.
"""
import datetime
import importlib.metadata
import json
import statistics
import sys
import time

work = json.load(sys.stdin)


def nested(values):
    """{"a.b": 1} as {"a": {"b": 1}}."""
    root = {}
    for name, value in values.items():
        *path, last = name.split(".")
        place = root
        for part in path:
            place = place.setdefault(part, {})
        place[last] = value
    return root


def spans():
    return {name: datetime.timedelta(seconds=value) for name, value in work["durations"].items()}


def rust():
    import cel

    context = cel.Context(nested({**work["values"], **spans()}))
    programs = [cel.compile(condition) for condition in work["conditions"]]
    return lambda: [program.execute(context) for program in programs]


def python():
    import celpy

    values = {**work["values"], **spans()}
    types = {bool: celpy.celtypes.BoolType, int: celpy.celtypes.IntType,
             float: celpy.celtypes.DoubleType, datetime.timedelta: celpy.celtypes.DurationType}
    typed = {name: types[type(value)](value) for name, value in values.items()}
    env = celpy.Environment()
    programs = [env.program(env.compile(condition)) for condition in work["conditions"]]
    activation = {name: mapped(value) for name, value in nested(typed).items()}
    return lambda: [program.evaluate(activation) for program in programs]


def mapped(values):
    import celpy

    return celpy.celtypes.MapType(
        {celpy.celtypes.StringType(name): value for name, value in values.items()})


def measure(package, make, count):
    try:
        version = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        print(f"{package}\tnot to be had here")
        return
    evaluate = make()
    trues = sum(bool(result) for result in evaluate())
    figures = []
    for _ in range(9):
        start = time.perf_counter_ns()
        for _ in range(count):
            evaluate()
        figures.append((time.perf_counter_ns() - start) / count)
    print(f"{package} {version}\t{statistics.median(figures):.0f}\t{trues}")


# The first is the Rust crate `cel`, called from Python.
measure("common-expression-language", rust, 2000)
measure("cel-python", python, 20)
