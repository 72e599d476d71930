/// The limits of size: file median at most 120 lines, nine in ten at most 350, none over 600; no
/// function over 70 lines; 100 columns.
enum Lengths {
    static let file = 600
    static let nineInTen = 350
    static let median = 120
    static let function = 70
    static let columns = 100

    static func longFiles(_ files: [SourceFile]) -> [Finding] {
        files.filter { $0.lineCount > file }.map {
            Finding($0, "\($0.lineCount) lines; at most \(file): split the file by topic")
        }
    }

    /// Lines that could be broken but are not. The inside of a string literal does not count,
    /// because it cannot be shortened.
    static func longLines(in file: SourceFile) -> [Finding] {
        let isSwift = file.path.hasSuffix(".swift")
        let lines =
            isSwift
            ? SwiftCode(file.text, keepingComments: true).lines
            : file.lines.map(String.init)
        return lines.enumerated().compactMap { number, line in
            let length = line.count { $0 != SwiftCode.literal }
            guard length > columns else { return nil }
            return Finding(file, line: number + 1, "\(length) columns; at most \(columns)")
        }
    }

    /// The length at this share of all files, sorted by length; 0 if there are none.
    static func length(at share: Double, of files: [SourceFile]) -> Int {
        let counts = files.map(\.lineCount).sorted()
        guard !counts.isEmpty else { return 0 }
        return counts[min(counts.count - 1, Int(Double(counts.count) * share))]
    }

    static func longFunctions(in file: SourceFile) -> [Finding] {
        functions(in: SwiftCode(file.text)).filter { $0.length > function }.map {
            Finding(
                file, line: $0.line, "a function of \($0.length) lines; at most \(function)")
        }
    }

    /// Every function, initialiser, subscript and computed property that has a body.
    static func functions(in code: SwiftCode) -> [(line: Int, length: Int)] {
        let lines = code.lines
        return lines.indices.filter { declaresBody(lines[$0]) }.compactMap { start in
            bodyEnd(lines, from: start).map { (line: start + 1, length: $0 - start + 1) }
        }
    }

    private static func declaresBody(_ line: String) -> Bool {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
        if words.contains("func") || words.contains("subscript") || words.first == "deinit" {
            return true
        }
        // Not a call of one, as in `let x = X.init(…)`.
        let beforeValue = line.prefix { $0 != "=" }
        if words.contains("init"), beforeValue.contains("init(") || beforeValue.contains("init?(") {
            return true
        }
        return words.contains("var") && line.hasSuffix("{") && !line.contains("=")
    }

    /// The line of the brace that closes the body of the declaration on a line; nil if there is no
    /// body, as in a protocol.
    private static func bodyEnd(_ lines: [String], from start: Int) -> Int? {
        var braces = 0
        var brackets = 0
        var opened = false
        for index in start..<lines.count {
            // A requirement has no body: the next declaration begins before any brace.
            if index > start, !opened, brackets == 0, declaresBody(lines[index]) { return nil }
            for byte in lines[index].utf8 {
                switch byte {
                case UInt8(ascii: "("), UInt8(ascii: "["): brackets += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"): brackets -= 1
                case UInt8(ascii: "{") where brackets == 0 || opened:
                    braces += 1
                    opened = true
                case UInt8(ascii: "}") where opened:
                    braces -= 1
                    if braces == 0 { return index }
                case UInt8(ascii: "}") where brackets == 0: return nil
                default: continue
                }
            }
        }
        return nil
    }
}
