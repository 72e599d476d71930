"""The Debian package: what it is made of."""

import os
import shutil
import subprocess
import unittest

import debian
from machine import BINARIES, SOURCE


def version_of_programs():
    said = subprocess.run([BINARIES / "soteria", "--version"], capture_output=True, text=True)
    return said.stdout.strip()


class Making(unittest.TestCase):
    """The file itself."""

    maxDiff = None

    def dpkg(self, *arguments):
        return subprocess.run(["dpkg-deb", *arguments], capture_output=True, text=True,
                              check=True).stdout

    def test_lintian_finds_nothing(self):
        if not shutil.which("lintian"):
            self.skipTest("lintian is not installed")
        said = subprocess.run(
            ["lintian", "--allow-root", "--pedantic", "--display-info", "--tag-display-limit", "0",
             debian.package()], capture_output=True, text=True, cwd="/tmp")
        self.assertEqual((said.returncode, said.stdout), (0, ""), said.stderr)

    def test_same_sources_make_the_same_bytes(self):
        self.assertEqual(debian.package().read_bytes(), debian.package(again=True).read_bytes())

    def test_version_is_that_of_the_programs_and_of_the_changelog(self):
        version = version_of_programs()
        self.assertEqual(self.dpkg("--field", debian.package(), "Version").strip(), version)
        newest = (SOURCE / "systemd/debian/changelog").read_text().splitlines()[0]
        self.assertTrue(newest.startswith(f"soteria ({version}) "), newest)

    def test_what_the_programs_load_is_depended_on(self):
        depends = self.dpkg("--field", debian.package(), "Depends")
        for library in ("libc6 (>= ", "libsystemd0 (>= ", "libsqlite3-0 (>= ",
                        "libcurl4 (>= "):
            self.assertIn(library, depends)

    def test_programs_that_are_one_file_are_in_it_once(self):
        lines = self.dpkg("--contents", debian.package()).splitlines()
        programs = [line for line in lines if "./usr/bin/soteria" in line]
        self.assertEqual(len(programs), 6)
        self.assertEqual(len([line for line in programs if " link to ./usr/bin/" in line]), 3)
        size = int(self.dpkg("--field", debian.package(), "Installed-Size"))
        self.assertLess(size, 140_000)

    def test_whatever_is_in_etc_is_the_administrators(self):
        contents = self.dpkg("--contents", debian.package()).splitlines()
        names = [line.split()[-1][1:] for line in contents
                 if line.startswith("-") and "./etc/" in line]
        self.assertNotEqual(names, [])
        said = self.dpkg("--info", debian.package(), "conffiles").split()
        self.assertEqual(sorted(said), sorted(names))

    def test_units_name_the_packages_programs(self):
        files = subprocess.run(
            ["sh", "-c", 'dpkg-deb --fsys-tarfile "$0" | tar -xO --wildcards "*/systemd/user/*"',
             debian.package()], capture_output=True, text=True, check=True).stdout
        programs = {line.split("=")[1].split()[0].lstrip("-") for line in files.splitlines()
                    if line.startswith(("ExecStart=", "ExecStopPost="))}
        programs.remove("flock")
        self.assertEqual(programs, {f"/usr/bin/{name}" for name in
                                    ("soteriad", "soteria-agent", "soteria-dashboard",
                                     "soteria-sync")})

    def test_man_pages_say_nothing_when_they_are_set(self):
        if not shutil.which("man"):
            self.skipTest("man-db is not installed")
        for page in sorted((SOURCE / "docs/man").iterdir()):
            with self.subTest(page.name):
                said = subprocess.run(
                    ["man", "--warnings", "--local-file", "-E", "UTF-8", "-Tutf8", "-Z", page],
                    capture_output=True, text=True, check=True,
                    env={**os.environ, "LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80"})
                self.assertEqual(said.stderr, "")
                named = subprocess.run(["lexgrog", page], capture_output=True, text=True).stdout
                self.assertIn(f'"{page.stem} - ', named)

    def test_refusals_are_sentences(self):
        for arguments, code, words in (
                (["--sytem"], 64, "usage:"),
                (["--binaries"], 1, "--binaries needs a value"),
                (["--binaries", "/usr/share"], 1, "there is no program soteriad"),
                (["--binaries", BINARIES, "--version", "x y"], 1, "not a valid version")):
            with self.subTest(arguments):
                said = subprocess.run([debian.PACKAGE, *arguments], capture_output=True, text=True)
                self.assertEqual(said.returncode, code, said.stderr)
                self.assertIn(words, said.stderr)
