import RuleModel

/// A line of an export of events that is not an event. Each is one JSON object; in CSV it is in the
/// column `fact` of its own row, without a sequence.
enum ExportPart {
    /// The version of both formats; raised when older programs could not read them.
    static let version = 1

    /// The contents of the first line.
    struct Header: Hashable, Sendable {
        var table: String
        var device: String
        /// The sequence before the first event.
        var base: Int64
        /// The hash that precedes the first event in the chain.
        var chain: ChainHash
        /// The device that the chain begins with, if a restore gave the record another id.
        var firstDevice: String?

        var json: String {
            #"{"soteria":"export","version":\#(version),"table":\#(JSONString.encode(table)),"#
                + #""device":\#(JSONString.encode(device)),"base":\#(base),"#
                + #""chain":"\#(chain.hexadecimal)""#
                + (firstDevice.map { #","firstDevice":\#(JSONString.encode($0))"# } ?? "") + "}"
        }
    }

    /// The line that stands for the events up to the base, if older ones were removed.
    struct Base: Sendable {
        /// A state from which all later events can be folded.
        var checkpoint: Checkpoint?
        /// The rule texts in force at the base, as stored.
        var rules: String?

        var json: String {
            var text = #"{"soteria":"checkpoint""#
            if let rules { text += #","rules":\#(raw(rules))"# }
            if let checkpoint {
                text += #","sequence":\#(checkpoint.sequence),"format":\#(checkpoint.format)"#
                text += #","state":\#(raw(checkpoint.text))"#
            }
            return text + "}"
        }
    }

    /// The contents of the last line.
    struct Footer: Hashable, Sendable {
        var events: Int64
        var head: Int64
        var hash: ChainHash

        var json: String {
            #"{"soteria":"end","events":\#(events),"sequence":\#(head),"#
                + #""hash":"\#(hash.hexadecimal)"}"#
        }
    }

    /// Encodes a stored JSON text as a value, byte for byte: as is if it is an object on one line,
    /// else as a string.
    static func raw(_ text: String) -> String {
        JSONLine.isObject(text) ? text : JSONString.encode(text)
    }
}

/// Instants in exports: RFC 3339 in UTC to the millisecond. A damaged instant outside the calendar
/// is written as the stored number.
enum ExportInstant {
    static func text(_ milliseconds: Int64) -> String {
        guard Instant.recordable ~= milliseconds else { return String(milliseconds) }
        let text = LocalTime.rfc3339(Instant(milliseconds: milliseconds), offset: 0)
        return text.utf8.contains(UInt8(ascii: ".")) ? text : text.dropLast() + ".000Z"
    }

    /// Parses the form of `text`.
    static func milliseconds(_ text: String) -> Int64? {
        if let number = Int64(text) { return Instant.recordable ~= number ? nil : number }
        return Instant(rfc3339: text)?.milliseconds
    }
}
