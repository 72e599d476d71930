import Foundation
import RuleModel
import Testing

@testable import RuleFiles

/// The last good set survives a list that was changed or is lost.
@Suite struct ListCopyTests {
    private let scratch: Scratch
    private let copies: ListCopies

    init() throws {
        scratch = try Scratch()
        copies = ListCopies(directory: scratch.path + "/state")
        try scratch.write(rule("a.txt"), to: "rules/a.yaml")
        try scratch.write("a.com", to: "rules/a.txt")
    }

    private func names() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: copies.directory)) ?? []
    }

    private func recorded(_ sources: [RuleText], isLenient: Bool = false) -> RuleLoadResult {
        RuleLoader(
            zones: zones, lists: ListSource(copies: copies, home: nil, isLenient: isLenient)
        ).load(sources: sources)
    }

    @Test func aChangedListIsAsItWasRecorded() throws {
        let first = load(in: scratch, copies: copies)
        let digest = try #require(first.sources.last?.digest)
        #expect(names() == [digest])
        try scratch.write("b.com", to: "rules/a.txt")
        let then = recorded(first.sources)
        #expect(then.rendered(color: false) == "" && then.fingerprint == first.fingerprint)
        #expect(then.ruleSet?.targets[0].names(site: "a.com") == true)
        #expect(then.ruleSet?.targets[0].names(site: "b.com") == false)
        #expect(then.sources == first.sources)
        let now = load(in: scratch, copies: copies)
        #expect(now.fingerprint != first.fingerprint && names().count == 2)
        #expect(now.ruleSet?.targets[0].names(site: "b.com") == true)
    }

    @Test func aLostListIsAsItWasRecorded() throws {
        let first = load(in: scratch, copies: copies)
        try FileManager.default.removeItem(atPath: scratch.path + "/rules/a.txt")
        #expect(load(in: scratch, copies: copies).ruleSet == nil)
        #expect(recorded(first.sources).ruleSet?.targets[0].names(site: "a.com") == true)
    }

    @Test func withoutACopyTheFileServesWhereItIsTheSame() throws {
        let first = load(in: scratch)
        #expect(names() == [])
        #expect(recorded(first.sources).ruleSet?.targets[0].names(site: "a.com") == true)
        try scratch.write("b.com", to: "rules/a.txt")
        #expect(
            recorded(first.sources).diagnostics.map(\.message) == [
                "the list \(scratch.path)/rules/a.txt cannot be used: the list has changed, and "
                    + "Soteria's copy of the old list is gone"
            ])
    }

    @Test func aLenientReadingTakesWhatThereIs() throws {
        let first = load(in: scratch)
        try scratch.write("b.com", to: "rules/a.txt")
        let changed = recorded(first.sources, isLenient: true)
        #expect(changed.ruleSet?.targets[0].names(site: "b.com") == true)
        try FileManager.default.removeItem(atPath: scratch.path + "/rules/a.txt")
        let lost = recorded(first.sources, isLenient: true)
        let target = try #require(lost.ruleSet?.targets.first)
        #expect(target.siteCount == 0 && lost.ruleSet?.quietHours.count == 1)
        #expect(
            lost.diagnostics.map { "\($0.severity): \($0.message)" } == [
                "warning: the list \(scratch.path)/rules/a.txt cannot be used: both the list and "
                    + "Soteria's copy of it are gone"
            ])
    }

    @Test func aDamagedCopyIsNone() throws {
        let first = load(in: scratch, copies: copies)
        let digest = try #require(first.sources.last?.digest)
        try scratch.write("evil.com", to: "state/\(digest)")
        try scratch.write("b.com", to: "rules/a.txt")
        #expect(recorded(first.sources).ruleSet == nil)
        // Where the file is still that one, it stands in.
        try scratch.write("a.com", to: "rules/a.txt")
        #expect(recorded(first.sources).ruleSet?.targets[0].names(site: "a.com") == true)
    }

    /// Whatever became of it on disk: of its size, shorter, longer or empty.
    @Test(arguments: ["b.com", "a", "evil.com", ""])
    func aDamagedCopyIsWrittenAfresh(damaged: String) throws {
        let first = load(in: scratch, copies: copies)
        let digest = try #require(first.sources.last?.digest)
        try scratch.write(damaged, to: "state/\(digest)")
        #expect(copies.bytes(of: digest) == nil)
        _ = load(in: scratch, copies: copies)
        #expect(copies.bytes(of: digest) == Array("a.com".utf8) && names() == [digest])
        try FileManager.default.removeItem(atPath: scratch.path + "/rules/a.txt")
        #expect(recorded(first.sources).ruleSet?.targets[0].names(site: "a.com") == true)
    }

    @Test func digestsThatAreNone() {
        for digest in ["", "../rules/a.txt", String(repeating: "G", count: 64)] {
            #expect(copies.bytes(of: digest) == nil)
            let sources = [
                RuleText(path: scratch.path + "/rules/a.yaml", layer: 2, text: rule("b.txt")),
                RuleText(list: scratch.path + "/rules/b.txt", layer: 2, digest: digest),
            ]
            #expect(recorded(sources).ruleSet == nil)
        }
    }

    @Test func whatIsNotNeededIsRemoved() throws {
        let first = load(in: scratch, copies: copies)
        try scratch.write("b.com", to: "rules/a.txt")
        let second = load(in: scratch, copies: copies)
        try scratch.write("kept", to: "state/other.txt")
        try scratch.write("half", to: "state/.\(first.sources.last?.digest ?? "")")
        let needed = Set(second.sources.compactMap(\.digest))
        // A list that was read just now may not be in force yet.
        copies.prune(keeping: needed, grace: 3600)
        #expect(names().count == 4)
        copies.prune(keeping: needed, grace: -60)
        #expect(Set(names()) == needed.union(["other.txt"]))
        copies.prune(keeping: [], grace: -60)
        #expect(names() == ["other.txt"])
        ListCopies(directory: scratch.path + "/nowhere").prune(keeping: [], grace: 0)
    }

    @Test func noCopyCanBeKept() throws {
        try scratch.write("a file", to: "state")
        let loading = load(in: scratch, copies: copies)
        #expect(loading.ruleSet?.targets[0].names(site: "a.com") == true)
        #expect(
            loading.diagnostics.map { "\($0.severity): \($0.message)" } == [
                "warning: Soteria cannot keep a copy of this list (Not a directory); if you change "
                    + "or delete the list, Soteria cannot restore the rules as they are now"
            ])
    }

    @Test func whatIsKnownIsNotReadAgain() throws {
        let first = load(in: scratch, copies: copies)
        let again = load(in: scratch, copies: copies, known: first.lists)
        #expect(again.lists[0].list === first.lists[0].list)
        // Written again with the same bytes: another file, the same list.
        try scratch.write("a.com", to: "rules/a.txt")
        #expect(!first.lists[0].isCurrent)
        let same = load(in: scratch, copies: copies, known: first.lists)
        #expect(same.lists[0].list === first.lists[0].list && same.lists[0].isCurrent)
        #expect(same.fingerprint == first.fingerprint)
        // A copy that went missing is made again.
        copies.prune(keeping: [], grace: -60)
        #expect(names().isEmpty)
        _ = load(in: scratch, copies: copies, known: same.lists)
        #expect(names().count == 1)
    }
}
