extension MockService {
    /// org.example.Values: takes and gives back one value of each type, passes descriptors, and
    /// answers calls only once many of them wait.
    static let values = """
        import os, sys, threading, dbus, dbus.service, dbus.bus
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib

        bus = dbus.bus.BusConnection(sys.argv[1], mainloop=DBusGMainLoop())
        NAME = 'org.example.Values'

        class Values(dbus.service.Object):
            waiting, reading, late = [], None, None
            @dbus.service.method(NAME, 'sbyiuasa{sv}', 'sbyiuasa{sv}')
            def Mirror(self, s, b, y, i, u, l, a): return s, b, y, i, u, l, a
            @dbus.service.method(NAME, 'a(sv)a(sa(sv))', 'a(sv)a(sa(sv))')
            def MirrorProperties(self, properties, units): return properties, units
            @dbus.service.method(NAME, 'a{sv}', 'a{sv}')
            def MirrorTable(self, table): return table
            @dbus.service.method(NAME, '', 'h')
            def Writer(self):
                self.reading, writing = os.pipe()
                descriptor = dbus.types.UnixFd(writing)
                os.close(writing)
                return descriptor
            @dbus.service.method(NAME, '', 'h', async_callbacks=('answer', 'fail'))
            def LateWriter(self, answer, fail): self.late = answer
            @dbus.service.method(NAME, '', '')
            def AnswerLate(self): self.late(self.Writer())
            @dbus.service.method(NAME, '', 'a{sv}')
            def Writers(self):
                return dbus.Dictionary({'one': self.Writer()}, signature='sv')
            @dbus.service.method(NAME, '', 's', async_callbacks=('answer', 'fail'))
            def Written(self, answer, fail):
                def read():
                    with os.fdopen(self.reading) as pipe: text = pipe.read()
                    GLib.idle_add(answer, text)
                threading.Thread(target=read).start()
            @dbus.service.method(NAME, 'u', 'u', async_callbacks=('answer', 'fail'))
            def Gather(self, count, answer, fail):
                self.waiting.append(answer)
                if len(self.waiting) == count:
                    for index, each in enumerate(self.waiting): each(dbus.UInt32(index))
                    self.waiting = []
            @dbus.service.method('org.freedesktop.DBus.Properties', 's', 'a{sv}')
            def GetAll(self, interface):
                if interface != NAME: raise dbus.DBusException(interface, name='org.example.None')
                return {'Number': dbus.UInt64(7), 'Names': dbus.Array(['a', 'b'], signature='s')}
            @dbus.service.method(NAME, 's', '')
            def Take(self, name): bus.request_name(name)
            @dbus.service.method(NAME, 's', '')
            def Release(self, name): bus.release_name(name)

        values = Values(bus, '/org/example')
        name = dbus.service.BusName(NAME, bus)
        print('ready', flush=True)
        GLib.MainLoop().run()
        """

    /// A D-Bus server without a bus, at the socket whose path is the argument: what it says, it
    /// says to each connection.
    static let peer = """
        import os, sys
        from gi.repository import Gio, GLib

        node = Gio.DBusNodeInfo.new_for_xml('''<node><interface name='org.example.Peer'>
            <method name='Echo'>
                <arg type='s' direction='in'/><arg type='s' direction='out'/>
            </method>
            <method name='Emit'><arg type='s' direction='in'/></method>
            <method name='Silent'/><method name='Die'/>
            </interface></node>''')
        connections = []

        def called(connection, sender, path, interface, member, arguments, invocation):
            if member == 'Die': os._exit(0)
            if member == 'Silent': return
            if member == 'Emit':
                text = arguments[0]
                for name in 'Happened', 'Ignored':
                    connection.emit_signal(None, path, interface, name,
                                           GLib.Variant('(su)', (text, 7)))
                invocation.return_value(None)
            if member == 'Echo': invocation.return_value(GLib.Variant('(s)', (arguments[0],)))

        def came(server, connection):
            connection.register_object('/org/example', node.interfaces[0], called, None, None)
            connections.append(connection)
            return True

        server = Gio.DBusServer.new_sync(sys.argv[1], Gio.DBusServerFlags.NONE,
                                         Gio.dbus_generate_guid(), None, None)
        server.connect('new-connection', came)
        server.start()
        print('ready', flush=True)
        GLib.MainLoop().run()
        """
}
