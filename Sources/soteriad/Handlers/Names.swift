import Engine
import RuleFiles

/// The names that people give.
extension Daemon {
    /// What is wrong with a name; nil where nothing is.
    func problem(ofName name: String) -> String? {
        if name.isEmpty { return "a name is not empty" }
        if name.count > 200 || name.utf8.count > 2000 {
            return "a name has at most 200 characters"
        }
        if !name.unicodeScalars.allSatisfy(isPlain) { return "a name is one line of plain text" }
        let isBlank = name.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
        return isBlank ? "a name has more than blanks" : nil
    }

    /// Whether a character changes nothing about the text around it, as those do that turn its
    /// direction (bidirectional overrides and isolates).
    private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lineSeparator, .paragraphSeparator: false
        default: !scalar.isControl
        }
    }
}

extension Engine {
    /// What a site or app is called: the person's own name for it or for a site above it, else what
    /// it is, an executable without the directory that it is in; nil of anything else.
    func name(_ place: Place) -> String? {
        switch place {
        case .app(let identifier):
            // An application id has no "/".
            return state.names[place]
                ?? identifier.split(separator: "/").last.map(String.init) ?? identifier
        case .site(let host):
            guard !state.names.isEmpty else { return host }
            var above = host[...]
            while true {
                if let name = state.names[.site(String(above))] { return name }
                guard let dot = above.firstIndex(of: ".") else { return host }
                above = above[above.index(after: dot)...]
            }
        case .target, .protection, .everything: return nil
        }
    }
}
