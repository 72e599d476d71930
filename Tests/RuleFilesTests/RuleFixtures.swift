import Foundation
import RuleFiles
import RuleModel
import Testing

/// Zones of the machine that runs the tests.
let zones = ZoneSource(environment: [:])

/// The repository's directory of that name: `rules/examples`.
func repository(_ path: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: path).path
}

/// The shipped defaults as they are in the repository.
let defaults: [RuleText] = [
    "auto-protection.yaml", "plans.yaml", "risk.yaml", "unblock.yaml",
].map { name in
    let path = repository("rules/defaults/\(name)")
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return RuleText(path: "default/\(name)", layer: 0, text: text)
}

/// The result of loading the defaults with texts on top, all in the person's directory: `a.yaml`,
/// `b.yaml`…
func load(_ texts: String..., defaults: [RuleText] = defaults) -> RuleLoadResult {
    let names = ["a.yaml", "b.yaml", "c.yaml"]
    return RuleLoader(zones: zones).load(
        sources: defaults
            + zip(names, texts).map { RuleText(path: $0, layer: 2, text: $1) })
}

/// The rule set of the defaults and a text; the diagnostics are the failure where there is none.
func ruleSet(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> RuleSet {
    let loading = load(text)
    #expect(loading.rendered(color: false) == "", sourceLocation: sourceLocation)
    return try #require(loading.ruleSet, sourceLocation: sourceLocation)
}

/// Holds what a person reads about a text against what they should read, to the letter.
func expect(
    _ text: String, says expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    let loading = load(text)
    #expect(loading.rendered(color: false) == expected + "\n", sourceLocation: sourceLocation)
    let hasErrors = loading.diagnostics.contains { $0.severity == .error }
    #expect((loading.ruleSet == nil) == hasErrors, sourceLocation: sourceLocation)
}

/// The first line of each diagnostic.
func lines(_ loading: RuleLoadResult) -> [String] { loading.diagnostics.map(\.description) }

/// A directory that is removed with the test.
final class Scratch {
    /// Its path.
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appending(path: "soteria-rules-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, with the directories above it; gives its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file of any bytes; gives its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: URL(filePath: file).deletingLastPathComponent().path,
            withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }

    /// Makes a symbolic link.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path + "/" + name, withDestinationPath: target)
    }
}

/// A schedule with the given ranges, in a set that is otherwise in order.
func schedule(_ ranges: String) -> String {
    """
    targets: {shopping: {sites: [amazon.com]}}
    quiet_hours:
      nights:
        block: [shopping]
        ranges: \(ranges)

    """
}

/// A factor with the given lines under it, in a file of its own.
func factor(_ condition: String) -> String {
    """
    risk:
      factors:
        mine:
          weight: 0.1
          when: \(condition)

    """
}
