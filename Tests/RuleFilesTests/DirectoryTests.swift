import Engine
import Foundation
import Glibc
import RuleFiles
import RuleModel
import Testing

@Suite struct DirectoryTests {
    private let loader = RuleLoader(zones: zones)

    /// A standard installation in a scratch directory: `prefix` and `config` below it.
    private func standard(_ scratch: Scratch) -> RuleDirectories {
        .standard(
            prefix: scratch.path + "/prefix",
            environment: ["XDG_CONFIG_HOME": scratch.path + "/config", "HOME": "/nonexistent"])
    }

    @Test func withoutInstalledDefaultsTheEmbeddedOnesHold() throws {
        let scratch = try Scratch()
        let loading = loader.load(standard(scratch))
        #expect(loading.rendered(color: false) == "")
        #expect(loading.sources == defaults)
        let set = try #require(loading.ruleSet)
        #expect(set.risk.factors.count == 6 && set.autoProtections.map(\.key) == ["high_risk"])
        #expect(set.sources == defaults)
    }

    @Test func theEmbeddedDefaultsAreTheRepositorysFiles() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: repository("rules/defaults")
        ).filter { !$0.hasSuffix(".test.yaml") }
        #expect(names.sorted().map { "default/\($0)" } == defaults.map(\.path))
        let scratch = try Scratch()
        #expect(loader.load(RuleDirectories(files: [])).sources == defaults)
        #expect(loader.load(standard(scratch)).sources.map(\.text) == defaults.map(\.text))
    }

    @Test func theStandardDirectoriesInTheirOrder() {
        let directories = RuleDirectories.standard(
            prefix: "/usr/local", environment: ["HOME": "/home/anna"])
        #expect(
            directories.paths == [
                "/usr/local/share/soteria/rules.d", "/etc/soteria/rules.d",
                "/home/anna/.config/soteria/rules.d",
            ])
        #expect(
            RuleDirectories.standard(
                prefix: nil, environment: ["HOME": "/home/anna", "XDG_CONFIG_HOME": "/x"]
            ).paths == ["/etc/soteria/rules.d", "/x/soteria/rules.d"])
        // A relative XDG_CONFIG_HOME is to be ignored.
        #expect(
            RuleDirectories.standard(
                prefix: nil, environment: ["HOME": "/home/anna", "XDG_CONFIG_HOME": "x"]
            ).paths == ["/etc/soteria/rules.d", "/home/anna/.config/soteria/rules.d"])
        #expect(
            RuleDirectories.standard(prefix: nil, environment: [:]).paths
                == ["/etc/soteria/rules.d"])
    }

    @Test func installedDefaultsComeBeforeEmbeddedOnesAndPersonsFilesWin() throws {
        let scratch = try Scratch()
        try scratch.write("plan: premium\n", to: "prefix/share/soteria/rules.d/a.yaml")
        try scratch.write(
            "plans: {mine: {}}\nplan: mine\n", to: "config/soteria/rules.d/00-first.yaml")
        let loading = loader.load(standard(scratch))
        #expect(loading.rendered(color: false) == "")
        #expect(loading.sources.map(\.layer) == [0, 2])
        #expect(loading.ruleSet?.plan.key == "mine")
        #expect(loading.ruleSet?.risk.factors.isEmpty == true)
    }

    @Test func onlyYAMLFilesAreReadInTheOrderOfTheirNames() throws {
        let scratch = try Scratch()
        for name in [
            "b.yaml", "a.yaml", "a.test.yaml", ".c.yaml", "d.yml", "e.yaml~", "90-tools.yaml",
        ] {
            try scratch.write("targets: {t\(name.count): {sites: [a.com]}}\n", to: name)
        }
        let loading = loader.load(RuleDirectories(overriding: [scratch.path]))
        let own = loading.sources.filter { $0.layer == 1 }
        #expect(
            own.map(\.path)
                == ["90-tools.yaml", "a.yaml", "b.yaml"].map { "\(scratch.path)/\($0)" })
    }

    @Test func aLinkToDevNullMasksTheFileOfItsNameBelow() throws {
        let scratch = try Scratch()
        try scratch.write("plan: premium", to: "prefix/share/soteria/rules.d/plans.yaml")
        try scratch.write(
            "targets: {a: {sites: [a.com]}}", to: "prefix/share/soteria/rules.d/a.yaml")
        try scratch.write("targets: {b: {sites: [b.com]}}", to: "config/soteria/rules.d/b.yaml")
        try scratch.link("config/soteria/rules.d/a.yaml", to: "/dev/null")
        let loading = loader.load(standard(scratch))
        #expect(loading.rendered(color: false) == "")
        #expect(loading.ruleSet?.targets.map(\.key) == ["b"])
        #expect(loading.sources.count == 2)
    }

    @Test func embeddedDefaultsCanBeMasked() throws {
        let scratch = try Scratch()
        try scratch.link("risk.yaml", to: "/dev/null")
        let loading = loader.load(RuleDirectories(overriding: [scratch.path]))
        #expect(
            loading.sources.map(\.path) == [
                "default/auto-protection.yaml", "default/plans.yaml", "default/unblock.yaml",
            ])
        #expect(loading.ruleSet?.risk.factors.isEmpty == true)
        #expect(loading.ruleSet?.risk.levels == .standard)
    }

    @Test func aMaskBelowHidesNothingAbove() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/low", withIntermediateDirectories: true)
        try scratch.link("low/a.yaml", to: "/dev/null")
        try scratch.write("targets: {a: {sites: [a.com]}}", to: "high/a.yaml")
        let loading = loader.load(
            RuleDirectories(overriding: [scratch.path + "/low", scratch.path + "/high"]))
        #expect(loading.ruleSet?.targets.map(\.key) == ["a"])
    }

    @Test func filesThatCannotBeRulesAreErrors() throws {
        let scratch = try Scratch()
        try scratch.write("", to: "empty.yaml")
        try scratch.write("# half saved\n", to: "comment.yaml")
        try scratch.write([0x61, 0x00, 0x62], to: "nul.yaml")
        try scratch.write([0x61, 0x3a, 0x20, 0x62, 0x0a, 0xff, 0xfe], to: "latin.yaml")
        try scratch.write([UInt8](repeating: 0x23, count: 9 << 20), to: "huge.yaml")
        try scratch.link("gone.yaml", to: scratch.path + "/nowhere")
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/folder.yaml", withIntermediateDirectories: true)
        #expect(mkfifo(scratch.path + "/pipe.yaml", 0o600) == 0)
        try scratch.write("plan: \u{7}", to: "bell.yaml")
        let loading = loader.load(RuleDirectories(overriding: [scratch.path]))
        #expect(loading.ruleSet == nil)
        let empty =
            "error: the file is empty, perhaps because it was not saved completely; save the file "
            + "again, or delete it"
        #expect(
            lines(loading).map { $0.replacing(scratch.path + "/", with: "") }.sorted() == [
                "bell.yaml:1:7: error: U+0007 is a control character, which a rule file cannot "
                    + "contain",
                "comment.yaml: \(empty)",
                "empty.yaml: \(empty)",
                "folder.yaml: error: the file cannot be read: not a regular file",
                "gone.yaml: error: the file cannot be read: No such file or directory",
                "huge.yaml: error: the file cannot be read: the file is larger than 8 MiB",
                "latin.yaml: error: the file is not UTF-8 text (the first invalid byte is in line "
                    + "2)",
                "nul.yaml: error: the file is binary, not text (it contains a NUL byte)",
                "pipe.yaml: error: the file cannot be read: not a regular file",
            ])
    }

    /// The embedded defaults count as well, so two files of the half are too much.
    @Test func allFilesTogetherHaveALimit() throws {
        let scratch = try Scratch()
        for name in ["a.yaml", "b.yaml", "c.yaml"] {
            try scratch.write([UInt8](repeating: 0x23, count: 8 << 20), to: name)
        }
        let loading = loader.load(RuleDirectories(overriding: [scratch.path]))
        #expect(loading.ruleSet == nil && loading.sources == [])
        #expect(
            lines(loading) == [
                "\(scratch.path)/b.yaml: error: with this file, the rule files exceed the limit of "
                    + "16 MiB in total"
            ])
    }

    @Test(.enabled(if: geteuid() != 0, "root reads every file, whatever its mode"))
    func unreadableFilesAndDirectoriesAreErrors() throws {
        let scratch = try Scratch()
        let file = try scratch.write("plan: free", to: "a.yaml")
        chmod(file, 0)
        #expect(
            lines(loader.load(RuleDirectories(overriding: [scratch.path]))) == [
                "\(file): error: the file cannot be read: Permission denied"
            ])
        chmod(scratch.path, 0)
        #expect(
            lines(loader.load(RuleDirectories(overriding: [scratch.path]))) == [
                "\(scratch.path): error: the directory cannot be read: Permission denied"
            ])
        chmod(scratch.path, 0o700)
    }

    @Test func aNamedDirectoryMustBeThere() {
        #expect(
            lines(loader.load(RuleDirectories(overriding: ["/nonexistent/rules"]))) == [
                "/nonexistent/rules: error: the directory cannot be read: No such file or directory"
            ])
        #expect(
            lines(loader.load(RuleDirectories(files: ["/nonexistent/a.yaml"]))) == [
                "/nonexistent/a.yaml: error: the file cannot be read: No such file or directory"
            ])
    }

    @Test func aByteOrderMarkAndWindowsLinesAreRead() throws {
        let scratch = try Scratch()
        try scratch.write("\u{feff}plan: free\r\ntagets: {}\r\n", to: "a.yaml")
        let loading = loader.load(RuleDirectories(overriding: [scratch.path]))
        #expect(
            loading.rendered(color: false) == """
                \(scratch.path)/a.yaml:2:1: error: unknown key "tagets"; did you mean "targets"?
                tagets: {}
                ^
                1 error

                """)
    }

    @Test func storedTextsGiveTheSameSetAsTheirFiles() throws {
        let scratch = try Scratch()
        for example in ["shopping-nights.yaml", "gambling.yaml"] {
            let text = try String(
                contentsOfFile: repository("rules/examples/\(example)"), encoding: .utf8)
            try scratch.write(text, to: example)
        }
        let files = loader.load(RuleDirectories(overriding: [scratch.path]))
        let stored = loader.load(sources: files.sources)
        let (first, second) = (try #require(files.ruleSet), try #require(stored.ruleSet))
        #expect(first.targets == second.targets && first.quietHours == second.quietHours)
        #expect(files.fingerprint == stored.fingerprint)
        #expect(files.merged.rendered() == stored.merged.rendered())
        try scratch.write("plan: free\n", to: "plan.yaml")
        #expect(
            loader.load(RuleDirectories(overriding: [scratch.path])).fingerprint
                != files.fingerprint)
    }

    @Test func relativePathsAreMadeAbsolute() {
        let paths = RuleDirectories(overriding: ["rules"]).paths
        #expect(paths == [FileManager.default.currentDirectoryPath + "/rules"])
    }
}
