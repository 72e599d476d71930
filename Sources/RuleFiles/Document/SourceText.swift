import RuleModel

/// A place in one of the files of a load; line and column count from 1.
package struct Position: Hashable, Sendable {
    /// The index of the file in `Findings.files`.
    package var file: Int
    package var line: Int
    /// The column in Unicode scalars, as the YAML parser counts.
    package var column: Int

    package init(file: Int, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}

/// A file's text with its lines, for conversions between positions and offsets.
package struct SourceText: Sendable {
    /// The file's path as diagnostics show it.
    package let path: String
    /// The layer, from 0 for the shipped defaults.
    let layer: Int
    package let bytes: [UInt8]
    /// The offset of each line's first byte; lines end where YAML 1.1 ends them.
    private let lineStarts: [Int]
    /// True if columns equal bytes. Positions then need no counting: a file can be one line of
    /// megabytes with many mistakes.
    private let isASCII: Bool

    /// The length of a line in bytes above which Unicode scalars are counted as characters: nobody
    /// sees such a line whole, and finding the boundaries of characters is slow.
    private static let longLine = 1 << 16

    package init(path: String, layer: Int, text: String) {
        self.path = path
        self.layer = layer
        self.bytes = Array(text.utf8)
        self.lineStarts = Self.lineStarts(bytes)
        self.isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    package init(_ file: RuleText) {
        self.init(path: file.path, layer: file.layer, text: file.text)
    }

    /// The starts of lines. LF, CR, CR LF, NEL, LS and PS end a line, as in the YAML parser.
    private static func lineStarts(_ bytes: [UInt8]) -> [Int] {
        var starts = [0]
        var index = 0
        while index < bytes.count {
            let length = breakLength(bytes, index)
            index += max(length, 1)
            if length > 0 { starts.append(index) }
        }
        return starts
    }

    /// The length in bytes of the line break at the index; 0 if there is none.
    static func breakLength(_ bytes: [UInt8], _ index: Int) -> Int {
        func byte(_ offset: Int) -> UInt8 {
            index + offset < bytes.count ? bytes[index + offset] : 0
        }
        switch byte(0) {
        case 0x0a: return 1
        case 0x0d: return byte(1) == 0x0a ? 2 : 1
        case 0xc2: return byte(1) == 0x85 ? 2 : 0
        case 0xe2: return byte(1) == 0x80 && (byte(2) == 0xa8 || byte(2) == 0xa9) ? 3 : 0
        default: return 0
        }
    }

    /// The byte range of a line without its break; empty if there is no such line.
    package func range(ofLine line: Int) -> Range<Int> {
        guard lineStarts.indices.contains(line - 1) else { return bytes.count..<bytes.count }
        let start = lineStarts[line - 1]
        guard line < lineStarts.count else { return start..<bytes.count }
        let end = lineStarts[line]
        let length = [3, 2, 1].first {
            end - $0 >= start && Self.breakLength(bytes, end - $0) == $0
        }
        return start..<end - (length ?? 0)
    }

    /// The number of lines; the last one may be empty.
    var lineCount: Int { lineStarts.count }

    /// The byte offset of a position; the end of its line if the line is shorter.
    package func offset(of position: Position) -> Int {
        let range = range(ofLine: position.line)
        if isASCII { return min(range.lowerBound + max(0, position.column - 1), range.upperBound) }
        var index = range.lowerBound
        var column = 1
        while index < range.upperBound, column < position.column {
            index += 1
            while index < range.upperBound, bytes[index] & 0xc0 == 0x80 { index += 1 }
            column += 1
        }
        return index
    }

    /// The place of a byte offset.
    func position(at offset: Int, file: Int) -> Position {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let before = bytes[lineStarts[low]..<min(max(offset, lineStarts[low]), bytes.count)]
        let column = isASCII ? before.count + 1 : before.count { $0 & 0xc0 != 0x80 } + 1
        return Position(file: file, line: low + 1, column: column)
    }

    /// The column of a position in user-perceived characters, from 1.
    package func characterColumn(of position: Position) -> Int {
        let range = range(ofLine: position.line)
        let offset = offset(of: position)
        if isASCII { return offset - range.lowerBound + 1 }
        if range.count > Self.longLine { return position.column }
        return String(decoding: bytes[range.lowerBound..<offset], as: UTF8.self).count + 1
    }

    /// The line of a place, cut to 120 characters around it, with spaces for tabs.
    package func excerpt(at position: Position) -> Diagnostic.Excerpt {
        let range = range(ofLine: position.line)
        let offset = offset(of: position)
        // So many bytes hold what is shown, however many a character has.
        let window = range.clamped(to: scalar(offset - 4096)..<scalar(offset + 4096))
        let line = Array(String(decoding: bytes[window], as: UTF8.self))
        let before = String(decoding: bytes[window.lowerBound..<offset], as: UTF8.self).count
        let caret = min(before, line.count)
        let start = line.count <= 120 ? 0 : max(0, caret - 60)
        let end = min(line.count, start + 120)
        let shown = line[start..<end].map { $0 == "\t" ? " " : $0 }
        let head = start > 0 || window.lowerBound > range.lowerBound ? "…" : ""
        let isCut = end < line.count || window.upperBound < range.upperBound
        return Diagnostic.Excerpt(
            text: head + printable(String(shown)) + (isCut ? "…" : ""),
            caret: caret - start + head.count)
    }

    /// The start of the Unicode scalar that an offset lies in, within the file.
    private func scalar(_ offset: Int) -> Int {
        var offset = min(max(offset, 0), bytes.count)
        while offset > 0, offset < bytes.count, bytes[offset] & 0xc0 == 0x80 { offset -= 1 }
        return offset
    }
}
