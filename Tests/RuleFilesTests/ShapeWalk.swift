import Engine
import Foundation
import RuleModel

@testable import RuleFiles

/// A key of the description, with the way to it in the example of a whole file.
struct DescribedKey: CustomStringConvertible, Sendable {
    /// The keys on the way, its own last; a number is an item of a list.
    var path: [String]
    /// The report about it.
    var field: FieldDescription
    /// The keys beside it, its own among them.
    var shape: Shape

    var description: String { path.joined(separator: ".") }
    /// The way to the map in which it stands.
    var owner: [String] { path.dropLast() }

    /// The example of a whole file with the key in it, in which no key stands beside one that
    /// excludes it.
    var example: Literal {
        let example = RuleFile.shape.example
        switch description {
        case "quiet_hours.nights.ranges.0.dates":
            return example.changed(at: owner + ["days"]) { _ in [.init(field.key, field.example)] }
        case "budgets.shopping.per":
            return example.without(owner + ["days"]).without(owner + ["resets"])
                .setting(path, to: "week")
        default: return example
        }
    }

    /// Every key that there is, from the top of a file.
    static let all = within(RuleFile.shape, at: [])

    private static func within(_ shape: Shape, at path: [String]) -> [DescribedKey] {
        shape.fields.flatMap { field -> [DescribedKey] in
            let own = DescribedKey(path: path + [field.key], field: field, shape: shape)
            return [own] + inside(field.kind, at: own.path)
        }
    }

    private static func inside(_ kind: ValueKind, at path: [String]) -> [DescribedKey] {
        switch kind {
        case .map(let shape): within(shape, at: path)
        case .entries(let entries): inside(entries.value, at: path + [entries.example])
        case .list(let item, _), .oneOrMore(let item): inside(item, at: path + ["0"])
        case .truth, .score, .count, .timeSpan, .text, .choice: []
        }
    }
}

extension Literal {
    /// With another value at the end of a way, or none, or under another key.
    func changed(at path: some Collection<String>, _ change: (Member) -> [Member]) -> Literal {
        guard let first = path.first else { return self }
        let rest = path.dropFirst()
        switch self {
        case .map(let members):
            return .map(
                members.flatMap { member in
                    guard member.key == first else { return [member] }
                    if rest.isEmpty { return change(member) }
                    return [Member(member.key, member.value.changed(at: rest, change))]
                })
        case .list(let items):
            return .list(
                items.enumerated().map { index, item in
                    String(index) == first ? item.changed(at: rest, change) : item
                })
        default: return self
        }
    }

    /// Without the key at the end of a way.
    func without(_ path: [String]) -> Literal { changed(at: path) { _ in [] } }

    /// With another value at the end of a way.
    func setting(_ path: [String], to value: Literal) -> Literal {
        changed(at: path) { [Member($0.key, value)] }
    }
}
