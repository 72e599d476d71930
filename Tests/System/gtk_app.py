#!/usr/bin/python3
"""gtk_app.py FILE: a window that changes with every frame, and counts its frames in FILE."""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402  the version has to be said first


class Window(Gtk.Window):
    """Its one line of text is the count."""

    def __init__(self, path):
        super().__init__(title="A game")
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
        self.count = 0
        self.label = Gtk.Label(label="0")
        self.add(self.label)
        self.connect("destroy", Gtk.main_quit)
        self.add_tick_callback(self.draw_frame)
        self.show_all()

    def draw_frame(self, *_):
        self.count += 1
        self.label.set_text(str(self.count))
        os.pwrite(self.file, f"{self.count:<20}\n".encode(), 0)
        return True


Window(sys.argv[1])
Gtk.main()
