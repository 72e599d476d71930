#!/usr/bin/python3
"""gtk_app.py FILE [OPTION...]: a window that changes with every frame, and counts its frames in
FILE.

  --id ID         the desktop's name for the app: a Wayland app id, an X11 class
  --title FILE    the window's title stands in this file
  --every MILLIS  the title gets another number so often
  --still         nothing is drawn but the first frame
  --own NAME      has this name on the session's bus
"""

import argparse
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402  the version has to be said first


class Window(Gtk.Window):
    """Its one line of text is the count."""

    def __init__(self, options):
        title = "A game"
        if options.title:
            with open(options.title, encoding="utf-8") as file:
                title = file.read()
        super().__init__(title=title)
        self.title = title
        self.file = os.open(options.file, os.O_WRONLY | os.O_CREAT, 0o644)
        self.count, self.changes = 0, 0
        self.label = Gtk.Label(label="0")
        self.add(self.label)
        self.connect("destroy", Gtk.main_quit)
        if not options.still:
            self.add_tick_callback(self.draw_frame)
        if options.every:
            GLib.timeout_add(options.every, self.change_title)
        self.show_all()

    def draw_frame(self, *_):
        self.count += 1
        self.label.set_text(str(self.count))
        os.pwrite(self.file, f"{self.count:<20}\n".encode(), 0)
        return True

    def change_title(self):
        self.changes += 1
        self.set_title(f"{self.title} {self.changes}")
        return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--id")
    parser.add_argument("--title")
    parser.add_argument("--every", type=int)
    parser.add_argument("--still", action="store_true")
    parser.add_argument("--own")
    options = parser.parse_args()
    if options.id:
        GLib.set_prgname(options.id)
        Gdk.set_program_class(options.id)
    if options.own:
        Gio.bus_own_name(Gio.BusType.SESSION, options.own, Gio.BusNameOwnerFlags.NONE,
                         None, None, None)
    Window(options)
    Gtk.main()


main()
