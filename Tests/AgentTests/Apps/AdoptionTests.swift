import API
import Glibc
import Testing

@testable import soteria_agent

/// Which processes get a unit of their own.
struct AdoptionTests {
    private static func adoption() -> Adoption {
        var index = PlaceIndex()
        index.add(
            .target("games", apps: ["org.example.Game", "steam"], executables: ["/usr/bin/tux"]))
        var adoption = Adoption()
        _ = adoption.handle(.index(index))
        return adoption
    }

    private static func facts(
        _ process: Int32 = 7, unit: String? = "dbus.service", isFirst: Bool = false,
        executable: Executable? = "/usr/bin/other", exemption: Exemption? = nil, start: UInt64 = 5
    ) -> ProcessFacts {
        ProcessFacts(
            identity: ProcessIdentity(process: process, start: start), unit: unit,
            isFirst: isFirst, executable: executable, family: [process, process + 1],
            exemption: exemption)
    }

    private static func front(
        _ app: String?, _ process: Int32, start: UInt64 = 5
    ) -> Adoption.Input {
        .front(
            FrontWindow(app: app, process: process),
            ProcessIdentity(process: process, start: start))
    }

    private static let scope = UnitName.scope(of: "org.example.Game", number: 7)

    @Test("An app that the bus has started gets a scope with its children")
    func bus() {
        var adoption = Self.adoption()
        let asked = adoption.handle(.owned("org.example.Game", process: 7))
        #expect(asked == [.inspect(7)])
        let actions = adoption.handle(.inspected(7, Self.facts()))
        #expect(actions == [.makeScope(Self.scope, [7, 8])])
        #expect(UnitName.applicationIDs(of: Self.scope)?.first == "org.example.Game")
    }

    @Test("An owner of a name in another unit than the bus's stays there")
    func otherUnits() {
        for unit in ["app-org.example.Game-7.scope", "session-2.scope", "terminal.service", nil] {
            var adoption = Self.adoption()
            _ = adoption.handle(.owned("org.example.Game", process: 7))
            let actions = adoption.handle(.inspected(7, Self.facts(unit: unit)))
            #expect(actions == [], "\(unit ?? "none")")
        }
    }

    @Test("A window in front, by its app whatever its case, or by its program")
    func front() {
        var adoption = Self.adoption()
        let asked = adoption.handle(Self.front("org.example.game", 7))
        #expect(asked == [.inspect(7)])
        let actions = adoption.handle(.inspected(7, Self.facts(unit: "session-2.scope")))
        #expect(actions == [.makeScope(Self.scope, [7, 8])])
        let cheaply = adoption.handle(Self.front("x", 9))
        #expect(cheaply == [.inspect(9, byProgram: true)])
        let byProgram = adoption.handle(
            .inspected(9, Self.facts(9, unit: "app-foot-1.scope", executable: "/usr/bin/tux")))
        #expect(byProgram == [.makeScope(UnitName.scope(of: "tux", number: 9), [9, 10])])
        _ = adoption.handle(Self.front("x", 11))
        let stranger = adoption.handle(.inspected(11, Self.facts(11, unit: "app-foot-1.scope")))
        #expect(stranger == [])
    }

    @Test(
        "What stays where it is",
        arguments: [
            facts(isFirst: true), facts(exemption: .session), facts(exemption: .terminal),
            facts(unit: scope), facts(unit: "app-steam-1.scope"), facts(unit: nil), nil,
        ])
    func never(_ facts: ProcessFacts?) {
        var adoption = Self.adoption()
        _ = adoption.handle(Self.front("steam", 7))
        let actions = adoption.handle(.inspected(7, facts))
        #expect(actions == [])
    }

    @Test("By a window's app, a process stays where it is that has shown windows of another app")
    func severalApps() {
        /// Shows windows of these apps in turn, and inspects the process after the last one.
        func show(
            _ apps: [String?], start: UInt64 = 5, executable: Executable = "/usr/bin/other",
            _ adoption: inout Adoption
        ) -> [Adoption.Action] {
            for app in apps { _ = adoption.handle(Self.front(app, 7, start: start)) }
            return adoption.handle(
                .inspected(
                    7, Self.facts(unit: "session-2.scope", executable: executable, start: start)))
        }
        var adoption = Self.adoption()
        let browser = show(["browser"], &adoption) + show(["steam"], &adoption)
        #expect(browser == [])
        let named = show(["steam"], executable: "/usr/bin/tux", &adoption)
        #expect(named.count == 1, "by its program all the same")
        let later = show(["steam", nil], start: 6, &adoption)
        #expect(later.count == 1, "a later process of the same number")
        let meanwhile = show(["steam", "browser"], start: 7, &adoption)
        #expect(meanwhile == [], "even while it is inspected")
        _ = adoption.handle(.sourceChanged)
        let renamed = show(["Steam"], start: 7, &adoption)
        #expect(renamed.count == 1, "another source may name it otherwise")
        _ = adoption.handle(Self.front("browser", 7, start: 8))
        _ = adoption.handle(Self.front("org.example.Game", 7, start: 8))
        _ = adoption.handle(.owned("org.example.Game", process: 7))
        let owner = adoption.handle(.inspected(7, Self.facts(start: 8)))
        #expect(owner == [.makeScope(Self.scope, [7, 8])], "a bus name is the process's own")
    }

