"""Times peers on a list of domains: sites.py LIST HITS MISSES.

LIST, HITS and MISSES are files with a name a line. Prints a line for each peer, with tabs between:
its name, nanoseconds to load the list, bytes of memory a domain, and nanoseconds to look up a host
that is in the list and one that is not (medians of five runs).
"""
import gc
import importlib.metadata
import os
import re
import statistics
import sys
import time

#: Beyond so many alternatives the expression takes minutes to be compiled.
ALTERNATIVES = 10_000


def resident():
    """How many bytes of memory this process has."""
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def measure(name, domains, make, hosts, count):
    """Makes a matcher of the domains and prints what it takes, for so many hosts of each kind."""
    before = resident()
    start = time.perf_counter_ns()
    matches = make(domains)
    loaded = time.perf_counter_ns() - start
    memory = resident() - before
    times = []
    for kind, is_hit in zip(hosts, (True, False)):
        some = kind[:count]
        for host in some[:10]:
            assert matches(host) == is_hit, (name, host)
        runs = []
        for _ in range(5):
            start = time.perf_counter_ns()
            for host in some:
                matches(host)
            runs.append((time.perf_counter_ns() - start) / len(some))
        times.append(statistics.median(runs))
    print(name, loaded, memory / len(domains), *times, sep="\t", flush=True)


def python_set(domains):
    names = {domain.lower() for domain in domains}

    def matches(host):
        while host:
            if host in names:
                return True
            host = host.partition(".")[2]
        return False
    return matches


def adblock_rust(domains):
    import adblock

    filters = adblock.FilterSet()
    filters.add_filters([f"||{domain}^" for domain in domains])
    engine = adblock.Engine(filters)

    def matches(host):
        url = f"https://{host}/"
        return engine.check_network_urls(url, url, "document").matched
    return matches


def expression(domains):
    """As add-ons do it whose block list is one regular expression."""
    search = re.compile(r"(?:^|\.)(?:" + "|".join(map(re.escape, domains)) + r")$").search
    return lambda host: search(host) is not None


def main():
    domains, *hosts = (open(path, encoding="ascii").read().split() for path in sys.argv[1:])
    measure("Python's set", domains, python_set, hosts, 100_000)
    some = domains[:ALTERNATIVES]
    measure(f"one regular expression of Python's for {len(some):,} of them", some, expression,
            (["www." + domain for domain in some], hosts[1]), 20)
    try:
        version = importlib.metadata.version("adblock")
    except importlib.metadata.PackageNotFoundError:
        print("adblock-rust\tnot to be had here")
        return
    measure(f"adblock-rust (adblock {version})", domains, adblock_rust, hosts, 10_000)


main()
