import RuleModel

/// Texts about values, for the reference, the man page and the schema.
enum ValueWords {
    /// The words for the kind of a value: `length of time, 1m to 7d`.
    static func text(for kind: ValueKind) -> String {
        switch kind {
        case .truth: return "`true` or `false`"
        case .score: return "number from 0 to 1"
        case .count(let limits) where limits.count == 1: return "`\(limits.lowerBound)`"
        case .count(let limits):
            return "whole number, \(limits.lowerBound) to \(limits.upperBound)"
        case .timeSpan(let limits, let form): return "length of time, " + range(limits, form)
        case .text(let kind): return kind.name
        case .choice(let choices): return choices.map { "`\($0.word)`" }.alternatives
        case .list(let item, _): return "list of " + several(item)
        case .oneOrMore(let item): return text(for: item) + ", or a list of them"
        case .map: return "map, see below"
        case .entries(let entries):
            return "map: " + text(for: .text(entries.keys)) + " → "
                + text(for: entries.value)
        }
    }

    /// The limits that a pattern cannot express; nil if there are none.
    static func limits(of kind: ValueKind) -> String? {
        switch kind {
        case .score: "At most three decimal places"
        case .timeSpan(let limits, let form): "From " + range(limits, form)
        case .choice(let choices):
            choices.map { "`\($0.word)`: \($0.meaning)" }.joined(separator: "; ")
        default: nil
        }
    }

    private static func range(_ limits: ClosedRange<TimeSpan>, _ form: TimeSpanText) -> String {
        "\(form.text(limits.lowerBound)) to \(form.text(limits.upperBound))"
    }

    private static func several(_ kind: ValueKind) -> String {
        switch kind {
        case .text(let kind): kind.plural
        case .map: "maps, see below"
        default: text(for: kind)
        }
    }
}

extension [String] {
    /// `a`, `a or b`, `a, b or c`.
    var alternatives: String {
        guard let last, count > 1 else { return joined() }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
