import Varlink

/// Replies as JSON text for people and scripts, exactly as received.
package enum ReplyText {
    /// The value on one line, without white space.
    package static func compact(_ value: some Encodable) throws -> String {
        try JSON(encoding: value).text
    }

    /// The value over several lines, two spaces a level; empty arrays and objects stay on one.
    package static func pretty(_ value: some Encodable) throws -> String {
        pretty(try JSON(encoding: value), level: 0)
    }

    private static func pretty(_ value: JSON, level: Int) -> String {
        let line = "\n" + String(repeating: "  ", count: level)
        func block(_ open: String, _ parts: [String], _ close: String) -> String {
            open + parts.map { "\(line)  \($0)" }.joined(separator: ",") + line + close
        }
        switch value {
        case .array(let elements) where !elements.isEmpty:
            return block("[", elements.map { pretty($0, level: level + 1) }, "]")
        case .object(let members) where !members.isEmpty:
            let parts = members.map {
                JSON.string($0.name).text + ": " + pretty($0.value, level: level + 1)
            }
            return block("{", parts, "}")
        default: return value.text
        }
    }
}
