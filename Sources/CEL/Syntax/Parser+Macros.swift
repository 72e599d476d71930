extension Parser {
    /// The macro for a method call; nil if it is an ordinary call.
    mutating func comprehension(
        _ name: String, over range: Expression, _ arguments: [Expression]
    ) -> Expression.Kind? {
        guard let macro = macros.macro(name, argumentCount: arguments.count),
            let body = arguments.last
        else { return nil }
        var variables: [String] = []
        for argument in arguments.prefix(macro.variables) {
            guard case .identifier(let variable) = argument.kind, !variable.hasPrefix(".") else {
                let names =
                    macro.variables == 1
                    ? "a simple name as its first argument"
                    : "two simple names as its first arguments"
                report("\(name)() needs \(names)", at: argument.range)
                return .invalid
            }
            guard !variables.contains(variable) else {
                report("\(name)() needs two different names", at: argument.range)
                return .invalid
            }
            variables.append(variable)
        }
        return .comprehension(
            Comprehension(
                macro: macro, range: range, variables: variables,
                filter: macro.hasFilter ? arguments[macro.variables] : nil, body: body))
    }
}
