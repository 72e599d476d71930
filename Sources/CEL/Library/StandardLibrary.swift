/// The functions and type names that every environment has.
enum StandardLibrary {
    static let functions = adding(
        LogicLibrary.functions + ArithmeticLibrary.functions + CollectionLibrary.functions
            + StringLibrary.functions + ConversionLibrary.functions + TimeLibrary.functions,
        to: [:])

    /// Functions by name; one whose name is known adds its overloads.
    static func adding(_ functions: [Function], to known: [String: Function]) -> [String: Function]
    {
        known.merging(functions.map { ($0.name, $0) }) {
            Function(name: $0.name, overloads: $0.overloads + $1.overloads)
        }
    }

    static let types: [String: CELType] = [
        "int": .int, "uint": .uint, "double": .double, "bool": .bool, "string": .string,
        "bytes": .bytes, "null_type": .null, "list": .list(.dyn), "map": .map(.dyn, .dyn),
        "type": .type(.dyn), "google.protobuf.Timestamp": .timestamp,
        "google.protobuf.Duration": .duration,
    ]
}

/// Negation, equality and order.
enum LogicLibrary {
    static let functions = [not] + equality + order

    private static let not = Function(
        name: Operator.not,
        overloads: [
            Overload(unary: .bool, .bool) { value throws(EvaluationError) in
                guard case .bool(let value) = value else {
                    throw EvaluationError(.noSuchOverload, Operator.not)
                }
                return .bool(!value)
            }
        ])

    private static let equality = [Operator.equal, Operator.notEqual].map { name in
        Function(name: name, overloads: [comparison(name, .parameter("T"), .parameter("T"))])
    }

    private static let order = [
        Operator.less, Operator.lessOrEqual, Operator.greater, Operator.greaterOrEqual,
    ].map { name in
        let same: [CELType] = [
            .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
        ]
        let numbers: [CELType] = [.int, .uint, .double]
        let mixed = numbers.flatMap { left in
            numbers.filter { $0 != left }.map { comparison(name, left, $0) }
        }
        return Function(name: name, overloads: same.map { comparison(name, $0, $0) } + mixed)
    }

    private static func comparison(_ name: String, _ left: CELType, _ right: CELType) -> Overload {
        Overload(binary: left, right, .bool) { (left, right) throws(EvaluationError) in
            guard let test = Comparison.tests[name] else {
                throw EvaluationError(.unboundFunction, name)
            }
            return .bool(try test(left, right))
        }
    }
}
