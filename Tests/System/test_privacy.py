"""What a person says stays in the record: none of it comes into the journal, a status or a list
of processes, whoever it was said to and whatever went wrong meanwhile."""

import json
import pathlib
import re
import struct

import small_disk
from conversing import Conversing
from machine import wait_until
from varlink_client import VarlinkError
from web_pages import WebPages

#: What is said, in words and figures that stand nowhere else.
MOOD, CATEGORY, GOAL, SITE = "quillish", "zephyrware", "Okapi fund", "xylem.shop.example"
QUESTION, HEADING, ADVICE = "Was the yak fed?", "Feed the yak", "Ask the yakherd"
AMOUNTS = ("73190.46", "91357.25", "86420.75", "55193.27", "64208.13")
WRONG = "gnomonic"
SAID = (MOOD, CATEGORY, "Okapi", "xylem", "yak", WRONG, *AMOUNTS)
#: What a person says of a wish; a word of its own, not a part of `high_impulse_ratio`.
PURPOSE = re.compile(r"\b(planned|impulse)\b")

UNITS = ("soteriad.service", "soteria-agent.service", "soteria-dashboard.service")

#: With a factor that is true because of a mood.
RULES = f"""\
auto_protection: {{high_risk: {{enabled: false}}}}
risk:
  factors:
    late_night: null
    high_frequency: null
    quillfactor: {{weight: 0.6, when: mood.last == "{MOOD}"}}
check_ins:
  feeding:
    question: {QUESTION}
    blocks: [games]
    on_no: {{block: [games], heading: {HEADING}, suggestions: [{ADVICE}], texts: [Poor yak.]}}
debug: true
"""

WORDS = f"unblock: {{categories: [{CATEGORY}, gift], moods: [{MOOD}, bored]}}\n"

INTENT = {"mood": MOOD, "amount": AMOUNTS[0], "currency": "EUR", "minutes": 17}


class Spoken(Conversing):
    """What is looked at after everything was said."""

    def say(self):
        """The whole conversation over the socket."""
        kept = self.request("impulse", place={"site": SITE}, **INTENT)["request"]
        self.call("org.soteria.unblock.Keep", request=kept)
        self.call("org.soteria.unblock.Attempt", site=SITE)
        opened = self.request("planned", category=CATEGORY, **INTENT)["request"]
        self.confirm(opened)
        self.call("org.soteria.unblock.LogOutcome", request=opened, bought=True,
                  amount=AMOUNTS[1], currency="EUR", regret=3)
        use = self.call("org.soteria.usage.Opened", site=SITE)["use"]
        self.call("org.soteria.usage.Closed", use=use)
        self.wait_until_blocked("shopping")
        window = self.call("org.soteria.protection.Start", target="news", seconds=600,
                           name=GOAL)["id"]
        early = self.request("impulse", place={"protection": window}, **INTENT)["request"]
        wait_until(lambda: self.tried("org.soteria.unblock.Confirm", request=early),
                   what="the early end")
        goal = self.call("org.soteria.goals.Add", name=GOAL, target=AMOUNTS[2], currency="EUR",
                         fromKept=True)["goal"]["goal"]
        for _ in range(2):
            self.call("org.soteria.goals.Contribute", goal=goal, amount=AMOUNTS[3])
        for answer in (False, True):
            self.call("org.soteria.checkin.Answer", checkIn="feeding", yes=answer)
            self.call("org.soteria.checkin.Reset", checkIn="feeding")
        self.call("org.soteria.checkin.Answer", checkIn="feeding", yes=False)

    def tried(self, method, **parameters):
        try:
            self.call(method, **parameters)
            return True
        except VarlinkError:
            return False

    def misspeak(self):
        """Everything wrong: each call is refused, each message closes its connection."""
        unblock, place = "org.soteria.unblock", {"target": "shopping"}
        for method, parameters in (
                (f"{unblock}.Request", {"place": place, "intent": {
                    "purpose": "planned", "category": WRONG}}),
                (f"{unblock}.Request", {"place": place, "intent": {
                    "purpose": "impulse", "mood": WRONG}}),
                (f"{unblock}.Request", {"place": place, "intent": {
                    "purpose": "impulse", "amount": WRONG}}),
                (f"{unblock}.Request", {"place": place, "intent": {"purpose": WRONG}}),
                (f"{unblock}.Request", {"place": {"site": WRONG + " " + AMOUNTS[0]}}),
                (f"{unblock}.LogOutcome", {"request": 1, "bought": True, "amount": WRONG}),
                (f"{unblock}.LogOutcome", {"request": 10 ** 9, "bought": True,
                                           "amount": AMOUNTS[1], "currency": "EUR"}),
                ("org.soteria.goals.Add", {"name": f"{GOAL}\n", "target": "1", "currency": "EUR"}),
                ("org.soteria.goals.Add", {"name": GOAL, "target": WRONG, "currency": WRONG}),
                ("org.soteria.goals.Contribute", {"goal": 10 ** 9, "amount": AMOUNTS[3]}),
                ("org.soteria.checkin.Answer", {"checkIn": WRONG, "yes": True}),
                (f"org.soteria.goals.{WRONG.title()}", {"mood": MOOD}),
                (f"org.{WRONG}.Do", {"amount": AMOUNTS[0]})):
            with self.subTest(method=method, parameters=parameters):
                self.refused(method, **parameters)
        for message in (f'{{"mood":"{MOOD}"}}', f'{{"{WRONG}":1}}', f'{{"{WRONG}":1,"{WRONG}":2}}',
                        f'{MOOD}', f'{{"method":"{WRONG}'):
            with self.connect() as connection:
                connection.send(message.encode())
                self.assertIsNone(connection.receive())
        with self.connect() as connection:
            connection.socket.sendall(f'{{"method":"{MOOD}'.encode())

    def assert_nothing_is_told(self):
        """Nothing of it is in any field of any entry, nor where others could look."""
        lines = self.person.journal("--output", "json", "--all").splitlines()
        ours = [entry for entry in map(json.loads, lines)
                if "soteria" in str(entry.get("_COMM", "")) + str(entry.get("UNIT", ""))
                + str(entry.get("USER_UNIT", "")) + str(entry.get("_EXE", ""))]
        self.assertTrue(any("SOTERIA_DECISION" in entry for entry in ours))
        for entry in ours:
            text = json.dumps(entry, ensure_ascii=False)
            self.assertEqual([word for word in SAID if word in text], [], text)
            own = " ".join(str(value) for key, value in entry.items()
                           if key == "MESSAGE" or key.startswith("SOTERIA_"))
            self.assertIsNone(PURPOSE.search(own), own)
            self.assertNotIn("quillfactor", text)
        self.assertEqual([word for word in SAID if word in "\n".join(lines)], [])
        for unit in UNITS:
            status = self.show("StatusText", unit)
            self.assertEqual([word for word in SAID if word in status], [], status)
            self.assertIsNone(PURPOSE.search(status), status)
            process = int(self.show("MainPID", unit))
            line = process and pathlib.Path(f"/proc/{process}/cmdline").read_text()
            self.assertEqual([word for word in SAID if word in str(line)], [], line)


