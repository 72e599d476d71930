import Testing

@testable import soteria_agent

/// The places where desktops may answer.
struct DisplaySettingsTests {
    private static func candidates(
        _ environment: [String], _ names: [String] = [], directory: String? = "/run/user/1"
    ) -> [FocusCandidate] {
        DisplaySettings(environment: environment, runtimeDirectory: directory, names: names)
            .candidates
    }

    private static func paths(_ candidates: [FocusCandidate]) -> [String] {
        candidates.map { candidate in
            let places = candidate.addresses.map { address in
                switch address {
                case .path(let path): path
                case .abstract(let name): "@" + name
                }
            }
            return ([candidate.kind.rawValue] + places).joined(separator: " ")
        }
    }

    @Test(
        "Variables",
        arguments: [
            ([], []),
            (["WAYLAND_DISPLAY=wayland-1"], ["wayland /run/user/1/wayland-1"]),
            (
                ["WAYLAND_DISPLAY=/tmp/w", "DISPLAY=:0", "XDG_CURRENT_DESKTOP=labwc:wlroots"],
                ["wayland /tmp/w"]
            ),
            (
                ["WAYLAND_DISPLAY=wayland-1", "SWAYSOCK=/run/s", "I3SOCK=/run/s"],
                ["sway /run/s", "wayland /run/user/1/wayland-1"]
            ),
            (
                ["DISPLAY=:1.0", "I3SOCK=/run/i3"],
                ["sway /run/i3", "x11 /tmp/.X11-unix/X1 @/tmp/.X11-unix/X1"]
            ),
            (
                ["NIRI_SOCKET=/run/n", "WAYLAND_DISPLAY=wayland-1"],
                ["niri /run/n", "wayland /run/user/1/wayland-1"]
            ),
            (
                ["HYPRLAND_INSTANCE_SIGNATURE=abc", "WAYLAND_DISPLAY=w", "XDG_RUNTIME_DIR=/r"],
                ["hyprland /r/hypr/abc/.socket2.sock", "wayland /r/w"]
            ),
            (
                ["WAYLAND_DISPLAY=w", "XDG_CURRENT_DESKTOP=KDE"],
                ["kwin", "wayland /run/user/1/w"]
            ),
            (
                ["WAYLAND_DISPLAY=w", "XDG_CURRENT_DESKTOP=ubuntu:GNOME"],
                ["gnome", "wayland /run/user/1/w"]
            ),
            // A Wayland display that an earlier session left behind.
            (
                ["WAYLAND_DISPLAY=w", "DISPLAY=:0", "XDG_SESSION_TYPE=x11"],
                ["x11 /tmp/.X11-unix/X0 @/tmp/.X11-unix/X0"]
            ),
            (["WAYLAND_DISPLAY=", "SWAYSOCK=relative", "bad", "DISPLAY=host:0"], []),
            (["HYPRLAND_INSTANCE_SIGNATURE=../x", "DISPLAY=:x"], []),
        ] as [([String], [String])])
    func variables(_ environment: [String], _ expected: [String]) {
        #expect(Self.paths(Self.candidates(environment)) == expected)
    }

    @Test("Without a variable, the newest sockets")
    func names() {
        let names = [
            "wayland-1.lock", "bus", "wayland-1", "wayland-0", "sway-ipc.1.2.sock",
            "sway-ipc.1.1.sock", "hypr/abc", "niri.wayland-1.9.sock", "i3/ipc-socket.5",
        ]
        #expect(
            Self.paths(Self.candidates([], names)) == [
                "sway /run/user/1/sway-ipc.1.2.sock", "niri /run/user/1/niri.wayland-1.9.sock",
                "hyprland /run/user/1/hypr/abc/.socket2.sock", "wayland /run/user/1/wayland-1",
            ])
        #expect(Self.paths(Self.candidates([], names, directory: nil)) == [])
        let given = ["WAYLAND_DISPLAY=wayland-0"]
        #expect(
            Self.paths(Self.candidates(given, names))
                == ["wayland /run/user/1/wayland-0"])
    }

    @Test("X11 beside a Wayland display that is gone, and not beside one that is there")
    func x11BesideWayland() {
        let environment = ["WAYLAND_DISPLAY=wayland-1", "DISPLAY=:0"]
        let x11 = "x11 /tmp/.X11-unix/X0 @/tmp/.X11-unix/X0"
        let wayland = "wayland /run/user/1/wayland-1"
        #expect(Self.paths(Self.candidates(environment, ["wayland-1"])) == [wayland])
        #expect(Self.paths(Self.candidates(environment, ["wayland-0"])) == [wayland, x11])
        // Of another directory nothing is known.
        let elsewhere = environment + ["XDG_RUNTIME_DIR=/r"]
        #expect(Self.paths(Self.candidates(elsewhere)) == ["wayland /r/wayland-1"])
    }

    @Test("The file of cookies: the variable's, else the one in the home directory")
    func authority() {
        func authority(_ more: [String]) -> String? {
            Self.candidates(["DISPLAY=unix:3.1"] + more).first?.display?.authority
        }
        #expect(authority(["XAUTHORITY=/run/x", "HOME=/home/a"]) == "/run/x")
        #expect(authority(["HOME=/home/a"]) == "/home/a/.Xauthority")
        #expect(authority([]) == nil)
        #expect(XDisplay(":3.1")?.screen == 1)
    }

    @Test(
        "What is no local display",
        arguments: ["", "0", ":", ":-1", ":70000", ":1.", ":1.300", ":1.0.0", "host:1", "h/unix:1"])
    func displays(_ value: String) {
        #expect(XDisplay(value) == nil)
    }
}
