/// Rows of comma-separated values (RFC 4180).
package enum CSVRow {
    /// Encodes a row with its line end. nil becomes an empty field; an empty text, and one with a
    /// comma, a quote or a line break, is quoted.
    package static func encode(_ fields: [String?]) -> String {
        fields.map { $0.map(quoted) ?? "" }.joined(separator: ",") + "\r\n"
    }

    /// Prefixes an apostrophe to a text that a spreadsheet would take for a formula. Categories and
    /// moods may come from other people's rule files.
    static func plain(_ text: String) -> String {
        let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
        return isFormula ? "'" + text : text
    }

    private static func quoted(_ field: String) -> String {
        let needsQuotes = field.isEmpty || field.utf8.contains { "\",\r\n".utf8.contains($0) }
        guard needsQuotes else { return field }
        var text = "\""
        for scalar in field.unicodeScalars {
            text.unicodeScalars.append(scalar)
            if scalar == "\"" { text.unicodeScalars.append(scalar) }
        }
        return text + "\""
    }
}

/// Splits bytes into rows as they arrive; a field is nil if it is empty without quotes.
struct CSVReader {
    private enum Place { case start, plain, quoted, quoteInQuoted, rowEnd }

    private var place = Place.start
    private var field: [UInt8] = []
    private var fields: [[UInt8]?] = []
    /// The number of bytes of the row so far.
    private(set) var length = 0

    /// True within a row that has begun and not ended.
    var isWithinRow: Bool { place != .start || !fields.isEmpty }

    /// Consumes a byte; returns a row if the byte ends one.
    mutating func consume(_ byte: UInt8) throws(ImportProblem) -> [[UInt8]?]? {
        length += 1
        switch (place, byte) {
        case (.quoted, UInt8(ascii: "\"")): place = .quoteInQuoted
        case (.quoted, _): field.append(byte)
        case (.quoteInQuoted, UInt8(ascii: "\"")):
            field.append(byte)
            place = .quoted
        case (.rowEnd, UInt8(ascii: "\n")): return endRow()
        case (.rowEnd, _): throw .malformed("a carriage return has no line feed after it")
        case (_, UInt8(ascii: ",")): endField()
        case (_, UInt8(ascii: "\r")):
            endField()
            place = .rowEnd
        case (_, UInt8(ascii: "\n")):
            endField()
            return endRow()
        case (.quoteInQuoted, _): throw .malformed("there is text after a closing quote")
        case (.start, UInt8(ascii: "\"")): place = .quoted
        case (.plain, UInt8(ascii: "\"")): throw .malformed("an unquoted field contains a quote")
        case (.start, _), (.plain, _):
            field.append(byte)
            place = .plain
        }
        return nil
    }

    private mutating func endField() {
        fields.append(place == .start ? nil : field)
        field = []
        place = .start
    }

    private mutating func endRow() -> [[UInt8]?] {
        defer {
            fields = []
            length = 0
            place = .start
        }
        return fields
    }
}
