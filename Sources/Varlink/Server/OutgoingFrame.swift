import NIOCore

/// The parameters of a reply, encoded once for many calls.
package struct EncodedParameters: Sendable {
    let continuing: ByteBuffer
    let final: ByteBuffer

    /// Encodes a value, which must encode as an object; throws the errors of its `encode(to:)`, and
    /// `EncodingError.invalidValue` if it is not an object.
    package init(_ value: some Encodable) throws {
        let writer = JSONWriter()
        continuing = try OutgoingFrame.reply(value, continues: true, with: writer)
        final = try OutgoingFrame.reply(value, continues: false, with: writer)
    }
}

/// Replies in the form of the socket: compact JSON and a NUL, without empty parameters.
enum OutgoingFrame {
    /// Encodes a reply with the parameters `value`; reuses the memory of `writer`.
    static func reply(_ value: some Encodable, continues: Bool, with writer: JSONWriter) throws
        -> ByteBuffer
    {
        writer.reset()
        writer.writeUnquoted("{\"parameters\":")
        let start = writer.count
        try writer.write(encoding: value)
        guard writer.written[start] == UInt8(ascii: "{") else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "a reply's parameters are an object")
            )
        }
        if writer.count == start + 2 { return empty(continues: continues) }
        writer.writeUnquoted(continues ? ",\"continues\":true}\0" : "}\0")
        return ByteBuffer(bytes: writer.written)
    }

    static func empty(continues: Bool) -> ByteBuffer {
        ByteBuffer(string: continues ? "{\"continues\":true}\0" : "{}\0")
    }

    static func error(_ error: VarlinkError) -> ByteBuffer {
        var message: JSONObject = ["error": .string(error.name)]
        if !error.parameters.isEmpty { message["parameters"] = .object(error.parameters) }
        return ByteBuffer(bytes: JSON.object(message).bytes + [0])
    }
}
