/// The desktop that a person uses, as `XDG_CURRENT_DESKTOP` names it.
struct Desktop: Hashable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case gnome = "GNOME"
        case kde = "KDE"
        case sway
        case i3
        case hyprland = "Hyprland"
        case niri
        case cosmic = "COSMIC"

        /// The variables by which a program finds the desktop's socket.
        var variables: String {
            switch self {
            case .gnome, .kde, .cosmic: "WAYLAND_DISPLAY"
            case .sway: "WAYLAND_DISPLAY SWAYSOCK"
            case .i3: "DISPLAY XAUTHORITY I3SOCK"
            case .hyprland: "WAYLAND_DISPLAY HYPRLAND_INSTANCE_SIGNATURE"
            case .niri: "WAYLAND_DISPLAY NIRI_SOCKET"
            }
        }
    }

    /// Nil for a desktop without support of its own, or if the variable is not set.
    let kind: Kind?

    /// Reads the variable: names with colons between them, such as `ubuntu:GNOME`, the most
    /// specific first.
    init(_ variable: String) {
        let names = variable.split(separator: ":").map { $0.lowercased() }
        kind = Kind.allCases.first { names.contains($0.rawValue.lowercased()) }
    }
}
