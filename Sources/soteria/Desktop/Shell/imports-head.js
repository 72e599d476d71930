// Tells Soteria's agent which app is in front, and shows what is blocked. GNOME 42 to 44.
const {Clutter, Gio, GLib, Shell, St} = imports.gi;
const Main = imports.ui.main;
const PanelMenu = imports.ui.panelMenu;

