/// An authorized request of a browser; a post comes from one of our own forms.
package struct PageRequest: Sendable {
    package enum Method: Hashable, Sendable {
        case get
        case post
    }

    package var method: Method
    /// The parts of the path below the base, decoded; empty for the first page.
    package var path: [String]
    /// The query, decoded; for a repeated name, its last value.
    package var query: [String: String]
    /// The form's fields, decoded, each with its values in order; empty for a get.
    package var form: [String: [String]]
    /// The beginning of every path, such as `/s-0123456789abcdef`: without a slash at its end.
    package var base: String
    /// The session's token, which every form carries.
    package var csrf: String
    /// The browser's languages in order of preference: `de-AT`, `en`.
    package var languages: [String]

    package init(
        _ method: Method = .get, path: [String] = [], query: [String: String] = [:],
        form: [String: [String]] = [:], base: String = "", csrf: String = "",
        languages: [String] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.form = form
        self.base = base
        self.csrf = csrf
        self.languages = languages
    }
}

extension StringProtocol {
    /// The text without the blanks around it.
    var withoutOuterBlanks: String {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}

extension [String: [String]] {
    /// The text typed into a field of a form, or the value chosen; empty if there is none.
    func typed(_ name: String) -> String { self[name]?.last ?? "" }
}
