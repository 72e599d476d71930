import Localization
import RuleFiles

/// The result of `soteria import leechblock` and `soteria import selfcontrol`.
struct ImportText {
    let outcome: RuleImport.Outcome

    struct Reply: Encodable {
        var file: String
        var saved: Bool
        /// The text of the file.
        var text: String
        /// The keys of the targets in it.
        var targets: [String]
        var omitted: [RuleDraft.Omission]
    }

    var reply: Reply {
        Reply(
            file: outcome.path, saved: outcome.isSaved, text: outcome.file.text,
            targets: outcome.file.targets.map(\.key), omitted: outcome.omissions)
    }

    var text: String {
        let path = Printable.text(outcome.path)
        let head: [String] =
            if outcome.isSaved {
                [localized("Saved in \(path)")] + outcome.file.targets.map(line)
            } else {
                [localized("\(path) would be:"), "", outcome.file.text]
            }
        return (head + notes + omissions).map { $0 + "\n" }.joined()
    }

    private func line(_ target: NewRuleFile.Target) -> String {
        let schedule = outcome.file.schedules.first { $0.key == target.key }
        let budget = outcome.file.budgets.first { $0.key == target.key }
        let parts = [
            Count.sites(target.sites.count),
            target.exceptSites.isEmpty ? nil : Count.exceptions(target.exceptSites.count),
            schedule.map { _ in localized("quiet hours") },
            budget.map { _ in localized("a budget") },
        ]
        return "  \(Printable.text(target.name)) (\(target.key)): "
            + parts.compactMap(\.self).joined(separator: ", ")
    }

    /// How to block what no rule of the file blocks.
    private var notes: [String] {
        let blocked = Set(
            outcome.file.schedules.flatMap(\.block) + outcome.file.budgets.map(\.target))
        return outcome.file.targets.filter { !blocked.contains($0.key) }.map {
            localized(
                """
                No rule blocks \(Printable.text($0.name)) yet. To block it for a while: soteria \
                protect \($0.key)
                """)
        }
    }

    private var omissions: [String] {
        guard !outcome.omissions.isEmpty else { return [localized("Everything was imported.")] }
        return [localized("Not imported:")]
            + outcome.omissions.map { omission in
                let setting = Printable.text(omission.setting)
                let value = Printable.text(omission.value)
                let named = setting.isEmpty ? value : "\(setting)=\(value)"
                let place = omission.line.map { localized("line \($0): ") } ?? ""
                return "  \(place)\(named): \(Printable.text(omission.reason))"
            }
    }
}
