import Foundation
import Testing

@testable import RuleFiles
@testable import RuleTests

/// The JSON Schema of test files says what the reader does.
@Suite struct SchemaOfTests {
    private let schema = RuleTestSchema.schema

    private var testCase: Literal? { schema["properties"]?["cases"]?["items"] }

    private func keys(_ part: Literal?) -> Set<String> {
        guard case .map(let properties)? = part?["properties"] else { return [] }
        return Set(properties.map(\.key))
    }

    @Test func itsKeysAreThoseOfTheReader() {
        #expect(keys(schema) == Set(TestReader.keys))
        #expect(keys(testCase) == Set(TestReader.caseKeys))
        let parts = testCase?["properties"]
        #expect(keys(parts?["expect"]) == Set(TestReader.checkKeys))
        let actions = TestReader.actions
        let words = Set(actions.map(\.word) + actions.flatMap(\.keys))
        let step = words.subtracting(["regret"]).union(["after", "at", "times", "every", "expect"])
        #expect(keys(parts?["then"]?["items"]) == step)
        let past = words.subtracting(actions.map(\.word)).union(TestReader.past)
            .union(["ago", "at", "times", "every"])
        #expect(keys(parts?["given"]?["items"]) == past)
        #expect(keys(schema["properties"]?["with"]) == Set(RuleFile.shape.keys))
    }

    @Test func itIsOneThatEditorsKnow() throws {
        #expect(schema["$schema"] == "http://json-schema.org/draft-07/schema#")
        let json = try JSONSerialization.jsonObject(with: Data(RuleTestSchema.text.utf8))
        #expect((json as? NSDictionary)?["type"] as? String == "object")
    }

    // MARK: - Files

    private func faults(of text: String) throws -> [String] {
        var findings = Findings(files: [SourceText(path: "a.test.yaml", layer: 0, text: text)])
        let root = try #require(Composer.compose(findings.files[0], file: 0, into: &findings))
        let at = Position(file: 0, line: 1, column: 1)
        return schema.faults(of: Node(content: .map(root), at: at), at: "")
    }

    @Test(arguments: ["defaults", "examples"])
    func itTakesTheTestFilesOfTheRepository(directory: String) throws {
        let path = repository("rules/\(directory)")
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(".test.yaml") }
        #expect(names.count >= 3)
        for name in names {
            let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
            #expect(try faults(of: text) == [], "\(name)")
        }
    }

    @Test(arguments: [
        ("cases: [{name: a, now: b, expcet: {}}]", "/cases/0/expcet"),
        ("cases: [{name: a}]", "/cases/0/now"),
        ("case: []", "/case"), ("cases: [{name: a, now: b, then: [{unblok: c}]}]", "unblok"),
        ("cases: [{name: a, now: b, given: [{confirm: c}]}]", "/cases/0/given/0/confirm"),
        ("cases: [{name: a, now: b, expect: {level: hihg}}]", "/cases/0/expect/level"),
        ("cases: [{name: a, now: b, expect: {score: \"0.3\"}}]", "/cases/0/expect/score"),
        ("cases: [{name: a, now: b, expect: {blocked: {c: {unti: d}}}}]", "/expect/blocked"),
        ("cases: [{name: a, now: b, then: [{use: c, for: 30 min}]}]", "/cases/0/then/0/for"),
        ("with: {tagets: {}}\ncases: [{name: a, now: b}]", "/with/tagets"),
    ])
    func itRefusesWhatTheReaderRefuses(text: String, path: String) throws {
        #expect(try faults(of: text).contains { $0.hasSuffix(path) })
    }

    /// The modelines of the examples name the schemas that the guide writes.
    @Test func everyExampleNamesItsSchema() throws {
        let path = repository("rules/examples")
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(".yaml") }
        let guide = try String(contentsOfFile: repository("docs/rules.md"), encoding: .utf8)
        for name in names {
            let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
            let file = name.hasSuffix(".test.yaml") ? "soteria-tests" : "soteria"
            let line = "# yaml-language-server: $schema=./\(file).schema.json\n"
            #expect(text.hasPrefix(line), "\(name)")
            #expect(guide.contains("./\(file).schema.json"))
        }
    }
}

extension Literal {
    /// The places at which a document does not fit the schema; by the keywords that the schema of
    /// tests uses, but for the ranges of numbers.
    fileprivate func faults(of node: Node, at path: String) -> [String] {
        if case .list(let choices)? = self["anyOf"] {
            return choices.contains { $0.faults(of: node, at: path).isEmpty } ? [] : [path]
        }
        if case .list(let words)? = self["enum"] {
            let text = node.scalar?.text ?? ""
            return words.contains { $0 == .text(text) || $0 == .number(text) } ? [] : [path]
        }
        guard takes(node) else { return [path] }
        switch node.content {
        case .scalar(let scalar):
            guard case .text(let pattern)? = self["pattern"] else { return [] }
            return (try? Regex(pattern).firstMatch(in: scalar.text)) == nil ? [path] : []
        case .list(let items):
            return items.enumerated().flatMap { index, item in
                self["items"]?.faults(of: item, at: "\(path)/\(index)") ?? []
            }
        case .map(let map):
            var missing: [String] = []
            if case .list(let required)? = self["required"] {
                missing = required.compactMap { key in
                    if case .text(let key) = key, map[key] == nil { "\(path)/\(key)" } else { nil }
                }
            }
            return missing
                + map.entries.flatMap { entry -> [String] in
                    let place = "\(path)/\(entry.key)"
                    let part = self["properties"]?[entry.key] ?? self["additionalProperties"]
                    guard let part, part != .truth(false) else { return [place] }
                    return part.faults(of: entry.value, at: place)
                }
        }
    }

    /// True if the schema's type is the node's in the core schema of YAML.
    private func takes(_ node: Node) -> Bool {
        guard let type = self["type"] else { return true }
        let types: [Literal] = if case .list(let types) = type { types } else { [type] }
        switch node.content {
        case .list: return types.contains("array")
        case .map: return types.contains("object")
        case .scalar(let scalar):
            guard scalar.style == .plain else { return types.contains("string") }
            if Int(scalar.text) != nil {
                return types.contains("integer") || types.contains("number")
            }
            if Double(scalar.text) != nil { return types.contains("number") }
            if ["true", "false"].contains(scalar.text) { return types.contains("boolean") }
            return types.contains(scalar.text.isEmpty ? "null" : "string")
        }
    }
}
