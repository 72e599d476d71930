"""The JSON Schema of the rule files, held against a validator that others wrote."""

import json
import subprocess
import unittest

import installed
from machine import BINARIES, CLIENTS, SOURCE

PYTHON = CLIENTS / "venv/bin/python"

#: What holds a target, for files about something else.
SHOP = "targets: {shop: {sites: [shop.example]}}\n"


def schedule(text):
    return SHOP + "quiet_hours: {nights: {block: [shop], ranges: [" + text + "]}}\n"


def budget(text):
    return SHOP + "budgets: {shop: {target: shop, limit: 45m, " + text + "}}\n"


#: Files that are right, each for a reason of its own.
GOOD = {
    "part-of-a-default": "auto_protection: {high_risk: {enabled: false}}\n",
    "removed": "auto_protection: {high_risk: null}\nrisk: {factors: {weekend: null}}\n",
    "two-levels": "risk: {levels: {moderate: 0.5}}\n",
    "numbers-as-names": "targets: {shop: {name: 2024, sites: [shop.example]}}\n",
    "other-letters": "targets: {shop: {name: Bücher, sites: [bücher.example]}}\n",
    "words-of-yaml-1-1": "unblock: {moods: [no, off, tired]}\n",
    "version": "version: 1\ntime_zone: UTC\n",
    "days-in-a-list": schedule("{days: [mon, wed-fri], time: '22:30-24:00'}"),
    "times-without-quotes": schedule("{time: 22:30-06:30, except: [2026-12-24]}"),
    "dates-and-spans": schedule("{dates: ['2026-11-27..2026-11-30'], time: '00:00-24:00'}"),
    "an-hour-on-some-days": budget("per: hour, days: weekends"),
    "exceptions": "targets: {shop: {sites: [shop.example], except_sites: [my.shop.example]}}\n",
    "paths": "targets: {tube: {sites: [tube.example/shorts], except_sites: [m.tube.example/a]}}\n",
    "every-site": "targets: {rest: {sites: ['*'], except_sites: [work.example]}}\n",
    "true-condition": "risk: {factors: {always: {weight: 0.1, when: true}}}\n",
    "plan-without-limits": "plans: {mine: {}}\nplan: mine\n",
}

#: One file for each kind of mistake, with a word of the place where it is.
BAD = {
    "unknown-section": ("tagets: {}\n", "tagets"),
    "unknown-key": ("targets: {shop: {site: [shop.example]}}\n", "site"),
    "unknown-key-deep": (
        SHOP + "check_ins: {day: {question: Well, on_no: {blocks: [shop]}}}\n", "on_no"),
    "unknown-key-in-a-list": (schedule("{day: mon, time: '22:00-23:00'}"), "ranges.0"),
    "missing-in-a-list": (schedule("{days: mon}"), "time"),
    "null-in-a-list": (schedule("{days: mon, time: null}"), "time"),
    "another-version": ("version: 2\n", "version"),
    "list-for-a-map": ("targets: [shop.example]\n", "targets"),
    "text-for-a-map": ("risk: high\n", "risk"),
    "text-for-a-list": ("targets: {shop: {sites: shop.example}}\n", "sites"),
    "map-for-a-text": ("targets: {shop: {name: {en: Shop}, sites: [shop.example]}}\n", "name"),
    "empty-list": ("targets: {shop: {sites: []}}\n", "sites"),
    "blank-name": ("targets: {shop: {name: ' ', sites: [shop.example]}}\n", "name"),
    "long-name": (f"targets: {{shop: {{name: {'x' * 201}, sites: [a.example]}}}}\n", "name"),
    "address": ("targets: {shop: {sites: ['https://shop.example/']}}\n", "sites.0"),
    "path-for-an-app": ("targets: {shop: {apps: [/usr/bin/shop]}}\n", "apps.0"),
    "name-for-a-path": ("targets: {shop: {executables: [shop]}}\n", "executables.0"),
    "blank-in-a-key": ("targets: {my shop: {sites: [shop.example]}}\n", "my shop"),
    "no-such-word": ("targets: {shop: {apps: [shop], on_block: freez}}\n", "on_block"),
    "yes-for-true": (
        "targets: {shop: {apps: [shop], on_block: stop, kill: yes}}\n", "kill"),
    "number-for-true": (
        "targets: {shop: {apps: [shop], on_block: stop, kill: 1}}\n", "kill"),
    "text-for-true": (
        "targets: {shop: {apps: [shop], on_block: stop, kill: 'true'}}\n", "kill"),
    "range-of-systemd": (schedule("{time: '22:00..06:00'}"), "time"),
    "range-of-hours": (schedule("{time: 22-06}"), "time"),
    "no-days": (schedule("{days: weekday, time: '22:00-06:00'}"), "days"),
    "no-date": (schedule("{time: '22:00-06:00', except: [24.12.2026]}"), "except"),
    "half-a-span": (schedule("{dates: ['2026-11-27..'], time: '00:00-24:00'}"), "dates"),
    "no-time-of-day": (budget("resets: '4:00'"), "resets"),
    "minutes-of-yaml-1-1": (budget("resets: 240"), "resets"),
    "no-unit": (budget("strict: false").replace("45m", "45"), "limit"),
    "units-turned-round": (budget("strict: false").replace("45m", "30m1h"), "limit"),
    "weeks": ("keep: {events: 3w}\n", "events"),
    "weight-over-one": ("risk: {factors: {late: {weight: 1.5, when: 'true'}}}\n", "weight"),
    "weight-as-a-text": ("risk: {factors: {late: {weight: '0.5', when: 'true'}}}\n", "weight"),
    "list-for-a-condition": ("features: {late: [local.hour]}\n", "late"),
    "dash-in-a-feature": ("features: {very-late: 'true'}\n", "very-late"),
    "less-than-none": ("plans: {mine: {schedules: -1}}\nplan: mine\n", "schedules"),
    "half-a-schedule": ("plans: {mine: {schedules: 1.5}}\nplan: mine\n", "schedules"),
    "no-such-range": ("plans: {mine: {metrics: [yesterday]}}\nplan: mine\n", "metrics.0"),
    "no-zone": ("time_zone: Central European\n", "time_zone"),
    "long-mood": (f"unblock: {{moods: [{'x' * 41}]}}\n", "moods.0"),
    "blank-at-an-end": ("unblock: {moods: ['tired ']}\n", "moods.0"),
    "removed-version": ("version: null\n", "version"),
}


