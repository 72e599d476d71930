import Foundation
import RuleModel
import Testing

/// The record's form of a list.
@Suite struct ListRecordTests {
    private let rules = RuleText(path: "/a.yaml", layer: 2, text: "targets: {}")

    @Test func pathAndDigestAndNoText() throws {
        let list = RuleText(list: "/b.txt", layer: 2, digest: "ab")
        #expect(list.isList && list.text.isEmpty && !rules.isList && rules.digest == nil)
        let coded = try JSONEncoder().encode([rules, list])
        #expect(try JSONDecoder().decode([RuleText].self, from: coded) == [rules, list])
    }

    @Test func earlierRecordsHaveNoDigests() throws {
        let earlier = #"{"path":"/a.yaml","layer":2,"text":"targets: {}"}"#
        #expect(try JSONDecoder().decode(RuleText.self, from: Data(earlier.utf8)) == rules)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(rules), as: UTF8.self)
        #expect(text == #"{"layer":2,"path":"/a.yaml","text":"targets: {}"}"#)
    }

    @Test func theFingerprintTakesTheDigestIn() {
        func fingerprint(_ digest: String?) -> String {
            RuleText.fingerprint(
                of: [rules]
                    + (digest.map { [RuleText(list: "/b.txt", layer: 2, digest: $0)] } ?? []))
        }
        #expect(fingerprint("ab") != fingerprint("ac") && fingerprint("ab") != fingerprint(nil))
        #expect(fingerprint(nil) == Fingerprint.of(["2", "/a.yaml", "targets: {}"]))
    }
}
