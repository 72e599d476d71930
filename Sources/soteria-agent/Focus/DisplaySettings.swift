/// A source that may answer.
struct FocusCandidate: Hashable, Sendable {
    var kind: FocusKind
    /// Its sockets, the likeliest first; none for sources of the session bus.
    var addresses: [LocalAddress] = []
    /// The socket for requests that have a connection each: Hyprland's.
    var requests: LocalAddress?
    /// The X display; nil for others.
    var display: XDisplay?
}

/// The local display that a value of `DISPLAY` names.
struct XDisplay: Hashable, Sendable {
    var number: Int
    var screen = 0
    /// The path of the file of cookies; nil if it is unknown.
    var authority: String?

    /// Reads `:1`, `:1.0`, `unix:1`; nil for a display that needs a network, or none.
    init?(_ value: String, authority: String? = nil) {
        guard let colon = value.lastIndex(of: ":"),
            ["", "unix"].contains(value[..<colon])
        else { return nil }
        let parts = value[value.index(after: colon)...].split(
            separator: ".", omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, let number = Int(parts[0]), 0..<65_536 ~= number else {
            return nil
        }
        if parts.count == 2 {
            guard let screen = Int(parts[1]), 0..<256 ~= screen else { return nil }
            self.screen = screen
        }
        self.number = number
        self.authority = authority
    }

    var addresses: [LocalAddress] {
        let path = "/tmp/.X11-unix/X\(number)"
        return [.path(path), .abstract(path)]
    }
}

/// The places where desktops may answer, from the variables of the user manager and the names in
/// the runtime directory.
struct DisplaySettings: Hashable, Sendable {
    /// The sources in the order in which they are tried.
    private(set) var candidates: [FocusCandidate] = []

    /// The variables that are looked at.
    static let variables: Set<String> = [
        "WAYLAND_DISPLAY", "DISPLAY", "XAUTHORITY", "SWAYSOCK", "I3SOCK", "NIRI_SOCKET",
        "HYPRLAND_INSTANCE_SIGNATURE", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
        "XDG_RUNTIME_DIR", "HOME",
    ]

    /// Reads the values of `Environment` (`NAME=value`) of the user manager. `names` are those in
    /// the runtime directory, see `socketNames(in:)`; one is chosen from them only if no variable
    /// names a display.
    init(environment: [String], runtimeDirectory: String?, names: [String]) {
        var values: [String: String] = [:]
        for entry in environment {
            guard let equals = entry.firstIndex(of: "=") else { continue }
            let name = String(entry[..<equals])
            let value = entry[entry.index(after: equals)...]
            if Self.variables.contains(name), !value.isEmpty { values[name] = String(value) }
        }
        let places = Places(values, listedDirectory: runtimeDirectory, names: names)
        let desktops = (values["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":")
        var all: [FocusCandidate?] = [places.sway, places.niri, places.hyprland]
        if desktops.contains("KDE") { all.append(FocusCandidate(kind: .kwin)) }
        if desktops.contains("GNOME") { all.append(FocusCandidate(kind: .gnome)) }
        all += [places.wayland, places.x11]
        candidates = all.compactMap(\.self)
    }

    /// Values of variables and the names of sockets, as candidates.
    private struct Places {
        private let values: [String: String]
        private let directory: String?
        /// The directory that has the names.
        private let listedDirectory: String?
        private let names: [String]
        private let isGuessing: Bool

        init(_ values: [String: String], listedDirectory: String?, names: [String]) {
            self.values = values
            self.listedDirectory = listedDirectory
            directory = values["XDG_RUNTIME_DIR"] ?? listedDirectory
            self.names = names
            isGuessing = values["WAYLAND_DISPLAY"] == nil && values["DISPLAY"] == nil
        }

        var sway: FocusCandidate? {
            var paths = [values["SWAYSOCK"], values["I3SOCK"]].compactMap(\.self)
            if paths.count == 2, paths[0] == paths[1] { paths.removeLast() }
            if paths.isEmpty {
                let found =
                    newest { $0.hasPrefix("sway-ipc.") && $0.hasSuffix(".sock") }
                    ?? newest { $0.hasPrefix("i3/ipc-socket.") }
                paths = found.map { [$0] } ?? []
            }
            return Self.candidate(.sway, paths)
        }

        var niri: FocusCandidate? {
            let path = values["NIRI_SOCKET"] ?? newest { $0.hasPrefix("niri.") }
            return Self.candidate(.niri, path.map { [$0] } ?? [])
        }

        var hyprland: FocusCandidate? {
            guard let directory else { return nil }
            let given = values["HYPRLAND_INSTANCE_SIGNATURE"].flatMap { signature in
                signature.contains("/") ? nil : "\(directory)/hypr/\(signature)"
            }
            guard let folder = given ?? newest({ $0.hasPrefix("hypr/") }) else { return nil }
            var found = FocusCandidate(
                kind: .hyprland, addresses: [.path(folder + "/.socket2.sock")])
            found.requests = .path(folder + "/.socket.sock")
            return found
        }

        var wayland: FocusCandidate? {
            guard values["XDG_SESSION_TYPE"] != "x11" else { return nil }
            var path = newest { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
            if let name = values["WAYLAND_DISPLAY"] {
                path = name.hasPrefix("/") ? name : directory.map { $0 + "/" + name }
            }
            return Self.candidate(.wayland, path.map { [$0] } ?? [])
        }

        /// True if the runtime directory has no socket of the Wayland display's name.
        private var isWaylandGone: Bool {
            guard let name = values["WAYLAND_DISPLAY"], !name.hasPrefix("/") else { return false }
            return directory == listedDirectory && !names.contains(name)
        }

        /// Only if there is no Wayland display, or one that an earlier session left behind:
        /// Xwayland knows no more than the X11 windows.
        var x11: FocusCandidate? {
            guard wayland == nil || isWaylandGone, let value = values["DISPLAY"] else {
                return nil
            }
            let authority = values["XAUTHORITY"] ?? values["HOME"].map { $0 + "/.Xauthority" }
            guard let display = XDisplay(value, authority: authority) else { return nil }
            var found = FocusCandidate(kind: .x11, addresses: display.addresses)
            found.display = display
            return found
        }

        /// The path of the newest socket, if no variable names a display.
        private func newest(_ fits: (String) -> Bool) -> String? {
            guard isGuessing, let directory else { return nil }
            return names.first(where: fits).map { directory + "/" + $0 }
        }

        private static func candidate(_ kind: FocusKind, _ paths: [String]) -> FocusCandidate? {
            // An abstract or relative path is none of a compositor's.
            let paths = paths.filter { $0.hasPrefix("/") }
            return paths.isEmpty
                ? nil : FocusCandidate(kind: kind, addresses: paths.map(LocalAddress.path))
        }
    }
}
