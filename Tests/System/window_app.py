#!/usr/bin/python3
"""window_app.py APP-ID: a window of an app; each line "title N" on its standard input changes its
title N times, at least a frame apart, and then prints "titled"."""

import sys
import threading

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402  the versions have to be said first

# The id of the app to Wayland.
GLib.set_prgname(sys.argv[1])
Gdk.set_program_class(sys.argv[1])


class Window(Gtk.Window):
    """Says "shown" once it is."""

    def __init__(self):
        super().__init__(title="Nobody reads this")
        self.set_default_size(300, 200)
        self.connect("destroy", Gtk.main_quit)
        self.connect("map-event", lambda *_: print("shown", flush=True))
        self.show_all()

    def change_title(self, count):
        self.set_title(f"Title {count}")
        if count:
            GLib.timeout_add(20, self.change_title, count - 1)
        else:
            print("titled", flush=True)


def read(window):
    for line in sys.stdin:
        GLib.idle_add(window.change_title, int(line.split()[1]))


shown = Window()
threading.Thread(target=read, args=[shown], daemon=True).start()
Gtk.main()