    @Test("Only so many processes are remembered, and of their apps no name")
    func shown() {
        var adoption = Self.adoption()
        for process in 1...300 as ClosedRange<Int32> {
            _ = adoption.handle(Self.front("secret", process))
            _ = adoption.handle(.inspected(process, nil))
        }
        #expect(!String(reflecting: adoption).contains("secret"))
        let shown = Mirror(reflecting: adoption).descendant("shown")
        #expect(shown.map { Mirror(reflecting: $0).children.count } == 300 - Adoption.limit)
    }

    @Test("A process is moved once, another one of the same number again")
    func once() {
        var adoption = Self.adoption()
        var moves: [Bool] = []
        for start in [5, 5, 6] as [UInt64] {
            _ = adoption.handle(.owned("org.example.Game", process: 7))
            let actions = adoption.handle(.inspected(7, Self.facts(start: start)))
            moves.append(!actions.isEmpty)
        }
        #expect(moves == [true, false, true])
        let unasked = adoption.handle(.inspected(7, Self.facts(start: 9)))
        #expect(unasked == [])
    }

    @Test("Of the ids of apps, those are watched that can be names on a bus")
    func names() {
        #expect(Self.adoption().names == ["org.example.Game"])
        for (name, isName) in [
            ("a.b", true), ("org.x-y_z.A1", true), ("a", false), ("a..b", false), ("", false),
            ("a.1b", false), ("a.b ", false), ("/usr/bin/x.y", false), ("ö.b", false),
            (String(repeating: "a.", count: 130) + "a", false),
        ] {
            #expect(Adoption.isBusName(name) == isName, "\(name)")
        }
    }
}

struct ProcessInspectionTests {
    private static func entry(_ process: Int32, _ start: UInt64, parent: Int32) -> ProcessEntry {
        ProcessEntry(
            identity: ProcessIdentity(process: process, start: start), parent: parent,
            hasTerminal: false)
    }

    private static let entries = [
        entry(10, 100, parent: 1), entry(11, 110, parent: 10), entry(12, 120, parent: 11),
        entry(13, 130, parent: 11), entry(14, 140, parent: 1),
    ]

    @Test("The first process is the oldest that no other one has started")
    func first() {
        let first = Self.entries.filter { ProcessInspection.isFirst($0, among: Self.entries) }
        #expect(first.map(\.identity.process) == [10])
    }

    @Test("A family is a process and all below it, also if they form a circle")
    func family() {
        #expect(ProcessInspection.family(of: Self.entries[1], among: Self.entries) == [11, 12, 13])
        #expect(ProcessInspection.family(of: Self.entries[4], among: Self.entries) == [14])
        let circle = [Self.entry(20, 1, parent: 21), Self.entry(21, 1, parent: 20)]
        #expect(ProcessInspection.family(of: circle[0], among: circle) == [20, 21])
    }

    @Test(
        "The group of a unit, of a process at any depth",
        arguments: [
            ("/user.slice/user@1.service/app.slice/app-x.scope/below", "app-x.scope"),
            ("/user.slice/user@1.service/session.slice/dbus.service", "dbus.service"),
            ("/user.slice/user-1.slice/session-2.scope", "session-2.scope"),
            ("/user.slice/user@1.service/init.scope", "init.scope"),
        ])
    func groups(_ path: String, _ unit: String) {
        let group = ProcessInspection.unitGroup(of: ControlGroup(path: path))
        #expect(group.path.hasSuffix("/" + unit))
    }

    @Test("This process is found, with its program and its family")
    func itself() throws {
        let own = getpid()
        guard ControlGroup.of(own)?.processes?.contains(own) == true else { return }
        let facts = try #require(ProcessInspection.facts(of: own, SessionEssentials()))
        #expect(facts.identity.process == own)
        #expect(facts.family.contains(own))
        #expect(facts.executable != nil)
        #expect(ProcessInspection.facts(of: Int32.max, SessionEssentials()) == nil)
    }
}
