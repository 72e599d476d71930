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
            Overload(binary: .string, .string, .bool, isMember: isMember) {
                (text, pattern) throws(EvaluationError) in
                let (text, pattern) = (try text.text, try pattern.text)
                do throws(RegexError) {
                    return .bool(try RegularExpression(pattern).matches(text))
                } catch {
                    throw EvaluationError(.invalidArgument, error.message)
                }
            }
        })

    private static let concatenated: Overload.Estimate = { sizes in
        let size = SizeBound.text(sizes[0].bytes.addingSaturated(sizes[1].bytes))
        return CallEstimate(steps: size.weight, size: size)
    }

    private static let addStrings = Overload(
        binary: .string, .string, .string, estimate: concatenated
    ) { (left, right) throws(EvaluationError) in
        .string(try left.text + right.text)
    }

    private static let addBytes = Overload(
        binary: .bytes, .bytes, .bytes, estimate: concatenated
    ) { (left, right) throws(EvaluationError) in
        guard case (.bytes(let a), .bytes(let b)) = (left, right) else {
            throw EvaluationError(.noSuchOverload, Operator.add)
        }
        return .bytes(a + b)
    }

    private static func search(
        _ name: String, _ test: @escaping @Sendable (String, String) -> Bool
    ) -> Function {
        let overload = Overload(binary: .string, .string, .bool, isMember: true) {
            (text, part) throws(EvaluationError) in
            .bool(test(try text.text, try part.text))
        }
        return Function(name: name, overloads: [overload])
    }
}

extension String {
    /// True if the bytes of another string occur in this one.
    fileprivate func containsCodePoints(_ part: String) -> Bool {
        var isFound = false
        TextSearch(part).places(in: utf8) { _ in
            isFound = true
            return false
        }
        return isFound
    }
}
