import RuleModel

/// A line of an export of events that is no event. Each is one JSON object; in CSV it stands in the
/// column `fact` of a row of its own, without a sequence.
enum ExportPart {
    /// The version of the two formats; raised when an older program could not read them.
    static let version = 1

    /// The contents of the first line.
    struct Header: Hashable, Sendable {
        var table: String
        var device: String
        /// The sequence before the first event.
        var base: Int64
        /// The hash that the first event is chained to.
        var chain: ChainHash

        var json: String {
            #"{"soteria":"export","version":\#(version),"table":\#(JSONString.encode(table)),"#
                + #""device":\#(JSONString.encode(device)),"base":\#(base),"#
                + #""chain":"\#(chain.hexadecimal)"}"#
        }
    }

    /// The stand-in for the events up to the base, if older ones were removed.
    struct Base: Sendable {
        /// A state from which what came later can be folded.
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

    /// A stored JSON text byte for byte as a value: as it is where it is an object on one line,
    /// else as a string.
    static func raw(_ text: String) -> String {
        JSONLine.isObject(text) ? text : JSONString.encode(text)
    }
}

/// Instants in exports: RFC 3339 in UTC to the millisecond; what no calendar can say, and what
/// therefore was damaged, as the number that is stored.
enum ExportInstant {
    static func text(_ milliseconds: Int64) -> String {
        guard Instant.recordable ~= milliseconds else { return String(milliseconds) }
        let text = LocalTime.rfc3339(Instant(milliseconds: milliseconds), offset: 0)
        return text.utf8.contains(UInt8(ascii: ".")) ? text : text.dropLast() + ".000Z"
    }

    /// Reads what `text` gives.
    static func milliseconds(_ text: String) -> Int64? {
        if let number = Int64(text) { return Instant.recordable ~= number ? nil : number }
        return Instant(rfc3339: text)?.milliseconds
    }
}
