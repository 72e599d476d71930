import CEL

/// A fault in the bytes of a time-zone file.
package struct ZoneFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}

extension TimeZoneRules {
    /// Reads a TZif file (RFC 8536), version 1 to 4, its footer included.
    ///
    /// Throws if the bytes are not such a file, are cut off, or contradict themselves.
    package init(name: String, tzif bytes: [UInt8]) throws(ZoneFileError) {
        var reader = TZifReader(bytes: bytes)
        var header = try reader.header()
        var timeSize = 4
        if header.version >= UInt8(ascii: "2") {
            try reader.skip(header.length(timeSize: 4))
            header = try reader.header()
            timeSize = 8
        }
        let table = try reader.table(header, timeSize: timeSize)
        var transitions = table.transitions
        var offsets = table.offsets
        var repeats = false
        if timeSize == 8, let rule = try reader.footer() {
            repeats = rule.summer != nil
            Self.extend(&transitions, &offsets, by: rule)
        }
        self.init(
            name: name, transitions: transitions, offsets: offsets, repeats: repeats)
    }

    /// A zone from a POSIX rule such as `CET-1CEST,M3.5.0,M10.5.0/3`, which is also its name; nil
    /// if the text is none. Summer time without dates has those of the United States, as in glibc.
    package init?(posix text: String) {
        let bytes = Array(text.utf8)
        let dates = text.contains(",") ? "" : ",M3.2.0,M11.1.0"
        guard let rule = PosixZone(bytes) ?? PosixZone(bytes + dates.utf8) else { return nil }
        var transitions: [Int64] = []
        var offsets = [rule.standard]
        Self.extend(&transitions, &offsets, by: rule)
        self.init(
            name: text, transitions: transitions, offsets: offsets, repeats: rule.summer != nil)
    }

    /// Adds 400 years of the rule after the last transition, and the week that a look-up may go
    /// back by.
    private static func extend(
        _ transitions: inout [Int64], _ offsets: inout [Int32], by rule: PosixZone
    ) {
        guard let summer = rule.summer else {
            if transitions.isEmpty {
                offsets = [rule.standard]
            } else if let end = transitions.last, offsets.last != rule.standard {
                transitions.append(end + 1)
                offsets.append(rule.standard)
            }
            return
        }
        if transitions.isEmpty { offsets = [rule.standard] }
        let end = transitions.last ?? 0
        let tableCount = transitions.count
        let firstYear = CivilDate(daysSince1970: Int(end / 86400)).year
        for year in firstYear...(firstYear + 401) {
            let starts = (summer.begins.seconds(inYear: year) - Int64(rule.standard), summer.offset)
            let stops = (summer.ends.seconds(inYear: year) - Int64(summer.offset), rule.standard)
            for (second, offset) in [starts, stops].sorted(by: { $0.0 < $1.0 })
            where second >= (transitions.last ?? .min) {
                // Summer time all the year round ends and begins again at the same second.
                if second == transitions.last {
                    if transitions.count > tableCount { offsets[transitions.count] = offset }
                } else if offset != offsets.last {
                    transitions.append(second)
                    offsets.append(offset)
                }
            }
        }
    }
}

/// Reads the parts of a TZif file in their order.
private struct TZifReader {
    let bytes: [UInt8]
    var position = 0

    struct Header {
        var version: UInt8
        /// Counts in the file's order: UT indicators, standard indicators, leap seconds,
        /// transitions, types, abbreviation characters.
        var counts: [Int]

        func length(timeSize: Int) -> Int {
            counts[3] * (timeSize + 1) + counts[4] * 6 + counts[5] + counts[2] * (timeSize + 4)
                + counts[1] + counts[0]
        }
    }

    mutating func header() throws(ZoneFileError) -> Header {
        guard bytes.count >= position + 44,
            bytes[position..<position + 4].elementsEqual("TZif".utf8)
        else { throw ZoneFileError(description: "not a TZif file") }
        let version = bytes[position + 4]
        position += 20
        var counts: [Int] = []
        for _ in 0..<6 {
            counts.append(Int(integer(size: 4)))
        }
        guard counts.allSatisfy({ (0...100_000).contains($0) }), counts[4] > 0 else {
            throw ZoneFileError(description: "the TZif header has impossible counts")
        }
        return Header(version: version, counts: counts)
    }

    mutating func skip(_ count: Int) throws(ZoneFileError) {
        guard bytes.count - position >= count else {
            throw ZoneFileError(description: "the TZif file is cut off")
        }
        position += count
    }

    mutating func table(
        _ header: Header, timeSize: Int
    ) throws(ZoneFileError) -> (transitions: [Int64], offsets: [Int32]) {
        let start = position
        try skip(header.length(timeSize: timeSize))
        let end = position
        position = start
        let times = (0..<header.counts[3]).map { _ in integer(size: timeSize) }
        let indices = bytes[position..<position + times.count].map(Int.init)
        position += times.count
        var types: [Int32] = []
        for _ in 0..<header.counts[4] {
            types.append(Int32(truncatingIfNeeded: integer(size: 4)))
            position += 2
        }
        position = end
        guard indices.allSatisfy({ $0 < types.count }),
            types.allSatisfy({ abs(Int($0)) <= 26 * 3600 }),
            zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }),
            times.allSatisfy({ $0.magnitude < 1 << 60 })
        else { throw ZoneFileError(description: "the TZif file contradicts itself") }
        return (times, [types[0]] + indices.map { types[$0] })
    }

    /// The footer between two line feeds; nil if it is empty.
    mutating func footer() throws(ZoneFileError) -> PosixZone? {
        guard position < bytes.count, bytes[position] == 10,
            let end = bytes[(position + 1)...].firstIndex(of: 10)
        else { throw ZoneFileError(description: "the footer of the TZif file is missing") }
        let text = bytes[position + 1..<end]
        if text.isEmpty { return nil }
        guard let rule = PosixZone(Array(text)) else {
            throw ZoneFileError(description: "the footer of the TZif file is not a POSIX rule")
        }
        return rule
    }

    private mutating func integer(size: Int) -> Int64 {
        var value: Int64 = size == 4 && bytes[position] >= 0x80 ? -1 : 0
        for byte in bytes[position..<position + size] { value = value << 8 | Int64(byte) }
        position += size
        return value
    }
}
