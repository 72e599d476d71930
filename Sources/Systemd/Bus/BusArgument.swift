import CSystemd
import Glibc

/// A value that is sent over D-Bus, of exactly the type that the method, signal or property
/// declares.
package indirect enum BusArgument: Sendable {
    /// `s`
    case string(String)
    /// `b`
    case boolean(Bool)
    /// `y`
    case byte(UInt8)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `o`
    case path(String)
    /// `as`
    case strings([String])
    /// `au`
    case uint32s([UInt32])
    /// `a(sv)`, in this order
    case properties([(String, BusArgument)])
    /// An array with the given type of element
    case array(of: String, [BusArgument])
    /// `a{sv}`, in this order
    case dictionary([(String, BusArgument)])
    /// `v`
    case variant(BusArgument)
    /// A structure of these values
    case structure([BusArgument])

    /// The type in D-Bus notation.
    var signature: String {
        switch self {
        case .string: "s"
        case .boolean: "b"
        case .byte: "y"
        case .int32: "i"
        case .uint32: "u"
        case .uint64: "t"
        case .strings: "as"
        case .uint32s: "au"
        case .properties: "a(sv)"
        case .array(let type, _): "a" + type
        case .dictionary: "a{sv}"
        case .double: "d"
        case .path: "o"
        case .variant: "v"
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        }
    }
}

extension BusArgument: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self = .string(value)
    }
}

/// Appends arguments to a new message by sd_bus_message_append_basic(3) and
/// sd_bus_message_open_container(3).
struct BusMessageWriter {
    /// The message, not yet sent; it must outlive the writer.
    let message: OpaquePointer

    /// Appends one argument; throws `.invalidCall` for text with NUL.
    func append(_ argument: BusArgument) throws(BusError) {
        switch argument {
        case .string(let text): try append(text)
        case .boolean(let flag): try basic("b", Int32(flag ? 1 : 0))
        case .byte(let number): try basic("y", number)
        case .int32(let number): try basic("i", number)
        case .uint32(let number): try basic("u", number)
        case .uint64(let number): try basic("t", number)
        case .double(let number): try basic("d", number)
        case .path(let path): try append(path, "o")
        case .variant(let value):
            try container("v", value.signature) { () throws(BusError) in try append(value) }
        case .structure(let members):
            try container("r", members.map(\.signature).joined()) { () throws(BusError) in
                for member in members { try append(member) }
            }
        case .strings(let texts):
            try container("a", "s") { () throws(BusError) in
                for text in texts { try append(text) }
            }
        case .dictionary(let entries):
            try container("a", "{sv}") { () throws(BusError) in
                for (key, value) in entries { try entry("e", key, value) }
            }
        case .properties(let entries):
            try container("a", "(sv)") { () throws(BusError) in
                for (key, value) in entries { try entry("r", key, value) }
            }
        case .uint32s(let numbers):
            try container("a", "u") { () throws(BusError) in
                for number in numbers { try basic("u", number) }
            }
        case .array(let type, let elements):
            try container("a", type) { () throws(BusError) in
                for element in elements { try append(element) }
            }
        }
    }

    /// Appends a key and a variant as a dictionary's entry (`e`) or a structure (`r`).
    private func entry(
        _ type: Unicode.Scalar, _ key: String, _ value: BusArgument
    ) throws(BusError) {
        try container(type, "sv") { () throws(BusError) in
            try append(key)
            try append(.variant(value))
        }
    }

    /// Appends a text (`s`) or an object path (`o`).
    private func append(_ text: String, _ type: Unicode.Scalar = "s") throws(BusError) {
        // The C string would end at a NUL, and the rest would be lost.
        let code =
            text.utf8.contains(0)
            ? -EINVAL : sd_bus_message_append_basic(message, Self.character(type), text)
        try check(code, "sd_bus_message_append_basic")
    }

    private func basic<Value: BitwiseCopyable>(
        _ type: Unicode.Scalar, _ value: Value
    ) throws(BusError) {
        var value = value
        try check(
            sd_bus_message_append_basic(message, Self.character(type), &value),
            "sd_bus_message_append_basic")
    }

    private func container(
        _ type: Unicode.Scalar, _ contents: String, _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        try check(
            sd_bus_message_open_container(message, Self.character(type), contents),
            "sd_bus_message_open_container")
        try body()
        try check(sd_bus_message_close_container(message), "sd_bus_message_close_container")
    }

    private func check(_ code: Int32, _ function: String) throws(BusError) {
        guard code >= 0 else { throw .invalidCall(SystemError(function: function, code: code)) }
    }

    private static func character(_ type: Unicode.Scalar) -> CChar {
        CChar(truncatingIfNeeded: type.value)
    }
}
