"""The demonstrations of an installed Soteria: nothing of the person's own is touched."""

from installed import Installed, TARGETS


class Demonstrations(Installed):
    """A day in the terminal, and a history to look at."""

    def setUp(self):
        self.write_rules("mine.yaml", TARGETS)
        self.call("org.soteria.rules.Reload")

    def recorded(self):
        return self.call("org.soteria.daemon.GetStatus")["store"]["events"]

    def test_day_at_once(self):
        before = self.recorded()
        said = self.soteria("demo", "--seconds", "0").stdout
        self.assertIn("Auto-Protection", said)
        self.assertIn("critical", said)
        self.assertIn("soteria dashboard", said)
        self.assertNotIn("\033", said, "what is no terminal gets plain lines")
        self.assertEqual(self.recorded(), before)

    def test_history_is_whole(self):
        place = self.person.home / "made-up"
        said = self.soteria("demo", "--days", "14", "--seed", "7", "--state", place).stdout
        self.assertIn("7", said, "the seed is told")
        verified = self.soteria("events", "verify", "--state", place / "state")
        self.assertIn("The record is intact", verified.stdout)
        self.assertTrue(list((place / "rules").glob("*.yaml")))

    def test_directory_that_holds_something_is_left_alone(self):
        place = self.person.home / "taken"
        self.person.write(place / "diary.txt", "mine")
        refused = self.soteria("demo", "--days", "3", "--state", place, check=False)
        self.assertNotEqual(refused.returncode, 0)
        self.assertEqual([each.name for each in place.iterdir()], ["diary.txt"])
