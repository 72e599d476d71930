import API
import Localization

/// How the agent learns which app is in use, and whether the person is there.
extension Diagnosis {
    /// The source of the window in front; nil if no agent has reported one.
    var front: Finding? {
        guard let source = status?.source else { return nil }
        let area = localized("Windows")
        guard !source.estimated else {
            return .hint(
                area,
                localized(
                    """
                    Nothing reports which window is in front, so the agent estimates the use of \
                    apps from their CPU time.
                    """),
                whatToSwitchOn)
        }
        guard let name = untested(source.front) else {
            return .good(area, localized("The window in front is reported by \(source.front)."))
        }
        return .hint(
            area,
            localized(
                """
                The window in front is reported by \(source.front). This source is untested: it \
                follows the published protocol of \(name), but has never been run on \(name).
                """),
            localized(
                """
                Check that "soteria usage" matches what you did, and report any difference.
                """))
    }

    /// The hint that nothing reports when the person is away; nil if something does.
    var idle: Finding? {
        guard let source = status?.source, source.idle == nil else { return nil }
        return .hint(
            localized("Away"),
            localized(
                """
                Nothing reports when you are away, so the app in front counts as used until the \
                screen is locked.
                """),
            localized("Set your desktop to lock the screen after a few minutes."))
    }

    /// The desktop whose source has never been run on it; nil if it was.
    private func untested(_ front: String) -> String? {
        switch (front, found.desktop.kind) {
        case ("hyprland", _): "Hyprland"
        case ("niri", _): "niri"
        case ("cosmic", _), ("wayland", .cosmic): "COSMIC"
        default: nil
        }
    }

    /// The advice for the desktop if nothing reports the window in front.
    private var whatToSwitchOn: String {
        guard let kind = found.desktop.kind else {
            return localized(
                """
                The guide to desktops (docs/desktops.md) says which desktops report this, and \
                what to enable.
                """)
        }
        switch kind {
        case .gnome:
            return localized(
                """
                soteria desktop install
                Then log out and back in.
                """)
        case .kde:
            return localized(
                """
                KWin needs no setup. To see why it does not answer the agent: \
                journalctl --user -u soteria-agent -e
                """)
        case .sway, .i3, .hyprland, .niri, .cosmic:
            return localized(
                """
                Make \(kind.rawValue) run this command at startup: \
                systemctl --user import-environment \(kind.variables)
                """)
        }
    }
}
