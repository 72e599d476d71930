"""Rule files that are edited and read again, over and over."""

import time

from daemon import Connection
from rules import ONE, OTHER, REFUSED


def reload_rules(run, rules):
    """Half of the reloads by the socket, half by SIGHUP; each tenth is of rules with errors."""
    total = run.asked.reloads
    reloading = Reloading(run, rules)
    for text in (OTHER, ONE):
        reloading.learn(text)
    began, sent, hung_up, refused = time.monotonic(), 0, 0, 0
    settled, warm = min(run.asked.settled, total // 2), None
    course = []
    while sent + hung_up < total:
        number = sent + hung_up
        if number == settled:
            warm = run.daemon.sample()
        if number % max(1, total // 10) == 0:
            course.append((number, run.daemon.sample()["anonymous"]))
        text = REFUSED if number % 10 == 5 else OTHER if number % 2 else ONE
        refused += text is REFUSED
        # In blocks, so that both are there at each of the looks at the memory.
        if number // 500 % 2 == 0:
            reloading.by_call(text)
            sent += 1
        else:
            reloading.by_signal(text)
            hung_up += 1
        if len(run.broken) > 20:
            return
    seconds = time.monotonic() - began
    reloading.connection.socket.close()
    run.wait_for_closing()
    run.row("reloads by the socket, by SIGHUP, of them refused", f"{sent}, {hung_up}, {refused}")
    run.row("reloads a second", f"{total / seconds:.0f}")
    after = run.daemon.sample()
    run.row("reloads: memory of its own by their number", ", ".join(
        f"{number}: {size} KiB" for number, size in [*course, (total, after["anonymous"])]))
    # At the warm-up a connection was open, and the daemon may have been between two watches of its
    # rule files.
    warm["descriptors"] = run.first["descriptors"]
    run.level("reloads", warm, after)


class Reloading:
    """Edits the file, has it read, and looks at what is in force then."""

    def __init__(self, run, rules):
        self.run, self.rules = run, rules
        self.connection = Connection(run.daemon.path)
        self.fingerprints = {}
        self.in_force = None

    def learn(self, text):
        """What a rule set is known by once it is in force."""
        self.rules.edit(text)
        reply = self.connection.call("rules.Reload")
        self.fingerprints[text] = self.in_force = reply["parameters"]["fingerprint"]
        known = set(self.fingerprints.values())
        self.run.expect(len(known) == len(self.fingerprints), "two rule sets are known as one")

    def by_call(self, text):
        self.rules.edit(text)
        reply = self.connection.call("rules.Reload")
        if text is REFUSED:
            refused = reply.get("error") == "org.soteria.rules.RulesRefused"
            self.run.expect(refused, f"rules with errors were not refused: {reply}")
            return
        self.in_force = self.fingerprints[text]
        found = reply.get("parameters", {}).get("fingerprint")
        self.run.expect(found == self.in_force, f"reload: {reply}")

    def by_signal(self, text):
        self.rules.edit(text)
        self.run.expect(self.run.daemon.hang_up(), "SIGHUP: no word of the end of the reload")
        if text is not REFUSED:
            self.in_force = self.fingerprints[text]
        found = self.connection.call("daemon.GetStatus")["parameters"]["rules"]
        self.run.expect(found["refused"] == (text is REFUSED), f"SIGHUP: {found}")
        self.run.expect(self.in_force.startswith(found["fingerprint"]), f"SIGHUP: {found}")
