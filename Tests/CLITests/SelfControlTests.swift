import Foundation
import SeededRandom
import Testing

@testable import soteria

/// SelfControl's blocklists become a target. Foundation writes the files, as it does for
/// SelfControl.
@Suite struct SelfControlTests {
    static func file(_ list: [String: Any]) throws -> [UInt8] {
        Array(
            try PropertyListSerialization.data(
                fromPropertyList: list, format: .binary, options: 0))
    }

    private func draft(_ bytes: [UInt8]) throws -> RuleDraft {
        guard case .draft(let draft) = SelfControl.read(bytes) else {
            throw Failure("no draft of \(bytes.count) bytes")
        }
        return draft
    }

    @Test func hostsBecomeSites() throws {
        let draft = try draft(
            Self.file([
                "HostBlacklist": [
                    "www.facebook.com", "facebook.com", "bücher.example", "news.example.com",
                    "10.0.0.0/8", "mail.example.com:25", "*:443", 7, "*",
                ],
                "BlockAsWhitelist": false,
            ]))
        #expect(
            draft.targets == [
                RuleDraft.Target(
                    name: "SelfControl",
                    sites: ["facebook.com", "xn--bcher-kva.example", "news.example.com"])
            ])
        #expect(
            draft.omissions.map(\.value) == ["10.0.0.0/8", "mail.example.com:25", "*:443", "", "*"])
        #expect(draft.omissions.allSatisfy { $0.setting == "HostBlacklist" && $0.line == nil })
    }

    @Test func moreThanFifteenEntriesAndLongTexts() throws {
        let hosts = (0..<300).map { "site-number-\($0).example.com" }
        #expect(
            try draft(Self.file(["HostBlacklist": hosts])).targets.map(\.sites) == [hosts])
    }

    @Test func anAllowListIsRefused() throws {
        let bytes = try Self.file(["HostBlacklist": ["a.com"], "BlockAsWhitelist": true])
        guard case .allowList = SelfControl.read(bytes) else {
            Issue.record("not refused")
            return
        }
    }

    @Test func otherFilesAreRefused() throws {
        let files = [
            [], Array("bplist00".utf8), Array("<?xml version=\"1.0\"?>".utf8),
            try Self.file(["Other": 1]), try Self.file(["HostBlacklist": "a.com"]),
        ]
        for bytes in files {
            guard case .otherFile = SelfControl.read(bytes) else {
                Issue.record("read \(bytes.count) bytes")
                continue
            }
        }
    }

    /// Files that are damaged in some bytes, or cut off, are read or refused, and never trap.
    @Test func damagedFiles() throws {
        var random = SeededGenerator()
        let whole = try Self.file([
            "HostBlacklist": (0..<40).map { "site\($0).example.com" } + ["bücher.example"],
            "BlockAsWhitelist": false,
        ])
        var read = 0
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    UInt8.random(in: 0...255, using: &random)
            }
            if Int.random(in: 0..<8, using: &random) == 0 {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
            }
            if case .draft = SelfControl.read(bytes) { read += 1 }
        }
        #expect(read > 100, "seed \(random.seed)")
    }
}
