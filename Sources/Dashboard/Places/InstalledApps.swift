import Foundation
import RuleEditing

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

    /// Apps whose name, id or description has every typed word, regardless of case and accents.
    func matching(_ typed: String) -> [DesktopEntry] {
        let words = String(typed.prefix(200)).folded.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return all }
        return all.filter { entry in
            let text = "\(entry.name) \(entry.id) \(entry.comment ?? "")".folded
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// A sentence on the number of apps found and shown; `none` if there are none.
    static func words(
        found: Int, shown: Int, none: String, _ context: PageContext
    ) -> String? {
        if found == 0 { return none }
        let more = found - shown
        return more > 0
            ? context.texts("places.moreApps", count: more, ["count": context.formats.number(more)])
            : nil
    }
}
