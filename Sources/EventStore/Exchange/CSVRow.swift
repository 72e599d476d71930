/// Rows of comma-separated values (RFC 4180).
package enum CSVRow {
    /// A row with its end; nil is an empty field, an empty text one in quotes, and so is what holds
    /// a comma, a quote or a line break.
    package static func encode(_ fields: [String?]) -> String {
        fields.map { $0.map(quoted) ?? "" }.joined(separator: ",") + "\r\n"
    }

    /// A text as a sheet shows it: with an apostrophe before what a spreadsheet would take for a
    /// formula. Rule files of strangers bring categories and moods along.
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

/// Cuts bytes into rows as they come; a field is nil where nothing stands in it, not even quotes.
struct CSVReader {
    private enum Place { case start, plain, quoted, quoteInQuoted, rowEnd }

    private var place = Place.start
    private var field: [UInt8] = []
    private var fields: [[UInt8]?] = []
    /// How many bytes the row has so far.
    private(set) var length = 0

    /// Whether a row was begun and is not ended.
    var isWithinRow: Bool { place != .start || !fields.isEmpty }

    /// Takes the next byte, and gives a row where that ends one.
    mutating func consume(_ byte: UInt8) throws(ImportProblem) -> [[UInt8]?]? {
        length += 1
        switch (place, byte) {
        case (.quoted, UInt8(ascii: "\"")): place = .quoteInQuoted
        case (.quoted, _): field.append(byte)
        case (.quoteInQuoted, UInt8(ascii: "\"")):
            field.append(byte)
            place = .quoted
        case (.rowEnd, UInt8(ascii: "\n")): return endRow()
        case (.rowEnd, _): throw .malformed("a carriage return without a line feed")
        case (_, UInt8(ascii: ",")): endField()
        case (_, UInt8(ascii: "\r")):
            endField()
            place = .rowEnd
        case (_, UInt8(ascii: "\n")):
            endField()
            return endRow()
        case (.quoteInQuoted, _): throw .malformed("text after a closing quote")
        case (.start, UInt8(ascii: "\"")): place = .quoted
        case (.plain, UInt8(ascii: "\"")): throw .malformed("a quote within a field")
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
