extension Literal {
    /// As JSON on one line, in the order written.
    var json: String {
        switch self {
        case .text(let text): MergedRules.quoted(text)
        case .number(let number): number
        case .truth(let truth): truth ? "true" : "false"
        case .null: "null"
        case .list(let items): "[" + items.map(\.json).joined(separator: ", ") + "]"
        case .map(let members):
            "{"
                + members.map { "\(MergedRules.quoted($0.key)): \($0.value.json)" }
                .joined(separator: ", ") + "}"
        }
    }

    /// As JSON in lines, two blanks for each level; what fits on a line stands on one.
    func indentedJSON(_ level: Int = 0) -> String {
        let line = json
        guard line.utf8.count > 90 - 2 * level else { return line }
        let inner = String(repeating: "  ", count: level + 1)
        let outer = String(repeating: "  ", count: level)
        switch self {
        case .list(let items):
            let lines = items.map { inner + $0.indentedJSON(level + 1) }
            return "[\n" + lines.joined(separator: ",\n") + "\n" + outer + "]"
        case .map(let members):
            let lines = members.map {
                inner + MergedRules.quoted($0.key) + ": " + $0.value.indentedJSON(level + 1)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
        case .text, .number, .truth, .null: return line
        }
    }
}
