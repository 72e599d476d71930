extension Parser {
    /// The macro that a method call stands for; nil where it is an ordinary call.
    mutating func comprehension(
        _ name: String, over range: Expression, _ arguments: [Expression]
    ) -> Expression.Kind? {
        guard let macro = Comprehension.Macro(rawValue: name),
            arguments.count == 2 || (macro == .map && arguments.count == 3),
            let body = arguments.last
        else { return nil }
        guard case .identifier(let variable) = arguments[0].kind, !variable.hasPrefix(".") else {
            report("\(name)() takes a simple name first", at: arguments[0].range)
            return .invalid
        }
        return .comprehension(
            Comprehension(
                macro: macro, range: range, variable: variable,
                filter: arguments.count == 3 ? arguments[1] : nil, body: body))
    }
}
