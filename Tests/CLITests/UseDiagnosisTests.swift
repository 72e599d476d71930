import API
import Testing

@testable import soteria

/// The doctor's findings about how the agent learns which app is in use.
@Suite struct UseDiagnosisTests {
    private func findings(
        _ source: DaemonAPI.Source?, desktop: String = ""
    ) -> [Finding] {
        var found = Installation(socket: .success("/run/s"))
        var status = SampleReplies.status
        status.source = source
        found.daemon = .status(status)
        found.desktop = Desktop(desktop)
        return Diagnosis(found: found).findings.filter { ["Windows", "Away"].contains($0.area) }
    }

    @Test func anAgentThatToldNothingIsNotJudged() {
        #expect(findings(nil, desktop: "GNOME").isEmpty)
    }

    @Test(arguments: ["sway", "kwin", "gnome", "wayland", "x11", "portal-2"])
    func theSourceIsNamed(front: String) {
        #expect(
            findings(.init(front: front, idle: "wayland", estimated: false), desktop: "sway") == [
                .good("Windows", "The window in front is reported by \(front).")
            ])
    }

    @Test(arguments: [
        ("hyprland", "Hyprland", "Hyprland"), ("niri", "niri", "niri"), ("niri", "", "niri"),
        ("wayland", "COSMIC", "COSMIC"), ("wayland", "pop:COSMIC", "COSMIC"),
        ("cosmic", "", "COSMIC"),
    ])
    func whatWasNeverTriedIsCalledSo(front: String, desktop: String, name: String) {
        let found = findings(
            .init(front: front, idle: "wayland", estimated: false), desktop: desktop)
        #expect(found.map(\.state) == [.hint])
        #expect(
            found.first?.text
                == "The window in front is reported by \(front). This source is untested: it "
                + "follows the published protocol of \(name), but has never been run on \(name).")
    }

    @Test(arguments: [
        ("GNOME", "soteria desktop install\nThen log out and back in."),
        ("ubuntu:GNOME", "soteria desktop install\nThen log out and back in."),
        ("GNOME-Classic:GNOME", "soteria desktop install\nThen log out and back in."),
        ("KDE", "journalctl --user -u soteria-agent -e"),
        ("sway", "systemctl --user import-environment WAYLAND_DISPLAY SWAYSOCK"),
        ("i3", "systemctl --user import-environment DISPLAY XAUTHORITY I3SOCK"),
        ("Hyprland", "import-environment WAYLAND_DISPLAY HYPRLAND_INSTANCE_SIGNATURE"),
        ("niri", "systemctl --user import-environment WAYLAND_DISPLAY NIRI_SOCKET"),
        ("COSMIC", "systemctl --user import-environment WAYLAND_DISPLAY"),
        ("XFCE", "docs/desktops.md"), ("", "docs/desktops.md"), (":", "docs/desktops.md"),
    ])
    func whereTimesAreEstimatedItSaysWhatToSwitchOn(desktop: String, advice: String) throws {
        let found = findings(
            .init(front: "estimate", idle: "mutter", estimated: true), desktop: desktop)
        let finding = try #require(found.first)
        #expect(found.count == 1 && finding.state == .hint)
        #expect(
            finding.text
                == "Nothing reports which window is in front, so the agent estimates the use of apps "
                + "from their CPU time.")
        #expect(finding.advice?.contains(advice) == true, "\(finding)")
    }

    @Test func thatNothingTellsWhetherAPersonIsThereIsAHint() {
        let found = findings(.init(front: "kwin", estimated: false))
        #expect(found.map(\.area) == ["Windows", "Away"])
        #expect(found.map(\.state) == [.good, .hint])
    }
}