class Said(Spoken):
    """Over the socket, on the dashboard's pages, through the browsers' host."""

    def setUp(self):
        self.set_rules(more=RULES)
        self.write_rules("words.yaml", WORDS)
        self.call("org.soteria.rules.Reload")

    def test_over_the_socket(self):
        self.say()
        self.misspeak()
        recorded = json.dumps(self.soteria_lines("events", "--limit", "0"), ensure_ascii=False)
        for word in (MOOD, CATEGORY, GOAL, SITE, *AMOUNTS[:4]):
            self.assertIn(word, recorded, "it was said, and the record has it")
        self.assert_nothing_is_told()

    def test_on_the_pages(self):
        pages = WebPages(self.soteria("dashboard", "--print").stdout.strip())
        self.assertEqual(303, pages.post("goals", name=GOAL, amount=AMOUNTS[2], currency="EUR",
                                         by="", kept="yes"))
        self.assertIn(GOAL, pages.get("goals"))
        request = self.request()["request"]
        self.assertEqual(303, pages.post(
            f"pause/{request}/intent", purpose="impulse", mood=MOOD, amount=AMOUNTS[4],
            currency="EUR", minutes="17", category=""))
        self.assertIn("64208.13", json.dumps(self.facts("intentGiven")[-1]))
        for status, page, body in (
                (403, "goals", f"csrf={WRONG}&name={WRONG}&amount={AMOUNTS[0]}"),
                (400, "goals", f"csrf={pages.csrf}&name=%ff{WRONG}"),
                (404, f"goals/{WRONG}/contribute", f"csrf={pages.csrf}&amount={AMOUNTS[0]}")):
            with self.subTest(body):
                self.assertEqual(pages.send(page, body), status)
        self.assertEqual(pages.ask("GET", f"{pages.base}{WRONG}?mood={MOOD}")[0].status, 404)
        self.person.systemctl("stop", "soteriad.service", "soteriad.socket")
        self.addCleanup(self.person.systemctl, "start", "soteriad.socket", "soteriad.service")
        pages.post("goals", name=GOAL, amount=AMOUNTS[2], currency="EUR", by="")
        self.assert_nothing_is_told()

    def test_through_the_browsers_host(self):
        self.person.run("soteria", "browser", "install")
        manifest = next(self.person.home.glob(".config/*/NativeMessagingHosts/*.json"))
        manifest = json.loads(manifest.read_text())
        say = {"id": 1, "method": "org.soteria.unblock.Request", "parameters": {
            "place": {"site": SITE}, "intent": {"purpose": "impulse", **INTENT}}}
        spoken = [json.dumps(say), json.dumps({**say, "id": 2, "method": f"org.{WRONG}.Do"}),
                  json.dumps({"id": 3, WRONG: MOOD}), f'{{"mood": "{MOOD}'.encode()]
        for message in spoken:
            data = message if isinstance(message, bytes) else message.encode()
            with self.subTest(data):
                host = self.person.start(
                    manifest["path"], manifest["allowed_origins"][0], stdin=-1, text=False)
                said, words = host.communicate(struct.pack("=I", len(data)) + data, timeout=20)
                self.assertNotEqual(said + words, b"")
                self.assertEqual([word for word in SAID if word in words.decode()], [])
        self.assert_nothing_is_told()


class SaidToAFullDisk(small_disk.SmallDisk, Spoken):
    """What cannot be recorded is refused, and told to nobody else instead."""

    def test_nothing_is_told_of_what_cannot_be_recorded(self):
        self.set_rules(more=RULES)
        self.write_rules("words.yaml", WORDS)
        self.call("org.soteria.rules.Reload")
        request = self.request("planned", category=CATEGORY, **INTENT)["request"]
        self.fill()
        self.assertFalse(self.call("org.soteria.daemon.GetStatus")["store"]["healthy"])
        for method, parameters in (
                ("org.soteria.unblock.Confirm", {"request": request}),
                ("org.soteria.goals.Add", {"name": GOAL, "target": "1", "currency": "EUR"}),
                ("org.soteria.checkin.Answer", {"checkIn": "feeding", "yes": True})):
            with self.subTest(method):
                error = self.refused(method, **parameters)
                self.assertRegex(error.name, "StoreUnavailable|WaitNotOver")
        self.assertTrue(self.told("store-failing"))
        self.assert_nothing_is_told()
