import Varlink

/// Replies as JSON text for people and scripts, exactly as they came over the socket.
package enum ReplyText {
    /// The value on one line, without white space.
    package static func compact(_ value: some Encodable) throws -> String {
        try JSON(encoding: value).text
    }

    /// The value over several lines, two spaces a level; empty arrays and objects stay on one.
    package static func pretty(_ value: some Encodable) throws -> String {
        var text = ""
        write(try JSON(encoding: value), level: 0, to: &text)
        return text
    }

    private static func write(_ value: JSON, level: Int, to text: inout String) {
        let outer = String(repeating: "  ", count: level)
        switch value {
        case .array(let elements) where !elements.isEmpty:
            text += "["
            for (index, element) in elements.enumerated() {
                text += index == 0 ? "\n" : ",\n"
                text += outer + "  "
                write(element, level: level + 1, to: &text)
            }
            text += "\n\(outer)]"
        case .object(let members) where !members.isEmpty:
            text += "{"
            for (index, member) in members.enumerated() {
                text += index == 0 ? "\n" : ",\n"
                text += outer + "  " + JSON.string(member.name).text + ": "
                write(member.value, level: level + 1, to: &text)
            }
            text += "\n\(outer)}"
        default: text += value.text
        }
    }
}
