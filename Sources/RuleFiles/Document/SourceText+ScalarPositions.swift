extension SourceText {
    /// The position in the file of a UTF-8 offset in a scalar's text, which may be quoted, escaped
    /// or folded. An offset after the last word gives the end of that word: the line breaks at the
    /// end of a block text are lines further down.
    ///
    /// Compares file and text character by character, skipping indentation, escapes and doubled
    /// quotes. Returns the scalar's start if they differ.
    func position(of offset: Int, in scalar: Scalar, at start: Position) -> Position {
        var walk = Walk(bytes: bytes, index: self.offset(of: start), style: scalar.style)
        walk.enter()
        var passed = 0
        var end = walk.index
        for character in scalar.text.unicodeScalars {
            walk.skip(to: character)
            if passed >= offset { return position(at: walk.index, file: start.file) }
            guard walk.pass(character) else { return start }
            passed += String(character).utf8.count
            if !character.properties.isWhitespace { end = walk.index }
        }
        return position(at: end, file: start.file)
    }

    private struct Walk {
        let bytes: [UInt8]
        var index: Int
        let style: Scalar.Style

        private func byte(_ offset: Int = 0) -> UInt8 {
            bytes.indices.contains(index + offset) ? bytes[index + offset] : 0
        }
        private var isBlank: Bool { byte() == 0x20 || byte() == 0x09 }
        private var isBreak: Bool { SourceText.breakLength(bytes, index) > 0 }

        /// Skips the opening quote, or the header line of a block text.
        mutating func enter() {
            switch style {
            case .plain: break
            case .singleQuoted, .doubleQuoted: index += 1
            case .literal, .folded:
                while index < bytes.count, !isBreak { index += 1 }
                index += SourceText.breakLength(bytes, index)
            }
        }

        /// Skips text that is only in the file: indentation and folded line breaks.
        mutating func skip(to character: Unicode.Scalar) {
            if style == .doubleQuoted, byte() == 0x5c {
                let length = SourceText.breakLength(bytes, index + 1)
                if length > 0 {
                    index += 1 + length
                    while isBlank { index += 1 }
                }
            }
            // The separators of lines and paragraphs are no breaks that are folded.
            guard !" \t\n\u{2028}\u{2029}".unicodeScalars.contains(character) else { return }
            while index < bytes.count, isBlank || isBreak {
                index += max(1, SourceText.breakLength(bytes, index))
            }
        }

        /// Passes one character of the text; returns false if the file has another one.
        mutating func pass(_ character: Unicode.Scalar) -> Bool {
            if style == .doubleQuoted, byte() == 0x5c { return passEscape() }
            if style == .singleQuoted, character == "'" {
                guard byte() == 0x27, byte(1) == 0x27 else { return false }
                index += 2
                return true
            }
            if character == " " || character == "\n" {
                // A folded break stands for a space, a blank line for a newline.
                if isBreak {
                    index += SourceText.breakLength(bytes, index)
                    if character == " " || style != .literal { while isBlank { index += 1 } }
                    return true
                }
                if isBlank { index += 1 }
                return true
            }
            for unit in String(character).utf8 {
                guard byte() == unit else { return false }
                index += 1
            }
            return true
        }

        private mutating func passEscape() -> Bool {
            switch byte(1) {
            case UInt8(ascii: "x"): index += 4
            case UInt8(ascii: "u"): index += 6
            case UInt8(ascii: "U"): index += 10
            default: index += 2
            }
            index = min(index, bytes.count)
            return true
        }
    }
}
