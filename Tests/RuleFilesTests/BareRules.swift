import Foundation
import RuleModel

@testable import RuleFiles

/// A directory with rule files upon nothing at all: the shipped defaults would hide what holds
/// where a key is left out.
final class BareRules {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write("version: 1\n", to: "prefix/share/soteria/rules.d/nothing.yaml")
        // The list that the example of `sites_from` names.
        try scratch.write("casino.example\n", to: "lists/casinos.txt")
    }

    /// The result of loading one file.
    func load(_ text: String) throws -> RuleLoadResult {
        let file = try scratch.write(text, to: "rules.yaml")
        return RuleLoader(zones: zones).load(
            RuleDirectories(files: [file], prefix: scratch.path + "/prefix"))
    }

    /// The result of loading one file.
    func load(_ file: Literal) throws -> RuleLoadResult { try load(file.yamlLines()) }

    /// The first lines of what is wrong, without the file's name.
    func errors(_ file: Literal) throws -> [String] {
        try load(file).diagnostics.filter { $0.severity == .error }.map(\.message)
    }
}

extension RuleSet {
    /// Everything that it says, without the prints of how that was written.
    var wording: String {
        var parts: [String] = ["\(targets)", "\(quietHours)", "\(checkIns)", "\(budgets)"]
        parts += targets.flatMap { $0.lists.map(\.digest) }
        parts += risk.factors.map { "\($0.key) \($0.weight) \($0.text)" }
        parts += features.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        for rule in autoProtections {
            // `text` is the condition as written.
            for (member, value) in Mirror(reflecting: rule).children
            where member != "condition" && member != "fingerprint" {
                parts.append("\(member ?? ""): \(value)")
            }
        }
        parts += ["\(risk.levels)", "\(unblock)", plan.withoutOrder, timeZone?.name ?? "local"]
        parts += [retention.map { "\($0)" } ?? "ever", "\(isDebug)", "\(weakeningWaits)"]
        parts.append("\(awayAfter)")
        parts += silenced.map(\.rawValue).sorted()
        return parts.joined(separator: "\n").replacing(/fingerprint: "[^"]*"/, with: "")
    }
}

extension Plan {
    /// Its parts; a set has no order of its own.
    fileprivate var withoutOrder: String {
        var rest = self
        rest.metrics = nil
        return "\(rest) \(metrics.map { $0.map(\.rawValue).sorted() } ?? ["*"])"
    }
}