class Schema(unittest.TestCase):
    """`soteria rules schema`, and the `jsonschema` of PyPI."""

    def setUp(self):
        found = PYTHON.exists() and subprocess.run(
            [PYTHON, "-c", "import jsonschema, yaml"], capture_output=True, check=False)
        if not found or found.returncode != 0:
            self.skipTest("jsonschema or PyYAML could not be fetched")
        self.person = installed.person
        self.schema = self.person.write("schema/soteria.schema.json", "")
        self.person.run(BINARIES / "soteria", "rules", "schema", "--output", self.schema)

    def write(self, files):
        """The files, in the person's directory, and their paths."""
        return [self.person.write(f"schema/{name}.yaml", text) for name, text in files.items()]

    def validate(self, *files):
        """What the validator says: the problems of the schema, and of each file."""
        result = self.person.run(
            PYTHON, SOURCE / "Tests/System/schema_validation.py", self.schema, *files)
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual(len(answers), 1 + len(files))
        return [answer["problems"] for answer in answers]

    def check(self, file):
        """Whether the loader takes the file, and what it says."""
        result = self.person.run(
            BINARIES / "soteria", "rules", "check", file, check=False)
        return result.returncode == 0, result.stdout

    def test_the_schema_is_one_and_takes_its_own_examples(self):
        self.assertEqual(self.validate(), [[]])
        printed = self.person.run(BINARIES / "soteria", "rules", "schema").stdout
        self.assertEqual(printed, self.schema.read_text(encoding="utf-8"))
        self.assertEqual(
            json.loads(printed)["$schema"], "http://json-schema.org/draft-07/schema#")

    def test_every_rule_file_of_ours_is_valid(self):
        files = [file for file in sorted((SOURCE / "rules").rglob("*.yaml"))
                 if not file.name.endswith(".test.yaml")]
        self.assertGreater(len(files), 10)
        for file, problems in zip(files, self.validate(*files)[1:]):
            self.assertEqual(problems, [], file)

    def test_every_test_file_of_ours_is_valid(self):
        self.person.run(
            BINARIES / "soteria", "rules", "schema", "--tests", "--output", self.schema)
        files = sorted((SOURCE / "rules").rglob("*.test.yaml"))
        self.assertGreater(len(files), 10)
        own, *answers = self.validate(*files)
        self.assertEqual(own, [])
        for file, problems in zip(files, answers):
            self.assertEqual(problems, [], file)

    def test_what_the_loader_takes_is_valid(self):
        files = self.write(GOOD)
        for file, problems in zip(files, self.validate(*files)[1:]):
            with self.subTest(file.stem):
                self.assertEqual(problems, [])
                self.assertEqual(self.check(file)[0], True, self.check(file)[1])

    def test_each_kind_of_mistake_is_found_by_both(self):
        files = self.write({name: text for name, (text, _) in BAD.items()})
        answers = self.validate(*files)[1:]
        for file, (_, place), problems in zip(files, BAD.values(), answers):
            with self.subTest(file.stem):
                self.assertTrue(problems, "the schema takes it")
                self.assertTrue(any(place in problem for problem in problems), problems)
                self.assertEqual(self.check(file)[0], False, "the loader takes it")
