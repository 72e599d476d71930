import RuleFiles
import RuleModel

/// Rule files in one text, in which comments mark where what is to be said.
///
/// A line `# ^ error: words` under a line marks its character above the caret, counted in
/// characters; `#< error: words` its first one; `#$ error: words` the end of the file, behind its
/// last line; `#! error: words` the file as a whole. `#= NAME`
/// begins a file, `#= NAME 1` one of that layer; what stands before the first is `a.yaml`. These
/// lines are no part of the files.
struct MarkedSources {
    /// The files without the marks.
    private(set) var sources: [RuleText] = []
    /// The expected diagnostics, each as `a.yaml:1:2: error: words`.
    private(set) var marks: [String] = []

    /// Reads the text.
    init(_ text: String) {
        var name = "a.yaml"
        var layer = 2
        var lines: [Substring] = []
        func file() -> [RuleText] {
            lines.isEmpty
                ? []
                : [RuleText(path: name, layer: layer, text: lines.joined(separator: "\n") + "\n")]
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("#= ") {
                sources += file()
                lines = []
                let words = line.dropFirst(3).split(separator: " ")
                name = String(words[0])
                layer = words.count > 1 ? Int(words[1]) ?? 2 : 2
            } else if let mark = Mark(line) {
                let place = mark.column.map { ":\(lines.count + mark.further):\($0)" } ?? ""
                marks.append("\(name)\(place): \(mark.words)")
            } else {
                lines.append(line)
            }
        }
        sources += file()
    }

    /// The diagnostics of a load, in the form of the marks.
    static func said(by loading: RuleLoadResult) -> [String] {
        loading.diagnostics.flatMap { diagnostic in
            [diagnostic.description]
                + diagnostic.notes.map { "\($0.file):\($0.line):\($0.column): note: \($0.message)" }
        }
    }

    /// The text of the files with a mark for all that was said.
    func text(marking loading: RuleLoadResult) -> String {
        let said = Self.said(by: loading).map(Said.init)
        var text = ""
        for (index, source) in sources.enumerated() {
            let isNamed = index > 0 || source.path != "a.yaml"
            if isNamed {
                text += "#= \(source.path)" + (source.layer == 2 ? "" : " \(source.layer)") + "\n"
            }
            for mark in said where mark.path == source.path && mark.line == 0 {
                text += "#! \(mark.words)\n"
            }
            let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in lines.dropLast().enumerated() {
                text += line + "\n"
                for mark in said where mark.path == source.path && mark.line == number + 1 {
                    let blanks = String(repeating: " ", count: max(0, mark.column - 2))
                    text += mark.column == 1 ? "#< " : "#\(blanks)^ "
                    text += mark.words + "\n"
                }
            }
            for mark in said where mark.path == source.path && mark.line > lines.count - 1 {
                text += "#$ \(mark.words)\n"
            }
        }
        return text
    }

    /// A line that marks a place in the line before it.
    private struct Mark {
        /// From 1; nil: the file as a whole.
        var column: Int?
        /// How many lines further down than the line before.
        var further = 0
        var words: Substring

        init?(_ line: Substring) {
            guard line.first == "#" else { return nil }
            let rest = line.drop { $0 == "#" || $0 == " " }
            switch (line.dropFirst().first, rest.first) {
            case ("<", _): column = 1
            case ("$", _):
                column = 1
                further = 1
            case ("!", _): column = nil
            case (_, "^"): column = line.distance(from: line.startIndex, to: rest.startIndex) + 1
            default: return nil
            }
            words = rest.dropFirst().drop { $0 == " " }
            guard ["error: ", "warning: ", "note: "].contains(where: words.hasPrefix) else {
                return nil
            }
        }
    }

    /// A diagnostic, parsed.
    private struct Said {
        let path: String
        var line = 0
        var column = 0
        let words: String

        init(_ text: String) {
            let parts = text.split(separator: ": ", maxSplits: 1)
            let place = parts[0].split(separator: ":")
            path = String(place[0])
            if place.count == 3 {
                line = Int(place[1]) ?? 0
                column = Int(place[2]) ?? 0
            }
            words = String(parts[1])
        }
    }
}
