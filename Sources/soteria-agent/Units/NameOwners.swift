import Systemd

/// Which processes stand behind those names of the session bus that the session cannot do without.
enum NameOwners {
    /// The meaning of a name for its owner; nil if it means nothing.
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

    /// The processes, by number; a name whose owner does not answer is passed over.
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
