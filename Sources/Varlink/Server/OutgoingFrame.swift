import NIOCore

/// The parameters of a reply, encoded once to be sent to many calls.
package struct EncodedParameters: Sendable {
    let continuing: ByteBuffer
    let final: ByteBuffer

    /// Encodes a value, which must encode as an object; throws what its `encode(to:)` throws, and
    /// `EncodingError.invalidValue` for one that is no object.
    package init(_ value: some Encodable) throws {
        let writer = JSONWriter()
        continuing = try OutgoingFrame.reply(value, continues: true, with: writer)
        final = try OutgoingFrame.reply(value, continues: false, with: writer)
    }
}

/// Replies as they go over the socket: compact JSON and a NUL, empty parameters left out.
enum OutgoingFrame {
    /// A reply whose parameters are `value`; `writer` lends its memory.
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
