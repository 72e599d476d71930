import API
import RuleFiles

/// The faults of the entry in a submitted form, by field.
struct RuleFaults {
    /// The messages by their place in the entry: `ranges/0/time`; empty is the entry itself.
    private(set) var byField: [(path: String, message: String)] = []
    /// The faults that do not concern the form.
    private(set) var others: [Fault] = []

    /// A fault that is shown at the top of a page.
    struct Fault {
        let text: String
        /// The place, `FILE:LINE`; nil if the fault concerns the form itself.
        let place: String?
    }

    init() {}

    mutating func add(_ field: String, _ message: String) { byField.append((field, message)) }

    /// Assigns the daemon's diagnostics of the tools' file to the fields of one entry's form.
    init(
        _ diagnostics: [RulesAPI.Diagnostic], of file: ToolsFile, _ section: ToolsSection,
        _ key: String, _ texts: Texts
    ) {
        for diagnostic in diagnostics {
            let message =
                diagnostic.suggestion.map {
                    texts(
                        "quietHours.suggested", ["message": diagnostic.message, "suggestion": $0])
                } ?? diagnostic.message
            let isTools =
                diagnostic.file == ToolsFile.name
                || diagnostic.file.hasSuffix("/" + ToolsFile.name)
            let place =
                isTools
                ? file.place(line: diagnostic.line ?? 0, column: diagnostic.column ?? 0) : nil
            if let place, place.starts(with: [section.rawValue, key]) {
                byField.append((place.dropFirst(2).joined(separator: "/"), message))
            } else {
                let line = diagnostic.line.map { "\(diagnostic.file):\($0)" }
                others.append(Fault(text: message, place: line ?? diagnostic.file))
            }
        }
    }

    var isEmpty: Bool { byField.isEmpty && others.isEmpty }

    /// The faults of a field and of its contents.
    func messages(at field: String) -> [String] {
        byField.filter { $0.path == field || $0.path.hasPrefix(field + "/") }.map(\.message)
    }

    /// The faults of a field itself, without those of its contents.
    func messages(exactlyAt field: String) -> [String] {
        byField.filter { $0.path == field }.map(\.message)
    }

    /// The faults of the entry as a whole or of a field not in `fields`, then those outside the
    /// form.
    func remaining(besides fields: [String]) -> [Fault] {
        let own = byField.filter { fault in
            !fields.contains { fault.path == $0 || fault.path.hasPrefix($0 + "/") }
        }
        return own.map { Fault(text: $0.message, place: nil) } + others
    }
}
