import CSystemd
import Glibc

/// Reads the arguments of a received message of any types: sd_bus_message_peek_type(3) and
/// sd_bus_message_read_basic(3). sd-bus has checked the message's structure and depth (at most 64).
struct BusMessageReader {
    /// The message, at its beginning; it must outlive the reader.
    let message: OpaquePointer
    /// The greatest number of bytes of a text that is accepted.
    var longestText = Int.max

    /// Reads all values up to the end of the message, or of the current container. Throws
    /// `.malformedReply` for invalid bytes, for a text that is too long, and for a file descriptor
    /// if this process may not open another one.
    func values() throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>?
            let found = sd_bus_message_peek_type(message, &type, &contents)
            guard found >= 0 else { throw .malformedReply }
            if found == 0 { return values }
            values.append(try value(of: type, contents))
        }
    }

    private func value(
        of type: CChar, _ contents: UnsafePointer<CChar>?
    ) throws(BusError) -> BusValue {
        switch UnicodeScalar(UInt8(bitPattern: type)) {
        case "b": .boolean(try basic(type, Int32(0)) != 0)
        case "n": .signed(Int64(try basic(type, Int16(0))))
        case "i": .signed(Int64(try basic(type, Int32(0))))
        case "x": .signed(try basic(type, Int64(0)))
        case "y": .unsigned(UInt64(try basic(type, UInt8(0))))
        case "q": .unsigned(UInt64(try basic(type, UInt16(0))))
        case "u": .unsigned(UInt64(try basic(type, UInt32(0))))
        case "t": .unsigned(try basic(type, UInt64(0)))
        case "d": .double(try basic(type, Double(0)))
        case "s", "o", "g": .string(try text(type))
        case "h": try descriptor()
        case "a": .array(try container(type, contents))
        case "r": .structure(try container(type, contents))
        case "e": try entry(try container(type, contents))
        case "v": try variant(try container(type, contents))
        default: throw .malformedReply
        }
    }

    private func basic<Value: BitwiseCopyable>(_ type: CChar, _ zero: Value) throws(BusError)
        -> Value
    {
        var value = zero
        guard sd_bus_message_read_basic(message, type, &value) > 0 else { throw .malformedReply }
        return value
    }

    private func text(_ type: CChar) throws(BusError) -> String {
        guard let text = try basic(type, UnsafePointer<CChar>?.none), strlen(text) <= longestText
        else { throw .malformedReply }
        return String(cString: text)
    }

    /// Reads a descriptor. The number stays the message's and is closed with it.
    private func descriptor() throws(BusError) -> BusValue {
        let borrowed = try basic(CChar(UInt8(ascii: "h")), Int32(-1))
        guard let descriptor = BusDescriptor(duplicating: borrowed) else { throw .malformedReply }
        return .descriptor(descriptor)
    }

    private func container(
        _ type: CChar, _ contents: UnsafePointer<CChar>?
    ) throws(BusError) -> [BusValue] {
        guard sd_bus_message_enter_container(message, type, contents) > 0 else {
            throw .malformedReply
        }
        let values = try values()
        guard sd_bus_message_exit_container(message) >= 0 else { throw .malformedReply }
        return values
    }

    private func entry(_ values: [BusValue]) throws(BusError) -> BusValue {
        guard values.count == 2 else { throw .malformedReply }
        return .entry(key: values[0], value: values[1])
    }

    private func variant(_ values: [BusValue]) throws(BusError) -> BusValue {
        guard let value = values.first, values.count == 1 else { throw .malformedReply }
        return .variant(value)
    }
}
