import Foundation

struct InstalledApps {
    let all: [DesktopEntry]

    init(_ context: PageContext) {
        let surroundings = context.surroundings
        var environment = surroundings.environment
        if environment["HOME"] == nil { environment["HOME"] = surroundings.home }
        all = DesktopEntries.installed(
            environment: environment,
            locale: context.request.languages.first ?? surroundings.languages.first)
    }

    /// Those whose name, id or description has every word of what was typed, in any case and
    /// without regard to accents.
    func matching(_ typed: String) -> [DesktopEntry] {
        let words = Self.folded(String(typed.prefix(200))).split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return all }
        return all.filter { entry in
            let text = Self.folded("\(entry.name) \(entry.id) \(entry.comment ?? "")")
            return words.allSatisfy { text.contains($0) }
        }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
