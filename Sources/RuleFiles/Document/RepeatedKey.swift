/// Finds the second occurrence of a key in its map; the YAML parser reports only the first.
enum RepeatedKey {
    /// The byte offset of the first character of the key's next occurrence, after its quote.
    ///
    /// Nil if it cannot be found in the text, for example because a key spans several lines.
    static func offset(of key: String, after first: Position, in text: SourceText) -> Int? {
        var scanner = Scanner(bytes: text.bytes, index: text.offset(of: first))
        guard let length = scanner.tokenLength(of: key) else { return nil }
        scanner.index += length
        if isFlow(before: first, in: text) { return scanner.nextInFlow(key) }
        for line in (first.line + 1)..<max(first.line + 1, text.lineCount + 1) {
            let range = text.range(ofLine: line)
            let content = text.bytes[range]
            guard let indent = content.firstIndex(where: { $0 != 0x20 }),
                text.bytes[indent] != UInt8(ascii: "#")
            else { continue }
            let column = indent - range.lowerBound + 1
            if column < first.column { return nil }
            guard column == first.column else { continue }
            let candidate = Scanner(bytes: text.bytes, index: indent)
            if candidate.tokenLength(of: key) != nil { return candidate.firstCharacter }
        }
        return nil
    }

    /// True if a key belongs to a flow map. A key of a block map has only `- `, `? ` and spaces
    /// before it.
    private static func isFlow(before first: Position, in text: SourceText) -> Bool {
        let start = text.range(ofLine: first.line).lowerBound
        let before = text.bytes[start..<text.offset(of: first)]
        guard before.allSatisfy({ " -?".utf8.contains($0) }) else { return true }
        // In a flow map over several lines a key can stand alone: then a bracket is open before it.
        var depth = 0
        var scanner = Scanner(bytes: Array(text.bytes[..<start]), index: 0)
        while scanner.index < scanner.bytes.count { depth += scanner.step() }
        return depth > 0
    }

    /// Steps over a text by quoted strings, comments, brackets and other characters.
    private struct Scanner {
        let bytes: [UInt8]
        var index: Int

        private func byte(_ at: Int) -> UInt8 { bytes.indices.contains(at) ? bytes[at] : 0 }

        /// The offset of the first character of a key that begins at the index, after its quote.
        var firstCharacter: Int {
            byte(index) == UInt8(ascii: "\"") || byte(index) == UInt8(ascii: "'")
                ? index + 1 : index
        }

        /// The length of the key as written here, including quotes; nil if another text is here.
        func tokenLength(of key: String) -> Int? {
            let key = Array(key.utf8)
            let quote = firstCharacter - index
            let end = firstCharacter + key.count
            guard end + quote <= bytes.count, Array(bytes[firstCharacter..<end]) == key else {
                return nil
            }
            if quote == 1, byte(end) != byte(index) { return nil }
            var after = end + quote
            while byte(after) == 0x20 { after += 1 }
            return byte(after) == UInt8(ascii: ":") ? end + quote - index : nil
        }

        /// Advances by one element; returns 1 for an opening bracket, -1 for a closing one,
        /// otherwise 0.
        mutating func step() -> Int {
            let current = byte(index)
            index += 1
            switch current {
            case UInt8(ascii: "["), UInt8(ascii: "{"): return 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): return -1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                while index < bytes.count, byte(index) != current {
                    index += current == UInt8(ascii: "\"") && byte(index) == 0x5c ? 2 : 1
                }
                index += 1
            case UInt8(ascii: "#") where index < 2 || byte(index - 2) <= 0x20:
                while index < bytes.count, byte(index) != 0x0a { index += 1 }
            default: break
            }
            return 0
        }

        /// The next occurrence of the key in the flow map whose entry is being read.
        mutating func nextInFlow(_ key: String) -> Int? {
            var depth = 0
            var isKeyExpected = false
            while index < bytes.count, depth >= 0 {
                if depth == 0, isKeyExpected, byte(index) > 0x20, byte(index) != UInt8(ascii: "#") {
                    if tokenLength(of: key) != nil { return firstCharacter }
                    isKeyExpected = false
                }
                if depth == 0, byte(index) == UInt8(ascii: ",") { isKeyExpected = true }
                depth += step()
            }
            return nil
        }
    }
}
