import RuleFiles
import Testing

/// Whose an entry is, by the file that the socket names.
@Suite struct ToolsOwnerTests {
    private let store = ToolsFileStore(directory: "/home/p/.config/soteria/rules.d")

    @Test func ownersByFile() {
        let directory = "/home/p/.config/soteria/rules.d"
        #expect(store.owner(of: "\(directory)/90-tools.yaml") == .tools)
        #expect(store.owner(of: "\(directory)/90-tools.yaml:12") == .tools)
        #expect(
            store.owner(of: "\(directory)/10-mine.yaml:3")
                == .person(file: "\(directory)/10-mine.yaml"))
        #expect(
            store.owner(of: "\(directory)/odd:7.yaml:3") == .person(file: "\(directory)/odd:7.yaml")
        )
        #expect(
            store.owner(of: "/etc/soteria/rules.d/90-tools.yaml:3")
                == .below(file: "/etc/soteria/rules.d/90-tools.yaml"))
        #expect(store.owner(of: "default/risk.yaml:3") == .below(file: "default/risk.yaml"))
        #expect(
            store.owner(of: "\(directory)/sub/x.yaml:1") == .below(file: "\(directory)/sub/x.yaml"))
        #expect(store.owner(of: nil) == .unknown)
        #expect(store.owner(of: "") == .below(file: ""))
        #expect(store.owner(of: "x:") == .below(file: "x:"))
    }

    @Test func aSlashAtTheEndChangesNothing() {
        let slashed = ToolsFileStore(directory: "/r/")
        #expect(slashed.owner(of: "/r/90-tools.yaml:1") == .tools)
        #expect(slashed.owner(of: "/r/a.yaml:1") == .person(file: "/r/a.yaml"))
    }

    /// As the loader itself tells origins.
    @Test func originsOfALoad() throws {
        let scratch = try Scratch()
        let store = ToolsFileStore(directory: scratch.path)
        try store.write(try toolsFile(), replacing: "none")
        try scratch.write("targets: {mine: {sites: [m.example]}}\n", to: "10-mine.yaml")
        let loading = RuleLoader(zones: zones).load(RuleDirectories(overriding: [scratch.path]))
        #expect(loading.ruleSet?.targets.map(\.key) == ["mine", "shopping"])
        func owner(_ entry: String) -> RuleOwner {
            store.owner(of: loading.merged.origin(of: entry))
        }
        #expect(owner("targets.shopping") == .tools && owner("quiet_hours.nights") == .tools)
        #expect(owner("targets.mine") == .person(file: scratch.path + "/10-mine.yaml"))
        guard case .below = owner("risk.factors.late_night") else {
            Issue.record("\(owner("risk.factors.late_night"))")
            return
        }
        #expect(owner("targets.none") == .unknown)
    }
}
