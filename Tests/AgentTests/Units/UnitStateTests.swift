import SeededRandom
import TestBus
import Systemd
import Testing

@testable import soteria_agent

/// The service manager's reports about units.
struct UnitStateTests {
    @Test(
        "Objects and names of units",
        arguments: [
            ("app-x.scope", "/org/freedesktop/systemd1/unit/app_2dx_2escope"),
            ("dbus.service", "/org/freedesktop/systemd1/unit/dbus_2eservice"),
            ("app-a\\x2db-9.scope", "/org/freedesktop/systemd1/unit/app_2da_5cx2db_2d9_2escope"),
            ("1.service", "/org/freedesktop/systemd1/unit/_31_2eservice"),
            ("a_b@1.service", "/org/freedesktop/systemd1/unit/a_5fb_401_2eservice"),
        ])
    func objects(_ name: String, _ path: String) {
        #expect(UnitState.name(ofPath: path) == name)
        #expect(UnitState.path(of: name) == path)
    }

    @Test(
        "Objects that are none of units",
        arguments: [
            "", "/", "/org/freedesktop/systemd1", "/org/freedesktop/systemd1/unit/",
            "/org/freedesktop/systemd1/job/7", "/org/freedesktop/systemd1/unit/a_",
            "/org/freedesktop/systemd1/unit/a_2", "/org/freedesktop/systemd1/unit/a_zz",
        ])
    func otherObjects(_ path: String) {
        #expect(UnitState.name(ofPath: path) == nil)
    }

    @Test("Every name survives the way there and back")
    func random() {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let count = Int.random(in: 1...20, using: &generator)
            let name = String(
                (0..<count).map { _ in
                    Character(Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &generator)))
                })
            let path = UnitState.path(of: name)
            #expect(UnitState.name(ofPath: path) == name)
            #expect(!path.contains("-"))
        }
    }

    @Test("Rows of the manager's list, and what is none")
    func rows() {
        let text = { (text: String) in BusValue.string(text) }
        let row = [
            text("app-x-a-1.scope"), text("A"), text("loaded"), text("active"), text("running"),
            text(""), text("/x"), .unsigned(0), text(""), text("/"),
        ]
        let state = UnitState(listed: .structure(row))
        #expect(state == UnitState(name: "app-x-a-1.scope", activity: "active"))
        #expect(UnitState(listed: .structure(Array(row.dropLast()))) == nil)
        #expect(UnitState(listed: text("x")) == nil)
        var wrong = row
        wrong[0] = .unsigned(7)
        #expect(UnitState(listed: .structure(wrong)) == nil)
    }

    @Test(
        "Which activities have processes",
        arguments: [
            ("active", true), ("activating", true), ("deactivating", true), ("reloading", true),
            ("inactive", false), ("failed", false),
        ])
    func running(_ activity: String, _ isRunning: Bool) {
        #expect(UnitState(name: "a.scope", activity: activity).isRunning == isRunning)
    }

    @Test(
        "The group of a unit, from that of one of its processes",
        arguments: [
            ("a.scope", "/u/app.slice/a.scope", "/u/app.slice/a.scope"),
            ("a.scope", "/u/app.slice/a.scope/below/deeper", "/u/app.slice/a.scope"),
            (
                "a@1.service", "/u/app.slice/app-a.slice/a@1.service",
                "/u/app.slice/app-a.slice/a@1.service"
            ),
            ("cgroup.x.scope", "/u/app.slice/_cgroup.x.scope", "/u/app.slice/_cgroup.x.scope"),
            ("a.scope", "/u/app.slice/b.scope", nil), ("a.scope", "", nil),
        ] as [(String, String, String?)])
    func groups(_ name: String, _ path: String, _ group: String?) {
        #expect(UserManager.group(of: name, within: path) == group)
    }

    @Test("Only what lies in the slices of apps and of the session can be an app's")
    func slices() {
        #expect(UserManager.isAppGroup("/user.slice/u.service/app.slice/a.scope"))
        #expect(UserManager.isAppGroup("/u/app.slice/app-x.slice/a@1.service"))
        #expect(UserManager.isAppGroup("/u/session.slice/a.scope"))
        #expect(!UserManager.isAppGroup("/u/background.slice/a.scope"))
        #expect(!UserManager.isAppGroup("/u/myapp.slice/a.scope"))
        #expect(!UserManager.isAppGroup("/u/app.slice"))
    }

    @Test("What the manager's answers mean")
    func outcomes() {
        let failed = { (name: String, message: String) in
            UserManager.outcome(.failure(.remote(name: name, message: message)))
        }
        #expect(UserManager.outcome(.success([])) == .done)
        #expect(failed("org.freedesktop.systemd1.NoSuchUnit", "Unit a not loaded.") == .gone)
        #expect(failed("org.freedesktop.systemd1.UnitBusy", "busy") == .busy)
        #expect(failed("org.freedesktop.systemd1.UnitInactive", "off") == .failed("off"))
        #expect(failed("org.example.Error", "") == .failed("org.example.Error"))
        #expect(UserManager.outcome(.failure(.timedOut)) == .unanswered)
        #expect(UserManager.outcome(.failure(.disconnected)) == .unanswered)
        #expect(UserManager.outcome(.failure(.malformedReply)) == .unanswered)
    }

    @Test("A path as part of an address")
    func addresses() {
        #expect(UserManager.escaped("/run/user/1000/systemd") == "/run/user/1000/systemd")
        #expect(UserManager.escaped("/a b,c;d=%\n") == "/a%20b%2cc%3bd%3d%25%0a")
        #expect(UserManager.escaped("é") == "%c3%a9")
    }
}
