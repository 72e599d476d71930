"""A quiet night on a real system: its clocks are tampered with at each of its points.

`SOTERIA_LONG=1` tries every cell of night_table.py, and `SOTERIA_TABLE=/dev/fd/3` with
`3>FILE` writes what must be beside what happened, as it stands in docs/testing/time.md.
"""

import os
import unittest

from machine import LONG
from night_page import page
from night_table import DEEDS, MUST_BE, POINTS
from night_trial import Happened, NightTrial

#: Each deed once at a point where it could do harm, and each point at least once.
ORDINARY = (
    ("before", "sf1"), ("minute", "west"), ("first", "sb1"), ("midnight", "east"),
    ("middle", "sf12"), ("middle", "boot+12"), ("grant", "b1"), ("grant", "sleep"),
    ("wait", "f12"), ("wait", "boot-12"), ("protection", "boot-12"), ("last", "stop+12"),
    ("after", "sb12"), ("spring", "boot"), ("autumn", "f1"), ("john", "b12"), ("howe", "stop"),
    ("twice", "f40"), ("twice", "sf40"),
)


class Cells(NightTrial):
    def try_and_check(self, point, deed):
        """What became of the cell; a failure where that must not be."""
        happened = Happened("?", "?", "?")
        with self.subTest(f"{POINTS[point].name}: {DEEDS[deed].name}", point=point, deed=deed):
            happened = self.try_cell(point, deed)
            self.assertEqual(happened, Happened(
                MUST_BE[point, deed], DEEDS[deed].recorded_at(POINTS[point]),
                DEEDS[deed].incidents))
        return happened


class Night(Cells):
    def test_some_cells_of_the_table(self):
        for point, deed in ORDINARY:
            self.try_and_check(point, deed)

    def test_the_choice_has_every_deed_and_point(self):
        self.assertEqual({deed for _, deed in ORDINARY}, set(DEEDS))
        self.assertEqual({point for point, _ in ORDINARY}, set(POINTS))


@unittest.skipUnless(LONG, "long: SOTERIA_LONG=1 has it run")
class WholeNight(Cells):
    def test_every_cell_of_the_table(self):
        happened = {cell: self.try_and_check(*cell) for cell in MUST_BE}
        if path := os.environ.get("SOTERIA_TABLE"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(page(happened))
