import SeededRandom
import TestBus
import Testing

@testable import soteria_agent

/// Which apps the names of units mean.
struct UnitNameTests {
    @Test(
        "Names that desktops, Flatpak, Snap and D-Bus brokers give",
        arguments: [
            // The convention: launcher, id, something random.
            ("app-gnome-org.gnome.Maps-2151.scope", "org.gnome.Maps"),
            ("app-org.gnome.Maps-2151.scope", "org.gnome.Maps"),
            ("app-KDE-org.kde.okular@1f2e3d.service", "org.kde.okular"),
            ("app-org.kde.okular@1f2e3d.service", "org.kde.okular"),
            ("app-org.kde.okular.service", "org.kde.okular"),
            ("app-gnome-steam-9.scope", "steam"),
            ("app-x-com.valvesoftware.Steam-1.scope", "com.valvesoftware.Steam"),
            // Dashes of the id, escaped as they should be.
            ("app-gnome-google\\x2dchrome-4711.scope", "google-chrome"),
            ("app-google\\x2dchrome-4711.scope", "google-chrome"),
            ("app-KDE-google\\x2dchrome@0a.service", "google-chrome"),
            // And as they should not be.
            ("app-gnome-google-chrome-4711.scope", "google-chrome"),
            ("app-google-chrome-4711.scope", "google-chrome"),
            // A service with the random part where a scope has it.
            ("app-firefox-c0ffee0123456789c0ffee0123456789.service", "firefox"),
            ("app-KDE-firefox-12345.service", "firefox"),
            // The autostart of a session.
            ("app-org.gnome.Evolution@autostart.service", "org.gnome.Evolution"),
            (
                "app-gnome-org.gnome.SettingsDaemon.DiskUtilityNotify-2200.scope",
                "org.gnome.SettingsDaemon.DiskUtilityNotify"
            ),
            ("app-flatpak-org.telegram.desktop-3344.scope", "org.telegram.desktop"),
            ("app-flatpak-com.usebottles.bottles-1.scope", "com.usebottles.bottles"),
            (
                "snap.firefox.firefox-1b4e28ba-2fa1-11d2-883f-0016d3cca427.scope",
                "firefox_firefox"
            ),
            (
                "snap.firefox.firefox.1b4e28ba-2fa1-11d2-883f-0016d3cca427.scope",
                "firefox_firefox"
            ),
            ("snap.firefox.firefox-1b4e28ba-2fa1-11d2-883f-0016d3cca427.scope", "firefox"),
            (
                "snap.code_two.url-handler-1b4e28ba-2fa1-11d2-883f-0016d3cca427.scope",
                "code_url-handler"
            ),
            ("snap.spotify.spotify.service", "spotify"),
            ("dbus-:1.2-org.gnome.Nautilus@0.service", "org.gnome.Nautilus"),
            ("dbus-:1.2-org.example.Two\\x2dParts@3.service", "org.example.Two-Parts"),
        ])
    func namesOfApps(_ name: String, _ id: String) {
        #expect(UnitName.applicationIDs(of: name)?.contains(id) == true)
    }

    @Test(
        "Names that are none of apps",
        arguments: [
            "init.scope", "session-2.scope", "dbus.service", "pipewire.service",
            "xdg-desktop-portal.service", "app.slice", "app-org.example.Game.slice",
            "app-org.example.Game-1.socket", "app-org.example.Game-1.timer", "app-.scope",
            "app--1.scope", "app-x--1.scope", "app-x.scope", "app-.service", "app--x.service",
            "application-x-1.scope", "snap.firefox.scope", "snap..x-1.scope",
            "snap.firefox.hook.configure-1b4e28ba-2fa1-11d2-883f-0016d3cca427.scope",
            "dbus-org.example.scope", "dbus-1.2-org.example@0.service", "", ".scope", "scope",
            "app-",
            "vte-spawn-1b4e28ba-2fa1-11d2-883f-0016d3cca427.scope", "@.service", "app-@1.service",
        ])
    func otherNames(_ name: String) {
        #expect(UnitName.applicationIDs(of: name) == nil)
    }

    @Test("A scope of systemd-run is an app's whose name says nothing")
    func scopesWithoutName() {
        #expect(UnitName.applicationIDs(of: "run-u42.scope") == [])
        #expect(UnitName.applicationIDs(of: "run-r0f1e2d3c.scope") == [])
        #expect(UnitName.applicationIDs(of: "run-u42.service") == nil)
    }

    @Test(
        "What an id must not be read from",
        arguments: [
            // The launcher is no app.
            ("app-gnome-org.gnome.Maps-2151.scope", "gnome"),
            ("app-steam-org.example.Game-1.scope", "steam"),
            ("app-steam-org.example.Game@1.service", "steam"),
            ("app-steam-game.service", "steam"),
            // The random part is none either.
            ("app-org.gnome.Maps-firefox.scope", "firefox"),
            ("app-org.kde.okular@firefox.service", "firefox"),
            // Another id with the same beginning.
            ("app-org.gnome.MapsOther-1.scope", "org.gnome.Maps"),
        ])
    func notRead(_ name: String, _ id: String) {
        #expect(UnitName.applicationIDs(of: name)?.contains(id) != true)
    }

    @Test("The reading of the convention comes first")
    func order() {
        #expect(
            UnitName.applicationIDs(of: "app-gnome-org.gnome.Maps-2.scope")
                == ["org.gnome.Maps", "gnome-org.gnome.Maps"])
        #expect(UnitName.applicationIDs(of: "app-steam-1.scope") == ["steam"])
    }

    @Test(
        "Escapes of unit names",
        arguments: [
            ("plain", "plain"), ("a\\x2db", "a-b"), ("\\x2d", "-"), ("\\x2D", "-"),
            ("\\xc3\\xa9", "é"), ("\\x2", "\\x2"), ("\\xzz", "\\xzz"), ("a\\", "a\\"), ("", ""),
            ("\\x5cx2d", "\\x2d"), ("a\\x20b\\x2fc", "a b/c"),
        ])
    func escapes(_ escaped: String, _ plain: String) {
        #expect(UnitName.unescaped(escaped) == plain)
    }

    @Test("Whatever a unit is called, it is read without harm")
    func random() {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "app", "-", "-", "snap.", "dbus-", ":1.2", "@", "\\x2d", "\\x", ".scope", ".service",
            "org.example.App", "0016d3cca427", "1b4e28ba-2fa1-11d2-883f-0016d3cca427", "é", "run-",
        ]
        for _ in 0..<5000 {
            let count = Int.random(in: 0...8, using: &generator)
            let name = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined()
            let ids = UnitName.applicationIDs(of: name) ?? []
            #expect(!ids.contains(""), "\(name)")
            #expect(
                ids.isEmpty || name.hasSuffix(".scope") || name.hasSuffix(".service"), "\(name)")
        }
    }

    @Test(
        "The name of a scope for an app's processes says the app's id",
        arguments: [
            "org.example.Game", "google-chrome", "a b/c", "Ünser", "snap_app", "x",
        ])
    func scopes(id: String) {
        let name = UnitName.scope(of: id, number: 4711)
        #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
        #expect(UnitName.applicationIDs(of: name)?.first == id)
    }
}
