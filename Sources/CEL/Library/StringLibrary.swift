/// Strings and bytes: concatenation and searches, all by code points.
enum StringLibrary {
    static let functions = [
        Function(name: Operator.add, overloads: [addStrings, addBytes]),
        search("contains") { $0.containsCodePoints($1) },
        search("startsWith") { $0.utf8.starts(with: $1.utf8) },
        matches,
        search("endsWith") { $0.utf8.reversed().starts(with: $1.utf8.reversed()) },
    ]

    private static let matches = Function(
        name: "matches",
        overloads: [true, false].map { isMember in
            Overload([.string, .string], .bool, isMember: isMember) {
                values throws(EvaluationError) in
                guard case (.string(let text), .string(let pattern)) = (values[0], values[1])
                else { throw EvaluationError(.noSuchOverload, "matches") }
                do throws(RegexError) {
                    return .bool(try RegularExpression(pattern).matches(text))
                } catch {
                    throw EvaluationError(.invalidArgument, error.message)
                }
            }
        })

    private static let addStrings = Overload([.string, .string], .string) {
        values throws(EvaluationError) in
        guard case (.string(let a), .string(let b)) = (values[0], values[1]) else {
            throw EvaluationError(.noSuchOverload, Operator.add)
        }
        return .string(a + b)
    }

    private static let addBytes = Overload([.bytes, .bytes], .bytes) {
        values throws(EvaluationError) in
        guard case (.bytes(let a), .bytes(let b)) = (values[0], values[1]) else {
            throw EvaluationError(.noSuchOverload, Operator.add)
        }
        return .bytes(a + b)
    }

    private static func search(
        _ name: String, _ test: @escaping @Sendable (String, String) -> Bool
    ) -> Function {
        let overload = Overload([.string, .string], .bool, isMember: true) {
            values throws(EvaluationError) in
            guard case (.string(let text), .string(let part)) = (values[0], values[1]) else {
                throw EvaluationError(.noSuchOverload, name)
            }
            return .bool(test(text, part))
        }
        return Function(name: name, overloads: [overload])
    }
}

extension String {
    /// Whether the bytes of another string occur in this one; linear time, by the longest border
    /// of each prefix of what is sought.
    fileprivate func containsCodePoints(_ part: String) -> Bool {
        let sought = Array(part.utf8)
        guard !sought.isEmpty else { return true }
        var borders = [0]
        var length = 0
        for byte in sought.dropFirst() {
            while length > 0, sought[length] != byte { length = borders[length - 1] }
            if sought[length] == byte { length += 1 }
            borders.append(length)
        }
        var matched = 0
        for byte in utf8 {
            while matched > 0, sought[matched] != byte { matched = borders[matched - 1] }
            if sought[matched] == byte { matched += 1 }
            if matched == sought.count { return true }
        }
        return false
    }
}
