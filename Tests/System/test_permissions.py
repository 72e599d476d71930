"""Who may do what with every file that Soteria makes, held against the page that promises it."""

import fnmatch
import os
import plistlib
import re
import stat
import subprocess

from conversing import Conversing
from machine import SOURCE
from web_pages import WebPages

NOBODY = 65534
PAGE = SOURCE / "docs/SECURITY.md"

LISTED = """\
version: 1
targets: {long: {name: Long, sites_from: ../long.txt}}
"""

#: The tools are called with it by somebody who keeps nothing to themselves.
CARELESS = ("sh", "-c", 'umask 0; exec "$@"', "sh")


def promised():
    """The table of the page: each row's path and the modes that what is there may have."""
    table = PAGE.read_text().split("## Files\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \| ([0-7, ]+) \|", table, re.MULTILINE)
    return {path: {int(mode, 8) for mode in modes.split(",")} for path, modes in rows}


def fits(path, pattern):
    """Whether a path is meant; `**` at the end stands for everything below."""
    parts, wanted = path.split("/"), pattern.split("/")
    if wanted[-1] == "**" and len(parts) >= len(wanted) - 1:
        wanted, parts = wanted[:-1], parts[:len(wanted) - 1]
    return len(parts) == len(wanted) and all(map(fnmatch.fnmatchcase, parts, wanted))


class Everything(Conversing):
    """A person who has used all that makes files, on a desktop as it comes: the home and what is
    in it can be entered by everybody."""

    @classmethod
    def install(cls, *options, **keywords):
        for directory in (".config", ".local", ".local/share", ".local/state"):
            cls.person.run("mkdir", "-m", "755", directory)
        cls.before = set(cls.entries_of(cls.person.home))
        return super().install(*options, **keywords)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls("use_everything").use_everything()

    @classmethod
    def entries_of(cls, top):
        """Everything below a directory, links as links."""
        for directory, directories, files in os.walk(top):
            for name in directories + files:
                yield os.path.join(directory, name)

    def use_everything(self):
        home = self.person.home
        self.person.write(".config/soteria/long.txt", "one.example\n")
        self.write_rules("long.yaml", LISTED)
        self.set_rules()
        self.careless("export", home / "kept/events.jsonl")
        self.careless("export", "--format", "csv", "--table", "requests", home / "kept/table.csv")
        self.careless("backup", home / "kept/backup.sqlite")
        self.careless("restore", home / "kept/backup.sqlite")
        self.careless("demo", "--days", "2", "--seed", "1", "--state", home / "kept/demo")
        self.careless("rules", "schema", "--output", home / "kept/schema.json")
        self.person.write(".config/soteria/long-options.txt", "sites1=imported.example\n")
        self.careless("import", "leechblock", home / ".config/soteria/long-options.txt")
        (home / ".config/soteria/long.selfcontrol").write_bytes(
            plistlib.dumps({"HostBlacklist": ["listed.example"]}, fmt=plistlib.FMT_BINARY))
        self.careless("import", "selfcontrol", home / ".config/soteria/long.selfcontrol")
        self.careless("browser", "install")
        self.file = self.careless("dashboard", "--print").stdout.strip()
        pages = WebPages(self.careless("dashboard", "--print").stdout.strip())
        self.assertEqual(pages.post("settings/theme", theme="dark"), 303)
        self.assertEqual(pages.post(
            "places/new", action="save", name="Added", sites="added.example", programs="",
            revision=re.search(r'name="revision" value="([^"]*)"', pages.get("places/new"))[1],
            searched=""), 303)

    def careless(self, *arguments):
        self.person.run("mkdir", "-p", self.person.home / "kept")
        return self.person.run(*CARELESS, "soteria", *arguments)

    @property
    def places(self):
        """What the page's words for directories stand for, the narrowest first."""
        home, runtime = str(self.person.home), str(self.person.runtime)
        return {"STATE": str(self.state_directory), "CONFIG": f"{home}/.config/soteria",
                "KEPT": f"{home}/kept", "HOME": home, "RUNTIME": runtime}

    def made(self):
        """The path of everything that Soteria made, in the page's words, with its status."""
        found = {}
        for path in self.all_paths():
            status = os.lstat(path)
            if stat.S_ISLNK(status.st_mode):
                continue  # what it leads to counts
            for word, place in self.places.items():
                if path == place or path.startswith(place + "/"):
                    found[word + path[len(place):]] = status
                    break
        return found

    def all_paths(self):
        runtime = self.person.runtime
        ours = [str(each) for each in runtime.iterdir()
                if each.name.startswith("soteria") or each.name == "varlink"]
        for top in ours:
            yield top
            yield from self.entries_of(top)
        # Made by systemctl, by dconf, and by the tests themselves.
        others = ("/.config/systemd", "/.cache", "/.config/dconf", "/kept", "/.config/soteria/long",
                  "/.config/soteria/rules.d/long", "/.config/soteria/rules.d/rules")
        for path in self.entries_of(self.person.home):
            inside = path[len(str(self.person.home)):]
            if path not in self.before and (
                    inside.startswith("/kept/") or not inside.startswith(others)):
                yield path


