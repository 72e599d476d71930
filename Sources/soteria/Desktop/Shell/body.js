// Reads nothing but the app and the process of the window in front: no title, no content.
const INTERFACE = `<node><interface name="org.soteria.Focus">
<method name="Get">
  <arg type="s" name="app" direction="out"/><arg type="u" name="process" direction="out"/>
</method>
<method name="PutAway">
  <arg type="u" name="process" direction="in"/><arg type="u" name="count" direction="out"/>
</method>
<signal name="Changed"><arg type="s" name="app"/><arg type="u" name="process"/></signal>
</interface></node>`;

const FOCUS = 'org.soteria.Focus';
const FOCUS_PATH = '/org/soteria/Focus';
const AGENT = 'org.soteria.Agent';
const AGENT_PATH = '/org/soteria/Agent';
// The name of the agent's connection that follows the window. No other one is told or obeyed.
const READER = 'org.soteria.Agent.Focus';

// An icon in the top bar with what is blocked, as the agent says it. A click opens the dashboard.
class Indicator {
    constructor() {
        this._button = new PanelMenu.Button(0.0, 'Soteria', true);
        this._label = new St.Label({y_align: Clutter.ActorAlign.CENTER});
        const box = new St.BoxLayout({style_class: 'panel-status-indicators-box'});
        box.add_child(new St.Icon({
            icon_name: 'soteria-symbolic', style_class: 'system-status-icon',
        }));
        box.add_child(this._label);
        this._button.add_child(box);
        this._button.visible = false;
        this._button.connect('button-press-event', () => this._open());
        Main.panel.addToStatusArea('soteria', this._button);
        this._watch = Gio.bus_watch_name(Gio.BusType.SESSION, AGENT, Gio.BusNameWatcherFlags.NONE,
            () => this._follow(), () => this._forget());
    }

    destroy() {
        Gio.bus_unwatch_name(this._watch);
        this._forget();
        this._button.destroy();
    }

    _follow() {
        this._cancellable = new Gio.Cancellable();
        Gio.DBusProxy.new(Gio.DBus.session, Gio.DBusProxyFlags.DO_NOT_AUTO_START, null, AGENT,
            AGENT_PATH, AGENT, this._cancellable, (_, result) => {
                try {
                    this._proxy = Gio.DBusProxy.new_finish(result);
                } catch {
                    // The agent ended, or the extension was switched off meanwhile.
                    return;
                }
                this._handler = this._proxy.connect('g-properties-changed', () => this._show());
                this._show();
            });
    }

    _forget() {
        this._cancellable?.cancel();
        this._cancellable = null;
        if (this._proxy)
            this._proxy.disconnect(this._handler);
        this._proxy = null;
        this._button.visible = false;
    }

    _show() {
        const text = this._proxy.get_cached_property('Summary')?.unpack() ?? '';
        this._label.text = text;
        this._button.visible = text !== '';
    }

    _open() {
        this._proxy?.call('OpenToday', null, Gio.DBusCallFlags.NO_AUTO_START, -1, null, null);
    }
}

class SoteriaFocus {
    enable() {
        this._object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
        this._object.export(Gio.DBus.session, FOCUS_PATH);
        this._handler = global.display.connect('notify::focus-window', () => this._report());
        this._watch = Gio.bus_watch_name(Gio.BusType.SESSION, READER, Gio.BusNameWatcherFlags.NONE,
            (connection, name, owner) => {
                this._reader = owner;
                this._report();
            }, () => {
                this._reader = null;
            });
        this._indicator = new Indicator();
    }

    // The lock screen switches extensions off: then no window is in front.
    disable() {
        global.display.disconnect(this._handler);
        Gio.bus_unwatch_name(this._watch);
        this._emit('', 0);
        this._reader = null;
        this._object.unexport();
        this._object = null;
        this._indicator.destroy();
        this._indicator = null;
    }

    GetAsync(_, invocation) {
        if (this._admits(invocation))
            invocation.return_value(new GLib.Variant('(su)', this._front()));
    }

    PutAwayAsync([process], invocation) {
        if (!this._admits(invocation))
            return;
        const windows = global.get_window_actors().map(actor => actor.meta_window)
            .filter(window => window.get_pid() === process);
        for (const window of windows)
            window.minimize();
        invocation.return_value(new GLib.Variant('(u)', [windows.length]));
    }

    // Refuses a call of any other program.
    _admits(invocation) {
        const isReader = invocation.get_sender() === this._reader;
        if (!isReader) {
            invocation.return_dbus_error('org.freedesktop.DBus.Error.AccessDenied',
                'Only the agent of Soteria may call this.');
        }
        return isReader;
    }

    _front() {
        const window = global.display.focus_window;
        if (!window)
            return ['', 0];
        const app = Shell.WindowTracker.get_default().get_window_app(window)?.get_id();
        // An app without a desktop file is "window:NUMBER" to the shell.
        const id = app?.startsWith('window:') ? null : app;
        return [id ?? window.get_wm_class() ?? '', Math.max(0, window.get_pid())];
    }

    _report() {
        this._emit(...this._front());
    }

    _emit(app, process) {
        if (this._reader) {
            Gio.DBus.session.emit_signal(this._reader, FOCUS_PATH, FOCUS, 'Changed',
                new GLib.Variant('(su)', [app, process]));
        }
    }
}
