import CEL

/// A variable of a rule set's own: a figure of one of its targets, budgets or check-ins.
///
/// An environment declares only those that its conditions read, after the fixed ones, so that
/// unread variables cost nothing.
package struct RuleVariable: Hashable, Sendable {
    package let figure: Figure
    /// The key of the target, the budget or the check-in.
    package let key: String
    /// The name that environments declare: `usage.social-media.today`.
    package let name: String

    /// The figure of the target, budget or check-in.
    package enum Figure: String, Hashable, Sendable, CaseIterable {
        /// How long the target was used since midnight; a span.
        case usageToday = "usage.today"
        /// How much of the budget is used up; a span.
        case budgetUsed = "budgets.used"
        /// How much of the budget is left, never below zero; a span.
        case budgetLeft = "budgets.left"
        /// True if the check-in is answered for its day; a truth.
        case checkInAnswered = "check_ins.answered"
        /// True if the answer for its day is yes; a truth, false while there is none.
        case checkInYes = "check_ins.yes"

        /// The section of the key, with which the name begins; that of targets is `usage`.
        package var root: String { String(rawValue.prefix { $0 != "." }) }
        package var member: String { String(rawValue.drop { $0 != "." }.dropFirst()) }
        /// The kind of the variable's subject: `target`, `budget`, `check-in`.
        package var owner: String {
            switch self {
            case .usageToday: "target"
            case .budgetUsed, .budgetLeft: "budget"
            case .checkInAnswered, .checkInYes: "check-in"
            }
        }
    }

    package enum Value: Hashable, Sendable {
        case span(TimeSpan)
        case truth(Bool)
    }

    package struct Reading: Hashable, Sendable {
        package var variable: RuleVariable
        /// The value, of the figure's type; any other type counts as none.
        package var value: Value

        package init(_ variable: RuleVariable, _ value: Value) {
            self.variable = variable
            self.value = value
        }
    }

    /// The variable of a key; the key may be any that rule files allow.
    package init(_ figure: Figure, of key: String) {
        self.figure = figure
        self.key = key
        name = "\(figure.root).\(key).\(figure.member)"
    }

    /// The variable of a name, as `name` has it; nil if no key could give that name.
    package init?(name: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[1].isEmpty,
            let figure = Figure(rawValue: "\(parts[0]).\(parts[2])")
        else { return nil }
        self.init(figure, of: String(parts[1]))
    }

    /// The first words of all their names: no feature can be called so.
    package static let roots: Set<String> = Set(Figure.allCases.map(\.root))

    /// The name as conditions write it: a key that is not an identifier is in backquotes,
    /// ``usage.`social-media`.today``.
    package var spelling: String {
        let isWord =
            key.utf8.allSatisfy { $0 != UInt8(ascii: "-") }
            && !["in", "true", "false", "null"].contains(key)
            && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(key.utf8.first ?? 0)
        return isWord ? name : "\(figure.root).`\(key)`.\(figure.member)"
    }

    /// The variable's line in the table of variables.
    package var entry: Vocabulary.Entry {
        Vocabulary.Entry(
            name: spelling, type: type, isReported: false, isScore: false, summary: summary)
    }

    package var type: CELType {
        switch figure {
        case .usageToday, .budgetUsed, .budgetLeft: .duration
        case .checkInAnswered, .checkInYes: .bool
        }
    }

    private var summary: String {
        switch figure {
        case .usageToday: "How long the target has been used since midnight."
        case .budgetUsed: "How much of the budget has been used; 0s on a day without the budget."
        case .budgetLeft: "How much of the budget is left; 87600h on a day without the budget."
        case .checkInAnswered: "True if the check-in has been answered today."
        case .checkInYes: "True if the check-in has been answered with yes today."
        }
    }

    /// The value without a reading: nothing used, nothing answered, a budget without end.
    package var neutral: CEL.Value {
        switch figure {
        case .usageToday, .budgetUsed: .duration(.zero)
        case .budgetLeft: .duration(Vocabulary.never.duration)
        case .checkInAnswered, .checkInYes: .bool(false)
        }
    }
}

extension RuleVariable.Value {
    /// The value as conditions read it.
    package var held: CEL.Value {
        switch self {
        case .span(let span): .duration(span.duration)
        case .truth(let truth): .bool(truth)
        }
    }
}

extension RuleSet {
    /// All variables of the set's targets, budgets and check-ins, whether a condition reads them or
    /// not.
    package var variables: [RuleVariable] {
        targets.map { RuleVariable(.usageToday, of: $0.key) }
            + budgets.flatMap {
                [RuleVariable(.budgetUsed, of: $0.key), RuleVariable(.budgetLeft, of: $0.key)]
            }
            + checkIns.flatMap {
                [
                    RuleVariable(.checkInAnswered, of: $0.key),
                    RuleVariable(.checkInYes, of: $0.key),
                ]
            }
    }
}

extension TimeSpan {
    /// The span as a CEL duration, clamped to ± 292 years.
    package var duration: CELDuration {
        let limit = Int64.max / 1_000_000
        return CELDuration(nanoseconds: min(max(milliseconds, -limit), limit) * 1_000_000)
    }
}
