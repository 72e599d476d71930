/// Counts the steps of one evaluation by the rules of ``CostEstimate``, and ends it with an error
/// beyond a limit.
final class Meter {
    private let limit: Int
    private(set) var steps = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// True once the limit is exceeded. Evaluation then fails, even if an operator has absorbed the
    /// error.
    var isExhausted: Bool { steps > limit }

    /// Counts steps about to be taken.
    func charge(_ count: Int) throws(EvaluationError) {
        steps = steps.addingSaturated(count)
        guard steps <= limit else { throw exhausted }
    }

    var exhausted: EvaluationError {
        EvaluationError(.costExceeded, "more than \(limit) steps")
    }
}

extension Compiler {
    /// Code that counts steps before it runs; the code itself if nothing is counted.
    func charging(_ code: Code, _ steps: Int = 1) -> Code {
        guard isMetered else { return code }
        if case .constant = code { return code }
        if case .bool(let bool) = code {
            return .bool { slots, locals throws(EvaluationError) in
                try locals?.charge(steps)
                return try bool(slots, locals)
            }
        }
        let value = code.value
        return .boxed { slots, locals throws(EvaluationError) in
            try locals?.charge(steps)
            return try value(slots, locals)
        }
    }

    /// A call that counts its steps by the sizes of its arguments.
    func metered(_ function: Function, _ codes: [Code], isMember: Bool) -> Code {
        let values = codes.map(\.value)
        let name = function.name
        if let cost = CallCost(name, count: codes.count) {
            return .boxed { slots, locals throws(EvaluationError) in
                let (left, right) = (try values[0](slots, locals), try values[1](slots, locals))
                try locals?.charge(cost.steps(left, right))
                return try Self.apply(cost, function, left, right, isMember: isMember)
            }
        }
        let overloads = function.overloads.filter {
            $0.isMember == isMember && $0.parameters.count == codes.count
        }
        // Their steps do not depend on the elements: no pass over those may be uncounted.
        let counts = name == "size" || name == Operator.add
        return .boxed { slots, locals throws(EvaluationError) in
            let arguments = try Self.evaluate(values, slots, locals)
            guard let overload = overloads.first(where: { $0.accepts(arguments) }) else {
                try locals?.charge(1)
                throw Self.noOverload(name, arguments)
            }
            let sizes = arguments.map { counts ? SizeBound(countOf: $0) : SizeBound(of: $0) }
            try locals?.charge(overload.estimate(sizes).steps)
            return try overload.apply(arguments, of: name)
        }
    }

    private static func apply(
        _ cost: CallCost, _ function: Function, _ left: Value, _ right: Value, isMember: Bool
    ) throws(EvaluationError) -> Value {
        if let test = Comparison.tests[function.name] { return .bool(try test(left, right)) }
        if let apply = CollectionLibrary.operators[function.name] {
            return try apply(left, right)
        }
        let arguments = [left, right]
        let overload = function.overloads.first {
            $0.isMember == isMember && $0.accepts(arguments)
        }
        guard let overload else { throw noOverload(function.name, arguments) }
        return try overload.apply(arguments, of: function.name)
    }
}

extension CallCost {
    /// Steps of the call for two values; looks at no more of the values than it counts.
    func steps(_ left: Value, _ right: Value) -> Int {
        switch self {
        case .comparison: return Self.smallerWeight(left, right)
        case .index: return SizeBound(of: right).weight
        case .membership:
            guard case .list(let elements) = right else { return SizeBound(of: left).weight }
            return elements.reduce(1) {
                $0.addingSaturated(Self.smallerWeight(left, $1))
            }
        case .matching:
            guard case .string(let text) = left, case .string(let pattern) = right else { return 1 }
            return Self.matching(
                bytes: text.utf8.count, pattern: pattern.utf8.count,
                instructions: RegularExpression.size(of: pattern) ?? 1)
        }
    }

    /// The weight of the smaller of two values, found by looking at both alike far.
    private static func smallerWeight(_ left: Value, _ right: Value) -> Int {
        var limit = 16
        while true {
            let least = min(left.weight(upTo: limit), right.weight(upTo: limit))
            if least < limit || limit == .max { return least }
            limit = limit.multipliedSaturated(4)
        }
    }
}

extension Value {
    /// The steps of one pass over the value, counted up to a limit.
    fileprivate func weight(upTo limit: Int) -> Int {
        switch self {
        case .list(let elements):
            var weight = 1
            for element in elements {
                guard weight < limit else { return weight }
                weight += element.weight(upTo: limit - weight)
            }
            return weight
        case .map(let map):
            var weight = 1
            for entry in map.entries {
                guard weight < limit else { return weight }
                weight += max(
                    entry.key.weight(upTo: limit - weight),
                    entry.value.weight(upTo: limit - weight))
            }
            return weight
        default: return SizeBound(of: self).weight
        }
    }
}
