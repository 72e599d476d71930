import Foundation
import Glibc
import RuleFiles
import RuleModel
import Testing

/// Files as editors, packages and accidents leave them.
@Suite struct FileKindsTests {
    private let loader = RuleLoader(zones: zones)

    private func example(_ name: String) throws -> String {
        try String(contentsOfFile: repository("rules/examples/\(name).yaml"), encoding: .utf8)
    }

    private static let names = [
        "active-now", "evening-guard", "gambling", "games", "moods", "shopping-nights",
        "social-media",
    ]

    /// The same rules under other line ends and around other marks.
    @Test(arguments: names)
    func layoutDoesNotMatter(name: String) throws {
        let text = try example(name)
        let first = try ruleSet(text)
        let variants = [
            text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r"),
            "---\n" + text, "%YAML 1.1\n---\n" + text, text + "...\n", text + "\n\n# the end",
            String(text.dropLast()), text.replacing("\n", with: "   \n"),
            text.replacing("version: 1\n", with: ""), text.replacing(": [", with: ":  [ "),
            text.replacing("\n  ", with: "\n    ").replacing("version", with: "version"),
        ]
        for (index, variant) in variants.enumerated() {
            let set = try #require(
                load(variant).ruleSet, "variant \(index): \(lines(load(variant)))")
            #expect(set.targets == first.targets, "variant \(index)")
            #expect(set.quietHours == first.quietHours, "variant \(index)")
            #expect(
                set.autoProtections.map(\.fingerprint) == first.autoProtections.map(\.fingerprint),
                "variant \(index)")
            #expect(
                set.risk.factors.map(\.text) == first.risk.factors.map(\.text), "variant \(index)")
        }
    }

    @Test(arguments: names)
    func anyLineMayBeLost(name: String) throws {
        let all = try example(name).split(separator: "\n", omittingEmptySubsequences: false)
        for index in all.indices {
            var rest = all
            rest.remove(at: index)
            let loading = load(rest.joined(separator: "\n"))
            #expect((loading.ruleSet == nil) == (loading.errors > 0), "without line \(index + 1)")
        }
    }

    @Test func linksToFilesAreReadAndLoopsAreSaid() throws {
        let scratch = try Scratch()
        try scratch.write("plan: free\n", to: "elsewhere/plan")
        let rules = scratch.path + "/rules"
        try FileManager.default.createDirectory(
            atPath: rules, withIntermediateDirectories: true)
        try scratch.link("rules/a.yaml", to: scratch.path + "/elsewhere/plan")
        #expect(loader.load(RuleDirectories(overriding: [rules])).ruleSet?.plan.key == "free")
        try scratch.link("rules/b.yaml", to: rules + "/b.yaml")
        try scratch.link("rules/c.yaml", to: "/dev/zero")
        let loading = loader.load(RuleDirectories(overriding: [rules]))
        #expect(
            lines(loading) == [
                "\(rules)/b.yaml: error: the file cannot be read: Too many "
                    + "levels of symbolic links",
                "\(rules)/c.yaml: error: the file cannot be read: not a regular file",
            ])
    }

    @Test func namesOfAnyBytesAreReadOrSaid() throws {
        let scratch = try Scratch()
        for name in ["ä b.yaml", "new\nline.yaml", "\u{1b}[31m.yaml", "#.yaml", "'.yaml"] {
            try scratch.write("plan: free\n", to: name)
            let loading = loader.load(RuleDirectories(overriding: [scratch.path]))
            #expect(loading.ruleSet?.plan.key == "free", "\(name)")
            #expect(!loading.merged.rendered().contains("\u{1b}"))
            #expect(
                loader.load(
                    sources: [
                        RuleText(path: "cat", layer: 0, text: loading.merged.rendered())
                    ]
                ).rendered(color: false) == "", "\(name)")
            try FileManager.default.removeItem(atPath: scratch.path + "/" + name)
        }
    }

    @Test func aDirectoryInPlaceOfAFileAndAFileInPlaceOfADirectory() throws {
        let scratch = try Scratch()
        let file = try scratch.write("plan: free\n", to: "plain")
        #expect(
            lines(loader.load(RuleDirectories(overriding: [file]))) == [
                "\(file): error: the directory cannot be read: Not a directory"
            ])
        #expect(
            lines(loader.load(RuleDirectories(files: [scratch.path]))) == [
                "\(scratch.path): error: the file cannot be read: not a regular file"
            ])
    }

    @Test func filesAreCheckedTogether() throws {
        let scratch = try Scratch()
        let one = try scratch.write("targets: {a: {sites: [a.com]}}\n", to: "one.yaml")
        let two = try scratch.write(
            "quiet_hours: {n: {block: [a], ranges: [{time: 22:00-06:00}]}}\n", to: "two.txt")
        let loading = loader.load(RuleDirectories(files: [one, two]))
        #expect(loading.rendered(color: false) == "")
        #expect(loading.ruleSet?.quietHours.map(\.targets) == [["a"]])
        #expect(
            lines(loader.load(RuleDirectories(files: [two]))) == [
                "\(two):1:27: error: there is no target \"a\"; declare it under \"targets:\""
            ])
    }

    @Test func oneFaultyFileRefusesTheSetButAllAreRead() throws {
        let scratch = try Scratch()
        try scratch.write("plan: free\n", to: "a.yaml")
        try scratch.write("targets: {x: {sites: [x.com]}}\nnope: 1\n", to: "b.yaml")
        try scratch.write([0], to: "c.yaml")
        let loading = loader.load(RuleDirectories(overriding: [scratch.path]))
        #expect(loading.ruleSet == nil)
        #expect(loading.errors == 2 && loading.warnings == 0)
        // The faulty bytes are no text that could be stored; the others are.
        #expect(loading.sources.filter { $0.layer == 1 }.count == 2)
        #expect(loading.merged.rendered().contains("x:  # from \(scratch.path)/b.yaml:1"))
    }

    @Test func theFingerprintStandsForPlacesAndTexts() throws {
        func fingerprint(_ path: String, _ layer: Int, _ text: String) -> String {
            loader.load(sources: [RuleText(path: path, layer: layer, text: text)]).fingerprint
        }
        let base = fingerprint("a.yaml", 1, "plan: free")
        #expect(base == fingerprint("a.yaml", 1, "plan: free"))
        #expect(base != fingerprint("a.yaml", 1, "plan: free "))
        #expect(base != fingerprint("b.yaml", 1, "plan: free"))
        #expect(base != fingerprint("a.yaml", 2, "plan: free"))
        // A faulty set has one, too: it tells whether anything was edited since.
        #expect(fingerprint("a.yaml", 1, "nope") != base)
    }

    @Test func atMostAThousandFiles() throws {
        let scratch = try Scratch()
        for number in 0..<1001 {
            try scratch.write("targets: {t\(number): {sites: [a.com]}}\n", to: "f\(number).yaml")
        }
        #expect(
            lines(loader.load(RuleDirectories(overriding: [scratch.path]))) == [
                "\(scratch.path): error: too many rule files: 1001; at most 1000 are allowed"
            ])
        try FileManager.default.removeItem(atPath: scratch.path + "/f0.yaml")
        let loading = loader.load(RuleDirectories(overriding: [scratch.path]))
        #expect(loading.ruleSet?.targets.count == 1000)
    }
}
