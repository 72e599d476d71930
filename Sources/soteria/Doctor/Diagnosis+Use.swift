import API
import Localization

/// How the agent learns which app is in use, and whether the person is there.
extension Diagnosis {
    /// The source of the window in front; nil if no agent has told it.
    var front: Finding? {
        guard let source = status?.source else { return nil }
        let area = localized("Windows")
        guard !source.estimated else {
            return .hint(
                area,
                localized(
                    """
                    The agent guesses which app is in use from its CPU time, because nothing tells \
                    which window is in front.
                    """),
                whatToSwitchOn)
        }
        guard let name = untried(source.front) else {
            return .good(area, localized("Windows in front: \(source.front)."))
        }
        return .hint(
            area,
            localized(
                """
                Windows in front: \(source.front) (not tried: written from the published protocol \
                of \(name), and never run on it).
                """),
            localized("Compare soteria usage with what you did, and report what is wrong."))
    }

    /// The hint that nothing tells when the person is away; nil if something does.
    var idle: Finding? {
        guard let source = status?.source, source.idle == nil else { return nil }
        return .hint(
            localized("Away"),
            localized(
                """
                Nothing tells when you are away, so an app in use counts until the screen is locked.
                """),
            localized("Let your desktop lock the screen by itself after a few minutes."))
    }

    /// The desktop whose source has never been tried on it; nil if the source was tried.
    private func untried(_ front: String) -> String? {
        switch (front, found.desktop.kind) {
        case ("hyprland", _): "Hyprland"
        case ("niri", _): "niri"
        case ("cosmic", _), ("wayland", .cosmic): "COSMIC"
        default: nil
        }
    }

    /// The advice for the desktop if the window in front is not told.
    private var whatToSwitchOn: String {
        guard let kind = found.desktop.kind else {
            return localized(
                """
                docs/desktops.md says which desktops tell this, and what to switch on.
                """)
        }
        switch kind {
        case .gnome: return localized("soteria desktop install; then log out and in again")
        case .kde:
            return localized(
                """
                KWin needs no setting. See why the agent cannot ask it: \
                journalctl --user -u soteria-agent -e
                """)
        case .sway, .i3, .hyprland, .niri, .cosmic:
            return localized(
                """
                Have \(kind.rawValue) run this command when it starts: \
                systemctl --user import-environment \(kind.variables)
                """)
        }
    }
}
