import Systemd

/// Finds the processes that own the session bus names which the session cannot do without.
enum NameOwners {
    /// The exemption of a name's owner; nil if it has none.
    static func meaning(of name: String) -> Exemption? {
        if name.hasPrefix("org.freedesktop.portal.")
            || name.hasPrefix("org.freedesktop.impl.portal.")
        {
            return .portal
        }
        return named[name]
    }

    private static let named: [String: Exemption] = [
        "org.freedesktop.Notifications": .notifications,
        "org.a11y.Bus": .session,
        "org.gnome.SessionManager": .session,
        "org.gnome.Shell": .compositor,
        "org.kde.KWin": .compositor,
        "org.kde.ksmserver": .session,
        "org.lxqt.session": .session,
        "org.mate.SessionManager": .session,
        "org.xfce.SessionManager": .session,
        "org.pulseaudio.Server": .audio,
    ]

    /// The exempt processes by their number. A name is skipped if its owner does not answer.
    nonisolated(nonsending) static func processes(
        on bus: Bus
    ) async throws(BusError) -> [Int32: Exemption] {
        let reply = try await bus.call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "ListNames")
        var found: [Int32: Exemption] = [:]
        for name in reply.first?.elements ?? [] {
            guard let name = name.text, let meaning = meaning(of: name),
                let owner = try? await bus.credentials(of: name), let process = owner.processID
            else { continue }
            found[process] = meaning
        }
        return found
    }
}