class Files(Everything):
    """The table, row by row."""

    def test_everything_is_as_the_page_says(self):
        table = promised()
        for path, status in sorted(self.made().items()):
            with self.subTest(path):
                self.assertEqual(status.st_uid, self.person.uid)
                row = next((row for row in table if fits(path, row)), None)
                self.assertIsNotNone(row, f"{path} ({stat.filemode(status.st_mode)}) is in no row")
                mode = stat.S_IMODE(status.st_mode)
                self.assertIn(mode, table[row], f"{row}: {stat.filemode(status.st_mode)}")

    def test_every_row_is_of_something(self):
        made = self.made()
        for row in promised():
            with self.subTest(row):
                first = next((path for path in made if fits(path, row)), None)
                self.assertIsNotNone(first, f"nothing is at {row}")

    def test_another_user_reads_what_is_installed_and_no_more(self):
        readable = self.as_nobody("find", self.person.home, "-type", "f", "-readable").split()
        readable += self.as_nobody("find", self.person.runtime, "-readable").split()
        own = str(self.person.home)
        public = [f"{own}/.local/bin/", f"{own}/.local/share/", f"{own}/.config/systemd/",
                  f"{own}/kept/schema.json", f"{own}/.config/chromium/",
                  f"{own}/.config/google-chrome/", f"{own}/.mozilla/"]
        self.assertTrue(any(path.startswith(public[0]) for path in readable))
        self.assertEqual([path for path in readable if not path.startswith(tuple(public))], [])

    def test_another_user_writes_nothing(self):
        for top in (self.person.home, self.person.runtime):
            self.assertEqual(self.as_nobody("find", top, "-writable", "-not", "-type", "l"), "")

    def test_another_user_reaches_no_socket(self):
        for name in ("org.soteria", "dashboard"):
            path = self.person.runtime / "soteria" / name
            with self.subTest(name):
                self.assertIn("PermissionError", self.knock(path))
                passed = self.knock(path, "--inh-caps", "+dac_override",
                                    "--ambient-caps", "+dac_override")
                self.assertIn("connected", passed)
                self.assertNotIn("version", passed)

    def knock(self, path, *options):
        program = (
            "import socket; s = socket.socket(socket.AF_UNIX); s.settimeout(5)\n"
            f"s.connect({str(path)!r}); print('connected')\n"
            "s.sendall(b'{\"method\":\"org.varlink.service.GetInfo\"}\\0'); print(s.recv(9999))")
        return self.as_nobody("/usr/bin/python3", "-c", program, options=options)

    def as_nobody(self, *command, options=()):
        """What a command of another user's says."""
        result = subprocess.run(
            ["setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups", *options,
             *map(str, command)], capture_output=True, text=True, cwd="/")
        return result.stdout + (result.stderr if "find" not in command else "")
