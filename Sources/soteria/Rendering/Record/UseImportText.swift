import API
import Localization
import Phrasing

/// The result of `soteria import activitywatch`.
struct UseImportText {
    let outcome: UseImporter.Outcome
    let isPreview: Bool
    let names: [TargetsAPI.Target]

    var text: String { (found + imported + notes).map { $0 + "\n" }.joined() }

    /// The export's use of each target.
    private var found: [String] {
        guard !outcome.found.isEmpty else {
            return [localized("The export shows no use of your targets.")]
        }
        return outcome.found.flatMap { found in
            let days = found.use.map(\.day)
            let span = "\(days.min() ?? "") – \(days.max() ?? "")"
            let targets = Dictionary(grouping: found.use, by: \.target).sorted { $0.key < $1.key }
            return ["\(Printable.text(found.source)), \(span)"]
                + targets.map { target, use in
                    let name = names.first { $0.target == target }?.name ?? target
                    let seconds = use.reduce(0) { $0 + $1.seconds }
                    return "  \(Printable.text(name)): \(TimeWords.length(seconds: seconds))"
                }
        }
    }

    private var imported: [String] {
        guard !outcome.found.isEmpty else { return [] }
        if isPreview { return [localized("Nothing was recorded.")] }
        guard !outcome.imports.isEmpty else {
            return [localized("Nothing is new: earlier imports contain all of it.")]
        }
        return outcome.imports.map { imported in
            localized(
                """
                Imported \(TimeWords.length(seconds: imported.seconds)) of new use. To take it \
                back: soteria import activitywatch --undo \(imported.number)
                """)
        }
    }

    private var notes: [String] {
        let damaged = outcome.damagedEvents
        let events =
            damaged == 0
            ? [] : [localized("Not imported: \(Count.events(damaged)) without a time or an app")]
        return events
            + outcome.otherBuckets.map { other in
                localized(
                    """
                    Not imported: \(Printable.text(other.bucket)), because Soteria does not read \
                    buckets of the type \(Printable.text(other.type))
                    """)
            }
    }

    static func list(_ imports: [UsageAPI.ImportedUse]) -> String {
        guard !imports.isEmpty else { return localized("Nothing was imported.\n") }
        return imports.map { imported in
            let length = TimeWords.length(seconds: imported.seconds)
            return "\(imported.number)  \(Printable.text(imported.source))  "
                + "\(imported.from) – \(imported.to)  \(length)\n"
        }.joined()
    }
}
